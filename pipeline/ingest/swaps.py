"""Whole columns that hold what another column should: one finding for all their cells."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from .content import FEW, MOST, Column
from .headings import TEXT_KINDS

FEWEST = 3  # filled cells; fewer prove nothing

Remark = tuple[str, str, str]
"""Code, message and the field it is about."""


def exchange(columns: dict[str, int], content: Sequence[Column], name_of: Callable[[int], str]) -> Iterator[Remark]:
    """Put swapped columns the right way round in `columns`, and yield what was found; one remark for each pair."""
    yield from _years(columns, content, name_of)
    for kind in TEXT_KINDS:
        yield from _languages(columns, content, name_of, kind)


def _years(columns: dict[str, int], content: Sequence[Column], name_of: Callable[[int], str]) -> Iterator[Remark]:
    if "year" not in columns or "earliest" in columns:
        return
    years = content[columns["year"]]
    if len(years.values) < FEWEST or years.year_share > FEW:
        return
    for name, index in columns.items():
        other = content[index]
        if name != "year" and len(other.values) >= FEWEST and other.year_share >= MOST and not other.counts_up:
            yield _swap(columns, "year", name, name_of, "years")
            return
    if years.text_share >= MOST or years.source_share >= MOST:
        what = "running text" if years.text_share >= MOST else "sources"
        yield "WM133", f"the column `{name_of(columns['year'])}` holds {what}, no years", "year"


def _languages(
    columns: dict[str, int], content: Sequence[Column], name_of: Callable[[int], str], kind: str
) -> Iterator[Remark]:
    told = {
        name: language
        for name, index in columns.items()
        if name.startswith(f"{kind}_") and (language := content[index].language) and not name.endswith(language)
    }
    for first, second in combinations(tuple(told), 2):
        if first in told and second in told and told[first] == second[-2:] and told[second] == first[-2:]:
            yield _swap(columns, first, second, name_of, f"texts in `{told[second]}` and `{told[first]}`")
            del told[first], told[second]
    for name, language in told.items():
        yield "WM132", f"the texts of `{name_of(columns[name])}` (`{name}`) look like `{language}`", name


def _swap(columns: dict[str, int], first: str, second: str, name_of: Callable[[int], str], what: str) -> Remark:
    one, other = sorted((columns[first], columns[second]))
    columns[first], columns[second] = columns[second], columns[first]
    message = f"the columns `{name_of(one)}` and `{name_of(other)}` are swapped: {what} stand in the wrong one"
    return "WM131", message, first if columns[first] == one else second
