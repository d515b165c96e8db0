"""How likely two event texts tell the same event: from text and language alone, never from years."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import compress
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .align import SAME_MEANING, Aligned, align
from .arrays import Bits, Ints, Numbers, blocks, ints, marked, totals
from .features import Features
from .normalise import Token
from .texts import EventText, Texts
from .vectors import Progress, silent, vectors, with_words_at_least

Rows = npt.NDArray[Any]

NOTHING_SHARED = 0.1
"""The most that texts of one language score that share no word: the model knows only pairs that share something."""

MUCH = 6.0
"""The weight of shared words from which a person should look, unless something says plainly that they are two."""

LEAST_TELLING = 0.5
"""The weight from which a word tells of what an event is about."""

PLAINLY_TWO = ("number_clash", "opposed", "negation", "life_gap", "role_swap")
"""The features that say so: numbers, opposites, a death here and none there, changed places."""

MOST_OF_THE_TEXT = 0.6
"""The share of both texts that must be answered before a change of places or a denial means anything."""


@dataclass(frozen=True, slots=True)
class Weights:
    """A model: a bias, a weight per feature, and the least scores of an uncertain pair and of a duplicate."""

    bias: float
    features: Mapping[str, float]
    duplicate: float
    uncertain: float


@dataclass(frozen=True, slots=True)
class Match:
    """One token of the first text answered by one of the second, with how well (0 to 1)."""

    ours: Token
    theirs: Token
    likeness: float


@dataclass(frozen=True, slots=True)
class Alignment:
    """The answered words of two texts and what is left of either.

    `person` has the words of a whole name that both texts have, if they share something else of weight too.
    """

    matches: tuple[Match, ...]
    only_ours: tuple[Token, ...]
    only_theirs: tuple[Token, ...]
    person: tuple[Token, ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a pair in [0, 1]; what it rests on is looked up `among` all scores when somebody asks.

    `is_contrary` tells that nearly all is said in both texts, but two have changed places, or one denies it: no model
    of texts can judge that. `is_open` tells whether a person should look whatever the value: that, one person in other
    words, much in common beside much that is not, or words in common that are rare among the cards (`is_rare`).
    """

    value: float
    is_contrary: bool = False
    is_open: bool = False
    is_rare: bool = False
    is_described: bool = False
    among: "Scores | None" = field(default=None, repr=False, compare=False)
    at: int = field(default=0, repr=False, compare=False)

    @property
    def features(self) -> Mapping[str, float]:
        """What speaks for and against the pair, by name; nothing if there is nothing to compare."""
        return self.among.features(self.at) if self.among else {}

    @property
    def alignment(self) -> Alignment:
        """Which words answer each other, and which stay alone."""
        return self.among.alignment(self.at) if self.among else Alignment((), (), ())

    @property
    def languages(self) -> tuple[str, str]:
        """In which languages the two were compared; empty if there is nothing to compare."""
        return self.among.languages(self.at) if self.among else ("", "")


def weights() -> Weights:
    """Return the weights of the package: those for words and vectors, or those for words alone."""
    return _weights("words-and-vectors" if vectors() else "words-alone")


@cache
def _weights(name: str) -> Weights:
    data = tomllib.loads(files(__package__).joinpath("weights.toml").read_text(encoding="utf-8"))
    model = data[name]
    return Weights(model["bias"], model["features"], model["verdict"]["duplicate"], model["verdict"]["uncertain"])


class Scores:
    """The scores of pairs of texts, which may be very many: what one rests on is compared again when somebody asks.

    `rows` has a row for each: the two texts, the score, whether they say the contrary, whether a person should look,
    whether what they share is rare, which only whoever knows many cards can tell, and whether one describes what the
    other names; as `score` returns them.
    """

    def __init__(self, texts: Texts, rows: Rows) -> None:
        """Keep the scores of pairs of these texts."""
        self.rows = rows
        self._texts = texts
        self._compared: tuple[int, Compared] | None = None

    def each(self) -> Iterator[Score]:
        """Yield the scores one by one."""
        for first in range(0, len(self.rows), _TOGETHER):
            rows = self.rows[first : first + _TOGETHER]
            columns = zip(*(rows[name].tolist() for name in ("value", *_TELLS)), strict=True)
            for at, (value, contrary, is_open, is_rare, is_described) in enumerate(columns, first):
                yield Score(value, contrary, contrary or is_open or is_rare, is_rare, is_described, self, at)

    def features(self, at: int) -> Mapping[str, float]:
        """Return what speaks for and against a pair, by name; nothing if there is nothing to compare."""
        first, compared = self._around(at)
        return compared.features(at - first)

    def languages(self, at: int) -> tuple[str, str]:
        """Return the languages of the two texts of a pair."""
        ours, theirs = (self._texts.events[self.rows[side][at]].language for side in ("left", "right"))
        return ours, theirs

    def alignment(self, at: int) -> Alignment:
        """Return which words of a pair answer each other, and which stay alone."""
        first, compared = self._around(at)
        return compared.alignment(at - first)

    def _around(self, at: int) -> "tuple[int, Compared]":
        """Return pairs compared together, this one among them, and which is the first: who asks will ask for more."""
        found = self._compared
        if found is None or not found[0] <= at < found[0] + len(found[1].rows):
            first = at - at % _TOGETHER
            left, right = (self.rows[name][first : first + _TOGETHER] for name in ("left", "right"))
            block = next(block for block in _blocks(self._texts, left, right) if first + block.stop > at)
            found = self._compared = first + block.start, compare(self._texts, left[block], right[block])
        return found


