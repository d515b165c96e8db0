"""The two faces of a card as lines of type and a few shapes, in points from the lower left of the card. No PDF yet."""

import re
from dataclasses import dataclass, replace

from ..cards import Card, Deck, Series
from ..diagnostics import Diagnostic, finding
from ..sheets import Face
from ..years import YearError, format_year
from .fonts import Typeface, typeface
from .hyphenation import hyphenator
from .ink import BLACK, GREY, Ink, series_ink
from .lines import NO_BREAK_SPACE, Divide, Fit, Room, clean, fit, never, pieces, set_text
from .profile import Ground, Profile, Sizes

MM = 72 / 25.4

# Distances in millimetres, and shares of the height.
FOOT_GAP = 3.0
RULE_GAP = 4.0
RULE_WIDTH = 9.0
RULE_WEIGHT = 0.45
LOZENGE = 1.15
COMMENT_SHARE = 0.47  # of the room above the foot; the year has the rest
MOST_YEAR_LINES = 3
TINT = 0.1  # of the series' colour under the year, where the ground is tinted
GOOD_YEAR = 0.55  # of the largest size: from here on a year in fewer lines is better than a larger one

# `v. Chr.`, `3. Jahrtausend`: what belongs to a short word with a full stop stands on its line.
_SHORT = re.compile(r"(?<!\S)(\d{1,2}\.|[^\W\d_]\.|ca\.|AD) (?=\S)")
_LONGEST_GLUED = 40


@dataclass(frozen=True, slots=True)
class Line:
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


@dataclass(frozen=True, slots=True)
class _Text:
    """A text to be set and where it comes from, for findings."""

    text: str
    card: Card
    field: str


