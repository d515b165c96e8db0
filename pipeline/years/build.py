"""From filled sides to structure, refusing what is impossible or has two meanings."""

from .ages import build_age, written_decimal
from .cursor import Cursor
from .errors import YearError
from .meaning import interval_of
from .printing import print_structure
from .scanner import Token
from .side import OLDEST, Side
from .structure import Mask, Part, Period, Span, Structure, Turn, Unit, Year
from .text import QUOTES

_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_MAX_INDEX = {"half": 2, "third": 3, "quarter": 4}
LIST = "a list of years has more than one meaning; write a span, or an “or” between two"
_LAST_CENTURY = 21
"""The largest Roman numeral that is a century without the word."""
_LATEST = {"century": 99, "millennium": 9}
"""The largest century and millennium AD that fit a year of four digits."""


def build(side: Side, reader: Cursor) -> Structure:
    """Return the structure of one side; raises YearError."""
    if side.era and (side.age or side.mask or side.fixed is not None):
        raise YearError("unexpected", "an era word does not fit here", side.start)
    if side.age:
        return build_age(side, reader)
    if side.mask:
        if side.mask[0] < 100:
            raise YearError("unlikely", "digits that stand for years begin with 01 or more", side.start)
        return Mask(*side.mask)
    if not side.unit and side.pending is not None and _is_century(side.pending, reader):
        side.unit, side.number, side.pending = "century", side.pending.senses["roman"], None
    whole = _period(side, side.unit, reader) if side.unit else _year(side, reader)
    return _part(side, whole) if side.part else whole


def _is_century(token: Token, reader: Cursor) -> bool:
    """Tell whether the number of a century stands there without the word: XIXe, or XIX for papyrologists."""
    if token.senses.get("roman", 0) > _LAST_CENTURY:
        raise YearError("unlikely", f"a century {token.text} lies far in the future", token.start)
    has_ending = token.text[:1].isupper() and token.text[-1:].islower()
    return "roman" in token.senses and (has_ending or reader.profile.roman_centuries)


def _part(side: Side, whole: Year | Period) -> Part:
    assert side.part is not None  # noqa: S101 - the caller looked
    name, index = side.part
    if name in _MAX_INDEX:
        most = _MAX_INDEX[name]
        index = most if index == -1 else index
        if not 1 <= index <= most:
            raise YearError("impossible-part", f"there is no part {index} of {most}", side.start)
        if isinstance(whole, Period) and whole.unit == "decade" and name != "half":
            raise YearError("impossible-part", "a decade of ten years has no thirds or quarters", side.start)
    return Part(name, index, whole)


def _period(side: Side, unit: Unit, reader: Cursor) -> Period:
    bc = side.era == "bc"
    if side.pending is not None:
        raise YearError("unexpected", f"`{side.pending.text}` is not expected here", side.pending.start)
    if unit == "decade":
        return _decade(side, reader, bc=bc)
    if side.number == 0:
        raise YearError("century-zero", "centuries and millennia are counted from 1", side.start)
    if side.number < 0:
        raise YearError("no-year", "which century? its number is missing", side.start)
    if side.number > _LATEST[unit] and not bc:
        raise YearError("unlikely", f"a {unit} {side.number} lies far in the future", side.start)
    return Period(unit, side.number, bc)


def _decade(side: Side, reader: Cursor, *, bc: bool) -> Period:
    number = side.number
    if number < 100:
        form = str(reader.language.form["decade"])
        meant = tuple(form.format(f"{century}{number:02}") for century in (19, 18) if number >= 0)
        raise YearError("short-decade", "a decade needs its century", side.start, meant)
    if number > 9999:
        raise YearError("unlikely", f"`{number}` begins no decade", side.start)
    if number % 100 == 0 and (side.part or not side.among_decades):
        raise YearError(
            "ambiguous-decade",
            f"`{number}` can be the decade or the century",
            side.start,
            (f"{number}–{number + 9}", f"{number}–{number + 99}"),
        )
    if number % 10:
        raise YearError(
            "impossible-part", f"a decade begins with a round year, not with {number}", side.start, (str(number),)
        )
    return Period("decade", number, bc)


