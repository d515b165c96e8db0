"""From tokens to structure: what is understood, as a grammar.

    expression  = alternatives END
    alternatives= range { OR range }
    range       = {AROUND | DOUBT} ( BETWEEN side AND side | FROM side TO side | SINCE side
                | (BEFORE | AFTER | UNTIL | EARLIEST) side | TURN side TO side
                | side [ (DASH | SLASH | TO) ( side | TODAY | END ) | ONWARDS ] )
    side        = {AROUND | DOUBT | article | weekday | ERA-before} [part] core [ERA] [?]
    part        = EARLY | MID | LATE | ordinal (HALF | THIRD | QUARTER)
    core        = year | [day] month year | season year | ordinal CENTURY | ordinal MILLENNIUM | year DECADE | age | mask

What a side leaves out is completed from the other (`side.complete`), then `build` makes the structure.
"""

import re
from collections.abc import Callable
from typing import Any

from .build import build, build_span
from .errors import YearError
from .language import Language
from .profile import Profile
from .scanner import Token
from .side import Side, complete
from .structure import Around, Bound, Either, Since, Structure, Turn

_BOUNDS = ("before", "after", "until", "earliest")


class Range:
    """One alternative: a side or two, and how they are tied."""

    def __init__(self, tie: str, left: Side, right: Side | None = None, separator: Token | None = None) -> None:
        """Keep the parts."""
        self.tie = tie
        self.left = left
        self.right = right
        self.separator = separator
        self.around = False


