"""What a token does to a side of a span: the blank it fills, or that it does not fit.

One function per sense of a token, found in the table at the end. Each returns whether the token was used; the token
itself is taken by the caller.
"""

from collections.abc import Callable
from typing import Any

from .cursor import Cursor
from .dates import date, day, is_year, iso_date, joins_month, month, night, season, weekday
from .errors import YearError
from .printing import ordinal
from .scanner import Token
from .side import LAST_DECADE, Side

Handler = Callable[[Cursor, Side, Token, Any], bool]


def _around(_: Cursor, side: Side, __: Token, ___: Any) -> bool:
    if side.has_core:
        return False
    side.around = True
    return True


def _around_after(_: Cursor, side: Side, __: Token, ___: Any) -> bool:
    side.around_after = side.has_core
    return side.has_core


def _dash(reader: Cursor, side: Side, token: Token, _: Any) -> bool:
    """Read over the hyphen of `19th-century`, `1870-er Jahre` and `9-Nov-1989`."""
    before, following = reader.peek(-1), reader.peek(1)
    if before is None or following is None or before.end != token.start or following.start != token.end:
        return False
    if joins_month(reader, 0) or joins_month(reader, -2):
        return True
    pending = side.pending
    if pending is None or "unit" not in following.senses:
        return False
    return "ordinal" in pending.senses or following.senses["unit"] == "decade"


def _bound_behind(reader: Cursor, side: Side, token: Token, value: Any) -> bool:
    """Read `1890 post` and `1910 ante`, `1850 or later`; in `1850 or after 1900` two dates stand."""
    two_dates = {"or_before", "or_after"} & token.senses.keys() and reader.peek(1) and not reader.sees("mark", 1)
    if not side.has_core or side.bound or two_dates:
        return False
    side.bound = value
    return True


def _doubt(_: Cursor, side: Side, __: Token, ___: Any) -> bool:
    side.doubt = True
    return True


def _mark(_: Cursor, side: Side, token: Token, __: Any) -> bool:
    if side.pending and side.pending.end == token.start:
        _refuse_masked(side.pending, token)
    side.doubt = True
    return True


def _refuse_masked(year: Token, mark: Token) -> None:
    """Refuse `199?` and `19??`, where digits may be missing or in doubt."""
    written = year.text + mark.text
    if written[-2:] == "??" and len(written) == 4 and year.digits == 2:
        hundred = (f"{year.text}00–{year.text}99",)
        raise YearError("ambiguous-mask", f"`{written}` can be a century, or a doubt", year.start, hundred)
    if mark.text == "?" and year.digits == 3 and 100 <= year.senses.get("number", 0) <= LAST_DECADE:
        readings = (f"{year.text}0–{year.text}9", f"{year.text} (?)")
        message = f"`{written}` can be a decade, or the year {year.text} in doubt"
        raise YearError("ambiguous-mask", message, year.start, readings)


def _filler(_: Cursor, side: Side, token: Token, __: Any) -> bool:
    return not (side.day and "to" in token.senses)  # 12 mai au 15 juin


def _era(reader: Cursor, side: Side, token: Token, value: Any) -> bool:
    if side.era or ("to" in token.senses and reader.sees("today", 1)):
        return False  # dal 1900 ad oggi
    if value == "bc" and side.age and side.age[1] >= 1_000_000:
        side.ago = True  # 66 Mio. Jahre v. Chr.: counted from the same year
        return True
    side.era = value
    side.own_era = True
    return True


def _bc_short(reader: Cursor, side: Side, _: Token, __: Any) -> bool:
    """Read the `v.` of `27 v. – 14 n. Chr.`, which stands before a dash."""
    joint = reader.peek(1)
    later = reader.tokens[reader.at + 1 :]
    if side.era or not side.has_core or joint is None or not {"dash", "slash", "to"} & joint.senses.keys():
        return False
    if not any("era" in token.senses for token in later):
        return False
    side.era, side.own_era = "bc", True
    return True


def _anno(reader: Cursor, side: Side, __: Token, ___: Any) -> bool:
    following = reader.peek(1)
    if side.has_core or (following and "ordinal" in following.senses and following.digits <= 2):
        return False  # A. 18. Jh.
    side.anno = True
    return True


def _part(reader: Cursor, side: Side, token: Token, value: Any) -> bool:
    if side.has_core:
        return _part_after(reader, side, token, value)
    side.part = (value, 0)
    dash, following = reader.peek(1), reader.peek(2)
    if dash and following and "dash" in dash.senses and dash.start == token.end and following.start == dash.end:
        is_end = {"part", "to"} & following.senses.keys() or reader.sees("fraction", 3)
        reader.at += not is_end  # mid-19th century
    return True


