"""From structure to interval: rules Y6 to Y14 under the conventions of a profile."""

from functools import singledispatch

from .errors import YearError
from .interval import YearInterval
from .profile import Profile
from .structure import Age, Around, Bound, Either, Mask, Part, Period, Since, Span, Structure, Turn, Year

_LENGTH = {"decade": 10, "century": 100, "millennium": 1000}
_THIRDS = ((1, 33), (34, 67), (68, 100))


@singledispatch
def interval_of(node: Structure, profile: Profile) -> YearInterval:
    """Return the years that `node` means under `profile`."""
    raise TypeError(type(node), profile)


@interval_of.register
def _(node: Year, profile: Profile) -> YearInterval:  # noqa: ARG001 - a year is itself under every profile
    return YearInterval(node.year, node.year)


@interval_of.register
def _(node: Mask, profile: Profile) -> YearInterval:  # noqa: ARG001 - digits are digits
    return YearInterval(node.first, node.last)


@interval_of.register
def _(node: Period, profile: Profile) -> YearInterval:
    """Y6, Y8: centuries run from 01 to 00, decades from the round year; no year of the era lies before its year 1."""
    first, length = _start(node, profile), _LENGTH[node.unit]
    last = first + length - 1
    return YearInterval(first if node.bc or first > 0 else 1, last)


def _start(node: Period, profile: Profile) -> int:
    length = _LENGTH[node.unit]
    if node.unit == "decade":
        return 1 - (node.number + 9) if node.bc else node.number
    if node.bc:
        return 1 - length * node.number
    return length * (node.number - 1) + profile.century_start


@interval_of.register
def _(node: Part, profile: Profile) -> YearInterval:
    """Y7: parts go forward in time, also before Christ."""
    if isinstance(node.whole, Year):
        return interval_of(node.whole, profile)
    start = _start(node.whole, profile)
    if node.whole.unit == "decade":
        first, last = _decade_part(node)
    else:
        first, last = _century_part(node, profile)
        if node.whole.unit == "millennium":
            first, last = first * 10 - 9, last * 10
    earliest = start + first - 1
    return YearInterval(earliest if node.whole.bc or earliest > 0 else 1, start + last - 1)


def _century_part(node: Part, profile: Profile) -> tuple[int, int]:
    match node.name:
        case "half" | "quarter":
            size = 50 if node.name == "half" else 25
            return size * (node.nth - 1) + 1, size * node.nth
        case "third":
            return _THIRDS[node.nth - 1]
        case "early":
            return profile.early
        case "mid":
            return profile.mid
        case _:
            return profile.late


def _decade_part(node: Part) -> tuple[int, int]:
    if node.name == "half":
        return 5 * node.nth - 4, 5 * node.nth
    return {"early": (1, 4), "mid": (4, 7), "late": (7, 10)}[node.name]


@interval_of.register
def _(node: Turn, profile: Profile) -> YearInterval:
    """Y7: ten years on either side of the turn of a century, a hundred of a millennium."""
    second = interval_of(node.second, profile)
    assert second.earliest is not None  # noqa: S101 - periods are closed
    reach = _LENGTH[node.second.unit] // 10
    return YearInterval(second.earliest - reach, second.earliest + reach - 1)


