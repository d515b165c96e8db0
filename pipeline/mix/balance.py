"""How a deck spreads over time, and how its cards are drawn so that it spreads evenly."""

import bisect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..cards import Card
from ..games.knowledge import Knowledge
from ..years import YearInterval

STRATA = 12
"""Parts into which the years of a share are cut, by rank: each holds as many different years."""

COMPARED = 200
"""Cards with which each is compared to tell how hard it is."""

_WIDTH, _LINES = 40, 10


@dataclass(frozen=True, slots=True)
class Balance:
    """How cards spread over time.

    `periods` gives the cards of each stretch (first and last year, number); `undecidable` the share of pairs of cards
    whose years overlap, so that either order is right; `fullest` the greatest share of cards within ten years.
    """

    periods: tuple[tuple[int, int, int], ...]
    undecidable: float
    fullest: float

    def plot(self) -> list[str]:
        """Return the spread over time as lines of text."""
        most = max((number for _, _, number in self.periods), default=1)
        names = [f"{_year(first)}–{_year(last)}" for first, last, _ in self.periods]
        wide = max(map(len, names), default=0)
        return [
            f"{name:>{wide}}  {'█' * round(_WIDTH * number / most)} {number}"
            for name, (_, _, number) in zip(names, self.periods, strict=True)
        ]


def balance(cards: Sequence[Card]) -> Balance:
    """Return how cards spread over time; those without a readable year are left out."""
    dated = [card.interval for card in cards if card.interval is not None]
    middles = sorted(map(middle, dated))
    if not middles:
        return Balance((), 0.0, 0.0)
    tenth = max(sum(1 for other in middles[at:] if other < year + 10) for at, year in enumerate(middles))
    return Balance(tuple(_periods(middles)), round(_overlapping(dated), 4), round(tenth / len(middles), 4))


def _periods(middles: Sequence[int]) -> list[tuple[int, int, int]]:
    """Cut the years into stretches of one round length, the far past into one: half of the lines for each half."""
    start = middles[len(middles) // 20]
    span = max(middles[-1] - start, 1)
    steps = (digit * 10**power for power in range(12) for digit in (1, 2, 5))
    step = next(step for step in steps if span < step * _LINES)
    first = start // step * step
    found = [(middles[0], first - 1, early)] if (early := sum(year < first for year in middles)) else []
    return found + [
        (begin, begin + step - 1, sum(begin <= year < begin + step for year in middles))
        for begin in range(first, middles[-1] + 1, step)
    ]


def _overlapping(intervals: Sequence[YearInterval]) -> float:
    """Return the share of pairs that overlap: all pairs without those of which one ends before the other begins."""
    number = len(intervals)
    begins = sorted(one.earliest for one in intervals if one.earliest is not None)
    apart = sum(len(begins) - bisect.bisect_right(begins, one.latest) for one in intervals if one.latest is not None)
    pairs = number * (number - 1) / 2
    return 1 - apart / pairs if pairs else 0.0


def middle(years: YearInterval) -> int:
    """Return the middle of an interval, an end of it if it is open, 0 if it is all time."""
    ends = [year for year in (years.earliest, years.latest) if year is not None]
    return sum(ends) // len(ends) if ends else 0


def evenly(cards: Sequence[Card], wanted: int, lots: Mapping[str, str]) -> set[str]:
    """Return the keys of `wanted` cards, evenly spread by the rank of their years; in a stretch the lowest lots win.

    Different years are ranked, not cards, so that a decade with many cards counts no more than one with few.
    """
    year = {card.key: middle(card.interval) if card.interval else 0 for card in cards}
    ranks = {value: rank for rank, value in enumerate(sorted(set(year.values())))}
    parts = max(1, min(STRATA, wanted, len(ranks)))
    strata: list[list[str]] = [[] for _ in range(parts)]
    for key in sorted(year, key=lambda key: lots[key]):
        strata[ranks[year[key]] * parts // len(ranks)].append(key)
    chosen: list[str] = []
    depth = 0
    while len(chosen) < min(wanted, len(cards)):
        # Turn by turn each stretch gives one card; the last turn goes to the lowest lots.
        turn = sorted((stratum[depth] for stratum in strata if depth < len(stratum)), key=lambda key: lots[key])
        chosen += turn[: wanted - len(chosen)]
        depth += 1
    return set(chosen)


def by_difficulty(cards: Sequence[Card], wanted: str) -> tuple[Card, ...]:
    """Return the easier or the harder half of cards (`easy`, `hard`), by how often players would misplace them."""
    dated = sorted((card for card in cards if card.interval is not None), key=lambda card: card.key)
    compared = [card.interval for card in dated[:: max(1, len(dated) // COMPARED)] if card.interval is not None]
    knowledge = Knowledge()
    hard = {
        card.key: sum(knowledge.confusion(card.interval, other) for other in compared)
        for card in dated
        if card.interval is not None
    }
    order = sorted(hard, key=lambda key: (hard[key] if wanted == "easy" else -hard[key], key))
    kept = set(order[: (len(order) + 1) // 2])
    return tuple(card for card in cards if card.key in kept)


def _year(year: int) -> str:
    return f"{1 - year} BC" if year <= 0 else str(year)
