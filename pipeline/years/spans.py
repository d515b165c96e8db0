"""From two filled sides to a span, a turn or the years between two bounds, refusing what has two meanings."""

from itertools import pairwise

from .build import build
from .cursor import Cursor
from .errors import YearError
from .meaning import interval_of
from .scanner import Token
from .side import Side
from .structure import Age, Part, Period, Span, Structure, Turn, Year


def build_turn(left: Side, right: Side, reader: Cursor) -> Turn:
    """Return the turn from one century or millennium to the next."""
    first, second = build(left, reader), build(right, reader)
    if not isinstance(first, Period) or not isinstance(second, Period) or "decade" in (first.unit, second.unit):
        raise YearError("impossible-part", "a turn lies between two centuries or millennia", left.start)
    if interval_of(first, reader.profile).gap(interval_of(second, reader.profile)) != 1 or _goes_back(first, second):
        raise YearError("impossible-part", "a turn lies between two neighbours, the earlier one first", left.start)
    return Turn(first, second)


def turns(side: Side, reader: Cursor) -> tuple[str, ...]:
    """Return the two turns that `turn of the 19th century` can mean."""
    whole = build(side, reader)
    if not isinstance(whole, Period) or whole.bc or whole.unit == "decade" or whole.number < 2:
        return ()
    numbers = range(whole.number - 1, whole.number + 2)
    centuries = [whole._replace(number=number) for number in numbers]
    return tuple(reader.printed(Turn(*pair)) for pair in pairwise(centuries))


def _goes_back(first: Period, second: Period) -> bool:
    order = [-period.number if period.bc else period.number for period in (first, second)]
    return first.unit != second.unit or order[0] > order[1]


def build_neighbours(left: Side, right: Side, joint: Token, reader: Cursor) -> Structure:
    """Return the span of two centuries, millennia or decades or parts that follow each other; others make a list."""
    first, last = build(left, reader), build(right, reader)
    before, after = (interval_of(end, reader.profile).earliest for end in (first, last))
    in_order = before is not None and after is not None and before < after
    gap = interval_of(first, reader.profile).gap(interval_of(last, reader.profile))
    units = [whole.unit if isinstance(whole := _whole(end), Period) else "year" for end in (first, last)]
    if units[0] == units[1] != "year" and gap == 1 and in_order:
        return Span(first, last)
    raise reader.list_error(joint.start)


def _whole(node: Structure) -> Structure:
    return node.whole if isinstance(node, Part) else node


def build_bounded(lower: Structure, upper: Structure, reader: Cursor) -> Structure:
    """Return the years between two bounds, as in `nach 1480, vor 1500`."""
    first, last = interval_of(lower, reader.profile).earliest, interval_of(upper, reader.profile).latest
    assert first is not None  # noqa: S101 - a lower bound
    assert last is not None  # noqa: S101 - an upper bound
    return Year(first) if first == last else Span(Year(first), Year(last))


def holds(whole: Structure, inner: Structure, reader: Cursor) -> bool:
    """Tell whether every year of `inner` lies in `whole`."""
    years = interval_of(whole, reader.profile)
    return years.hull(interval_of(inner, reader.profile)) == years


def build_span(left: Side, right: Side, separator: Token, reader: Cursor) -> Structure:
    """Return the span of two sides; abbreviated ends take the leading digits of the start (Y5)."""
    if "slash" in separator.senses and _is_month_and_year(left, right):
        assert left.pending is not None  # noqa: S101 - it was looked at
        right.month = left.pending.senses["number"]
        return build(right, reader)
    abbreviate(left, right, separator, reader)
    first, last = build(left, reader), build(right, reader)
    if "slash" in separator.senses and isinstance(first, Age):
        message = "a slash between ages can be a span, or a fraction"
        raise YearError("ambiguous-span", message, separator.start, (reader.instead(separator, "–"),))
    _refuse_odd_span(first, last, separator, reader)
    if left.is_counted_back and right.is_counted_back and _centre(first, reader) > _centre(last, reader):
        return Span(last, first)  # ages are written either way round
    return Span(first, last)


