"""Years that a series hardly means: far outside all others, or after the edition was printed."""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from math import inf, log

from ..cards import Deck
from ..diagnostics import Diagnostic
from .report import own_series, report

FEWEST = 20  # with fewer cards there is no telling what is unusual
SLIPS = 0.03  # of the cards at most; more are no slips but another part of the series
HANDFUL = 5  # cards at most, however long the series
WIDEST = log(3)  # at least three times the age of the oldest other card, and further than its quartiles are apart
FIRST = -9998  # 9999 BC: a lost digit or era leaves four digits at most; deep time is written in words
SOFTENING = 50  # years added to every age, so that those of yesterday do not stretch the scale


def unlikely_years(deck: Deck) -> Iterator[Diagnostic]:
    """Find years far outside those of the other cards of the series, and years that were still to come.

    History thins out the further one looks back, so distances are those between the logarithms of the ages, and only
    few years beyond a wide gap are slips: a series from the Stone Age to today has none, one of songs has `204`. Deep
    time is left out: it is written in words, not in digits of which one may be lost.
    """
    years: dict[str, array[int]] = {code: array("q") for code in deck.series}
    for block in deck.blocks():
        ends = (interval.latest for interval in block.column("interval") if interval)
        years[own_series(block).code].extend([year for year in ends if year is not None and year >= FIRST])
    oldest = {code: fence for code, dated in years.items() if (fence := _oldest(dated)) is not None}
    for block in deck.blocks():
        yield from _unlikely(deck, block, oldest)


def _unlikely(deck: Deck, block: Deck, oldest: Mapping[str, float]) -> Iterator[Diagnostic]:
    series = own_series(block)
    edition = series.edition(deck.edition) if deck.edition else series.newest
    fence = oldest.get(series.code, -inf)
    if edition is None and fence == -inf:
        return
    for place, interval in enumerate(block.column("interval")):
        if interval is None:
            continue
        if edition and interval.earliest is not None and interval.earliest > edition.year:
            card = block.cards[place]
            message = f"`{card.id}` says `{card.year}`; edition {edition.number} is of {edition.year}"
            yield report("WM322", message, deck, card, "year")
        if interval.latest is not None and FIRST <= interval.latest < fence:
            card = block.cards[place]
            message = f"`{card.id}` says `{card.year}`, far before the other years of `{series.code}`"
            yield report("WM321", message, deck, card, "year")


def _oldest(years: Sequence[int]) -> float | None:
    """Return the year before which all are slips, None if there are none or too few years to tell."""
    if len(years) < FEWEST:
        return None
    ordered = sorted(years)
    slips = max(1, min(HANDFUL, int(len(ordered) * SLIPS)))
    newest = ordered[-1 - slips]  # slips of the other kind would make all ages alike

    def scale(place: int) -> float:
        return log(max(0, newest - ordered[place]) + SOFTENING)

    quarter = len(ordered) // 4
    widest = max(WIDEST, scale(quarter) - scale(-1 - quarter))
    return next((ordered[place] for place in range(slips, 0, -1) if scale(place - 1) - scale(place) > widest), None)