def _part_after(_: Cursor, side: Side, token: Token, value: Any) -> bool:
    """Read the end of `sec. XV fine`."""
    numbered = side.unit in ("century", "millennium") and side.number != -1
    abbreviated = side.pending and "roman" in side.pending.senses and "part_after" in token.senses  # sec. XV–XVI in.
    if side.part or not (numbered or abbreviated):
        return False
    side.part = (value, 0)
    return True


def _fraction(_: Cursor, side: Side, __: Token, value: Any) -> bool:
    if side.pending is None or side.part or side.unit:
        return False
    count = side.pending.senses.get("ordinal") or side.pending.senses.get("roman")
    if not count:
        return False
    side.part, side.pending = (value, count), None
    return True


def _roman(reader: Cursor, side: Side, token: Token, value: Any) -> bool:
    """Read a Roman numeral: the month in `15. III. 1849`, else a number."""
    pending, following = side.pending, reader.peek(1)
    free = value <= 12 and not (side.month or side.unit or side.season or side.part)
    if free and pending and is_year(pending):
        return month(reader, side, token, value)
    if (
        free
        and pending
        and pending.digits
        and side.pending_count()
        and following
        and (is_year(following) or joins_month(reader, -1))
    ):
        return month(reader, side, token, value)
    return _number(reader, side, token, value)


def _unit(reader: Cursor, side: Side, token: Token, value: Any) -> bool:
    if side.unit or side.pending is None or side.month or side.season:
        return False
    if value == "decade":
        if token.text == "s" and token.start != side.pending.end:
            return False
        number = side.pending.senses.get("number")
        if number is None or "dotted" in side.pending.senses:
            return False
    else:
        number = _count(side.pending)
        if not {"ordinal", "roman"} & side.pending.senses.keys():
            _refuse_length(reader, side.pending, token, value)
    side.unit, side.number, side.pending = value, number, None
    return True


def _refuse_length(reader: Cursor, number: Token, unit: Token, name: str) -> None:
    """Refuse `vor 3 Jahrhunderten`, `5 millennia BC`: a number of centuries is a length, the third is another thing."""
    opening = reader.peek(-2)
    counted_back = opening and {"before", "after", "ago", "since"} & opening.senses.keys()
    if "plural" not in unit.senses and not counted_back and number.senses.get("number") != 1:
        return
    form = reader.language.form
    nth = str(form[name]).format(ordinal(number.senses.get("number", 0), reader.language))
    words = f"{number.text} {unit.text}"
    message = f"`{words}` is a length of time; from when? write the years, or `{nth}` if that is meant"
    raise YearError("length-of-time", message, number.start, (nth,))


def _count(token: Token) -> int:
    senses = token.senses
    value: int = next((senses[kind] for kind in ("ordinal", "roman", "number") if kind in senses), 0)
    return value


def _prefix(_: Cursor, side: Side, token: Token, value: Any) -> bool:
    if side.unit or side.pending or side.month or side.season or side.is_complete:
        return False
    side.unit, side.prefixed, side.number = value, True, -1
    side.plural = "plural" in token.senses
    return True


def _number(reader: Cursor, side: Side, token: Token, _: Any) -> bool:
    if side.unit:
        return _number_of_unit(reader, side, token)
    if side.year_first and not side.day and token.digits <= 2 and "number" in token.senses:
        side.day, side.named_day = token.senses["number"], True
        return True
    if side.is_complete:
        return False
    if side.pending is None:
        side.pending = token
        return True
    if side.month and not side.day and side.pending_count() and "number" in token.senses:
        side.day, side.named_day, side.pending = side.pending_count(), True, token  # May 12, 1987
        side.month_first = True
        return True
    return False


def _number_of_unit(reader: Cursor, side: Side, token: Token) -> bool:
    if side.prefixed and side.number == -1:  # secolo XIX, années 1950
        if side.unit != "decade" and "roman" not in token.senses and not _spelled_out(reader.peek(-1), token):
            return False
        side.number = _count(token)
        return True
    following = reader.peek(1)
    if following and "fraction" in following.senses:
        return side.part is None and _fraction_after(reader, side, 0)  # sec. XV prima metà
    if side.unit == "decade" and side.number < 100 and following and following.senses.get("unit") == "century":
        side.number += (_count(token) - 1) * 100  # 60er Jahre des 19. Jahrhunderts
        reader.at += 1
        return True
    return False


def _spelled_out(prefix: Token | None, token: Token) -> bool:
    """Tell whether `sec. 19.` stands there; `s. 19` is a page."""
    return prefix is not None and len(prefix.text) > 2 and token.digits <= 2