_TOGETHER = 1000
_TELLS = ("contrary", "open", "rare", "described")
_ROW = np.dtype([("left", "i4"), ("right", "i4"), ("value", "f8"), *((name, "?") for name in _TELLS)])


def is_worth_telling(rows: Rows) -> Bits:
    """Tell which pairs are to be reported, by their scores or since a person should look whatever these are."""
    found: Bits = (rows["value"] >= weights().uncertain) | rows["contrary"] | rows["open"] | rows["rare"]
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """Pairs of texts, and all that their scores rest on.

    `rows` are those of `Scores`. `turned` pairs are looked at the other way round; the texts of `plain` ones are equal,
    or without words. `evidence` is the weight of the words that both have, `table` has a column for each feature. The
    answers of pair `p` are those from `answers[p]` to `answers[p + 1]`; `persons` are those that make up a whole name.
    """

    texts: Texts
    aligned: Aligned
    rows: Rows
    turned: Bits
    plain: Bits
    evidence: Numbers
    table: Numbers
    answers: Ints
    persons: Bits

    def features(self, at: int) -> Mapping[str, float]:
        """Return what speaks for and against a pair, by name; nothing if there is nothing to compare."""
        return {} if self.plain[at] else dict(zip(weights().features, self.table[at].tolist(), strict=True))

    def alignment(self, at: int) -> Alignment:
        """Return which words of a pair answer each other, and which stay alone."""
        sides, turned = self.aligned.sides, bool(self.turned[at])
        first = [int(side.first[at]) for side in sides]
        read = [self.texts.read(int(side.text[at])).tokens for side in sides]
        answers = slice(*self.answers[at : at + 2].tolist())
        columns = (self.aligned.ours, self.aligned.theirs, self.aligned.likeness, self.persons)
        matches, person = [], []
        for one, other, likeness, is_person in zip(*(column[answers].tolist() for column in columns), strict=True):
            ours, theirs = read[0][one - first[0]], read[1][other - first[1]]
            matches.append(Match(theirs, ours, likeness) if turned else Match(ours, theirs, likeness))
            if is_person:
                person.append(matches[-1].ours)
        alone = [
            tuple(compress(tokens, stays[begin : begin + len(tokens)].tolist()))
            for tokens, stays, begin in zip(read, self.aligned.alone, first, strict=True)
        ]
        return Alignment(tuple(matches), alone[turned], alone[not turned], tuple(person))


class Rarity(NamedTuple):
    """How rare each word of a collection is (a row each), and how rare those must be together that ask for a look."""

    of_words: Numbers
    least: float

    def is_shared(self, aligned: Aligned) -> Bits:
        """Tell in which pairs the different words that answer each other are as rare as that."""
        texts, terms = aligned.sides[0].texts.words, len(self.of_words)
        ours, theirs = aligned.sides[0].word[aligned.ours], aligned.sides[1].word[aligned.theirs]
        # Words whose vectors are near mean something like each other, and often no more than that.
        telling = np.minimum(texts.weight[ours], texts.weight[theirs]) >= LEAST_TELLING
        telling &= aligned.likeness >= SAME_MEANING
        rare = np.where(telling, np.minimum(self.of_words[ours], self.of_words[theirs]), 0)
        _, first = np.unique((aligned.pair * terms + texts.term[ours]) * terms + texts.term[theirs], return_index=True)
        found: Bits = totals(aligned.pair[first], rare[first], len(aligned.foreign)) >= self.least
        return found