class Reader:
    """Reads the tokens of one expression."""

    def __init__(
        self, text: str, tokens: list[Token], language: Language, profile: Profile, reference_year: int | None
    ) -> None:
        """Start at the first token; `text` is as typed, except that its dashes may differ."""
        self.text = text
        self.tokens = tokens
        self.at = 0
        self.language = language
        self.profile = profile
        self.reference_year = reference_year
        self.flags: set[str] = set()

    def peek(self, ahead: int = 0) -> Token | None:
        """Return a token without taking it."""
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else None

    def sees(self, kind: str, ahead: int = 0) -> bool:
        """Tell whether the token there has this sense."""
        token = self.peek(ahead)
        return token is not None and kind in token.senses

    def take(self, *kinds: str) -> Token | None:
        """Take the next token if it has one of these senses."""
        token = self.peek()
        if token is not None and any(kind in token.senses for kind in kinds):
            self.at += 1
            return token
        return None

    def hyphen(self, start: Token, separator: Token, end: Token) -> bool:
        """Tell whether the two numbers are joined by the hyphen of a keyboard, as year and month in ISO 8601 are."""
        joined = start.end == separator.start and separator.end == end.start
        return joined and self.text[separator.start : separator.end] == "-"

    def read(self) -> Structure:
        """Return the structure of the whole expression; raises YearError."""
        ranges = [self.range()]
        while self.take("or"):
            ranges.append(self.range())
        if token := self.peek():
            raise unexpected(token)
        for first, second in zip(reversed(ranges[:-1]), reversed(ranges[1:]), strict=True):
            self.tie(second)
            complete(first.right or first.left, second.left)
        self.tie(ranges[0])
        node = self.node(ranges[0])
        for other in ranges[1:]:
            node = Either(node, self.node(other))
        return node

    def tie(self, item: Range) -> None:
        """Complete the two sides of a range from each other."""
        if item.right is not None:
            complete(item.left, item.right)

    def node(self, item: Range) -> Structure:
        """Build the structure of one range."""
        for side in (item.left, item.right):
            if side is not None and side.doubt:
                self.flags.add("uncertain")
        if item.tie in _BOUNDS and (item.left.age or (item.right and item.right.age)) and item.tie == "before":
            item.left.ago = True
            if item.right:
                item.right.ago = True
            item.tie = "span" if item.right else "one"
        around = item.around or item.left.around
        if item.right is None:
            node = build(item.left, self)
        elif item.tie == "turn":
            node = self.turn(item)
        else:
            node = build_span(item.left, item.right, item.separator, self)
            if item.right.around and not around:
                node = type(node)(node.first, Around(node.last))
        if around:
            node = Around(node)
        if item.tie in _BOUNDS:
            if item.right is not None:
                raise YearError("unexpected", "before or after a span is not clear; write one year", item.right.start)
            node = Bound(item.tie, node)  # type: ignore[arg-type]
        elif item.tie == "since":
            node = Since(node)
        return node

    def turn(self, item: Range) -> Structure:
        """Build the turn from one period to the next."""
        assert item.right is not None  # noqa: S101 - the grammar reads two sides
        first, second = build(item.left, self), build(item.right, self)
        from .meaning import interval_of

        before, after = interval_of(first, self.profile), interval_of(second, self.profile)
        if before.latest is None or after.earliest != before.latest + 1:
            raise YearError("impossible-part", "a turn lies between two neighbouring centuries", item.left.start)
        return Turn(first, second)  # type: ignore[arg-type]

    def range(self) -> Range:
        """Read one alternative."""
        around = doubt = False
        while (token := self.peek()) and (
            "around" in token.senses or "doubt" in token.senses or ("mark" in token.senses)
        ):
            around |= "around" in token.senses
            doubt |= "doubt" in token.senses or "mark" in token.senses
            self.at += 1
        item = self.tied()
        item.around |= around
        item.left.doubt |= doubt
        return item

    def tied(self) -> Range:
        """Read what follows the opening `um` and `wohl`."""
        if self.take("turn"):
            return self.pair("turn", ("turn_to", "dash", "slash", "and", "to"))
        if self.take("between"):
            return self.pair("span", ("and", "dash", "to"))
        token = self.peek()
        opening = self.opening(token)
        if opening:
            self.at += 1
        left = self.side()
        if not left.has_core:
            raise self.nothing()
        if opening in ("from", "since"):
            return self.from_on(left, token)
        separator = self.separator()
        if separator is None:
            if self.take("onwards"):
                return Range("since", left)
            return Range(opening or "one", left)
        if self.peek() is None or self.take("today"):
            if "slash" in separator.senses or opening:
                raise unexpected(separator)
            return Range("since", left)
        return Range(opening or "span", left, self.right_side(), separator)

    def opening(self, token: Token | None) -> str:
        """Return which bound opens the range, if any."""
        if token is None:
            return ""
        return next((kind for kind in ("from", "since", *_BOUNDS) if kind in token.senses), "")

    def from_on(self, left: Side, token: Token | None) -> Range:
        """Read on after `von 1903` or `seit 1903`."""
        if separator := self.separator():
            if self.peek() is None or self.take("today"):
                return Range("since", left)
            return Range("span", left, self.right_side(), separator)
        assert token is not None  # noqa: S101 - it was seen
        if self.take("onwards") or "since" in token.senses:
            return Range("since", left)
        raise YearError("unexpected", f"`{token.text}` needs an end: `{token.text} … bis …`", token.start)

    def pair(self, tie: str, separators: tuple[str, ...]) -> Range:
        """Read two sides with one of `separators` between."""
        left = self.side()
        separator = self.take(*separators)
        if separator is None:
            raise self.nothing()
        return Range(tie, left, self.right_side(), separator)

    def right_side(self) -> Side:
        """Read a side that must be there."""
        side = self.side()
        if not side.has_core:
            raise self.nothing()
        return side

    def nothing(self) -> YearError:
        """Return the error for a side that is not there."""
        token = self.peek()
        if token is None:
            end = self.tokens[-1].end if self.tokens else 0
            return YearError("no-year", "a year is missing here", end)
        return unexpected(token)

    def separator(self) -> Token | None:
        """Take a dash, slash or `bis` (`-to-`)."""
        token = self.take("dash", "slash", "to")
        if token and "dash" in token.senses and self.sees("to"):
            token = self.take("to")
            self.take("dash")
        return token

    def side(self) -> Side:
        """Read one date, filling the blanks of a Side until a token does not fit."""
        side = Side()
        token = self.peek()
        side.start = token.start if token else 0
        useful = self.at
        while token := self.peek():
            before = self.at
            if not any(self.fits(side, token, kind, value) for kind, value in token.senses.items()):
                break
            side.end = token.end
            if self.tokens[before].senses.keys() != {"filler"}:
                useful = self.at
        # an article at the end belongs to nothing
        self.at = useful
        return side

    def fits(self, side: Side, token: Token, kind: str, value: Any) -> bool:
        """Fill a blank of `side` with this sense of `token` if it fits."""
        handler = _HANDLERS.get(kind)
        if handler is None or not handler(self, side, token, value):
            return False
        self.at += 1
        return True


