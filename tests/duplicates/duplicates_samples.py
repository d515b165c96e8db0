"""Cards made in memory, in German, English, or both."""

from collections.abc import Mapping

from pipeline.cards import Card, Colour, Deck, Series
from pipeline.years import YearInterval

GREY = Colour(cmyk=(0, 0, 0, 70), srgb="#4d4d4d")


def card(
    key: str,
    event: str | Mapping[str, str],
    year: int | tuple[int, int] | None = 1900,
    comment: Mapping[str, str] | None = None,
) -> Card:
    """Return a card; `key` is ``series:id``, a text alone is German, `year` one year or a span, None if unreadable."""
    series, _, number = key.partition(":")
    first, last = year if isinstance(year, tuple) else (year, year)
    interval = None if year is None else YearInterval(first, last)
    events = {"de": event} if isinstance(event, str) else event
    return Card(series=series, id=number, event=events, year=str(year), interval=interval, comment=comment or {})


def deck(name: str, *cards: Card) -> Deck:
    """Return a deck ``CODE/EDITION`` of one series."""
    code, _, edition = name.partition("/")
    series = Series(code=code, titles={"de": code}, languages=("de", "en"), colour=GREY)
    return Deck(name, {code: series}, cards, int(edition or 1))
