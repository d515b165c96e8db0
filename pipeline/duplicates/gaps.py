"""What stands in the same gap of two texts: words left alone between words that answer each other."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from .arrays import NONE, Bits, Ints, Numbers, among, meetings, totals
from .side import Side


@dataclass(frozen=True, slots=True)
class Gaps:
    """For each word of the two sides, the nearest answered words before and after it, as places of the second side.

    NONE stands for the beginning and the end of a text. Words with the same two stand in the same gap.
    """

    sides: tuple[Side, Side]
    before: tuple[Ints, Ints]
    after: tuple[Ints, Ints]

    def bounded(self, at: int, words: Ints) -> Ints:
        """Return those of some words of a side that stand beside an answered word."""
        found: Ints = words[(self.before[at][words] != NONE) | (self.after[at][words] != NONE)]
        return found

    def keys(self, at: int, words: Ints) -> tuple[Ints, Ints, Ints]:
        """Return numbers for the gap in which each word of a side stands, for its beginning, and for its end."""
        side, wide = self.sides[at], len(self.sides[1].place)
        edge = wide + side.pair[words]
        before, after = self.before[at][words], self.after[at][words]
        begin, end = np.where(before == NONE, edge, before), np.where(after == NONE, edge, after)
        return begin * (wide + len(side.first)) + end, begin, end

    def facing(self, free: tuple[Bits, Bits]) -> Iterator[tuple[Ints, Ints]]:
        """Yield each free word of the first side with each free one of the second in the same gap."""
        words = [self.bounded(at, np.flatnonzero(bits)) for at, bits in enumerate(free)]
        keys = [self.keys(at, chosen)[0] for at, chosen in enumerate(words)]
        for one, other in meetings(keys[0], keys[1]):
            yield words[0][one], words[1][other]


def gaps(sides: tuple[Side, Side], ours: Ints, theirs: Ints) -> Gaps:
    """Return the gaps between the words `ours` of the first side, answered by `theirs`."""
    answers = np.full(len(sides[0].place), NONE), np.full(len(sides[1].place), NONE)
    # Of a word that answers several, one stands for all.
    answers[0][ours], answers[1][theirs] = theirs, theirs
    found = [_nearest(side, known) for side, known in zip(sides, answers, strict=True)]
    return Gaps(sides, (found[0][0], found[1][0]), (found[0][1], found[1][1]))


def _nearest(side: Side, answers: Ints) -> tuple[Ints, Ints]:
    """Return for each word the answers of the nearest answered words of its text, before and after it."""
    at, many = np.arange(len(answers)), len(answers)
    known = answers != NONE
    before = np.maximum.accumulate(np.where(known, at, NONE)) if many else at
    after = np.minimum.accumulate(np.where(known, at, many)[::-1])[::-1] if many else at
    first = side.first[side.pair]
    inside = before >= first, after < first + side.lengths[side.pair]
    padded = np.append(answers, NONE)
    return np.where(inside[0], padded[before], NONE), np.where(inside[1], padded[after], NONE)


def least_in_both(keys: tuple[Ints, Ints], pairs: Ints, weights: tuple[Numbers, Numbers], number: int) -> Numbers:
    """Return for each of `number` pairs the most that both sides have under one key: the lesser of the two sums.

    `pairs` has the pair of each key of the first side.
    """
    found = np.zeros(number)
    known, first, back = np.unique(keys[0], return_index=True, return_inverse=True)
    ours = totals(back, weights[0], len(known))
    shared: Bits = among(keys[1], known)
    row = np.searchsorted(known, keys[1][shared])
    theirs = totals(row, weights[1][shared], len(known))
    np.maximum.at(found, pairs[first], np.minimum(ours, theirs))
    return found
