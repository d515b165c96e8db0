"""Stretches of time that one can look closer at: eras, centuries, decades, and the decades that are fullest."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from ..years import YearInterval

Thing = TypeVar("Thing")
Window = tuple[int, int]

ERAS: tuple[tuple[str, int], ...] = (
    ("earth", -1_000_000),
    ("prehistory", -3_000),
    ("antiquity", 500),
    ("middle ages", 1500),
    ("modern age", 1800),
    ("19th century", 1900),
    ("20th century", 2000),
)
"""Parts of all time with their last years."""


class Level(NamedTuple):
    """A stretch that one can look closer at: its window, the name of its era if it is one, and its cards."""

    window: Window
    era: str
    cards: int


def levels(intervals: Iterable[YearInterval], window: Window) -> list[Level]:
    """Return the next closer stretches of a window that hold cards: eras, else centuries, else decades; none below.

    Cards are counted where the middle of their years lies, an open end counting for nothing.
    """
    first, last = window
    years = [year for year in map(_middle, intervals) if year is not None and first <= year <= last]
    if last - first > 2_500:
        return _eras(years, window)
    size, begins = (100, 1) if last - first > 250 else (10, 0)
    if last - first <= 25:
        return []
    held = Counter((year - begins) // size * size + begins for year in years)
    return [Level((begin, begin + size - 1), "", number) for begin, number in sorted(held.items())]


def _eras(years: Sequence[int], window: Window) -> list[Level]:
    found, begin = [], window[0]
    for name, end in (*ERAS, ("21st century", max(window[1], 2001))):
        if begin <= min(end, window[1]):
            number = sum(begin <= year <= end for year in years)
            found.append(Level((begin, min(end, window[1])), name, number))
            begin = end + 1
    return [level for level in found if level.cards]


def _middle(dates: YearInterval) -> int | None:
    ends = [year for year in (dates.earliest, dates.latest) if year is not None]
    return sum(ends) // len(ends) if ends else None


def decades(dated: Iterable[tuple[YearInterval | None, Thing]], most: int) -> list[tuple[int, list[Thing]]]:
    """Return the decades with the most of the things that fall into one, by their middles; at least two each."""
    held: dict[int, list[Thing]] = {}
    for dates, thing in dated:
        if dates and dates.earliest is not None and dates.latest is not None and dates.latest - dates.earliest <= 20:
            held.setdefault((dates.earliest + dates.latest) // 2 // 10 * 10, []).append(thing)
    full = [(decade, found) for decade, found in held.items() if len(found) > 1]
    return sorted(full, key=lambda row: (-len(row[1]), row[0]))[:most]
