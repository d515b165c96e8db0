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

_AT_ONCE = 500_000

NONE = -1
"""What stands in place of a number or a key that is lacking."""


@dataclass(slots=True)
class Numbered(Generic[Thing]):
    """Numbers things in the order in which they come."""

    known: dict[Thing, int] = field(default_factory=dict)

    def of(self, thing: Thing) -> int:
        """Return the number of a thing."""
        return self.known.setdefault(thing, len(self.known))


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


def blocks(sizes: npt.NDArray[Any]) -> Iterator[slice]:
    """Yield spans of rows of these sizes: so many together that the work on them fits into memory."""
    ends = np.cumsum(sizes)
    cuts = np.searchsorted(ends, np.arange(_AT_ONCE, ends[-1] if len(ends) else 0, _AT_ONCE))
    edges = np.unique([0, *cuts.tolist(), len(ends)]).tolist()
    yield from (slice(begin, end) for begin, end in pairwise(edges))