def _year(side: Side, reader: Cursor) -> Year:
    if side.fixed is not None:
        return Year(side.fixed)
    if side.full_year is None and side.pending is None:
        raise _missing_year(side)
    number = side.full_year if side.pending is None else _number(side, side.pending, reader)
    if side.pending is not None and "number" in side.pending.senses:
        _refuse_zeros(side, side.pending)
    if not number:
        raise YearError("year-zero", "there is no year 0", side.start)
    year = 1 - number if side.era == "bc" else number
    if side.night and not (side.named_day and (side.month, side.day) != (1, 1)):
        raise YearError("ambiguous-span", "a night before what day? that to 1 January lies in two years", side.start)
    if side.month > 12 or (side.named_day and side.month == 0):
        raise YearError("impossible-date", f"there is no month {side.month}", side.start)
    if side.named_day and not 0 < side.day <= _days(side, year):
        raise YearError("impossible-date", f"there is no day {side.day} in that month", side.start)
    return Year(year, side.month, side.day, side.season)


def _days(side: Side, year: int) -> int:
    if side.day <= 28:
        return 28
    # the Julian calendar, which some countries kept until 1752 or longer, has a leap day in 1700 too
    if side.month == 2 and not (year % 4 == 0 and (year % 100 != 0 or year % 400 == 0 or year <= 1700)):
        return 28
    return _DAYS[side.month - 1]


def _missing_year(side: Side) -> YearError:
    if side.month and side.day:
        return YearError(
            "spreadsheet-date",
            "a day and a month without a year; a spreadsheet may have made it of a number",
            side.start,
        )
    return YearError("no-year", "a year is missing here", side.end)


def _refuse_zeros(side: Side, token: Token) -> None:
    """Refuse `00476`; `0476` has four digits, as ISO 8601 asks for."""
    number: int = token.senses["number"]
    if token.padded and token.digits != 4 and number and not (side.era or side.anno or side.named_day or side.month):
        raise YearError("leading-zero", f"`{token.text}` begins with 0", token.start, (str(number),))


def _number(side: Side, token: Token, reader: Cursor) -> int:
    """Return the year that a bare number means."""
    senses = token.senses
    if "decimal" in senses:
        return _decimal(side, token, reader)
    if "number" not in senses:
        raise YearError("incomplete", f"`{token.text}`: of what? a century, a day?", token.start)
    if "dotted" in senses and side.end > token.end and not side.era:
        raise YearError("incomplete", f"`{token.text}` is an ordinal; of what?", token.start)
    number: int = senses["number"]
    if number > OLDEST:
        raise YearError("unlikely", f"`{token.text}` is older than the universe", token.start)
    if token.digits <= 2 and not (side.era or side.anno or (side.named_day and not token.padded)):
        raise _two_digits(side, token, reader)
    if number > 9999 and not side.era:
        raise _too_long(token, number, reader)
    if token.digits == 3 and not side.era and number % 100 == 0 and _after_apostrophe(token, reader):
        readings = (f"{1001 + number}–{1100 + number}", str(reader.language.form["ad"]).format(number))
        raise YearError("ambiguous-century", f"`'{token.text}` can be the century or the year", token.start, readings)
    if side.month and senses.get("grouped") == " ":
        raise YearError("unexpected", f"`{token.text}` is not clear here", token.start)
    if "grouped" in senses and number <= 9999 and not side.era:
        raise YearError(
            "spreadsheet-number",
            f"`{token.text}` looks like a number that a spreadsheet has formatted",
            token.start,
            (str(number),),
        )
    return number


def _after_apostrophe(token: Token, reader: Cursor) -> bool:
    """Tell whether `'800` or `nell'800` stands there, which is a century in Italian."""
    return reader.text[: token.start].rstrip().endswith(QUOTES)