def _refuse_odd_span(first: Structure, last: Structure, separator: Token, reader: Cursor) -> None:
    """Refuse a span that ends where it begins, and a slash between a century and a year."""
    if type(first) is type(last) and first == last:
        code, message = "no-span", "both ends are the same; a span ends later than it begins"
        raise YearError(code, message, separator.start, (reader.printed(first),))
    is_century = [isinstance(end, Period) and end.unit != "decade" for end in (first, last)]
    if "slash" in separator.senses and any(is_century) and any(isinstance(end, Year) for end in (first, last)):
        message = "a slash between a year and a century can be a span, or two answers"
        raise YearError("ambiguous-span", message, separator.start, (reader.printed(Span(first, last)),))


def _centre(node: Structure, reader: Cursor) -> int:
    """Return twice the year in the middle."""
    interval = interval_of(node, reader.profile)
    assert interval.earliest is not None  # noqa: S101 - ages are closed
    assert interval.latest is not None  # noqa: S101 - ages are closed
    return interval.earliest + interval.latest


def _is_month_and_year(left: Side, right: Side) -> bool:
    """Tell whether `5/1987` stands there."""
    month, year = left.pending, right.pending
    return bool(
        month
        and year
        and left.plain_year
        and right.plain_year
        and month.digits <= 2
        and year.digits == 4
        and not left.own_era
        and not right.own_era
        and month.senses["number"] <= 12
    )


def abbreviate(left: Side, right: Side, separator: Token, reader: Cursor, *, ordered: bool = True) -> None:
    """Give an abbreviated end the leading digits of the start (Y5); `ordered` is False between alternatives."""
    start, end = left.pending, right.pending
    if start is None or end is None or left.unit or not right.plain_year or "number" not in start.senses:
        return
    if end.digits >= start.digits or (left.own_era and (left.era == "bc" or right.own_era)):
        return
    if start.digits < 3 and not _is_one_digit(start, end, left.era, separator):
        return
    if not ordered and end.digits > 2:
        return  # 1950 oder 476
    first: int = start.senses["number"]
    short: int = end.senses["number"]
    width = 10**end.digits
    full = first // width * width + short
    if left.era == "bc":
        if not _is_abbreviated(start, end, full, separator, reader):
            return
    elif full < first and ordered:
        meant = [f"{first}–{full + width}", f"{full}–{first}"]
        if 1 <= short <= 12 and end.digits == 2:
            meant.insert(0, f"{reader.language.form['months'][short - 1]} {first}")
        raise YearError("reversed-span", f"`{end.text}` would be {full}, before {first}", end.start, tuple(meant))
    elif 1 <= short <= 12 and end.digits == 2 and reader.hyphen(start, separator, end):
        reader.flags.add("ambiguous-month")
    right.pending, right.full_year = None, full


def _is_one_digit(start: Token, end: Token, era: str, separator: Token) -> bool:
    """Tell whether one digit is the abbreviated end of two: `44/3 v. Chr.` is 44 to 43, `81–9 n. Chr.` 81 to 89."""
    first: int = start.senses["number"]
    short: int = end.senses["number"]
    full = first // 10 * 10 + short
    if "slash" in separator.senses:
        return full == (first - 1 if era == "bc" else first + 1)
    return era == "ad" and full > first and "dotted" not in start.senses


def _is_abbreviated(start: Token, end: Token, full: int, separator: Token, reader: Cursor) -> bool:
    """Tell whether the shorter end of a span before Christ stands for `full`; raises YearError where it may.

    `250–50 v. Chr.` runs to 50, because 250 would be no span, and `431–04` to 404, because no year begins with 0.
    A slash joins neighbours (`490/89`) and much shorter ends (`1190/85`). All else, `167–63`, has two readings.
    """
    first: int = start.senses["number"]
    short: int = end.senses["number"]
    if end.padded or not short:
        return True
    if full >= first:
        return False
    if "slash" in separator.senses and (full == first - 1 or end.digits + 2 <= start.digits):
        return True
    bc = str(reader.language.form["bc"])
    readings = tuple(f"{bc.format(first)} – {bc.format(year)}" for year in (full, short))
    message = f"`{end.text}` can be {full} or {short}; write all digits"
    raise YearError("ambiguous-span", message, end.start, readings)
