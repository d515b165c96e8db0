"""Why an expression means the years it means, in plain English for publishers, with the rules of docs/years.md."""

from collections.abc import Iterator

from .expression import YearExpression
from .interval import YearInterval
from .profile import Profile, profiles
from .structure import Age, Around, Bound, Either, Mask, Part, Period, Since, Span, Structure, Turn, Year

_PARTS = {
    "early": "the early part is years {0} to {1} of a hundred (Y7)",
    "mid": "the middle is years {0} to {1} of a hundred (Y7)",
    "late": "the late part is years {0} to {1} of a hundred (Y7)",
    "half": "a half is fifty years of a hundred, forward in time (Y7)",
    "third": "thirds are 33, 34 and 33 years of a hundred, forward in time (Y7)",
    "quarter": "a quarter is 25 years of a hundred, forward in time (Y7)",
}
_LONG_AGO = 1_000_000
_BOUNDS = {
    "before": "before leaves the year itself out, and the beginning open (Y10)",
    "after": "after leaves the year itself out, and the end open (Y10)",
    "until": "the year itself is included, and the beginning open (Y10)",
    "earliest": "the year itself is included, and the end open (Y10)",
}
_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_FLAGS = {
    "uncertain": "a doubt is noted and widens nothing (Y13)",
    "ambiguous-month": "read as a span, though year and month could be meant (Y5)",
    "spreadsheet-float": "a spreadsheet added the decimals (Y16)",
    "reference-year": "counted back from the reference year (Y14)",
    "leading-word": "the word before the year is not part of it (Y20)",
}


def explain(expression: YearExpression, profile: Profile) -> str:
    """Return one line: the years in words, and the rules that made them so under `profile`."""
    reasons = list(dict.fromkeys(_reasons(expression.structure, profile)))
    reasons += [_FLAGS[flag] for flag in sorted(expression.flags) if flag in _FLAGS]
    interval = expression.interval
    if expression.comment:
        reasons.append(f"`{expression.comment}` is a comment (Y18)")
    said = years_in_words(interval) + (f": {'; '.join(reasons)}" if reasons else "")
    if interval.earliest is not None and interval.latest is not None and interval.earliest <= 0 < interval.latest:
        said += f"{',' if reasons else ':'} {'and ' if reasons else ''}there is no year 0"
    return said


def years_in_words(interval: YearInterval) -> str:
    """Return the bounds in words: `8 BC to AD 3`, `1499 or earlier`."""
    earliest, latest = interval.earliest, interval.latest
    if earliest is not None and latest is not None and earliest < latest < -_LONG_AGO:
        return f"{-earliest / 1_000_000:,g} to {-latest / 1_000_000:,g} million years before our era"
    if earliest is None:
        return "any year" if latest is None else f"{_year(latest)} or earlier"
    if latest is None:
        return f"{_year(earliest)} or later"
    if earliest == latest:
        return _year(earliest)
    crossing = earliest <= 0 < latest
    if latest <= 0:
        return f"{_year(earliest).removesuffix(' BC')} to {_year(latest)}"
    return f"{_year(earliest)} to {'AD ' if crossing and latest > 99 else ''}{_year(latest)}"


def _year(year: int) -> str:
    if year > 0:
        return f"AD {year}" if year < 100 else str(year)
    return f"{1 - year:,} BC" if year < -9998 else f"{1 - year} BC"


def _reasons(node: Structure, profile: Profile) -> Iterator[str]:
    match node:
        case Around(inner):
            yield from _reasons(inner, profile)
            by = "as asked" if profile.circa != profiles()[profile.name].circa else profile.name
            yield f"around means {_count(profile.circa)} years either side ({by})"
        case Bound():
            yield from _of_bound(node, profile)
        case Since(inner):
            yield from _reasons(inner, profile)
            yield "the beginning decides (Y11)"
        case Span(first, last):
            yield from _reasons(first, profile)
            yield from _reasons(last, profile)
            yield from _of_round_decades(first, last)
        case Either(first, second):
            yield from _reasons(first, profile)
            yield from _reasons(second, profile)
            yield from _of_round_decades(first, second)
            yield "either may be right, so all between counts (Y12)"
        case _:
            yield from _of_date(node, profile)


def _of_round_decades(*nodes: Structure) -> Iterator[str]:
    """Tell why `1800s` beside `1810s` is no century."""
    decades = [node.number for node in nodes if isinstance(node, Period) and node.unit == "decade"]
    if len(decades) == len(nodes):
        yield from (f"beside another decade, {number}s is the decade" for number in decades if number % 100 == 0)


def _count(number: int) -> str:
    return _COUNTS[number] if number < len(_COUNTS) else str(number)


def _of_bound(node: Bound, profile: Profile) -> Iterator[str]:
    yield from _reasons(node.inner, profile)
    if profile.window and node.relation in ("before", "after"):
        yield f"before and after reach {profile.window} years ({profile.name})"
    elif isinstance(node.inner, Year) and node.inner.dated:
        yield "the year of the date is included (Y10)"
    else:
        yield _BOUNDS[node.relation]


def _of_date(node: Structure, profile: Profile) -> Iterator[str]:
    match node:
        case Year(month=month, season=season) if month or season:
            yield "only the year matters (Y1)"
        case Period(unit="decade"):
            yield "a decade is ten years from the round one (Y8)"
        case Period(unit=unit):
            yield f"a {unit} runs from {'01 to 00' if profile.century_start else '00 to 99'} ({profile.name})"
        case Part(whole=Year()):
            yield "a part of a year is the year (Y1)"
        case Part(whole=Period(unit="decade")):
            yield "the early, middle or late part of a decade is four years, a half five (Y8)"
        case Part(name=name):
            first, last = {"early": profile.early, "mid": profile.mid, "late": profile.late}.get(name, (0, 0))
            yield _PARTS[name].format(first, last)
        case Turn():
            yield "a turn reaches ten years to either side, a hundred between millennia (Y7)"
        case Mask():
            yield "every year whose digits fit (Y19)"
        case Age():
            yield "half a unit of the last digit written either side, counted from year 0 (Y14)"
