"""Columns of numbers, and what is done with them again and again."""

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

Thing = TypeVar("Thing", bound=Hashable)

Ints = npt.NDArray[np.int64]
Bits = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.float64]
Places = npt.NDArray[np.integer[Any]]

_AT_ONCE = 500_000
_ROOM = 4

NONE = -1
"""What stands in place of a number or a key that is lacking."""


@dataclass(slots=True)
class Numbered(Generic[Thing]):
    """Numbers things in the order in which they come."""

    known: dict[Thing, int] = field(default_factory=dict)

    def of(self, thing: Thing) -> int:
        """Return the number of a thing."""
        return self.known.setdefault(thing, len(self.known))

    def each(self, things: Iterable[Thing]) -> list[int]:
        """Return the numbers of things."""
        known = self.known
        return [known.setdefault(thing, len(known)) for thing in things]


def ints(values: Iterable[int]) -> Ints:
    """Return whole numbers as a column."""
    return np.array(list(values), dtype=np.int64)


def bits(values: Iterable[bool]) -> Bits:
    """Return truths as a column."""
    return np.array(list(values), dtype=bool)


def spans(start: Ints, lengths: Ints) -> Ints:
    """Return the places of many spans, one after the other."""
    found: Ints = np.repeat(start - (np.cumsum(lengths) - lengths), lengths)
    found += np.arange(len(found))
    return found


def marked(places: Ints, number: int) -> Bits:
    """Return bits of which those at some places are set."""
    found = np.zeros(number, dtype=bool)
    found[places] = True
    return found


def totals(places: Ints, values: npt.NDArray[Any], number: int) -> Numbers:
    """Return the sums of the values that belong to each place."""
    return np.bincount(places, weights=values, minlength=number).astype(np.float64, copy=False)


def different(ours: Ints, theirs: Ints, number: int) -> tuple[Ints, Ints, Ints]:
    """Return the different pairs of rows (of `number`), and for each given pair which of them it is."""
    keys, back = np.unique(ours * number + theirs, return_inverse=True)
    one, other = np.divmod(keys, max(number, 1))
    return one, other, back


def among(keys: npt.NDArray[Any], known: npt.NDArray[Any]) -> Bits:
    """Tell which keys are among the known ones, which are sorted."""
    if not len(known):
        return np.zeros(len(keys), dtype=bool)
    found: Bits = known[np.minimum(np.searchsorted(known, keys), len(known) - 1)] == keys
    return found


def meetings(ours: Ints, theirs: Ints) -> Iterator[tuple[Ints, Ints]]:
    """Yield the places of equal keys of two columns, each of the first with each of the second, in this order."""
    # Most keys are in one column only: a table of remainders tells so sooner than sorting.
    most = (1 << (_ROOM * (len(ours) + len(theirs))).bit_length()) - 1
    other = np.flatnonzero(marked(ours & most, most + 1)[theirs & most])
    one = np.flatnonzero(marked(theirs[other] & most, most + 1)[ours & most])
    other = other[np.argsort(theirs[other], kind="stable")]
    ordered = theirs[other]
    begin = np.searchsorted(ordered, ours[one], side="left")
    many = np.searchsorted(ordered, ours[one], side="right") - begin
    for part in blocks(many):
        yield np.repeat(one[part], many[part]), other[spans(begin[part], many[part])]


def meeting(ours: Ints, theirs: Ints) -> tuple[Ints, Ints]:
    """Return the places of equal keys of two columns at once."""
    found = list(meetings(ours, theirs))
    if len(found) == 1:
        return found[0]
    none = np.zeros(0, dtype=np.int64)
    return np.concatenate([none, *(one for one, _ in found)]), np.concatenate([none, *(other for _, other in found)])


def blocks(sizes: npt.NDArray[Any]) -> Iterator[slice]:
    """Yield spans of rows of these sizes: so many together that the work on them fits into memory."""
    ends = np.cumsum(sizes)
    cuts = np.searchsorted(ends, np.arange(_AT_ONCE, ends[-1] if len(ends) else 0, _AT_ONCE))
    edges = np.unique([0, *cuts.tolist(), len(ends)]).tolist()
    yield from (slice(begin, end) for begin, end in pairwise(edges))
