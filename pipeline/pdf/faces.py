"""The two faces of a card as lines of type and a few shapes, in points from the lower left of the card. No PDF yet."""

import re
from collections import defaultdict
from dataclasses import dataclass
from typing import NamedTuple

from ..cards import Card, Deck, Series
from ..diagnostics import Diagnostic, finding
from ..sheets import Face
from ..years import YearError, format_year
from .codes import Blocks, code_address, qr_code
from .fonts import Typeface, typeface
from .hyphenation import hyphenator
from .ink import BLACK, GREY, Ink, series_ink
from .lines import NO_BREAK_SPACE, SHRINK, STEP, Divide, Fit, Room, clean, fit, height, never, pieces, set_text
from .plan import LOZENGE, MM, SECOND_GAP, Heights, plan
from .profile import Align, Ground, Profile, Sizes, YearInk

# Distances in millimetres.
RULE_WIDTH = 9.0
RULE_WEIGHT = 0.45
LEAST_HEIGHT = 1.0  # of a room, whatever a font of a publisher says of its height: in none at all no size fits
LEAST_MODULE = 0.33  # of a QR code: what the camera of a telephone surely tells apart
MOST_YEAR_LINES = 3
TINT = 0.1  # of the series' colour under the year, where the ground is tinted
GOOD_YEAR = 0.55  # of the largest size: from here on a year in fewer lines is better than a larger one

# `v. Chr.`, `3. Jahrtausend`: what belongs to a short word with a full stop stands on its line.
_SHORT = re.compile(r"(?<!\S)(\d{1,2}\.|[^\W\d_]\.|ca\.|AD) (?=\S)")
_ERA = re.compile(r"(?<!\S)([^\W\d_]\.|av\.|ap\.) (?=(?:[CJ]\S*|u\.|Z\.|e\.|d\.|s\.)(?!\S))|(?<=\S) (?=[–—-] )")
_LONGEST_GLUED = 40


class Line(NamedTuple):
    """One line of type: its baseline begins at (x, y)."""

    x: float
    y: float
    text: str
    style: str
    size: float
    ink: Ink


@dataclass(frozen=True, slots=True)
class Shape:
    """A filled polygon."""

    points: tuple[tuple[float, float], ...]
    ink: Ink


@dataclass(frozen=True, slots=True)
class FaceContent:
    """What is painted on one face of a card."""

    lines: tuple[Line, ...] = ()
    shapes: tuple[Shape, ...] = ()
    ground: Ink | None = None
    code: Blocks | None = None


class _Text(NamedTuple):
    """A text to be set and where it comes from, for findings."""

    text: str
    card: Card
    field: str


