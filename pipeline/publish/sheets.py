"""Paper for owners of older editions: replacement cards, and the list as one sheet for the box."""

import io
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, islice
from typing import NamedTuple

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from ..cards import Deck
from ..corrigenda import Corrigendum, difference
from ..diagnostics import Diagnostic, finding
from ..pdf import Profile
from ..pdf.fonts import FontError, Typeface, typeface
from ..pdf.render import render_deck
from ..pdf.typesetting import Typesetter
from .register import Published
from .words import day, field_name, words

MARGIN, GAP = 42.0, 18.0  # points
SIZES = (9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0)
LEADING = 1.3
PAGES = 2  # front and back of one sheet
_INDENT = 8.0
_AROUND = 3  # words left beside a difference


def replacement_cards(published: Published, owned: int, number: int) -> Deck:
    """Return the cards that owners of edition `owned` need to have edition `number`: those that differ, and new ones.

    Each is marked with the edition beside the name of the series. Raises KeyError if an edition cannot be read.
    """
    changed = {change.card for change in difference(published.decks[owned], published.decks[number])}
    deck, series = published.decks[number], published.series
    languages = {*series.titles, *series.languages}
    titles = {each: f"{series.title(each)} · {words(each)['mark'].format(number)}" for each in languages}
    marked = series.model_copy(update={"titles": titles})
    cards = tuple(card for card in deck if card.id in changed)
    return replace(deck, name=f"{deck.name}, {owned}→{number}", series={series.code: marked}, cards=cards)


def replacements(
    published: Published, owned: int, number: int, profile: Profile, language: str
) -> tuple[Mapping[str, bytes], list[Diagnostic]]:
    """Print the replacement cards, front and back, by a print profile: files by their endings, none without changes."""
    deck = replacement_cards(published, owned, number)
    if not deck.cards:
        return {}, []
    printed, findings = render_deck(deck, profile, language)
    return printed.files if printed else {}, findings


class _Line(NamedTuple):
    """A line of type, how far it is set in, and how much room stands above it, in points."""

    text: str
    face: Typeface
    indent: float = 0.0
    above: float = 0.0
    keep: bool = False


