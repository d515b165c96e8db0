"""How checks make findings: at the field of a card, or at a stretch of it where its place is known exactly."""

from dataclasses import replace

from ..cards import Card, Deck, Series
from ..diagnostics import Diagnostic, finding
from ..source import Span


def report(  # noqa: PLR0913 - one name for each part of a finding
    code: str, message: str, deck: Deck, card: Card, field: str, *, at: tuple[int, int] | None = None
) -> Diagnostic:
    """Make a finding about `field` of `card`, at ``value[at[0]:at[1]]`` if given."""
    return finding(code, message, stretch(deck, card, field, at), card=card.id, series=card.series)


def stretch(deck: Deck, card: Card, field: str, at: tuple[int, int] | None) -> Span | None:
    """Return the place of ``value[at[0]:at[1]]`` of a field, of the whole field if `at` is None or lies elsewhere."""
    place = deck.place(card, field)
    value = card.value(field)
    return _within(place, value, at) if place and at and value is not None else place


def report_series(code: str, message: str, deck: Deck, series: Series) -> Diagnostic:
    """Make a finding about all cards of a series, at the file they stand in."""
    places = (deck.place(card, "id") for card in deck if card.series == series.code)
    file = next((place.file for place in places if place), None)
    return finding(code, message, Span(file) if file else None, series=series.code)


def own_series(block: Deck) -> Series:
    """Return the one series of a block of a deck."""
    return block.series[block.column("series")[0]] if len(block.series) > 1 else next(iter(block.series.values()))


def _within(place: Span, value: str, at: tuple[int, int]) -> Span:
    """Return the place of a stretch of a value, of the whole value if the file writes it differently.

    Doubled quotes, line breaks and surplus blanks make the written cell longer than the value; then offsets would lie.
    """
    if place.cell:
        before = (place.excerpt or "").find(value)
        return place if before < 0 else replace(place, marked=(before + at[0], before + at[1]))
    if place.column is None or place.line != place.end_line or place.end_column != place.column + len(value):
        return place
    return replace(place, column=place.column + at[0], end_column=place.column + at[1])
