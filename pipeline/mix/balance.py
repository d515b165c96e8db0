"""How a deck spreads over time, and how its cards are drawn so that it spreads evenly."""

import bisect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..cards import Card
from ..games.knowledge import Knowledge
from ..years import YearInterval, years_in_words

STRATA = 12
"""Parts into which the years of a share are cut, by rank: each holds as many different years."""

COMPARED = 200
"""Cards with which each is compared to tell how hard it is."""

# Where the stretches of the plot begin. Their lengths grow about as fast as their age, so that a deck from the Big Bang
# to this year is as easy to read as one of the last century, and any two can be compared.
_BEGINS = (
    *(1 - n for n in (10**10, 10**9, 10**8, 10**7, 10**6, 10**5, 10_000, 3000, 1000)),
    *(1, 500, 1000, 1300, 1500, 1600, 1700, 1750, 1800, 1850, 1875, 1900, 1925, 1950, 1975, 2000, 2025),
)
_WIDTH = 40


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
        names = [years_in_words(YearInterval(first, last)) for first, last, _ in self.periods]
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
    tenth = max(bisect.bisect_left(middles, year + 10) - at for at, year in enumerate(middles))
    return Balance(tuple(_periods(middles)), round(_overlapping(dated), 4), round(tenth / len(middles), 4))


def _periods(middles: Sequence[int]) -> list[tuple[int, int, int]]:
    """Cut the years from the first card to the last into stretches that are the longer the older they are."""
    oldest, newest = middles[0], middles[-1]
    begins = [oldest, *(year for year in _BEGINS if oldest < year <= newest)]
    ends = [*(year - 1 for year in begins[1:]), newest]
    places = [bisect.bisect_left(middles, begin) for begin in begins] + [len(middles)]
    return [
        (begin, end, after - at) for begin, end, at, after in zip(begins, ends, places[:-1], places[1:], strict=True)
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
