"""The front must not give the year away: players would read it instead of thinking."""

import re
from collections.abc import Iterator

from ..cards import Card, Deck
from ..diagnostics import Diagnostic
from .mentions import Mention, periods_in, years_in
from .report import report

NEAR = 30
_BRACKETED = re.compile(r"\((?:[^()]*\D)?(1\d{3}|20\d{2})(?:\D[^()]*)?\)")


def giveaways(deck: Deck) -> Iterator[Diagnostic]:
    """Find years in brackets, years in or near the card's own, and its century or decade, on the front.

    Names of places and things are no give-away, the rulebook says: only times are looked for.
    """
    for card in deck:
        for language, text in card.event.items():
            found = next(_giveaways(card, text, language), None)
            if found:
                shown = text[found[0] : found[1]]
                message = f"the front of `{card.id}` gives the year away: `{shown}`"
                yield report("WM305", message, deck, card, f"event_{language}", at=found)


def _giveaways(card: Card, text: str, language: str) -> Iterator[tuple[int, int]]:
    if "(" in text:
        for bracketed in _BRACKETED.finditer(text):
            yield bracketed.span()
    if card.interval is None:
        return
    for mention in years_in(text):
        if mention.interval.gap(card.interval) <= _reach(mention):
            yield mention.start, mention.end
    for mention in periods_in(text, language):
        if mention.interval.overlaps(card.interval):
            yield mention.start, mention.end


def _reach(mention: Mention) -> int:
    """Return how far from the card's year a number still tells: three digits without an era are a quantity mostly."""
    return NEAR if mention.has_era or len(mention.digits) > 3 else 0
