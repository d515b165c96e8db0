"""Years that a series hardly means: far outside all others, or after the edition was printed."""

from collections.abc import Iterator, Sequence
from math import log
from statistics import quantiles

from ..cards import Card, Deck, Series
from ..diagnostics import Diagnostic
from .report import report

FEWEST = 20  # with fewer cards there is no telling what is unusual
FENCE = 2.0  # times the distance between the quartiles; the bundled series, 10,000 years deep, stay below 1.5
SOFTENING = 10  # years added to every age, so that those of yesterday do not stretch the scale


def unlikely_years(deck: Deck) -> Iterator[Diagnostic]:
    """Find years far outside those of the other cards of the series, and years that were still to come.

    History thins out the further one looks back, so the fences are drawn around the logarithm of the age: a series from
    the Stone Age to today has no outliers, one of songs has `69` and `204`.
    """
    for series in deck.series.values():
        dated = [(card, year) for card in deck if card.series == series.code and (year := _year(card)) is not None]
        yield from _to_come(deck, series, dated)
        yield from _outliers(deck, series, dated)


def _year(card: Card) -> int | None:
    """Return the year nearest to today that a card may mean, None if it is open or unreadable."""
    return card.interval.latest if card.interval else None


def _to_come(deck: Deck, series: Series, dated: Sequence[tuple[Card, int]]) -> Iterator[Diagnostic]:
    edition = series.edition(deck.edition) if deck.edition else series.newest
    for card, _ in dated:
        earliest = card.interval.earliest if card.interval else None
        if edition and earliest is not None and earliest > edition.year:
            message = f"`{card.id}` says `{card.year}`; edition {edition.number} is of {edition.year}"
            yield report("WM322", message, deck, card, "year")


def _outliers(deck: Deck, series: Series, dated: Sequence[tuple[Card, int]]) -> Iterator[Diagnostic]:
    if len(dated) < FEWEST:
        return
    newest = max(year for _, year in dated)
    ages = [log(newest - year + SOFTENING) for _, year in dated]
    lower, _, upper = quantiles(ages, n=4)
    oldest = upper + FENCE * (upper - lower)
    for (card, _), age in zip(dated, ages, strict=True):
        if age > oldest:
            message = f"`{card.id}` says `{card.year}`, far before the other years of `{series.code}`"
            yield report("WM321", message, deck, card, "year")
