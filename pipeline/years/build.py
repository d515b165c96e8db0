"""From a filled side to structure, refusing what is impossible or has two meanings."""

from datetime import date

from .ages import build_age, written_decimal
from .cursor import LIST, Cursor
from .errors import YearError
from .interval import YearInterval
from .meaning import interval_of
from .printing import plain_years
from .scanner import Token
from .side import LAST_DECADE, OLDEST, Side
from .structure import Mask, Part, Period, Structure, Unit, Year
from .text import QUOTES

_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_MAX_INDEX = {"half": 2, "third": 3, "quarter": 4}
_PIVOT = 30
"""Two digits from 30 on are 19xx to a spreadsheet, smaller ones 20xx."""
_DAY_0 = 693_594
"""30 December 1899 in days of Python's calendar, from which the 1900 date system of spreadsheets counts."""
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
    if not side.part:
        return whole
    part = _part(side, whole)
    if isinstance(whole, Year) and not side.era and not whole.dated and reader.language.round_centuries:
        _refuse_round(part, whole.year, side, reader)
    return part


def _refuse_round(part: Part, year: int, side: Side, reader: Cursor) -> None:
    """Refuse `metà del 1800` and `fine 500` in Italian, where the round year names the century."""
    if year % 100 or not (1100 <= year <= 1900 or 200 <= year <= 900):
        return
    century = part._replace(whole=Period("century", year // 100 + (1 if year > 1000 else 11)))
    readings = (reader.printed(century), str(reader.language.form["ad"]).format(year))
    raise YearError("ambiguous-century", f"a part of `{year}` can be of the century or the year", side.start, readings)


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
        wholes = [Period("decade", century * 100 + number, bc) for century in (19, 18) if number >= 0 and not bc]
        meant = tuple(reader.printed(_parted(side, whole)) for whole in wholes)
        raise YearError("short-decade", "a decade needs its century", side.start, meant)
    if number > 9999:
        raise YearError("unlikely", f"`{number}` begins no decade", side.start)
    if number % 100 == 0 and (side.part or not side.among_decades):
        raise YearError(
            "ambiguous-decade",
            f"`{number}` can be the decade or the century",
            side.start,
            _round_readings(side, number, reader, bc=bc),
        )
    if number % 10:
        raise YearError(
            "impossible-part", f"a decade begins with a round year, not with {number}", side.start, (str(number),)
        )
    return Period("decade", number, bc)


def _parted(side: Side, whole: Period) -> Part | Period:
    """Return the part of a period that a side names; a decade has no thirds and quarters."""
    possible = side.part and (whole.unit != "decade" or side.part[0] not in ("third", "quarter"))
    return _part(side, whole) if possible else whole


def _round_readings(side: Side, number: int, reader: Cursor, *, bc: bool) -> tuple[str, str]:
    """Return the years of the decade and of the century that `1900s` can be."""
    decade = interval_of(_parted(side, Period("decade", number, bc)), reader.profile)
    if side.part:
        return reader.printed(plain_years(decade)), reader.printed(
            _parted(side, Period("century", number // 100 + 1, bc))
        )
    hundred = YearInterval(1 - (number + 99), 1 - number) if bc else YearInterval(number, number + 99)
    return reader.printed(plain_years(decade)), reader.printed(plain_years(hundred))


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
    _refuse_ordinal(side, token, reader)
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


def _refuse_ordinal(side: Side, token: Token, reader: Cursor) -> None:
    """Refuse `5. v. Chr.`, `XIX` and `185.`, which count something that is not named."""
    senses = token.senses
    century = reader.instead(token, str(reader.language.form["century"]).format(token.text))
    if "number" not in senses:
        raise YearError("incomplete", f"`{token.text}`: of what? a century, a day?", token.start, (century,))
    if "dotted" not in senses or side.month:
        return
    bare = reader.instead(token, token.text.rstrip("."))
    if _is_ordinal(token) if side.era else side.end > token.end:
        raise YearError("incomplete", f"`{token.text}` is an ordinal; of what?", token.start, (century, bare))
    number = senses["number"]
    if token.digits == 3 and 100 <= number <= LAST_DECADE and not side.era:
        readings = (f"{number}0–{number}9", bare)
        raise YearError("ambiguous-mask", f"`{token.text}` can be a decade, or the year", token.start, readings)


def _is_ordinal(token: Token) -> bool:
    """Tell whether a number is short enough to count centuries, in a language that writes `5.` for the fifth."""
    return "ordinal" in token.senses and token.digits <= 2


def _after_apostrophe(token: Token, reader: Cursor) -> bool:
    """Tell whether `'800` or `nell'800` stands there, which is a century in Italian."""
    return reader.text[: token.start].rstrip().endswith(QUOTES)


def _two_digits(side: Side, token: Token, reader: Cursor) -> YearError:
    number = token.senses["number"]
    years = [reader.instead(token, f"{century}{number:02}") for century in ((19, 20) if number < _PIVOT else (19,))]
    if side.month:
        message = "a month and two digits: a spreadsheet makes this of a date"
        return YearError("spreadsheet-date", message, side.start, tuple(years))
    if number == 0:
        return YearError("year-zero", "there is no year 0", token.start)
    eras = (reader.instead(token, str(reader.language.form[era]).format(number)) for era in ("ad", "bc"))
    message = f"`{token.text}` needs an era word or all its digits"
    return YearError("two-digit-year", message, token.start, (*eras, years[0]))


def _too_long(token: Token, number: int, reader: Cursor) -> YearError:
    meant = reader.instead(token, str(reader.language.form["bc"]).format(token.text))
    if number <= 99_999 and "grouped" not in token.senses:
        message = f"`{token.text}` looks like a spreadsheet's day number"
        day = reader.instead(token, reader.printed(_day_numbered(number)))
        return YearError("spreadsheet-serial", message, token.start, (day, meant))
    return YearError("missing-era", f"`{token.text}` needs an era word", token.start, (meant,))


def _day_numbered(number: int) -> Year:
    """Return the day that spreadsheets store as `number`, days after 30 December 1899."""
    day = date.fromordinal(_DAY_0 + int(number))
    return Year(day.year, day.month, day.day)


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
        raise YearError("list", LIST, token.start + mark, reader.list_readings(token.text.split(",")))
    raise YearError("spreadsheet-number", f"`{token.text}` is no year", token.start)
