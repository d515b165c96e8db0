"""How grave an entry is for players: it changes an order of cards, what they read, or nothing they would notice."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from typing import Literal

from ..cards import Card, Series
from ..corrigenda import Corrigendum
from ..years import YearError, YearInterval

Effect = Literal["order", "visible", "cosmetic"]

_UNPRINTED = frozenset({"sources", "tags"})
_LETTERS = re.compile(r"[\W_]+")
_ENDS = float("-inf"), float("inf")


class Timeline:
    """The dates of a deck, sorted, to ask in no time whether moving one card changes its order with any other."""

    def __init__(self, cards: Iterable[Card]) -> None:
        """Sort the beginnings and the ends of all cards that have a readable year."""
        dates = [card.interval for card in cards if card.interval]
        self._earliest = sorted(_bounds(date)[0] for date in dates)
        self._latest = sorted(_bounds(date)[1] for date in dates)

    def changes(self, old: YearInterval, new: YearInterval) -> bool:
        """Tell whether a card moved from `old` to `new` may stand before, or after, another card where it might not.

        A card may stand before another if it does not begin after that one has ended. The card itself, dated `old`, is
        among the cards of the deck and does not count.
        """
        (begun, ended), (begins, ends) = _bounds(old), _bounds(new)
        return self._ends_within(begun, begins, ended) or self._begins_within(ended, ends, begun)

    def _ends_within(self, one: float, other: float, own: float) -> bool:
        """Tell whether another card ends in [one, other): it could stand behind the card before, or can now."""
        low, high = sorted((one, other))
        return bisect_left(self._latest, high) - bisect_left(self._latest, low) > (low <= own < high)

    def _begins_within(self, one: float, other: float, own: float) -> bool:
        """Tell whether another card begins in (one, other]."""
        low, high = sorted((one, other))
        return bisect_right(self._earliest, high) - bisect_right(self._earliest, low) > (low < own <= high)


def _bounds(date: YearInterval) -> tuple[float, float]:
    return (
        _ENDS[0] if date.earliest is None else date.earliest,
        _ENDS[1] if date.latest is None else date.latest,
    )


def effect(entry: Corrigendum, timeline: Timeline, series: Series) -> Effect:
    """Return how grave `entry` is beside the cards of its deck: ``order``, ``visible`` or ``cosmetic``.

    A year that could not be read, or cannot be yet, has no place in the order: the entry counts as changing it. A text
    that keeps its letters and digits, and a field that is not printed, is cosmetic.
    """
    if entry.field in _UNPRINTED:
        return "cosmetic"
    if entry.field == "year":
        old, new = (_interval(text, series) for text in (entry.old, entry.new))
        if entry.new is not None and (old is None or new is None or timeline.changes(old, new)):
            return "order"
    if entry.new is not None and entry.field != "id" and _plain(entry.old) == _plain(entry.new):
        return "cosmetic"
    return "visible"


def _interval(text: str | None, series: Series) -> YearInterval | None:
    try:
        return series.read_year(text or "").interval
    except YearError:
        return None


def _plain(text: str) -> str:
    return _LETTERS.sub("", text).casefold()