def _two_digits(side: Side, token: Token, reader: Cursor) -> YearError:
    number = token.senses["number"]
    if side.month:
        return YearError("spreadsheet-date", "a month and two digits: a spreadsheet makes this of a date", side.start)
    if number == 0:
        return YearError("year-zero", "there is no year 0", token.start)
    eras = (str(reader.language.form[era]).format(number) for era in ("ad", "bc"))
    message = f"`{token.text}` needs an era word or all its digits"
    return YearError("two-digit-year", message, token.start, (*eras, f"19{number:02}"))


def _too_long(token: Token, number: int, reader: Cursor) -> YearError:
    if number <= 99_999 and "grouped" not in token.senses:
        return YearError("spreadsheet-serial", f"`{token.text}` looks like a spreadsheet's day number", token.start)
    meant = str(reader.language.form["bc"]).format(token.text)
    return YearError("missing-era", f"`{token.text}` needs an era word", token.start, (meant,))


def _decimal(side: Side, token: Token, reader: Cursor) -> int:
    whole: int
    fraction: int
    whole, fraction = token.senses["decimal"]
    mark, decimals = written_decimal(token)
    if 3 <= mark <= 4 and not fraction:
        reader.flags.add("spreadsheet-float")
        return whole
    if token.text[mark] == "." and decimals == 4 and 1 <= whole <= 12 and not side.month:
        side.month = whole
        return fraction
    if token.text[mark] == "," and mark >= 3 and decimals >= 3:
        raise YearError("list", LIST, token.start + mark, (token.text.replace(",", "–"),))
    raise YearError("spreadsheet-number", f"`{token.text}` is no year", token.start)


def build_turn(left: Side, right: Side, reader: Cursor) -> Turn:
    """Return the turn from one century or millennium to the next."""
    first, second = build(left, reader), build(right, reader)
    if not isinstance(first, Period) or not isinstance(second, Period) or "decade" in (first.unit, second.unit):
        raise YearError("impossible-part", "a turn lies between two centuries or millennia", left.start)
    if interval_of(first, reader.profile).gap(interval_of(second, reader.profile)) != 1 or _goes_back(first, second):
        raise YearError("impossible-part", "a turn lies between two neighbours, the earlier one first", left.start)
    return Turn(first, second)


def _goes_back(first: Period, second: Period) -> bool:
    order = [-period.number if period.bc else period.number for period in (first, second)]
    return first.unit != second.unit or order[0] > order[1]


def build_neighbours(left: Side, right: Side, joint: Token, reader: Cursor) -> Structure:
    """Return the span of two centuries, millennia or decades that follow each other; others make a list."""
    first, last = build(left, reader), build(right, reader)
    gap = interval_of(first, reader.profile).gap(interval_of(last, reader.profile))
    if isinstance(first, Period) and isinstance(last, Period) and gap == 1 and not _goes_back(first, last):
        return Span(first, last)
    raise YearError("list", f"`{joint.text}` between years can mean two dates; write a span, or “or”", joint.start)


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
    _refuse_odd_span(first, last, separator, reader)
    if left.is_counted_back and right.is_counted_back and _centre(first, reader) > _centre(last, reader):
        return Span(last, first)  # ages are written either way round
    return Span(first, last)


def _refuse_odd_span(first: Structure, last: Structure, separator: Token, reader: Cursor) -> None:
    """Refuse a span that ends where it begins, and a slash between a century and a year."""
    if type(first) is type(last) and first == last:
        code, message = "no-span", "both ends are the same; a span ends later than it begins"
        raise YearError(code, message, separator.start, (_printed(first, reader),))
    is_century = [isinstance(end, Period) and end.unit != "decade" for end in (first, last)]
    if "slash" in separator.senses and any(is_century) and any(isinstance(end, Year) for end in (first, last)):
        message = "a slash between a year and a century can be a span, or two answers"
        raise YearError("ambiguous-span", message, separator.start, (_printed(Span(first, last), reader),))


def _printed(node: Structure, reader: Cursor) -> str:
    return print_structure(node, interval_of(node, reader.profile), reader.language, uncertain=False)


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
    if end.digits >= start.digits or start.digits < 3 or (left.own_era and (left.era == "bc" or right.own_era)):
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
