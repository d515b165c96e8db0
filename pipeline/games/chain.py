"""The chain: whether a row of cards stands in order.

A chain is correct when one can pick a year from each card's interval so that the years never fall. That holds exactly
when no card begins after a later card has ended, for *every* pair and not only for neighbours (docs/games.md, "When is
a chain correct?"); so one walk that remembers the latest beginning seen so far decides it.
Source: the rulebook's „Zeitgleiche und zeitlich sich überschneidende Ereignisse“, "in dubio pro reo".
"""

from collections.abc import Iterable, Mapping, Sequence

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


def fault_of(intervals: Sequence[YearInterval], position: int) -> tuple[int, int] | None:
    """Return the positions of the card at `position` and one that cannot stand on its side of it, None if it fits.

    This is the whole check of a chain that was correct before this card was inserted or its date changed: only pairs
    with this card can be wrong. The other card is the one that contradicts it most.
    """
    earliest, latest = intervals[position].earliest, intervals[position].latest
    before = [(first, at) for at in range(position) if (first := intervals[at].earliest) is not None]
    if latest is not None and before and (worst := max(before))[0] > latest:
        return worst[1], position
    after = [(last, at) for at in range(position + 1, len(intervals)) if (last := intervals[at].latest) is not None]
    if earliest is not None and after and (worst := min(after))[0] < earliest:
        return position, worst[1]
    return None


def misplaced(dates: Mapping[str, YearInterval], row: Sequence[str], at: int, card: str) -> tuple[str, str] | None:
    """Return the two cards that cannot stand in their order once `card` is put at place `at` of a correct row."""
    cards = (*row[:at], card, *row[at:])
    fault = fault_of([dates[each] for each in cards], at)
    return fault and (cards[fault[0]], cards[fault[1]])
