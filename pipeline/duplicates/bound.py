"""Which of very many pairs can be worth reporting: a bound on their scores, computed for all at once.

Scoring aligns the words of two texts, which takes a third of a millisecond; most pairs that a search brings up are far
from the least score that is reported. The bound takes every word as answered that any word of the other text could
answer, and counts against a pair only what is surely left alone. It is never below the score, so leaving out pairs by
it changes no result.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from .align import LIKENESS, spelling
from .columns import NONE, Bits, Columns, Ints, Numbers, part_key
from .meaning import ANSWERS, FAMILIAR, KNOWN_ANSWERS, SURE
from .normalise import ASIDE, WEIGHTS, Token
from .score import (
    BOTH_ASIDE,
    FULL_EVIDENCE,
    FULL_REST,
    MOST_OF_THE_TEXT,
    REST_OF_A_NAME,
    SOMETHING_ELSE,
    STRANGE,
    UNKNOWN_ACROSS_LANGUAGES,
    weights,
)
from .vectors import Floats, Progress, silent

SLACK = 0.001
"""By how much a likeness of vectors may be rounded up."""

_AT_ONCE = 500_000
_DOTS = 1_000


def promising(  # noqa: PLR0913, PLR0917 - columns that belong together
    texts: Columns,
    left: Ints,
    right: Ints,
    meaning: Numbers | None,
    vectors: Floats | None,
    progress: Progress = silent,
) -> Bits:
    """Tell which pairs of texts (places in `texts`) may score enough to be reported, or are to be left to people.

    `meaning` is the likeness of their vectors, `vectors` has a row for each of the words; both None without vectors.
    """
    found = np.ones(len(left), dtype=bool)
    ends = np.cumsum(texts.lengths[left] * texts.lengths[right])
    cuts = np.searchsorted(ends, np.arange(_AT_ONCE, int(ends[-1]) if len(ends) else 0, _AT_ONCE))
    blocks = [block for block in np.split(np.arange(len(left)), np.unique(cuts)) if len(block)]
    for block in progress(blocks, "looking"):
        grid = _Grid(texts, vectors, left[block], right[block])
        found[block] = grid.promising(None if meaning is None else meaning[block])
    return found


@dataclass(slots=True)
class _Side:
    """One side of some pairs of texts: its words in a row, and the most that each can be answered with."""

    texts: Columns
    pair: Ints
    place: Ints
    most: Numbers
    nearest: Numbers
    pairs: int

    @property
    def alone(self) -> Bits:
        """Tell which words are surely left alone; of one that a text says twice, either may answer for both."""
        found: Bits = (self.most == 0) & ~self.texts.again[self.place]
        return found

    @property
    def clashing(self) -> Bits:
        """Tell which words are surely left alone and not said aside."""
        found: Bits = self.alone & ~self.texts.aside[self.place]
        return found

    def total(self, values: Numbers) -> Numbers:
        """Return the sum over the words of each pair."""
        found: Numbers = np.bincount(self.pair, weights=values, minlength=self.pairs).astype(np.float64)
        return found

    def any(self, bits: Bits) -> Bits:
        """Tell for each pair whether it is so of any of its words."""
        return _marked(self.pair[bits], self.pairs)

    def greatest(self, values: Numbers) -> Numbers:
        """Return the greatest value of the words of each pair, 0 if it has none."""
        found = np.zeros(self.pairs)
        np.maximum.at(found, self.pair, values)
        return found

    def by_run(self, bits: Bits) -> Ints:
        """Return for each word of which of the words of its name it is so; of no name, none."""
        run = self.texts.run[self.place]
        key = np.where(run == NONE, 0, self.pair * (int(run.max(initial=0)) + 2) + run + 1)
        counts = np.bincount(key[bits & (run != NONE)], minlength=int(key.max(initial=0)) + 1)
        counts[0] = 0
        return counts[key]


class _Grid:
    """All words of the left with all words of the right texts, for some pairs of texts."""

    def __init__(self, texts: Columns, vectors: Floats | None, left: Ints, right: Ints) -> None:
        """Find out which words may answer each other."""
        self.texts, self.vectors, self.left, self.right = texts, vectors, left, right
        self.foreign = texts.language[left] != texts.language[right]
        ours, theirs = texts.lengths[left], texts.lengths[right]
        number = ours * theirs
        pair = np.repeat(np.arange(len(left)), number)
        at = np.arange(len(pair)) - np.repeat(np.cumsum(number) - number, number)
        one, other = np.divmod(at, theirs[pair])
        starts = np.cumsum(ours) - ours, np.cumsum(theirs) - theirs
        mine, yours = texts.start[left][pair] + one, texts.start[right][pair] + other
        one, other = starts[0][pair] + one, starts[1][pair] + other
        answered, near, joined = self._answers(texts.word[mine], texts.word[yours], self.foreign[pair])
        weight = texts.words.weight
        worth = np.minimum(weight[texts.word[mine]], weight[texts.word[yours]])
        worth = np.where(answered, worth * np.where(texts.aside[mine] & texts.aside[yours], BOTH_ASIDE, 1), 0)
        self.sides = self._side(left, starts[0], one, worth, near), self._side(right, starts[1], other, worth, near)
        joins = [
            side.total(side.most * _marked(at[bits], len(side.place)))
            for side, at, bits in zip(self.sides, (one, other), joined, strict=True)
        ]
        # Each word answers once, but for the parts of compounds: these may have answered already.
        ours_most, theirs_most = (side.total(side.most) for side in self.sides)
        self.shared = np.minimum(ours_most + joins[1], theirs_most + joins[0])
        deeds = texts.words.is_deed[texts.word[mine]] & texts.words.is_deed[texts.word[yours]]
        self.shares_deed = _marked(pair[answered & deeds], len(left))
        against = np.flatnonzero(
            texts.words.opposed[texts.words.meanings[texts.word[mine]], texts.words.meanings[texts.word[yours]]]
        )
        both = self.sides[0].clashing[one[against]] & self.sides[1].clashing[other[against]]
        self.opposed = _marked(pair[against[both]], len(left))

    def _side(self, texts: Ints, first: Ints, at: Ints, worth: Numbers, near: Numbers) -> _Side:
        lengths = self.texts.lengths[texts]
        pairs = np.repeat(np.arange(len(texts)), lengths)
        place = self.texts.start[texts][pairs] + np.arange(len(pairs)) - first[pairs]
        most, nearest = np.zeros(len(pairs)), np.zeros(len(pairs))
        np.maximum.at(most, at, worth)
        np.maximum.at(nearest, at, near)
        return _Side(self.texts, pairs, place, most, nearest, len(texts))

    def _answers(self, ours: Ints, theirs: Ints, foreign: Bits) -> tuple[Bits, Numbers, tuple[Bits, Bits]]:
        """Tell which words may answer each other, how near those of two languages can be, and which are joined.

        Of those, the word of the first or of the second text may have the other in it, even if that has answered.
        """
        words = self.texts.words
        counted = (words.number[ours] != NONE) | (words.number[theirs] != NONE)
        same = (words.stem[ours] == words.stem[theirs]) | words.linked[words.meanings[ours], words.meanings[theirs]]
        found: Bits = np.where(counted, words.number[ours] == words.number[theirs], same)
        near = np.zeros(len(ours))
        prefix = words.prefix[ours]
        rest = np.flatnonzero(~found & (prefix == words.prefix[theirs]) & (prefix != NONE))
        found[rest] = self._each(_spelt_alike, ours[rest], theirs[rest])
        joined = self._joined(ours, theirs), self._joined(theirs, ours)
        found |= joined[0] | joined[1]
        if self.vectors is not None:
            rest = np.flatnonzero(foreign & ~found)
            near[rest] = self._near(self.vectors, ours[rest], theirs[rest])
            careful = words.is_name[ours] | words.is_name[theirs] | (words.is_known[ours] & words.is_known[theirs])
            found |= ~counted & (near >= np.where(careful, KNOWN_ANSWERS, ANSWERS))
        return found, near, joined

    def _joined(self, whole: Ints, part: Ints) -> Bits:
        """Tell which words may be compounds, or initials, of others."""
        words = self.texts.words
        found = np.zeros(len(whole), dtype=bool)
        rest = np.flatnonzero(words.is_compound[whole])
        found[rest] = _among(part_key(whole[rest], words.stem[part[rest]]), words.parts)
        rest = np.flatnonzero(words.is_initials[whole])
        found[rest] |= self._each(_begins_in, part[rest], whole[rest])
        return found

    def _each(self, judge: Callable[[Token, Token], bool], ours: Ints, theirs: Ints) -> Bits:
        """Ask once about each different pair of words."""
        tokens = self.texts.words.tokens
        pairs, back = _different(ours, theirs, len(tokens))
        said = [judge(tokens[one], tokens[other]) for one, other in pairs.tolist()]
        return np.array(said, dtype=bool)[back]

    def _near(self, vectors: Floats, ours: Ints, theirs: Ints) -> Numbers:
        """Return how near the vectors of words can be."""
        pairs, back = _different(ours, theirs, len(self.texts.words.tokens))
        found: Numbers = (dots(vectors, *pairs.T) + SLACK)[back]
        return found

    def promising(self, meaning: Numbers | None) -> Bits:
        """Tell which pairs may be reported."""
        log_odds = np.full(len(self.left), weights().bias)
        found = self._features(meaning)
        for name, weight in weights().features.items():
            log_odds += weight * found.get(name, 0.0)
        least = math.log(weights().uncertain / (1 - weights().uncertain)) - 1e-6
        silent_ = (self.texts.lengths[self.left] == 0) | (self.texts.lengths[self.right] == 0)
        equal = self.texts.said[self.left] == self.texts.said[self.right]
        open_ = self._may_be_one_person() | self._may_be_swapped(found)
        found_: Bits = (log_odds >= least) | silent_ | equal | open_
        return found_

    def _features(self, meaning: Numbers | None) -> dict[str, Numbers]:
        """Return the most of what can speak for each pair, and the least of what can speak against it."""
        shared = self.shared
        rests = [side.total(self._rest(side)) for side in self.sides]
        covers = [shared / np.maximum(shared + rest, 1e-9) for rest in rests]
        least = np.minimum(*rests)
        ours, theirs = self.texts.lengths[self.left], self.texts.lengths[self.right]
        near = np.zeros(len(self.left)) if meaning is None else meaning + SLACK
        return {
            "cover_low": np.minimum(*covers),
            "cover_high": np.maximum(*covers),
            "shared": np.minimum(shared / FULL_EVIDENCE, 1),
            "plenty": np.clip(shared / FULL_EVIDENCE - 1, 0, 1),
            "uneven": np.abs(ours - theirs) / np.maximum(np.maximum(ours, theirs), 1),
            "contrast": least / np.maximum(least + shared, 1e-9),
            "rest": np.minimum(least / FULL_REST, 1),
            "meaning": near,
            "meaning_across": near * self.foreign,
            "strange": self._strange(),
            **self._gaps(),
            **self._clashes(),
        }

    def _rest(self, side: _Side) -> Numbers:
        """Return for each word what it weighs against the pair if it is surely left alone."""
        words, word = self.texts.words, self.texts.word[side.place]
        value = words.weight[word] * np.where(self.texts.aside[side.place], ASIDE, 1)
        value = value * np.where(side.by_run(side.most > 0) > 0, REST_OF_A_NAME, 1)
        value = value * np.where(self.foreign[side.pair] & ~words.is_known[word], UNKNOWN_ACROSS_LANGUAGES, 1)
        return np.where(side.alone, value, 0)

    def _strange(self) -> Numbers:
        """Return the least that the words surely left alone are unlike all words of the other text."""
        if self.vectors is None:
            return np.zeros(len(self.left))
        least = []
        for side in self.sides:
            likeness = np.clip((side.nearest - FAMILIAR) / (SURE - FAMILIAR), 0, 1)
            weight = self.texts.words.weight[self.texts.word[side.place]]
            least.append(side.greatest(np.where(side.clashing, weight * (1 - likeness), 0)))
        return np.where(self.foreign, np.minimum(np.minimum(*least) / STRANGE, 1), 0)

    def _gaps(self) -> dict[str, Numbers]:
        """Tell which pairs tell other deeds or other families of events, and a word in place of another, for sure."""
        texts, left, right = self.texts, self.left, self.right
        mains, wholes = (texts.main[left], texts.main[right]), (texts.whole[left], texts.whole[right])
        apart = ((mains[0] & wholes[1]) == 0) & ((mains[1] & wholes[0]) == 0)
        life = (mains[0] & texts.life & ~wholes[1]) | (mains[1] & texts.life & ~wholes[0])
        deeds = texts.tells_deed[left] & texts.tells_deed[right] & ((wholes[0] & wholes[1]) == 0)
        keys, many = [], int(texts.between.max(initial=0)) + 1
        for side in self.sides:
            between = texts.between[side.place]
            stands = side.clashing & (between != NONE)
            keys.append(side.pair[stands] * many + between[stands])
        found = {
            "family_gap": (mains[0] != 0) & (mains[1] != 0) & apart,
            "life_gap": life != 0,
            "deed_gap": deeds & ~self.shares_deed,
            "replaced": _marked(np.intersect1d(*keys) // many, len(left)),
            "opposed": self.opposed,
        }
        return {name: bits.astype(np.float64) for name, bits in found.items()}

    def _clashes(self) -> dict[str, Numbers]:
        """Tell which kinds of words both sides surely leave alone."""
        words = self.texts.words
        found: dict[str, Bits] = {}
        for side in self.sides:
            word = self.texts.word[side.place]
            kinds = {
                "name_clash": words.is_name[word] & (side.by_run(side.most > 0) == 0),
                "thing_clash": self.texts.is_thing[side.place],
                "number_clash": (words.number[word] != NONE) & ~words.is_date[word],
                "date_clash": words.is_date[word],
            }
            for name, kind in kinds.items():
                here = side.any(side.clashing & kind)
                found[name] = found[name] & here if name in found else here
        found["number_clash"] |= found.pop("date_clash")
        return {name: bits.astype(np.float64) for name, bits in found.items()}

    def _may_be_one_person(self) -> Bits:
        """Tell which pairs may have a whole name in common and something else of weight."""
        found = np.ones(len(self.left), dtype=bool)
        for side in self.sides:
            named = (side.most > 0) & self.texts.words.is_person[self.texts.word[side.place]]
            whole = side.any(side.by_run(named) >= 2)
            least = 2 * WEIGHTS["name"] * np.where(side.any(self.texts.aside[side.place]), BOTH_ASIDE, 1)
            found &= whole & (self.shared - least >= SOMETHING_ELSE - 1e-6)
        return found

    def _may_be_swapped(self, found: dict[str, Numbers]) -> Bits:
        """Tell which pairs may tell nearly the same of two who have changed places."""
        swapped = found["cover_low"] >= MOST_OF_THE_TEXT - 1e-6
        for side in self.sides:
            actors = (side.most > 0) & self.texts.words.is_actor[self.texts.word[side.place]]
            deeds = (side.most > 0) & self.texts.words.may_part[self.texts.word[side.place]]
            swapped &= (side.total(actors.astype(np.float64)) >= 2) & side.any(deeds)
        return swapped


def _marked(places: Ints, number: int) -> Bits:
    """Return bits of which those at some places are set."""
    found = np.zeros(number, dtype=bool)
    found[places] = True
    return found


def _different(ours: Ints, theirs: Ints, number: int) -> tuple[Ints, Ints]:
    """Return the different pairs, and for each given pair which of them it is."""
    keys, back = np.unique(ours * number + theirs, return_inverse=True)
    return np.column_stack(np.divmod(keys, max(number, 1))), back


def _among(keys: Ints, known: Ints) -> Bits:
    """Tell which keys are among the known ones, which are sorted."""
    if not len(known):
        return np.zeros(len(keys), dtype=bool)
    found: Bits = known[np.minimum(np.searchsorted(known, keys), len(known) - 1)] == keys
    return found


def _spelt_alike(one: Token, other: Token) -> bool:
    return any(spelling(one, other, foreign=foreign, least=LIKENESS) > 0 for foreign in (False, True))


def _begins_in(word: Token, initials: Token) -> bool:
    """Tell whether a word may be one of those whose initials an abbreviation is."""
    return word.text[:1].upper() in initials.text


def dots(vectors: Floats, ours: Ints, theirs: Ints) -> Numbers:
    """Return the likeness of the rows of each pair."""
    found = np.empty(len(ours), dtype=np.float32)
    for at in _steps(len(ours)):
        found[at] = np.einsum("ij,ij->i", vectors[ours[at]], vectors[theirs[at]])
    return found


def _steps(number: int) -> Iterator[slice]:
    yield from (slice(at, at + _DOTS) for at in range(0, number, _DOTS))
