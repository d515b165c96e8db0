"""From filled sides to structure, refusing what is impossible or has two meanings."""

import re
from decimal import Decimal

from .cursor import Cursor
from .errors import YearError
from .meaning import interval_of
from .scanner import Token
from .side import Side
from .structure import Age, Mask, Part, Period, Span, Structure, Turn, Unit, Year

_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_MAX_INDEX = {"half": 2, "third": 3, "quarter": 4}
LIST = "a list of years has more than one meaning; write a span, or an “or” between two"
_LATEST = {"century": 99, "millennium": 9}
"""The largest century and millennium AD that fit a year of four digits."""
_OLDEST = 14_000_000_000
"""Years: more than the age of the universe; a larger age is a slip."""


def build(side: Side, reader: Cursor) -> Structure:
    """Return the structure of one side; raises YearError."""
    if side.era and (side.age or side.mask or side.fixed is not None):
        raise YearError("unexpected", "an era word does not fit here", side.start)
    if side.age:
        return _age(side, reader)
    if side.mask:
        if side.mask[0] < 100:
            raise YearError("unlikely", "digits that stand for years begin with 01 or more", side.start)
        return Mask(*side.mask)
    if reader.profile.roman_centuries and side.pending is not None and "roman" in side.pending.senses and not side.unit:
        side.unit, side.number, side.pending = "century", side.pending.senses["roman"], None
    whole = _period(side, side.unit, reader) if side.unit else _year(side, reader)
    return _part(side, whole) if side.part else whole


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
    if number % 100 == 0:
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
    if not number:
        raise YearError("year-zero", "there is no year 0", side.start)
    year = 1 - number if side.era == "bc" else number
    if side.month > 12:
        raise YearError("impossible-date", f"there is no month {side.month}", side.start)
    if side.day and not 0 < side.day <= _days(side.month, year):
        raise YearError("impossible-date", f"there is no day {side.day} in that month", side.start)
    return Year(year, side.month, side.day, side.season)


def _days(month: int, year: int) -> int:
    # the Julian calendar, which some countries kept until 1752 or longer, has a leap day in 1700 too
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0 or year <= 1700)
    return 28 if month == 2 and not leap else _DAYS[month - 1]


def _missing_year(side: Side) -> YearError:
    if side.month and side.day:
        return YearError(
            "spreadsheet-date",
            "a day and a month without a year; a spreadsheet may have made it of a number",
            side.start,
        )
    return YearError("no-year", "a year is missing here", side.end)


def _number(side: Side, token: Token, reader: Cursor) -> int:
    """Return the year that a bare number means."""
    senses = token.senses
    if "decimal" in senses:
        return _decimal(side, token, reader)
    if "number" not in senses:
        raise YearError("incomplete", f"`{token.text}`: of what? a century, a day?", token.start)
    if "dotted" in senses and side.end > token.end and not side.era:
        raise YearError("incomplete", f"`{token.text}` is an ordinal; of what?", token.start)
    number = int(senses["number"])
    if number > _OLDEST:
        raise YearError("unlikely", f"`{token.text}` is older than the universe", token.start)
    told = side.era or side.anno or (side.named_day and not token.text.startswith("0"))
    if token.digits <= 2 and not told:
        raise _two_digits(side, token, reader)
    if number > 9999 and not side.era:
        raise _too_long(token, number, reader)
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
    whole, mark, fraction = re.split(r"([.,])", token.text)
    if 3 <= len(whole) <= 4 and not fraction.strip("0"):
        reader.flags.add("spreadsheet-float")
        return int(whole)
    if mark == "." and len(fraction) == 4 and 1 <= int(whole) <= 12 and not side.month:
        side.month = int(whole)
        return int(fraction)
    if mark == "," and len(whole) >= 3 and len(fraction) >= 3:
        raise YearError("list", LIST, token.start + len(whole), (f"{whole}–{fraction}",))
    raise YearError("spreadsheet-number", f"`{token.text}` is no year", token.start)


def _age(side: Side, reader: Cursor) -> Structure:
    assert side.age is not None  # noqa: S101 - the caller looked
    text, scale = side.age
    language = reader.language
    if not side.ago:
        raise YearError("incomplete", "a number of years; before when?", side.start)
    digits = _age_digits(text, scale, language.decimal)
    years = Decimal(digits) * scale
    if scale == 1000:
        digits, scale = str(int(years)), 1
    if years > _OLDEST:
        raise YearError("unlikely", f"`{text}`: older than the universe; is the decimal mark right?", side.start)
    if years >= 10_000:
        return Age(digits, scale)
    if reader.reference_year is None:
        raise YearError("needs-reference-year", "years before when? the series names no reference year", side.start)
    if years % 1:
        raise YearError("incomplete", f"`{text}` is not a whole number of years", side.start)
    reader.flags.add("reference-year")
    return Year(reader.reference_year - int(years))


def _age_digits(text: str, scale: int, decimal: str) -> str:
    """Return the number with a decimal point and without grouping."""
    text = text.rstrip(".")
    if scale > 1 and re.fullmatch(rf"\d+[{decimal}]\d+", text):
        return text.replace(decimal, ".")
    if re.fullmatch(r"\d+[.,]\d{1,2}", text) and scale > 1:
        return text.replace(",", ".")
    return re.sub(r"\D", "", text)


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


def build_span(left: Side, right: Side, separator: Token, reader: Cursor) -> Structure:
    """Return the span of two sides; abbreviated ends take the leading digits of the start (Y5)."""
    if "slash" in separator.senses and _is_month_and_year(left, right):
        assert left.pending is not None  # noqa: S101 - it was looked at
        right.month = int(left.pending.senses["number"])
        return build(right, reader)
    abbreviate(left, right, separator, reader)
    return Span(build(left, reader), build(right, reader))


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
        and int(month.senses["number"]) <= 12
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
    first, short = int(start.senses["number"]), int(end.senses["number"])
    width = 10**end.digits
    full = first // width * width + short
    if left.era == "bc":
        if full > first:
            return
        _refuse_two_readings(end, full, separator, reader)
    elif full < first and ordered:
        meant = [f"{first}–{full + width}", f"{full}–{first}"]
        if 1 <= short <= 12 and end.digits == 2:
            meant.insert(0, f"{reader.language.form['months'][short - 1]} {first}")
        raise YearError("reversed-span", f"`{end.text}` would be {full}, before {first}", end.start, tuple(meant))
    elif 1 <= short <= 12 and end.digits == 2 and reader.hyphen(start, separator, end):
        reader.flags.add("ambiguous-month")
    right.pending, right.full_year = None, full


def _refuse_two_readings(end: Token, full: int, separator: Token, reader: Cursor) -> None:
    """Refuse `von 490 bis 80 v. Chr.`; a dash or slash joins abbreviated ends, words seldom do."""
    joined = {"dash", "slash"} & separator.senses.keys() and end.digits <= 2
    short = int(end.senses["number"])
    if short and not joined and not end.text.startswith("0"):
        readings = tuple(str(reader.language.form["bc"]).format(year) for year in (full, short))
        raise YearError(
            "ambiguous-span", f"`{end.text}` can be {full} or {short}; write all digits", end.start, readings
        )