class Composer:
    """Sets the cards of one deck by one profile in one language, and gathers findings."""

    def __init__(self, deck: Deck, profile: Profile, language: str) -> None:
        """Prepare fonts and measures."""
        self._deck, self._language, self._type, self._ground = deck, language, profile.type, profile.face.ground
        self._inks = {code: series_ink(series) for code, series in deck.series.items()}
        self.inks = tuple(self._inks.values())
        card = profile.sheet.layout.card
        self._width, self._height = card.width * MM, card.height * MM
        self._inset = profile.type.inset * MM
        self._text_width = self._width - 2 * self._inset
        self.findings: list[Diagnostic] = []
        self._serif, self._bold, self._heavy = typeface("Regular"), typeface("Semibold"), typeface("Black")

    def face(self, number: int, face: Face) -> FaceContent:
        """Return one face of card `number` of the deck (from 0)."""
        card = self._deck.cards[number]
        return self.front(card) if face is Face.FRONT else self.back(card)

    def front(self, card: Card) -> FaceContent:
        """Return the front: the event, and a small mark in the colour of the series."""
        language, event = self._event(card)
        mark = self._lozenge(self._width / 2, self._inset, self._inks[card.series])
        if not event:
            self._add("WM606", f"card `{card.id}` has no event in any language", card, f"event_{self._language}")
            return FaceContent((), (mark,))
        bottom = self._inset + 2 * LOZENGE * MM + FOOT_GAP * MM
        room = self._room(self._type.event, self._height - self._inset - bottom, leading=1.24)
        text = _Text(event, card, f"event_{language}")
        result = self._set(text, self._serif, room, hyphenator(language).breaks)
        # A block looks centred when it stands a little above the middle, here by the height of the mark below.
        lines = self._centred(result, self._serif, room, bottom, BLACK)
        return FaceContent(lines, (mark,))

    def back(self, card: Card) -> FaceContent:
        """Return the back: year, comment, and at the foot the series and the card's id."""
        series = self._deck.series_of(card)
        ink = self._inks[card.series]
        foot, foot_top = self._foot(card, series)
        bottom, top = foot_top + FOOT_GAP * MM, self._height - self._inset
        rule = bottom + COMMENT_SHARE * (top - bottom)
        half = RULE_WIDTH * MM / 2
        middle = self._width / 2
        shape = _rectangle(middle - half, rule, middle + half, rule + RULE_WEIGHT * MM, ink)
        lines = [
            *self._year(card, series, rule + RULE_GAP * MM, top, ink),
            *self._comment(card, bottom, rule - RULE_GAP * MM),
            *foot,
        ]
        ground = ink.tinted(TINT) if self._ground is Ground.TINT else None
        return FaceContent(tuple(lines), (shape,), ground)

    # Parts ----------------------------------------------------------------------------------------------------------

    def _event(self, card: Card) -> tuple[str, str]:
        """Return the language and the clean text of the event."""
        texts = {language: clean(text) for language, text in card.event.items()}
        if texts.get(self._language):
            return self._language, texts[self._language]
        language = next((language for language, text in texts.items() if text), self._language)
        if texts.get(language):
            message = f"card `{card.id}` has no event in `{self._language}`; the one in `{language}` is printed"
            self._add("WM605", message, card, f"event_{self._language}")
        return language, texts.get(language, "")

    def _year(self, card: Card, series: Series, bottom: float, top: float, ink: Ink) -> tuple[Line, ...]:
        text = clean(self._year_text(card, series))
        if not text:
            self._add("WM606", f"card `{card.id}` has no year", card, "year")
            return ()
        if len(text) <= _LONGEST_GLUED:
            text = _SHORT.sub(rf"\1{NO_BREAK_SPACE}", text)
        room = self._room(self._type.year, top - bottom, leading=1.0)
        result = self._set_year(_Text(text, card, "year"), room)
        return self._centred(result, self._heavy, room, bottom, ink)

    def _year_text(self, card: Card, series: Series) -> str:
        """Return the year in the language of the print; as it stands if reading it failed, which was said then."""
        if series.year_language == self._language or card.interval is None:
            return card.year
        try:
            return format_year(series.read_year(card.year), self._language)
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
        tried = [
            fit(row, self._heavy, replace(room, most_lines=count))
            for count in range(1, min(MOST_YEAR_LINES, len(row)) + 1)
        ]
        good = (result for result in tried if result.fits and result.size >= GOOD_YEAR * room.largest)
        best = next(good, None) or max(tried, key=lambda result: result.size)
        self._complain(best, text, room)
        return best

    def _comment(self, card: Card, bottom: float, top: float) -> tuple[Line, ...]:
        texts = {language: clean(text) for language, text in card.comment.items()}
        text = texts.get(self._language, "")
        if not text:
            if any(texts.values()):
                there = next(language for language, other in texts.items() if other)
                message = f"card `{card.id}` has a comment in `{there}`, none in `{self._language}`"
                self._add("WM605", message, card, f"comment_{self._language}")
            return ()
        room = self._room(self._type.comment, top - bottom, leading=1.3)
        source = _Text(text, card, f"comment_{self._language}")
        result = self._set(source, self._serif, room, hyphenator(self._language).breaks)
        first = top - self._serif.ascent * result.size / 1000
        return self._stacked(result, self._serif, first, room.leading, BLACK)

    def _foot(self, card: Card, series: Series) -> tuple[tuple[Line, ...], float]:
        """Return the line of series and id at the foot, and the height where it ends."""
        sizes = self._type.foot
        baseline = self._inset
        number = _Text(clean(card.id), card, "id")
        shown = self._shown(number, self._serif)
        half = self._text_width / 2
        room = Room(half, sizes.largest * 1.5, sizes.largest, sizes.smallest, 1.2, most_lines=1)
        right = fit(pieces(shown, self._serif, never), self._serif, room)
        self._complain(right, number, room)
        width = right.widths[0] * right.size / 1000
        title = _Text(clean(series.title(self._language)), card, "id")
        named = self._shown(title, self._bold).replace(" ", NO_BREAK_SPACE)
        rest = replace(room, width=self._text_width - width - 2 * MM)
        left = fit(pieces(named, self._bold, never), self._bold, rest)
        self._complain(left, title, rest)
        lines = (
            Line(self._inset, baseline, left.lines[0], self._bold.name, left.size, GREY),
            Line(self._width - self._inset - width, baseline, right.lines[0], self._serif.name, right.size, GREY),
        )
        return lines, baseline + sizes.largest * self._bold.ascent / 1000

    # Setting ----------------------------------------------------------------------------------------------------------

    def _room(self, sizes: Sizes, height: float, *, leading: float) -> Room:
        return Room(self._text_width, height, sizes.largest, sizes.smallest, leading)

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
            message = (
                f"the `{text.field}` of card `{text.card.id}` fits only at {result.size:.1f} pt; "
                f"the smallest size is {room.smallest:g} pt"
            )
            self._add("WM601", message, text.card, text.field)

    def _add(self, code: str, message: str, card: Card, field: str) -> None:
        place = self._deck.place(card, field)
        self.findings.append(finding(code, message, place, card=card.id, series=card.series))

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
        """Place centred lines one below another, the first baseline at `first`."""
        lines = []
        for number, (text, width) in enumerate(zip(result.lines, result.widths, strict=True)):
            y = first - number * leading * result.size
            left = (self._width - width * result.size / 1000) / 2
            lines.append(Line(left, y, text, face.name, result.size, ink))
        return tuple(lines)

    @staticmethod
    def _lozenge(x: float, y: float, ink: Ink) -> Shape:
        half = LOZENGE * MM
        return Shape(((x, y), (x + half, y + half), (x, y + 2 * half), (x - half, y + half)), ink)


def _rectangle(left: float, bottom: float, right: float, top: float, ink: Ink) -> Shape:
    return Shape(((left, bottom), (right, bottom), (right, top), (left, top)), ink)