def unexpected(token: Token) -> YearError:
    """Return the error for a token that fits nowhere."""
    if "comma" in token.senses:
        return YearError(
            "list", "a list of years has more than one meaning; write a span, or `oder` between two", token.start
        )
    if "and" in token.senses:
        return YearError(
            "list", f"`{token.text}` between years can mean two dates; write a span, or `oder`", token.start
        )
    if "vague" in token.senses:
        return YearError(
            "vague", f"how long `{token.text}` is, nobody says; write `vor`, `nach` or a span", token.start
        )
    if "undated" in token.senses:
        return YearError("undated", f"`{token.text}` is no year", token.start)
    if "named" in token.senses:
        return YearError("no-year", f"`{token.text}` is no year; write the years it is to mean", token.start)
    if not token.senses:
        return YearError("unknown-word", f"`{token.text}` is not understood", token.start)
    return YearError("unexpected", f"`{token.text}` is not expected here", token.start)


Handler = Callable[[Reader, Side, Token, Any], bool]


def _around(_: Reader, side: Side, __: Token, ___: Any) -> bool:
    if side.has_core:
        return False
    side.around = True
    return True


def _doubt(_: Reader, side: Side, __: Token, ___: Any) -> bool:
    side.doubt = True
    return True


def _mark(_: Reader, side: Side, token: Token, __: Any) -> bool:
    year = side.pending
    if (
        year
        and year.digits == 3
        and year.end == token.start
        and token.text == "?"
        and 100 <= year.senses.get("number", 0) <= 210
    ):
        raise YearError(
            "ambiguous-mask",
            f"`{year.text}?` can be a decade or a year in doubt; write `{year.text}0–{year.text}9` or `{year.text} (?)`",
            token.start,
            (f"{year.text}0–{year.text}9", f"{year.text} (?)"),
        )
    side.doubt = True
    return True


def _filler(_: Reader, __: Side, ___: Token, ____: Any) -> bool:
    return True


def _weekday(reader: Reader, side: Side, _: Token, __: Any) -> bool:
    if side.has_core:
        return False
    if reader.sees("comma", 1):
        reader.at += 1
    return True


def _era(_: Reader, side: Side, __: Token, value: Any) -> bool:
    if side.era:
        return False
    side.era = value
    return True


def _anno(_: Reader, side: Side, __: Token, ___: Any) -> bool:
    if side.has_core:
        return False
    side.anno = True
    return True


def _part(reader: Reader, side: Side, token: Token, value: Any) -> bool:
    if value in ("half", "third", "quarter"):
        if side.pending is None or side.part or side.unit or "ordinal" not in side.pending.senses:
            return False
        side.part, side.pending = (value, side.pending.senses["ordinal"]), None
        return True
    if side.has_core:
        return False
    side.part = (value, 0)
    dash, following = reader.peek(1), reader.peek(2)
    if dash and following and "dash" in dash.senses and dash.start == token.end and following.start == dash.end:
        reader.at += not {"part", "to"} & following.senses.keys()  # mid-19th century
    return True


def _season(_: Reader, side: Side, __: Token, value: Any) -> bool:
    if side.season or side.month or side.pending or side.unit:
        return False
    side.season = value
    return True


def _month(_: Reader, side: Side, __: Token, value: Any) -> bool:
    if side.month or side.unit or side.season:
        return False
    if side.pending is not None:
        day = side.pending_count()
        if not day or side.pending.digits > 2 or "roman" in side.pending.senses:
            return False
        side.day, side.named_day, side.pending = day, True, None
    side.month = value
    return True


def _unit(_: Reader, side: Side, token: Token, value: Any) -> bool:
    if side.unit or side.pending is None or side.month:
        return False
    if value == "decade":
        if token.text == "s" and token.start != side.pending.end:
            return False
        number = side.pending.senses.get("number")
        if number is None or "dotted" in side.pending.senses:
            return False
    else:
        number = _count(side.pending)
    side.unit, side.number, side.pending = value, number, None
    return True


def _count(token: Token) -> int:
    senses = token.senses
    value = next((senses[kind] for kind in ("ordinal", "roman", "number") if kind in senses), 0)
    return int(value)


def _prefix(_: Reader, side: Side, __: Token, value: Any) -> bool:
    if side.unit or side.pending or side.month or side.season:
        return False
    side.unit, side.prefixed, side.number = value, True, -1
    return True


def _number(reader: Reader, side: Side, token: Token, _: Any) -> bool:
    if side.season and side.pending or side.mask or side.age or side.full_year is not None:
        return False
    if side.unit:
        if side.prefixed and side.number == -1:
            side.number = _count(token)
            return True
        return False
    if side.pending is None:
        side.pending = token
        return True
    if (
        side.month
        and not side.day
        and side.pending.digits <= 2
        and "roman" not in side.pending.senses
        and "roman" not in token.senses
    ):
        side.day, side.named_day, side.pending = _count(side.pending), True, token
        return True
    return False