class Composer:
    """Sets the cards of one deck by one profile in one language or two, and gathers findings."""

    def __init__(self, deck: Deck, profile: Profile, language: str) -> None:
        """Prepare fonts and measures."""
        self._deck, self._language, self._type, self._dress = deck, language, profile.type, profile.face
        second = profile.face.second_language
        self.languages = (language, second) if second and second != language else (language,)
        self._inks = {code: series_ink(series) for code, series in deck.series.items()}
        self.inks = tuple(self._inks.values())
        card = profile.sheet.layout.card
        self._width, self._height = card.width * MM, card.height * MM
        self._inset = profile.type.inset * MM
        self._left = profile.type.align is Align.LEFT
        self._text_width = self._width - 2 * self._inset
        self._findings: list[Diagnostic] = []
        self._titles: dict[tuple[str, float], Fit] = {}
        self._absent: dict[tuple[str, str], list[tuple[Card, str]]] = defaultdict(list)
        self._present: set[tuple[str, str]] = set()
        self._serif, self._bold, self._heavy = map(typeface, profile.type.fonts.styles)
        self._plan = plan(
            self._height,
            inset=self._inset,
            foot=profile.type.foot.largest,
            second=profile.type.second.largest,
            code=profile.face.code_size if profile.face.code else 0,
            two=len(self.languages) > 1,
            descent=-self._serif.descent / 1000,
            ascent=self._bold.ascent / 1000,
        )

    @property
    def findings(self) -> list[Diagnostic]:
        """What was found while setting the faces so far; a language that no card has is one finding."""
        return [found for kind in self._absent for found in self._missing(*kind)] + self._findings

    def face(self, number: int, face: Face) -> FaceContent:
        """Return one face of card `number` of the deck (from 0)."""
        card = self._deck.cards[number]
        return self.front(card) if face is Face.FRONT else self.back(card)

    def front(self, card: Card) -> FaceContent:
        """Return the front: the event in each language, and a small mark in the colour of the series."""
        events = self._texts(card, "event")
        marks = (self._lozenge(self._inks[card.series]),) if self._dress.mark else ()
        if not events:
            self._add("WM606", f"card `{card.id}` has no event in any language", card, f"event_{self._language}")
            return FaceContent((), marks)
        if len(events) == 1:
            return FaceContent(self._set_event(*events[0], self._type.event, self._plan.event), marks)
        lines = (
            *self._set_event(*events[0], self._type.event, self._plan.first_event),
            *self._set_event(*events[1], self._type.second, self._plan.second_event),
        )
        return FaceContent(lines, (*marks, self._rule(self._plan.middle, self._inks[card.series])))

    def back(self, card: Card) -> FaceContent:
        """Return the back: year, comment in each language, code if wanted; at the foot the series and the card's id."""
        ink = self._inks[card.series] if self._dress.year is YearInk.SERIES else BLACK
        lines = (
            *self._years(card, ink),
            *self._comments(card),
            *self._foot(card, self._deck.series_of(card)),
        )
        ground = self._inks[card.series].tinted(TINT) if self._dress.ground is Ground.TINT else None
        return FaceContent(lines, (self._rule(self._plan.rule, ink),), ground, self._code(card))

    # Parts ----------------------------------------------------------------------------------------------------------

    def _texts(self, card: Card, kind: str) -> list[tuple[str, _Text]]:
        """Return `event` or `comment` of a card, clean, in each language of the print that it has.

        An event that is missing in the first language is given in another one: a card without it cannot be played.
        """
        all_texts = {language: clean(text) for language, text in getattr(card, kind).items()}
        there = {language: text for language, text in all_texts.items() if text}
        found = []
        for language in self.languages:
            if language in there:
                self._present.add((kind, language))
                found.append(language)
            elif there:
                self._absent[kind, language].append((card, next(iter(there))))
        if kind == "event" and there and self._language not in there:
            found = list(dict.fromkeys([next(iter(there)), *found]))
        return [(language, _Text(there[language], card, f"{kind}_{language}")) for language in found]

    def _missing(self, kind: str, language: str) -> list[Diagnostic]:
        """Return the findings about texts that are missing in a language: one for each card, one if all are."""
        cards = self._absent[kind, language]
        said = "is printed in another language" if (kind, language) == ("event", self._language) else "is left out"
        if (kind, language) not in self._present and len(cards) > 1:
            message = f"no card of `{self._deck.name}` has its {kind} in `{language}`; it {said}"
            return [finding("WM605", message, self._deck.place(cards[0][0], f"{kind}_{cards[0][1]}"))]
        return [
            finding(
                "WM605",
                f"card `{card.id}` has its {kind} in `{there}`, not in `{language}`; it {said}",
                self._deck.place(card, f"{kind}_{language}"),
                card=card.id,
                series=card.series,
            )
            for card, there in cards
        ]

    def _set_event(self, language: str, text: _Text, sizes: Sizes, heights: Heights) -> tuple[Line, ...]:
        room = self._room(sizes, heights, leading=1.24)
        result = self._set(text, self._serif, room, hyphenator(language).breaks)
        # A block looks centred when it stands a little above the middle, here by the height of the mark below.
        return self._centred(result, self._serif, room, heights[0], BLACK)

    def _years(self, card: Card, ink: Ink) -> tuple[Line, ...]:
        """Return the year, and small below it how the second language writes it, if it is another way."""
        series = self._deck.series_of(card)
        texts = [clean(self._year_text(card, series, language)) for language in self.languages]
        if not texts[0]:
            self._add("WM606", f"card `{card.id}` has no year", card, "year")
            return ()
        if texts[-1] == texts[0]:
            return self._year(_Text(texts[0], card, "year"), self._type.year, self._plan.year, ink)
        first, second = (self._plan.second_year[1], self._plan.year[1]), self._plan.second_year
        return (
            *self._year(_Text(texts[0], card, "year"), self._type.year, first, ink),
            *self._year(_Text(texts[1], card, "year"), self._type.second, second, ink),
        )

    def _year(self, text: _Text, sizes: Sizes, heights: Heights, ink: Ink) -> tuple[Line, ...]:
        glued = _ERA.sub(rf"\1{NO_BREAK_SPACE}", text.text)
        if len(glued) <= _LONGEST_GLUED:
            glued = _SHORT.sub(rf"\1{NO_BREAK_SPACE}", glued)
        text = text._replace(text=glued)
        room = self._room(sizes, heights, leading=1.0)
        return self._centred(self._set_year(text, room), self._heavy, room, heights[0], ink)

    def _year_text(self, card: Card, series: Series, language: str) -> str:
        """Return the year in a language of the print; as it stands if reading it failed, which was said then."""
        if series.year_language == language or card.interval is None:
            return card.year
        try:
            return format_year(series.read_year(card.year), language)
        except YearError as error:
            self._add(
                "WM604",
                f"year `{card.year}` of card `{card.id}` is printed as it stands: {error.message}",
                card,
                "year",
            )
            return card.year

    def _set_year(self, text: _Text, room: Room) -> Fit:
        """Set a year in as few lines as keep it handsomely large."""
        shown = self._shown(text, self._heavy)
        row = pieces(shown, self._heavy, never)
        best: Fit | None = None
        for count in range(1, MOST_YEAR_LINES + 1):
            result = fit(row, self._heavy, room._replace(most_lines=count))
            if best is None or result.size > best.size:
                best = result
            if result.fits and result.size >= GOOD_YEAR * room.largest:
                best = result
                break
        assert best is not None  # noqa: S101 - there is at least one line
        self._complain(best, text, room)
        return best

    def _comments(self, card: Card) -> tuple[Line, ...]:
        """Return the comment in each language, one below the other, all of one size."""
        comments = self._texts(card, "comment")
        room = self._room(self._type.comment, self._plan.comment, leading=1.3)
        top = self._plan.comment[1]
        lines: list[Line] = []
        for result in self._together(comments, room):
            first = top - self._serif.ascent * result.size / 1000
            lines += self._stacked(result, self._serif, first, room.leading, BLACK)
            top = lines[-1].y + self._serif.descent * result.size / 1000 - SECOND_GAP * MM
        return tuple(lines)

    def _together(self, texts: list[tuple[str, _Text]], room: Room) -> list[Fit]:
        """Set texts that share a room at the largest size at which it holds all, one below the other."""
        if len(texts) < 2:
            return [self._set(text, self._serif, room, hyphenator(language).breaks) for language, text in texts]
        shown = [(self._shown(text, self._serif), hyphenator(language).breaks) for language, text in texts]
        spare = room.height - SECOND_GAP * MM * (len(texts) - 1)
        size = room.largest
        while True:
            same = room._replace(largest=size, smallest=size)
            results = [set_text(words, self._serif, divide, same) for words, divide in shown]
            enough = sum(height(result, self._serif, room.leading) for result in results) <= spare
            if enough and (size <= room.smallest or all(result.fits for result in results)):
                break
            size = max(room.smallest, size - STEP) if size > room.smallest else size * SHRINK
        longest = max(texts, key=lambda one: len(one[1].text))
        for text, result in zip(texts, results, strict=True):
            fits = result.fits and not (size < room.smallest and text is longest)
            self._complain(result._replace(fits=fits), text[1], room)
        return results

    def _code(self, card: Card) -> Blocks | None:
        """Return the code of a card, centred above the foot; none if its modules would be too small to be read."""
        if self._dress.code is None:
            return None
        size = self._dress.code_size
        code = qr_code(code_address(self._dress.code, card), size * MM, (self._width - size * MM) / 2, self._plan.code)
        if code is None or code.module < LEAST_MODULE * MM:
            most = "too long for any code" if code is None else f"in squares of {code.module / MM:.2f} mm"
            self._add("WM619", f"the address of card `{card.id}` is {most}; {LEAST_MODULE} mm can be read", card, "id")
            return None
        return code

    def _foot(self, card: Card, series: Series) -> tuple[Line, ...]:
        """Return the line of series and id at the foot."""
        sizes, baseline = self._type.foot, self._plan.baseline
        printing = f" · {self._deck.edition}" if self._dress.edition and self._deck.edition else ""
        number = _Text(clean(card.id) + printing, card, "id")
        shown = self._shown(number, self._serif)
        half = self._text_width / 2
        room = Room(half, sizes.largest * 1.5, sizes.largest, sizes.smallest, 1.2, most_lines=1)
        right = fit(pieces(shown, self._serif, never), self._serif, room)
        self._complain(right, number, room)
        width = right.widths[0] * right.size / 1000
        left = self._title(card, series, room._replace(width=self._text_width - width - 2 * MM))
        return (
            Line(self._inset, baseline, left.lines[0], self._bold.name, left.size, GREY),
            Line(self._width - self._inset - width, baseline, right.lines[0], self._serif.name, right.size, GREY),
        )

    def _title(self, card: Card, series: Series, room: Room) -> Fit:
        """Set the title of a series; most ids are of a few widths, so it is done once for each."""
        known = self._titles.get((series.code, room.width))
        if known is None:
            title = _Text(clean(series.title(self._language)), card, "id")
            named = self._shown(title, self._bold).replace(" ", NO_BREAK_SPACE)
            known = self._titles[series.code, room.width] = fit(pieces(named, self._bold, never), self._bold, room)
            self._complain(known, title, room)
        return known

    # Setting ----------------------------------------------------------------------------------------------------------

    def _room(self, sizes: Sizes, heights: Heights, *, leading: float) -> Room:
        bottom, top = heights
        return Room(self._text_width, max(top - bottom, LEAST_HEIGHT * MM), sizes.largest, sizes.smallest, leading)

    def _set(self, text: _Text, face: Typeface, room: Room, divide: Divide) -> Fit:
        result = set_text(self._shown(text, face), face, divide, room)
        self._complain(result, text, room)
        return result

    def _shown(self, text: _Text, face: Typeface) -> str:
        """Return the text in characters the face has; the others are a finding."""
        shown, missing = face.substitute(text.text)
        if missing:
            named = ", ".join(f"`{character}` (U+{ord(character):04X})" for character in missing)
            message = f"no font has {named} in the `{text.field}` of card `{text.card.id}`"
            self._add("WM603", message, text.card, text.field)
        return shown

    def _complain(self, result: Fit, text: _Text, room: Room) -> None:
        if not result.fits:
            said = f"fits only at {result.size:.1f} pt; the smallest size is {room.smallest:g} pt"
            if result.size == room.smallest:
                said = f"has a word wider than the card at {room.smallest:g} pt, the smallest size; it is cut anywhere"
            self._add("WM601", f"the `{text.field}` of card `{text.card.id}` {said}", text.card, text.field)

    def _add(self, code: str, message: str, card: Card, field: str) -> None:
        place = self._deck.place(card, field)
        self._findings.append(finding(code, message, place, card=card.id, series=card.series))

    # Placing ----------------------------------------------------------------------------------------------------------

    def _centred(self, result: Fit, face: Typeface, room: Room, bottom: float, ink: Ink) -> tuple[Line, ...]:
        """Place lines in the middle of a room that begins at `bottom`, measured from capitals to the last baseline."""
        em = result.size / 1000
        down = (len(result.lines) - 1) * room.leading * result.size
        last = bottom + (room.height - down - face.cap_height * em) / 2
        last = max(last, bottom - face.descent * em)
        last = min(last, bottom + room.height - down - face.ascent * em)
        return self._stacked(result, face, last + down, room.leading, ink)

    def _stacked(self, result: Fit, face: Typeface, first: float, leading: float, ink: Ink) -> tuple[Line, ...]:
        """Place lines one below another, the first baseline at `first`."""
        lines = []
        for number, (text, width) in enumerate(zip(result.lines, result.widths, strict=True)):
            y = first - number * leading * result.size
            left = self._inset if self._left else (self._width - width * result.size / 1000) / 2
            lines.append(Line(left, y, text, face.name, result.size, ink))
        return tuple(lines)

    def _rule(self, y: float, ink: Ink) -> Shape:
        """Return the short line of a face that parts what stands above from what stands below."""
        left = self._inset if self._left else (self._width - RULE_WIDTH * MM) / 2
        return _rectangle(left, y, left + RULE_WIDTH * MM, y + RULE_WEIGHT * MM, ink)

    def _lozenge(self, ink: Ink) -> Shape:
        half, y = LOZENGE * MM, self._inset
        x = self._inset + half if self._left else self._width / 2
        return Shape(((x, y), (x + half, y + half), (x, y + 2 * half), (x - half, y + half)), ink)


def _rectangle(left: float, bottom: float, right: float, top: float, ink: Ink) -> Shape:
    return Shape(((left, bottom), (right, bottom), (right, top), (left, top)), ink)
