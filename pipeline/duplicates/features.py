"""What speaks for and against pairs of texts, in columns: each feature between 0 and 1 for all pairs at once."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from .align import Aligned
from .arrays import NONE, Bits, Ints, Numbers, marked, spans, totals
from .gaps import gaps, least_in_both
from .normalise import ASIDE
from .roles import ELSEWHERE, THERE
from .side import Side

FULL_EVIDENCE = 4.0
"""The weight of shared words that a short text has; twice as much is plenty, and more says nothing new."""

UNKNOWN_ACROSS_LANGUAGES = 0.5
"""What an unknown word counts across languages: it may well have an answer that the lexicon lacks."""

BOTH_ASIDE = 0.6
"""What an answered word counts that stands aside in both texts."""

REST_OF_A_NAME = 0.2
"""What the rest of a name counts when the name was answered: (Neil) Armstrong."""

DESCRIBING = 0.4
"""What a word left over counts that describes a name of the other text."""

SOMETHING_ELSE = 1.5
"""The weight of shared words, beside a whole name, from which two cards are worth a look."""

FAMILIAR, SURE = 0.35, 0.75
"""The likeness of the nearest word from which a word is less than wholly strange, and from which it is not at all."""

STRANGE = 1.5
"""The weight of a word that has no likeness in the other text at which more of it says nothing new."""

LITTLE = 0.5
"""The weight of words left alone that say next to nothing: light ones, and the rest of an answered name."""

FULL_PLACE = 1.5
"""The weight of words in the place of others at which more of them say nothing new."""


class Features:
    """The features of aligned pairs of texts."""

    def __init__(self, aligned: Aligned) -> None:
        """Look at the words that are answered, and at those left alone."""
        self._aligned, self._sides = aligned, aligned.sides
        self._texts, self._words = aligned.sides[0].texts, aligned.sides[0].texts.words
        self._pairs = len(aligned.foreign)
        self._pair = aligned.pair
        self._places = [side.place[at] for side, at in zip(self._sides, (aligned.ours, aligned.theirs), strict=True)]
        self._matched = [self._texts.word[place] for place in self._places]
        self.evidence = self._evidence()
        self.shared: Numbers = self._total(self._pair, self.evidence)
        self._answered = self._answered_names()

    def _evidence(self) -> Numbers:
        """Return what each answer counts: what one text tells and the other adds beside it was still told by both."""
        weight = np.minimum(*(self._words.weight[word] for word in self._matched))
        both = self._texts.aside[self._places[0]] & self._texts.aside[self._places[1]]
        return weight * self._aligned.likeness * np.where(both, BOTH_ASIDE, 1)

    def _total(self, pair: Ints, values: Numbers) -> Numbers:
        return totals(pair, values, self._pairs)

    def _any(self, side: Side, which: Bits) -> Bits:
        return marked(side.pair[which], self._pairs)

    def _leader(self, side: int, at: Ints) -> Ints:
        """Return where the names begin to which words belong, NONE for other words."""
        leader = self._texts.leader[self._sides[side].place[at]]
        return np.where(leader == NONE, NONE, self._sides[side].first[self._sides[side].pair[at]] + leader)

    def _answered_names(self) -> tuple[Bits, Bits]:
        """Tell which words belong to names of which something was answered, by the words that their names begin with.

        A name answered in part with other words left on both sides is not: Indira Gandhi and Mahatma Gandhi.
        """
        answers = self._aligned.ours, self._aligned.theirs
        leaders = [self._leader(side, at) for side, at in enumerate(answers)]
        torn = np.ones(len(self._pair), dtype=bool)
        for side, leader in enumerate(leaders):
            left = self._aligned.alone[side] & self._words.is_person[self._sides[side].word]
            begun = marked(self._leader(side, np.flatnonzero(left)), len(left))
            torn &= begun[leader] & (leader != NONE)
        found = []
        for side, leader in enumerate(leaders):
            answered = marked(leader[leader != NONE], len(self._sides[side].place))
            answered[leader[torn]] = False
            own = self._leader(side, np.arange(len(answered)))
            found.append(answered[own] & (own != NONE))
        return found[0], found[1]

    def columns(self) -> Mapping[str, Numbers]:
        """Return the features that words give."""
        rests = [self._rest(at) for at in range(2)]
        left_alone = [self._total(side.pair, rest) for side, rest in zip(self._sides, rests, strict=True)]
        covers = [self.shared / _or_one(self.shared + rest) for rest in left_alone]
        ours, theirs = (side.lengths for side in self._sides)
        low = np.minimum(*covers)
        found: dict[str, npt.NDArray[Any]] = {
            "cover_low": low,
            "plenty": np.clip(self.shared / FULL_EVIDENCE - 1, 0, 1),
            # A short text may leave out what a long one tells, if the long one tells what is in the short one.
            "uneven": np.abs(ours - theirs) / np.maximum(np.maximum(ours, theirs), 1) * np.maximum(*covers),
            "negation": self._denied(0) | self._denied(1),
            **self._gaps(),
            **self._clashes(rests),
            "opposed": self._opposed(),
            **self._template(),
            "role_swap": self._role_swap(),
        }
        if self._aligned.nearest is not None:
            found["strange"] = self._strange(self._aligned.nearest)
        return {name: values.astype(np.float64) for name, values in found.items()}

    def _rest(self, at: int) -> Numbers:
        """Return for each word of a side what it weighs against the pair."""
        side, words = self._sides[at], self._words
        word = side.word
        value = words.weight[word] * np.where(self._texts.aside[side.place], ASIDE, 1)
        value *= np.where(self._answered[at], REST_OF_A_NAME, 1)
        value *= np.where(self._aligned.foreign[side.pair] & ~words.is_known[word], UNKNOWN_ACROSS_LANGUAGES, 1)
        value *= np.where(self._aligned.describing[at], DESCRIBING, 1)
        return np.where(self._aligned.alone[at] | self._aligned.describing[at], value, 0)

    def _clashing(self, at: int) -> Bits:
        """Tell which words of a side stay alone and say something; an aside may say anything, none of it clashes."""
        return self._told_alone(at) & ~self._words.is_silent[self._sides[at].word]

    def _told_alone(self, at: int) -> Bits:
        return self._aligned.alone[at] & ~self._texts.aside[self._sides[at].place]

    def _gaps(self) -> dict[str, Bits]:
        """Tell which pairs tell other deeds or other families of events."""
        texts, left, right = self._texts, self._sides[0].text, self._sides[1].text
        mains, wholes = (texts.main[left], texts.main[right]), (texts.whole[left], texts.whole[right])
        apart = ((mains[0] & wholes[1]) == 0) & ((mains[1] & wholes[0]) == 0)
        life = (mains[0] & texts.life & ~wholes[1]) | (mains[1] & texts.life & ~wholes[0])
        deeds = texts.tells_deed[left] & texts.tells_deed[right] & ((wholes[0] & wholes[1]) == 0)
        both = self._words.is_deed[self._matched[0]] & self._words.is_deed[self._matched[1]]
        return {
            "family_gap": (mains[0] != 0) & (mains[1] != 0) & apart,
            "life_gap": life != 0,
            "deed_gap": deeds & ~marked(self._pair[both], self._pairs),
        }

    def _clashes(self, rests: list[Numbers]) -> dict[str, Bits]:
        """Tell which kinds of words both sides leave alone."""
        words = self._words
        found: dict[str, Bits] = {}
        beyond = np.zeros(self._pairs, dtype=bool)
        for at, side in enumerate(self._sides):
            word, clashing, in_miles = side.word, self._clashing(at), self._texts.in_miles[side.place]
            number = words.has_number[word] & ~words.is_date[word] & ~in_miles
            which = number & (words.is_ordinal[word] | self._texts.says_which[side.place])
            kinds = {
                "name_clash": words.is_name[word] & ~self._answered[at],
                "which_clash": which,
                "count_clash": number & ~which,
                "mile_clash": in_miles,
                "date_clash": words.is_date[word],
            }
            here = {name: self._any(side, clashing & kind) for name, kind in kinds.items()}
            found = {name: found[name] & bits if at else bits for name, bits in here.items()}
            beyond |= here["which_clash"] | here["count_clash"] | here["mile_clash"]
        # Three thousand miles may be five thousand kilometres, and two sheep may stand before the sixteenth Louis.
        clash = found.pop("which_clash") | found.pop("count_clash") | found.pop("mile_clash")
        found["number_beyond"] = beyond & ~clash
        found["number_clash"] = clash | found.pop("date_clash") | self._other_of_a_row(rests)
        return found

    def _other_of_a_row(self, rests: list[Numbers]) -> Bits:
        """Tell which pairs differ by nothing but a number that says which of several one means: Rocky, Rocky III.

        Rulers are named with and without a number: where both tell a title, and it stands before the name, that says
        nothing (Queen Elizabeth).
        """
        found, rest = np.zeros(self._pairs, dtype=bool), np.zeros(self._pairs)
        for at, side in enumerate(self._sides):
            number = self._clashing(at) & self._texts.says_which[side.place]
            found |= self._any(side, number)
            rest += self._total(side.pair, np.where(number, 0, rests[at]))
        titled = self._texts.titled[self._places[0]] | self._texts.titled[self._places[1]]
        return found & (rest <= LITTLE) & ~marked(self._pair[titled], self._pairs)

    def _template(self) -> dict[str, Numbers]:
        """Tell how much of one text stands in the place of something else in the other, and how alike the letters are.

        A text with another word in it is no slip of the pen: the more alike the rest is, the surer it tells of
        something else (first woman in space, first woman on Everest).
        """
        found = gaps(self._sides, self._aligned.ours, self._aligned.theirs)
        alone = [np.flatnonzero(self._clashing(at)) for at in range(2)]
        pairs = [side.pair[at] for side, at in zip(self._sides, alone, strict=True)]
        both = marked(pairs[0], self._pairs) & marked(pairs[1], self._pairs) & self._leaves_more_than_deeds()
        bound = [found.bounded(at, words) for at, words in enumerate(alone)]
        keys = [found.keys(at, words) for at, words in enumerate(bound)]
        told = [self._words.weight[side.word[at]] for side, at in zip(self._sides, bound, strict=True)]
        names = self._words.is_name | self._words.has_number
        naming = [
            np.where(names[side.word[at]], weight, 0) for side, at, weight in zip(self._sides, bound, told, strict=True)
        ]
        pair = self._sides[0].pair[bound[0]]
        stands = least_in_both((keys[0][0], keys[1][0]), pair, (told[0], told[1]), self._pairs)
        beside = [
            least_in_both((keys[0][end], keys[1][end]), pair, (naming[0], naming[1]), self._pairs) for end in (1, 2)
        ]
        return {
            "replaced": np.minimum(stands / FULL_PLACE, 1),
            "name_replaced": np.minimum(np.maximum(*beside) / FULL_PLACE, 1),
            "template": np.where(both, self._texts.alike(self._sides[0].text, self._sides[1].text), 0),
        }

    def _leaves_more_than_deeds(self) -> Bits:
        """Tell which pairs leave more alone than deeds that others may word otherwise: reaches, stands at.

        Where both leave a deed that the lexicon knows, it knows that the deeds differ.
        """
        things, deeds = np.zeros(self._pairs, dtype=bool), np.ones(self._pairs, dtype=bool)
        for at, side in enumerate(self._sides):
            alone = self._clashing(at) & ~self._answered[at]
            things |= self._any(side, alone & ~self._words.is_verb[side.word])
            deeds &= self._any(side, alone & self._words.is_deed[side.word])
        return things | deeds

    def _opposed(self) -> Bits:
        """Tell where words left alone say the opposite of each other."""
        ours, theirs = self._sides
        words = self._words
        rows = [self._told_alone(at) & words.has_opposite[side.word] for at, side in enumerate(self._sides)]
        one, other = _crossed(np.flatnonzero(rows[0]), np.flatnonzero(rows[1]), ours.pair, theirs.pair, self._pairs)
        return marked(ours.pair[one[words.are_opposed(ours.word[one], theirs.word[other])]], self._pairs)

    def _strange(self, nearest: tuple[Numbers, Numbers]) -> Numbers:
        """Return how strange the strangest word left alone is in the text of which the strangest is less strange."""
        least = []
        for at, side in enumerate(self._sides):
            likeness = np.clip((nearest[at] - FAMILIAR) / (SURE - FAMILIAR), 0, 1)
            value = np.where(self._clashing(at), self._words.weight[side.word] * (1 - likeness), 0)
            most = np.zeros(self._pairs)
            np.maximum.at(most, side.pair, value)
            least.append(most)
        return np.where(self._aligned.foreign, np.minimum(np.minimum(*least) / STRANGE, 1), 0)

    def _denied(self, at: int) -> Bits:
        """Tell which texts of a side deny what the first sentences of the others, which deny nothing, tell."""
        side, other = self._sides[at], self._sides[1 - at]
        denied = self._texts.denied[side.text]
        found: Bits = (denied >= 0) & (self._texts.denied[other.text] == NONE)
        answers = (self._aligned.ours, self._aligned.theirs)[at]
        told = marked(answers[~self._texts.aside[self._places[1 - at]]], len(side.place))
        found[found] = told[side.first[found] + denied[found]]
        return found

    def _role_swap(self) -> Bits:
        """Tell where two people, places or offices have changed places around a deed that both first sentences name.

        So have one who does it and the place where it is done: Germany wins in Italy, Italy wins in Germany.
        """
        words, (ours, theirs) = self._words, self._places
        mine, yours = self._texts.order[ours], self._texts.order[theirs]
        told = ~(self._texts.aside[ours] | self._texts.aside[theirs])
        actors = told & self._either(words.is_actor)
        taking_part = told & (mine > ELSEWHERE) & (yours > ELSEWHERE)
        deed, actor = self._around(taking_part & self._either(words.has_roles), taking_part & actors)
        before = (mine[actor] < mine[deed]) & (yours[actor] > yours[deed])
        after = (mine[actor] > mine[deed]) & (yours[actor] < yours[deed])
        swapped = self._both_ways(deed, before, after)
        deed, actor = self._around(told & self._either(words.is_deed | (words.is_actor & ~words.is_name)), actors)
        acts, acts_there = ((at[actor] > ELSEWHERE) & (at[actor] < at[deed]) for at in (mine, yours))
        return swapped | self._both_ways(deed, acts & (yours[actor] == THERE), acts_there & (mine[actor] == THERE))

    def _either(self, which: Bits) -> Bits:
        """Tell of which answers one of the two words is such a one."""
        return which[self._matched[0]] | which[self._matched[1]]

    def _around(self, deeds: Bits, actors: Bits) -> tuple[Ints, Ints]:
        """Return each of these deeds with each of these actors of its pair, both as answers."""
        return _crossed(np.flatnonzero(deeds), np.flatnonzero(actors), self._pair, self._pair, self._pairs)

    def _both_ways(self, deed: Ints, gone: Bits, come: Bits) -> Bits:
        """Tell which pairs have a deed from which one is gone and to which another has come."""
        both = marked(deed[gone], len(self._pair)) & marked(deed[come], len(self._pair))
        return marked(self._pair[both], self._pairs)

    def persons(self) -> Ints:
        """Return the answers that make up, in each pair, the whole name (two words or more) that both texts have.

        Only of pairs that share something else of weight: two such texts tell of one person; whether they tell one
        event, too different words can hide.
        """
        person = np.flatnonzero(self._words.is_person[self._matched[0]] & self._words.is_person[self._matched[1]])
        if not len(person):
            return person
        leaders = self._leader(0, self._aligned.ours[person]), self._leader(1, self._aligned.theirs[person])
        key = leaders[0] * (len(self._sides[1].place) + 1) + leaders[1]
        names, first, back, many = np.unique(key, return_index=True, return_inverse=True, return_counts=True)
        del names
        whole = np.flatnonzero(many >= 2)
        pair = self._pair[person[first[whole]]]
        # The longest name of each pair, of several the first.
        order = np.lexsort((first[whole], -many[whole], pair))
        whole, pair = whole[order], pair[order]
        kept = np.append(True, pair[1:] != pair[:-1])[: len(pair)]
        chosen = person[marked(whole[kept], len(many))[back]]
        beside = self.shared - self._total(self._pair[chosen], self.evidence[chosen])
        found: Ints = chosen[beside[self._pair[chosen]] >= SOMETHING_ELSE - 1e-9]
        return found


def _crossed(ours: Ints, theirs: Ints, mine: Ints, yours: Ints, pairs: int) -> tuple[Ints, Ints]:
    """Return each of `ours` with each of `theirs` that belongs to the same pair; both are sorted by pairs."""
    many = np.bincount(yours[theirs], minlength=pairs)
    begin = np.cumsum(many) - many
    pair = mine[ours]
    return np.repeat(ours, many[pair]), theirs[spans(begin[pair], many[pair])]


def _or_one(values: Numbers) -> Numbers:
    return np.where(values == 0, 1, values)