def _comma(reader: Reader, side: Side, _: Token, __: Any) -> bool:
    if (
        side.month
        and reader.sees("number", 1)
        and (side.pending is None or (not side.day and side.pending.digits <= 2))
    ):
        return True
    if side.unit and side.part is None:
        return _part_after(reader, side, 1)
    return False


def _part_after(reader: Reader, side: Side, ahead: int) -> bool:
    """Read `19. Jh., 2. Hälfte`."""
    token, following = reader.peek(ahead), reader.peek(ahead + 1)
    if (
        token
        and "ordinal" in token.senses
        and following
        and following.senses.get("part") in ("half", "third", "quarter")
    ):
        side.part = (following.senses["part"], token.senses["ordinal"])
        reader.at += ahead + 1
        return True
    if token and token.senses.get("part") in ("early", "mid", "late"):
        side.part = (token.senses["part"], 0)
        reader.at += ahead
        return True
    return False


def _scale(_: Reader, side: Side, __: Token, value: Any) -> bool:
    if side.pending is None or side.unit or side.month or side.age:
        return False
    side.age, side.pending = (side.pending.text, value), None
    return True


def _years(_: Reader, side: Side, __: Token, ___: Any) -> bool:
    if side.age:
        return True
    if side.pending is None or side.unit or side.month:
        return False
    side.age, side.pending = (side.pending.text, 1), None
    return True


def _ago_after(reader: Reader, side: Side, token: Token, value: Any) -> bool:
    if side.age is None and not _years(reader, side, token, value):
        return False
    side.ago = True
    return True


def _age(reader: Reader, side: Side, token: Token, value: Any) -> bool:
    return _scale(reader, side, token, value) and _ago_after(reader, side, token, value)


def _bp(_: Reader, side: Side, __: Token, ___: Any) -> bool:
    if side.pending is None or side.unit or side.month or "number" not in side.pending.senses:
        return False
    side.full_year, side.pending, side.anno = 1950 - side.pending.senses["number"], None, True
    return True


def _iso(_: Reader, side: Side, token: Token, __: Any) -> bool:
    if side.has_core:
        return False
    year, month, day = map(int, token.text.split("-"))
    side.full_year, side.month, side.day, side.anno = year, month, day, True
    return True


def _date(_: Reader, side: Side, token: Token, __: Any) -> bool:
    if side.has_core:
        return False
    day, month, year = (piece.strip() for piece in re.split(r"[./]", token.text))
    if len(year) < 3:
        raise YearError(
            "two-digit-year",
            f"`{token.text}`: the year has two digits; write all four",
            token.start,
            (f"{token.text[: -len(year)]}19{year:0>2}",),
        )
    side.full_year, side.day, side.month, side.anno = int(year), int(day), int(month), True
    if side.month > 12 >= side.day and "/" in token.text:
        side.day, side.month = side.month, side.day
    return True


def _mask(_: Reader, side: Side, token: Token, __: Any) -> bool:
    if side.has_core:
        return False
    known = re.match(r"\d+", token.text)
    assert known is not None  # noqa: S101 - the scanner's pattern begins with digits
    width = 10 ** (4 - len(known[0]))
    side.mask = (int(known[0]) * width, int(known[0]) * width + width - 1)
    return True


def _named_century(_: Reader, side: Side, __: Token, value: Any) -> bool:
    if side.unit == "decade" and side.number < 100:
        side.number += (value - 1) * 100
        return True
    if side.unit or side.pending or side.month:
        return False
    side.unit, side.number = "century", value
    return True


def _decade(_: Reader, side: Side, __: Token, value: Any) -> bool:
    if side.prefixed and side.unit == "decade" and side.number == -1:
        side.number = value
        return True
    if side.unit or side.pending or side.month:
        return False
    side.unit, side.number = "decade", value
    return True


_HANDLERS: dict[str, Handler] = {
    "around": _around,
    "doubt": _doubt,
    "mark": _mark,
    "filler": _filler,
    "weekday": _weekday,
    "era": _era,
    "anno": _anno,
    "part": _part,
    "season": _season,
    "month": _month,
    "unit": _unit,
    "prefix": _prefix,
    "ordinal": _number,
    "number": _number,
    "roman": _number,
    "decimal": _number,
    "comma": _comma,
    "scale": _scale,
    "years": _years,
    "ago_after": _ago_after,
    "age": _age,
    "bp": _bp,
    "iso": _iso,
    "date": _date,
    "mask": _mask,
    "named_century": _named_century,
    "decade": _decade,
}