def box_sheet(published: Published, number: int, language: str) -> tuple[bytes | None, list[Diagnostic]]:
    """Return the list for the box of edition `number`, as large as one sheet of paper allows; None if it is empty.

    It names what this edition prints wrong and what is known to be right.
    """
    entries = published.wrong_in(number)
    if not entries:
        return None, []
    try:
        size, columns = _fitted(published, entries, language)
    except FontError as error:
        return None, [finding("WM609", str(error))]
    content = _paint(published, columns, size, number, language)
    sheets = -(-len(columns) // (2 * PAGES))
    if sheets == 1:
        return content, []
    message = f"the list of edition {number} of `{published.code}` takes {sheets} sheets at {size:g} pt"
    return content, [finding("WM492", message, series=published.code)]


def _fitted(published: Published, entries: list[Corrigendum], language: str) -> tuple[float, list[list[_Line]]]:
    """Return the columns at the largest size at which they fit one sheet, at the smallest size if they do at none."""
    paragraphs = list(_paragraphs(published, entries, language))
    size = SIZES[-1]
    columns = _columns(list(_lines(paragraphs, size)), size)
    if len(columns) > 2 * PAGES:
        return size, columns
    for larger in SIZES[:-1]:
        tried = _columns(list(_lines(paragraphs, larger)), larger)
        if len(tried) <= 2 * PAGES:
            return larger, tried
    return size, columns


def _lines(paragraphs: list["_Paragraph"], size: float) -> Iterator[_Line]:
    width = _width() - _INDENT
    for paragraph in paragraphs:
        if paragraph.is_head:
            for number, text in enumerate(paragraph.broken(size, width + _INDENT)):
                yield _Line(text, paragraph.face, above=0.6 * size if not number else 0, keep=True)
        else:
            for text in paragraph.broken(size, width):
                yield _Line(text, paragraph.face, _INDENT)


def _paragraphs(published: Published, entries: list[Corrigendum], language: str) -> Iterator["_Paragraph"]:
    """Yield a heading for each card and the correction and its reason for each entry."""
    say, bold, plain = words(language), typeface("Semibold"), typeface("Regular")
    texts = language if language in published.series.languages else published.series.languages[0]
    last = None
    for entry in sorted(entries, key=lambda each: (each.card, each.number)):
        if entry.card != last:
            card = published.newest_cards.get(entry.card)
            yield _Paragraph(f"{entry.card}  {card.text(texts) if card else ''}", bold, is_head=True)
        last = entry.card
        if entry.field == "id":
            successor = f" {say['replaced by'].format(entry.new)}" if entry.new else ""
            values = say["withdrawn card"] + successor
        else:
            field = field_name(entry.field, language, texts)
            old, new = brief(entry.old, entry.new or "")
            values = f"{field}: {old or say['nothing']} → {new or say['nothing']}"
        yield _Paragraph(values, plain)
        yield _Paragraph(f"{entry.reason} ({entry.id})", plain)


def brief(old: str, new: str) -> tuple[str, str]:
    """Return two texts without the words that they share at both ends, but for a few that tell the place."""
    before, after = old.split(), new.split()
    least = min(len(before), len(after))
    head = next((at for at in range(least) if before[at] != after[at]), least)
    tail = next((at for at in range(least - head) if before[-1 - at] != after[-1 - at]), least - head)
    start, end = max(0, head - _AROUND), max(0, tail - _AROUND)
    return _cut(before, start, end), _cut(after, start, end)


def _cut(parts: list[str], start: int, end: int) -> str:
    kept = parts[start : len(parts) - end]
    return " ".join((["…"] if start else []) + kept + (["…"] if end else []))


def _width() -> float:
    return (float(A4[0]) - 2 * MARGIN - GAP) / 2


class _Paragraph:
    """A text that is measured once and broken into lines at any size."""

    def __init__(self, text: str, face: Typeface, *, is_head: bool = False) -> None:
        """Measure the words, in thousandths of the size."""
        self.face = face
        self.is_head = is_head
        self._words: Sequence[str] = face.substitute(text)[0].split()
        widths = list(face.word_widths(self._words))
        self._widest = max(widths, default=0.0)
        # Kerning does not reach over a space, so that widths of words add up.
        self._ends = list(accumulate(map(face.width(" ").__add__, widths)))

    def broken(self, size: float, width: float) -> Iterator[str]:
        """Break it into lines; a word that is wider than the column is divided where it must be."""
        limit, space = width * 1000 / size, self.face.width(" ")
        parts, ends = self._words, self._ends
        if self._widest > limit:
            parts = [part for word in parts for part in _divided(word, self.face, limit)]
            ends = list(accumulate(map(space.__add__, self.face.word_widths(parts))))
        begin, used = 0, 0.0
        while begin < len(parts):
            end = max(begin + 1, bisect_right(ends, used + limit + space, begin))
            yield " ".join(parts[begin:end])
            begin, used = end, ends[end - 1]


def _divided(word: str, face: Typeface, limit: float) -> Iterator[str]:
    while face.width(word) > limit:
        fitting = max((end for end in range(1, len(word)) if face.width(word[:end]) <= limit), default=1)
        if fitting == len(word):
            break
        yield word[:fitting]
        word = word[fitting:]
    yield word


def _columns(lines: list[_Line], size: float) -> list[list[_Line]]:
    """Divide lines into columns; the head of an entry never stands alone at the foot of one."""
    columns: list[list[_Line]] = [[]]
    room = _height(0, size)
    for at, line in enumerate(lines):
        need = LEADING * size + line.above
        if line.keep:
            followers = next((count for count, other in enumerate(islice(lines, at, None)) if not other.keep), 0)
            need += followers * LEADING * size
        if need > room and columns[-1]:
            columns.append([])
            room = _height(len(columns) - 1, size)
        columns[-1].append(line)
        room -= LEADING * size + line.above
    return columns


def _height(column: int, size: float) -> float:
    """Return the height of a column: the first page begins with a title."""
    return float(A4[1]) - 2 * MARGIN - 1.5 * size - (44.0 if column < 2 else 0.0)


def _paint(published: Published, columns: list[list[_Line]], size: float, number: int, language: str) -> bytes:
    say, plain, heavy = words(language), typeface("Regular"), typeface("Black")
    output = io.BytesIO()
    canvas = Canvas(output, pagesize=A4, pageCompression=1, invariant=1, lang=language)
    title = say["corrigenda of"].format(published.series.title(language))
    canvas.setTitle(title)
    canvas.setAuthor(", ".join(published.series.credits))
    canvas.setCreator("wildmix")
    canvas.setSubject("")
    pages = -(-len(columns) // 2)
    top = float(A4[1]) - MARGIN
    typesetter = Typesetter(canvas)
    for page in range(pages):
        first = top - 44 if page == 0 else top
        lines = [typesetter.begin()]
        if page == 0:
            stand = f" {say['stand'].format(day(published.updated, language))}" if published.updated else ""
            about = plain.substitute(say["box intro"].format(number) + stand)[0]
            lines += typesetter.line(heavy.name, heavy.substitute(title)[0], 16, MARGIN, top - 16)
            lines += typesetter.line(plain.name, about, 9, MARGIN, top - 32)
        for side, column in enumerate(columns[2 * page : 2 * page + 2]):
            left, y = MARGIN + side * (_width() + GAP), first
            for line in column:
                y -= line.above + LEADING * size
                lines += typesetter.line(line.face.name, line.text, size, left + line.indent, y)
        foot = plain.substitute(say["page"].format(page + 1, pages))[0]
        lines += typesetter.line(plain.name, foot, 7, MARGIN, MARGIN - 18)
        canvas.addLiteral("\n".join([*lines, "ET"]))
        canvas.showPage()
    canvas.save()
    return output.getvalue()
