"""Checks on decks made in memory of what the readers of files check at the place in the file."""

from collections.abc import Iterable, Iterator

from ..cards import Card, Deck
from ..diagnostics import Diagnostic, finding
from ..years import YearError
from ..years.remarks import UNREADABLE

FLOAT_ENDINGS = (".0", ".00")


def made_in_memory(deck: Deck) -> Iterable[Card]:
    """Return the cards to look at: none of a deck that was read from a table."""
    return () if deck.was_read else deck.cards


def duplicate_ids(deck: Deck) -> Iterator[Diagnostic]:
    """Find two cards with one id: everything that refers to the id would mean either."""
    seen: set[str] = set()
    for card in made_in_memory(deck):
        if card.key in seen and deck.place(card, "id") is None:
            yield finding("WM127", f"the id `{card.id}` is used twice", card=card.id, series=card.series)
        seen.add(card.key)


def float_ids(deck: Deck) -> Iterator[Diagnostic]:
    """Find ids that a spreadsheet or a script took for numbers."""
    for card in made_in_memory(deck):
        if card.id.endswith(FLOAT_ENDINGS) and card.id.partition(".")[0].isdecimal() and deck.place(card, "id") is None:
            message = f"the id `{card.id}` is a number with decimals"
            yield finding("WM126", message, card=card.id, series=card.series)


def unreadable_years(deck: Deck) -> Iterator[Diagnostic]:
    """Find years that have no meaning; whoever read a file has reported those that stand in it."""
    for card in made_in_memory(deck):
        if card.interval is None and deck.place(card, "year") is None:
            try:
                deck.series_of(card).read_year(card.year)
            except YearError as error:
                yield finding(UNREADABLE, error.message, card=card.id, series=card.series)
