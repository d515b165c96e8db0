"""EDTF (ISO 8601-2): written of the bounds of every expression, read back, and read where it is unmistakable (Y15)."""

import re

from .errors import YearError
from .interval import YearInterval
from .structure import Around, Bound, Mask, Span, Structure, Year

_END = re.compile(
    r"""(?P<year> -?\d{4} | Y-?\d{5,11} ) (?: -(?P<month>\d\d|XX) (?: -(?P<day>\d\d|XX) )? )? (?P<mark> [?~%]? )
    | (?P<mask> \d{3}X | \d{2}XX | \dXXX ) (?: -XX (?: -XX )? )? (?P<mask_mark> [?~%]? )""",
    re.VERBOSE,
)
_UNMISTAKABLE = re.compile(r"-\d{4}|Y-?\d|.*\d[X~%]|.*-XX|.*\.\.")
_SEASONS = {21: "spring", 22: "summer", 23: "autumn", 24: "winter"}


def write_edtf(interval: YearInterval, *, uncertain: bool = False) -> str:
    """Return the EDTF of the bounds: ``1895/1905``, ``-0499/-0400``, ``1816/..``; a doubt adds ``?`` to each year."""
    mark = "?" if uncertain else ""
    earliest = _written(interval.earliest, mark)
    latest = earliest if interval.latest == interval.earliest else _written(interval.latest, mark)
    return earliest if earliest == latest != ".." else f"{earliest}/{latest}"


def _written(year: int | None, mark: str) -> str:
    if year is None:
        return ".."
    if year < 0:
        return f"{'Y' if year < -9999 else ''}-{-year:04d}{mark}"
    return f"{'Y' if year > 9999 else ''}{year:04d}{mark}"


def read_edtf_bounds(text: str) -> YearInterval:
    """Return the bounds that `write_edtf` wrote; a `~` widens nothing. Raises YearError.

    Reads years of any length, `..` for an open end and masks (`19XX`).
    """
    ends = text.split("/")
    if not 1 <= len(ends) <= 2:
        raise _unreadable(text)
    bounds = [_bounds(end, text) for end in ends]
    try:
        return YearInterval(bounds[0][0], bounds[-1][1])
    except ValueError as error:
        raise YearError("reversed-span", f"`{text}`: {error}") from None


def _bounds(end: str, text: str) -> tuple[int | None, int | None]:
    if end == "..":
        return None, None
    match _end(end, text)[0]:
        case Year(year=year):
            return year, year
        case Mask(first, last):
            return first, last
    raise _unreadable(text)


def _unreadable(text: str) -> YearError:
    return YearError("edtf", f"`{text}` is not EDTF of level 1")


def is_edtf(text: str) -> bool:
    """Tell whether `text` can only be meant as EDTF: a minus and four digits, X for digits, `~` or `%` behind, `..`."""
    if text.isdecimal():
        return False
    return _UNMISTAKABLE.match(text) is not None and all(
        end in ("..", "") or _END.fullmatch(end) for end in text.split("/", 2)
    )


def read_edtf(text: str) -> tuple[Structure, bool]:
    """Return the structure of an EDTF of level 1, and whether it is in doubt; raises YearError."""
    ends = text.split("/")
    if len(ends) == 1:
        return _end(text, text)
    if len(ends) != 2 or "" in ends or ends == ["..", ".."]:
        raise YearError("edtf", f"`{text}`: an end is unknown; write `..` for an open one")
    if ends[0] == "..":
        node, doubt = _end(ends[1], text)
        return Bound("until", node), doubt
    first, doubt = _end(ends[0], text)
    if ends[1] == "..":
        return Bound("earliest", first), doubt
    last, doubt_too = _end(ends[1], text)
    return _span(first, last), doubt or doubt_too


def _span(first: Structure, last: Structure) -> Structure:
    """Return the span; as in words, an approximate first year makes both approximate only if both are."""
    if isinstance(first, Around) and isinstance(last, Around):
        return Around(Span(first.inner, last.inner))
    return Span(first, last)


def _end(end: str, text: str) -> tuple[Structure, bool]:
    match = _END.fullmatch(end)
    if match is None:
        raise _unreadable(text)
    mark = match["mark"] or match["mask_mark"] or ""
    node: Structure
    if match["mask"]:
        known = match["mask"].rstrip("X")
        if known[0] == "0":
            raise YearError("unlikely", f"`{match['mask']}`: digits that stand for years begin with 1 or more")
        width = 10 ** (4 - len(known))
        node = Mask(int(known) * width, int(known) * width + width - 1)
    else:
        node = _year(match)
    return Around(node) if mark in ("~", "%") else node, mark in ("?", "%")


def _year(match: re.Match[str]) -> Year:
    year = int(match["year"].removeprefix("Y"))
    month, day = (int(match[part] or 0) if match[part] != "XX" else 0 for part in ("month", "day"))
    if month in _SEASONS and not day:
        return Year(year, season=_SEASONS[month])
    if month > 12 or day > 31 or (match["month"] == "00") or (match["day"] == "00"):
        raise YearError("impossible-date", f"there is no day `{match[0]}`")
    return Year(year, month, day if month else 0)
