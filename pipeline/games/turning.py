"""One action judged with two sets of years: the verdict that comes out differently, and the cards that decide it."""

from typing import NamedTuple

from .core import Outcome


class Turned(NamedTuple):
    """A verdict that differs between two outcomes of one action; `cards` are the two that decide it."""

    fact: str
    before: object
    after: object
    cards: tuple[str, ...]


def turned(before: Outcome, after: Outcome) -> Turned | None:
    """Return the verdict that is not the same in both: the first of those that hang together, None if all agree."""
    for name, value in before.facts.items():
        if after.facts.get(name) != value:
            return Turned(name, value, after.facts.get(name), after.pair or before.pair or ())
    return None
