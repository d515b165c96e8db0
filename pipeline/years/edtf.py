"""EDTF (ISO 8601-2) of bounds: written for every expression, and read back."""

import re

from .errors import YearError
from .interval import YearInterval

_YEAR = re.compile(r"-?\d{4}|Y-?\d{5,}")


def write_edtf(interval: YearInterval, *, uncertain: bool = False) -> str:
    """Return the EDTF of the bounds: ``1895/1905``, ``-0499/-0400``, ``1816/..``; a doubt adds ``?`` to each year."""
    earliest, latest = (_written(year, uncertain) for year in (interval.earliest, interval.latest))
    return earliest if earliest == latest and earliest != ".." else f"{earliest}/{latest}"


def _written(year: int | None, uncertain: bool) -> str:  # noqa: FBT001 - private
    if year is None:
        return ".."
    digits = f"{abs(year):04d}"
    sign = "-" if year < 0 else ""
    return ("Y" if len(digits) > 4 else "") + sign + digits + ("?" if uncertain else "")


def read_edtf_bounds(text: str) -> YearInterval:
    """Return the bounds that `write_edtf` wrote; raises YearError."""
    ends = text.split("/")
    if len(ends) > 2:
        raise YearError("edtf", f"`{text}` is no EDTF of bounds")
    years = [_read(end.removesuffix("?"), text) for end in ends]
    try:
        return YearInterval(years[0], years[-1])
    except ValueError as error:
        raise YearError("edtf", f"`{text}`: {error}") from None


def _read(end: str, text: str) -> int | None:
    if end == "..":
        return None
    if not _YEAR.fullmatch(end):
        raise YearError("edtf", f"`{text}` is no EDTF of bounds")
    return int(end.removeprefix("Y"))