def compare(texts: Texts, left: Ints, right: Ints, rarity: Rarity | None = None) -> Compared:
    """Compare pairs of texts, all at once; what they say aside counts by its words, and by its meaning if that is read.

    Empty texts score 0; the order of the two does not matter. Without `rarity`, no words count as rare.
    """
    turned = texts.order[left] > texts.order[right]
    ours, theirs = np.where(turned, right, left), np.where(turned, left, right)
    aligned = align(texts.columns, ours, theirs, texts.word_vectors(ours, theirs))
    found, words = Features(aligned), texts.columns
    columns, persons = dict(found.columns()), found.persons()
    same = (words.said[left] == words.said[right]) & words.speaks[left]
    plain = (words.lengths[left] == 0) | (words.lengths[right] == 0) | (same & ~aligned.foreign)
    if texts.meanings is not None:
        columns["meaning"] = np.zeros(len(left))
        columns["meaning"][aligned.foreign] = texts.meanings.likeness(ours[aligned.foreign], theirs[aligned.foreign])
    model, table = weights(), np.zeros((len(left), len(weights().features)))
    log_odds = np.full(len(left), model.bias)
    for at, (name, weight) in enumerate(model.features.items()):
        table[:, at] = columns.get(name, 0.0)
        log_odds += weight * table[:, at]
    plainly_two = np.logical_or.reduce([columns[name] > 0 for name in PLAINLY_TWO])
    much = (found.shared >= MUCH) & ~plainly_two & (columns["replaced"] == 0) & ~plain
    rows = np.empty(len(left), dtype=_ROW)
    rows["left"], rows["right"] = left, right
    chance = 1 / (1 + np.exp(-log_odds))
    nothing = (found.shared == 0) & ~aligned.foreign
    rows["value"] = np.where(plain, same, np.where(nothing, np.minimum(chance, NOTHING_SHARED), chance))
    contrary = (columns["role_swap"] > 0) | (columns["negation"] > 0)
    rows["contrary"] = contrary & (columns["cover_low"] >= MOST_OF_THE_TEXT) & ~plain
    rows["described"] = _are_described(aligned) & ~plain
    rows["open"] = marked(aligned.pair[persons], len(left)) | much
    rows["rare"] = rarity.is_shared(aligned) & ~plainly_two & ~plain if rarity else False
    answers = np.append(0, np.cumsum(np.bincount(aligned.pair, minlength=len(left))))
    is_person = marked(persons, len(aligned.ours))
    return Compared(texts, aligned, rows, turned, plain, found.shared, table, answers, is_person)


def _are_described(aligned: Aligned) -> Bits:
    """Tell in which pairs a name is answered by what describes it, and no other name by itself."""
    words, pairs = aligned.sides[0].texts.words, len(aligned.foreign)
    named = words.is_name[aligned.sides[0].word[aligned.ours]] & words.is_name[aligned.sides[1].word[aligned.theirs]]
    described = aligned.by_description[aligned.ours]
    found: Bits = marked(aligned.pair[described], pairs) & ~marked(aligned.pair[named & ~described], pairs)
    return found


def _blocks(texts: Texts, left: Ints, right: Ints) -> Iterator[slice]:
    """Yield spans of pairs of texts: so many together that the work on them fits into memory."""
    yield from blocks(texts.columns.work(left, right))


def score(texts: Texts, left: Ints, right: Ints, progress: Progress = silent, *, rarity: Rarity | None = None) -> Rows:
    """Return the scores of pairs of texts, a row for each."""
    each = progress(list(_blocks(texts, left, right)), "comparing")
    return np.concatenate(
        [np.empty(0, dtype=_ROW), *(compare(texts, left[block], right[block], rarity).rows for block in each)]
    )


def score_pairs(pairs: Sequence[tuple[EventText, EventText]], progress: Progress = silent) -> list[Score]:
    """Score pairs of event texts, all at once."""
    return with_words_at_least(lambda: _score_pairs(pairs, progress))


def _score_pairs(pairs: Sequence[tuple[EventText, EventText]], progress: Progress) -> list[Score]:
    number = {event: at for at, event in enumerate(dict.fromkeys(event for pair in pairs for event in pair))}
    texts = Texts(list(number), progress)
    left, right = (ints(number[pair[side]] for pair in pairs) for side in (0, 1))
    if texts.meanings is not None:
        texts.meanings.read_asides(np.flatnonzero(texts.foreign(left, right)), progress)
    return list(Scores(texts, score(texts, left, right, progress)).each())


def score_texts(ours: EventText, theirs: EventText) -> Score:
    """Score two event texts."""
    return score_pairs([(ours, theirs)])[0]
