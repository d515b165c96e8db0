"""Years that a series hardly means: far outside all others, or after the edition was printed."""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from math import exp, inf, log
from statistics import quantiles

from ..cards import Deck
from ..diagnostics import Diagnostic
from .report import own_series, report

FEWEST = 20  # with fewer cards there is no telling what is unusual
FENCE = 2.0  # times the distance between the quartiles; the bundled series, 10,000 years deep, stay below 1.5
SOFTENING = 10  # years added to every age, so that those of yesterday do not stretch the scale


def unlikely_years(deck: Deck) -> Iterator[Diagnostic]:
    """Find years far outside those of the other cards of the series, and years that were still to come.

    History thins out the further one looks back, so the fences are drawn around the logarithm of the age: a series from
    the Stone Age to today has no outliers, one of songs has `69` and `204`.
    """
    years: dict[str, array[int]] = {code: array("q") for code in deck.series}
    for block in deck.blocks():
        ends = [interval.latest for interval in block.column("interval") if interval]
        years[own_series(block).code].extend([year for year in ends if year is not None])
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
        if interval.latest is not None and interval.latest < fence:
            card = block.cards[place]
            message = f"`{card.id}` says `{card.year}`, far before the other years of `{series.code}`"
            yield report("WM321", message, deck, card, "year")


def _oldest(years: Sequence[int]) -> float | None:
    """Return the year before which all are outliers, None if there are none or too few to tell."""
    if len(years) < FEWEST:
        return None
    newest = max(years)
    # In order of age, so that nothing is left to sort.
    lower, _, upper = quantiles([log(newest - year + SOFTENING) for year in sorted(years, reverse=True)], n=4)
    oldest = upper + FENCE * (upper - lower)
    return newest + SOFTENING - exp(oldest) if log(newest - min(years) + SOFTENING) > oldest else None
