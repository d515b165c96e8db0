"""The chain: whether a row of cards stands in order.

A chain is correct when one can pick a year from each card's interval so that the years never fall. That holds exactly
when no card begins after a later card has ended, for *every* pair and not only for neighbours (docs/games.md, "When is
a chain correct?"); so one walk that remembers the latest beginning seen so far decides it.
Source: the rulebook's „Zeitgleiche und zeitlich sich überschneidende Ereignisse“, "in dubio pro reo".
"""

from collections.abc import Iterable

from ..years import YearInterval


def is_correct(intervals: Iterable[YearInterval]) -> bool:
    """Tell whether a chain of these dates, in this order, counts as correct; an open end fits everything beyond it."""
    return first_fault(intervals) is None


def first_fault(intervals: Iterable[YearInterval]) -> tuple[int, int] | None:
    """Return the positions of two cards that cannot stand in this order, None if the chain is correct.

    The second is the first card that ends before some earlier card begins; the first is the one of those earlier cards
    that begins last.
    """
    begun: int | None = None
    at = 0
    for position, interval in enumerate(intervals):
        earliest, latest = interval.earliest, interval.latest
        if earliest is not None and (begun is None or earliest > begun):
            begun, at = earliest, position
        elif begun is not None and latest is not None and latest < begun:
            return at, position
    return None
