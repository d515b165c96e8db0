"""The front must not give the year away: players would read it instead of thinking."""

import re
from collections.abc import Iterator

from ..cards import Deck
from ..diagnostics import Diagnostic
from ..years import YearInterval
from .mentions import Mention, periods_in, with_digits, with_periods, years_in
from .report import own_series, report

NEAR = 30
_BRACKETED = re.compile(r"\((?:[^()]*\D)?(1\d{3}|20\d{2})(?:\D[^()]*)?\)")


def giveaways(deck: Deck) -> Iterator[Diagnostic]:
    """Find years in brackets, years in or near the card's own, and its century or decade, on the front.

    Names of places and things are no give-away, the rulebook says: only times are looked for.
    """
    for block in deck.blocks():
        intervals = block.column("interval")
        for language in own_series(block).languages:
            column = block.texts(f"event_{language}")
            telling = {**dict(column.holding("(")), **dict(with_digits(column)), **dict(with_periods(column))}
            for place, text in sorted(telling.items()):
                if found := next(_giveaways(intervals[place], text, language), None):
                    card = block.cards[place]
                    message = f"the front of `{card.id}` gives the year away: `{text[found[0] : found[1]]}`"
                    yield report("WM305", message, deck, card, f"event_{language}", at=found)


def _giveaways(interval: YearInterval | None, text: str, language: str) -> Iterator[tuple[int, int]]:
    if "(" in text:
        for bracketed in _BRACKETED.finditer(text):
            yield bracketed.span()
    if interval is None:
        return
    for mention in years_in(text):
        if mention.interval.gap(interval) <= _reach(mention):
            yield mention.start, mention.end
    for mention in periods_in(text, language):
        if mention.interval.overlaps(interval):
            yield mention.start, mention.end


def _reach(mention: Mention) -> int:
    """Return how far from the card's year a number still tells: three digits without an era are a quantity mostly."""
    return NEAR if mention.has_era or len(mention.digits) > 3 else 0
