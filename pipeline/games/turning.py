"""One action judged with two sets of years: the verdict that comes out differently, and the cards that decide it."""

from collections.abc import Mapping
from typing import NamedTuple

from ..years import YearInterval
from .core import Outcome

Dates = Mapping[str, YearInterval]


class Turned(NamedTuple):
    """A verdict that differs between two outcomes of one action; `cards` are those that may have decided it."""

    fact: str
    before: object
    after: object
    cards: tuple[str, ...]


def turned(before: Outcome, after: Outcome) -> Turned | None:
    """Return the verdict that is not the same in both: the first of those that hang together, None if all agree."""
    for name, value in before.facts.items():
        if after.facts.get(name) != value:
            cards = tuple(dict.fromkeys((*after.cards, *before.cards)))
            return Turned(name, value, after.facts.get(name), cards)
    return None


def responsible(cards: tuple[str, ...], before: Dates, after: Dates) -> tuple[str, ...]:
    """Return the first card and the one to which it no longer stands as it did; the first alone if there is none."""
    first, *others = cards
    pairs = ((first, other) for other in others if other in before and other in after)
    return next((pair for pair in pairs if _order(pair, before) != _order(pair, after)), (first,))


def _order(pair: tuple[str, str], dates: Dates) -> tuple[bool, bool]:
    """Return whether the first may stand before the second, and the second before the first."""
    first, second = (dates[card] for card in pair)
    return first.may_precede(second), second.may_precede(first)
