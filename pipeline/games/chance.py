"""Random numbers that depend on their seed alone: SplitMix64, the same on every machine and in every version.

Source: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.
"""

from collections.abc import Sequence
from math import cos, log, pi, sqrt
from typing import TypeVar

Item = TypeVar("Item")

_MASK = (1 << 64) - 1
# Numbers drawn from one large number are multiplied up to this.
_SPAN = 1 << 32
_GAMMA = 0x9E3779B97F4A7C15


class Dice:
    """A stream of random numbers. Whoever needs one is given it; there is none for all."""

    __slots__ = ("_pool", "_span", "_state")

    def __init__(self, seed: int) -> None:
        """Begin the stream of `seed`."""
        self._state = seed & _MASK
        self._pool = 0
        self._span = _SPAN

    def bits(self) -> int:
        """Return a whole number from 0 to 2⁶⁴ − 1."""
        self._state = state = (self._state + _GAMMA) & _MASK
        state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & _MASK
        return state ^ (state >> 31)

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to `limit` − 1, for limits up to 2³², each as likely but for one part in 2³².

        Several small numbers come from the digits of one large one. Source: N. Brackett-Rozinsky, D. Lemire, "Batched
        Ranged Random Integer Generation", 2024.
        """
        self._span *= limit
        if self._span > _SPAN:
            self._pool = self.bits()
            self._span = limit
        scaled = self._pool * limit
        self._pool = scaled & _MASK
        return scaled >> 64

    def unit(self) -> float:
        """Return a number from 0 up to, not including, 1."""
        return (self.bits() >> 11) / (1 << 53)

    def normal(self) -> float:
        """Return a normally distributed number with mean 0 and deviation 1 (Box and Muller's transform)."""
        return sqrt(-2 * log(1 - self.unit())) * cos(2 * pi * self.unit())

    def pick(self, items: Sequence[Item]) -> Item:
        """Return one of `items`."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """Return `items` in random order (Fisher and Yates)."""
        order = list(items)
        below = self.below
        for at in range(len(order) - 1, 0, -1):
            other = below(at + 1)
            order[at], order[other] = order[other], order[at]
        return tuple(order)

    def split(self) -> "Dice":
        """Return a new stream that has nothing in common with the rest of this one."""
        return Dice(self.bits())