def _comma(reader: Cursor, side: Side, _: Token, __: Any) -> bool:
    if (
        side.month
        and reader.sees("number", 2 if reader.sees("era", 1) else 1)
        and (side.pending is None or (not side.day and side.pending.digits <= 2))
    ):
        return True
    if (side.season and not side.pending) or (
        side.pending and is_year(side.pending) and (reader.sees("month", 1) or reader.sees("season", 1))
    ):
        return reader.peek(1) is not None  # summer, 1849; 1849, March
    token = reader.peek(1)
    if side.part or not side.unit or token is None:
        return False
    if _fraction_after(reader, side, 1):
        return True
    for kind in ("part", "part_after"):
        if kind in token.senses:
            side.part = (token.senses[kind], 0)
            reader.at += 1
            return True
    return False


def _fraction_after(reader: Cursor, side: Side, ahead: int) -> bool:
    """Read `2. Hälfte` behind the century it belongs to; the caller takes its last token."""
    token, following = reader.peek(ahead), reader.peek(ahead + 1)
    count = token and (token.senses.get("ordinal") or token.senses.get("roman"))
    if not count or following is None or "fraction" not in following.senses:
        return False
    side.part = (following.senses["fraction"], count)
    reader.at += ahead + 1
    return True


def _scale(_: Cursor, side: Side, __: Token, value: Any) -> bool:
    if side.pending is None or side.age or not side.counts_years:
        return False
    side.in_words = value == 1000
    side.age, side.pending = (side.pending, value), None
    return True


def _years(_: Cursor, side: Side, __: Token, ___: Any) -> bool:
    if side.age:
        return True
    if side.pending is None or not side.counts_years:
        return False
    side.age, side.pending = (side.pending, 1), None
    return True


def _ago_after(reader: Cursor, side: Side, token: Token, value: Any) -> bool:
    if side.age is None and not _years(reader, side, token, value):
        return False
    side.ago = True
    return True


def _age(reader: Cursor, side: Side, token: Token, value: Any) -> bool:
    if not _scale(reader, side, token, value):
        return False
    side.in_words = False
    return _ago_after(reader, side, token, value)


def _bp(_: Cursor, side: Side, __: Token, ___: Any) -> bool:
    if side.pending is None or side.unit or side.month or "number" not in side.pending.senses:
        return False
    side.fixed, side.pending = 1950 - side.pending.senses["number"], None
    return True


def _mask(reader: Cursor, side: Side, token: Token, value: Any) -> bool:
    if side.has_core:
        return False
    (known,) = value
    if token.digits == 3 and token.text.endswith("-") and (known >= LAST_DECADE or reader.typed(token)[-1] != "-"):
        year = token.text[:3]
        message = f"`{reader.typed(token)}` can be a decade, or the beginning of a span"
        raise YearError(
            "ambiguous-mask",
            message,
            token.start,
            (f"{year}0–{year}9", str(reader.language.form["since"]).format(year)),
        )
    width = 10 ** (4 - token.digits)
    side.mask = (known * width, known * width + width - 1)
    return True


def _named_century(_: Cursor, side: Side, __: Token, value: Any) -> bool:
    if side.pending and side.pending.senses.get("ordinal") == 1 and not side.pending.digits and not side.part:
        side.part, side.pending = ("early", 0), None  # primo Settecento
    if side.unit == "decade" and 0 <= side.number < 100:
        side.number += (value - 1) * 100
        return True
    if side.unit or side.pending or side.month or side.is_complete:
        return False
    side.unit, side.number = "century", value
    return True


def _decade(_: Cursor, side: Side, __: Token, value: Any) -> bool:
    if side.prefixed and side.unit == "decade" and side.number == -1:
        side.number = value
        return True
    if side.unit or side.pending or side.month or side.is_complete:
        return False
    side.unit, side.number = "decade", value
    return True


HANDLERS: dict[str, Handler] = {
    "around": _around,
    "around_after": _around_after,
    "dash": _dash,
    "bound_behind": _bound_behind,
    "doubt": _doubt,
    "mark": _mark,
    "filler": _filler,
    "weekday": weekday,
    "night": night,
    "era": _era,
    "bc_short": _bc_short,
    "anno": _anno,
    "part": _part,
    "part_after": _part_after,
    "fraction": _fraction,
    "season": season,
    "month": month,
    "unit": _unit,
    "prefix": _prefix,
    "ordinal": _number,
    "number": _number,
    "roman": _roman,
    "decimal": _number,
    "comma": _comma,
    "scale": _scale,
    "years": _years,
    "ago_after": _ago_after,
    "age": _age,
    "bp": _bp,
    "iso": iso_date,
    "day": day,
    "date": date,
    "mask": _mask,
    "named_century": _named_century,
    "decade": _decade,
}
