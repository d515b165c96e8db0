"""What a token does to a side where it is part of a day: weekday, month, season, dates in numbers. See `slots`."""

import re
from typing import Any

from .cursor import Cursor
from .errors import YearError
from .scanner import Token
from .side import Side


def joins_month(reader: Cursor, ahead: int) -> bool:
    """Tell whether this dash and the next stand around a month with numbers beyond: `9-Nov-1989`."""
    month = "month" if reader.sees("month", ahead + 1) else "roman"
    kinds = ("number", "dash", month, "dash", "number")
    return all(reader.sees(kind, ahead + place) for place, kind in enumerate(kinds, start=-1))


def weekday(reader: Cursor, side: Side, _: Token, __: Any) -> bool:
    """Read over a weekday, and the comma behind it."""
    if side.has_core:
        return False
    if reader.sees("comma", 1):
        reader.at += 1
    return True


def night(_: Cursor, side: Side, __: Token, ___: Any) -> bool:
    """Read the beginning of `Nacht auf den 3. Mai 1403`."""
    if side.has_core:
        return False
    side.night = True
    return True


def season(_: Cursor, side: Side, __: Token, value: Any) -> bool:
    """Fill in the season."""
    if side.season or side.month or side.unit or side.is_complete:
        return False
    if side.pending is not None:
        if not is_year(side.pending):
            return False
        side.full_year, side.pending = side.pending.senses["number"], None  # 1849 Herbst
    side.season = value
    return True


def month(_: Cursor, side: Side, __: Token, value: Any) -> bool:
    """Fill in the month; a number before it is the day, or the year."""
    if side.month or side.unit or side.season or side.is_complete:
        return False
    if side.pending is not None and is_year(side.pending):
        side.year_first, side.full_year, side.pending = True, side.pending.senses["number"], None  # 1849 March 15
    elif side.pending is not None:
        day = side.pending_count()
        if not day or side.pending.digits > 2 or "roman" in side.pending.senses:
            return False
        side.day, side.named_day, side.pending = day, True, None
    side.month = value
    return True


def is_year(token: Token) -> bool:
    """Tell whether three or four digits stand there."""
    return 3 <= token.digits <= 4 and token.text.isdecimal()


def iso_date(_: Cursor, side: Side, token: Token, value: Any) -> bool:
    """Read `1987-05-12`, `1987/05/12` and `1987.5.12`."""
    if side.has_core:
        return False
    side.full_year, side.month, side.day = value
    side.named_day = True
    if "/" in token.text and value[0] % 100 < value[1] < value[2]:
        message = f"`{token.text}` can be a date, or three years"
        raise YearError("list", message, token.start, (token.text.replace("/", "-"),))
    return True


def day(_: Cursor, side: Side, __: Token, value: Any) -> bool:
    """Read the day and month of `15.3.–17.3.1849`."""
    if side.has_core:
        return False
    side.day, side.month = value
    side.named_day = True
    return True


def date(_: Cursor, side: Side, token: Token, value: Any) -> bool:
    """Read `12.5.1987`; a month that can be none is the day, as Americans write."""
    if side.has_core:
        return False
    written = re.split(r"[./-] ?", token.text)[-1]
    if len(written) < 3:
        raise YearError(
            "two-digit-year",
            f"`{token.text}`: the year has two digits; write all four",
            token.start,
            (f"{token.text[: -len(written)]}19{written:0>2}",),
        )
    side.day, side.month, side.full_year = value
    side.named_day = True
    if side.month > 12 >= side.day and "/" in token.text:
        side.day, side.month = side.month, side.day
    return True