@interval_of.register
def _(node: Age, profile: Profile) -> YearInterval:  # noqa: ARG001 - the same in every profile
    """Y14: half a unit of the last digit written, on either side, counted from year 0."""
    unit = 1
    while node.scale == 1 and node.number % (10 * unit) == 0:
        unit *= 10
    halves = 2 * 10**node.decimals
    return YearInterval(
        -((2 * node.number + unit) * node.scale // halves), -((2 * node.number - unit) * node.scale // halves)
    )


@interval_of.register
def _(node: Around, profile: Profile) -> YearInterval:
    """Y9; an age in ten thousands of years has its width already."""
    inner = interval_of(node.inner, profile)
    return inner if _is_age(node.inner) else inner.widened(profile.circa)


def _is_age(node: Structure) -> bool:
    return isinstance(node, Age) or (isinstance(node, Span) and _is_age(node.first))


@interval_of.register
def _(node: Bound, profile: Profile) -> YearInterval:
    """Y10: before and after exclude the year, and include that of a date."""
    around = isinstance(node.inner, Around)
    bare = node.inner.inner if isinstance(node.inner, Around) else node.inner
    inner = interval_of(bare, profile)
    assert inner.earliest is not None  # noqa: S101 - nothing open stands in a bound
    assert inner.latest is not None  # noqa: S101 - nothing open stands in a bound
    within = (isinstance(bare, Year) and bare.dated) or (isinstance(bare, Part) and isinstance(bare.whole, Year))
    match node.relation:
        case "before":
            bound = YearInterval(None, inner.earliest - (not within))
        case "after":
            bound = YearInterval(inner.latest + (not within), None)
        case "until":
            bound = YearInterval(None, inner.latest)
        case _:
            bound = YearInterval(inner.earliest, None)
    if profile.window and node.relation in ("before", "after"):
        bound = inner if within else _windowed(bound, profile.window)
    return bound.widened(profile.circa) if around else bound


def _windowed(bound: YearInterval, window: int) -> YearInterval:
    if bound.latest is not None:
        return YearInterval(bound.latest - window + 1, bound.latest)
    assert bound.earliest is not None  # noqa: S101 - one end is closed
    return YearInterval(bound.earliest, bound.earliest + window - 1)


@interval_of.register
def _(node: Since, profile: Profile) -> YearInterval:
    """Y11: the beginning."""
    return interval_of(node.inner, profile)


@interval_of.register
def _(node: Span, profile: Profile) -> YearInterval:
    """Y4: from the beginning of the first to the end of the last."""
    bare_first, bare_last = (interval_of(_bare(end), profile) for end in (node.first, node.last))
    if bare_first.earliest is None or bare_last.latest is None or bare_first.earliest > bare_last.latest:
        raise YearError("reversed-span", "the span runs backwards")
    if _goes_back(_bare(node.first), _bare(node.last)):
        raise YearError("reversed-span", "the span runs backwards")
    first, last = interval_of(node.first, profile), interval_of(node.last, profile)
    return YearInterval(first.earliest, last.latest)


_PLACES = {"early": 0, "mid": 1, "late": 2, "spring": 0, "summer": 1, "autumn": 2}
"""The order of the parts of a period, and of the seasons; winter is at both ends of a year."""


def _goes_back(first: Structure, last: Structure) -> bool:
    """Tell whether months, seasons or parts of the same year or period stand in the wrong order."""
    match first, last:
        case Part(whole=whole), Part(whole=last_whole):
            return type(whole) is type(last_whole) and whole == last_whole and _parts_go_back(first, last)
        case Year(year=year), Year(year=last_year):
            return first.dated and last.dated and year == last_year and _dates_go_back(first, last)
    return False


def _parts_go_back(first: Part, last: Part) -> bool:
    if first.name in _PLACES and last.name in _PLACES:
        return _PLACES[first.name] > _PLACES[last.name]
    return first.name == last.name and first.nth > last.nth


def _dates_go_back(first: Year, last: Year) -> bool:
    if first.season in _PLACES and last.season in _PLACES:
        return _PLACES[first.season] > _PLACES[last.season]
    if not (first.month and last.month):
        return False
    days = bool(first.day and last.day)
    return first.month > last.month or (days and first.month == last.month and first.day > last.day)


def _bare(node: Structure) -> Structure:
    return node.inner if isinstance(node, Around) else node


@interval_of.register
def _(node: Either, profile: Profile) -> YearInterval:
    """Y12: the hull."""
    return interval_of(node.first, profile).hull(interval_of(node.second, profile))
