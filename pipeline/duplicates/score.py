"""How likely two event texts tell the same event: from text and language alone, never from years."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
import numpy.typing as npt

from .align import Aligned, align
from .arrays import Bits, Ints, Numbers, blocks, ints, marked, spans
from .features import Features
from .normalise import Token
from .texts import EventText, Texts
from .vectors import Progress, silent, vectors

Rows = npt.NDArray[Any]

MUCH = 6.0
"""The weight of shared words from which a person should look, unless something says plainly that they are two."""

PLAINLY_TWO = ("number_clash", "replaced", "opposed", "negation", "life_gap", "role_swap")
"""The features that say so: numbers, a template, opposites, a death here and none there, changed places."""

MOST_OF_THE_TEXT = 0.6
"""The share of both texts that must be answered before a change of places between two names means anything."""


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
    """The score of a pair in [0, 1], and what it rests on, which is looked up when somebody asks.

    `is_swapped` tells that nearly all is said in both texts, but two have changed places: no text model can judge that.
    `is_open` tells whether a person should look whatever the value: changed places, one person in other words, or
    much in common beside much that is not.
    """

    value: float
    is_swapped: bool = False
    is_open: bool = False
    rests_on: "tuple[Scores, int, Texts] | None" = field(default=None, repr=False, compare=False)

    @property
    def features(self) -> Mapping[str, float]:
        """What speaks for and against the pair, by name; nothing if there is nothing to compare."""
        if self.rests_on is None or self.rests_on[0].pairs["plain"][self.rests_on[1]]:
            return {}
        scores, at, _ = self.rests_on
        return dict(zip(weights().features, scores.pairs["features"][at].tolist(), strict=True))

    @property
    def alignment(self) -> Alignment:
        """Which words answer each other, and which stay alone."""
        return self.rests_on[0].alignment(*self.rests_on[1:]) if self.rests_on else Alignment((), (), ())


@cache
def weights() -> Weights:
    """Load the weights of the package: those for words and vectors, or those for words alone."""
    data = tomllib.loads(files(__package__).joinpath("weights.toml").read_text(encoding="utf-8"))
    model = data["words-and-vectors" if vectors() else "words-alone"]
    return Weights(model["bias"], model["features"], model["verdict"]["duplicate"], model["verdict"]["uncertain"])


@dataclass(frozen=True, slots=True)
class Scores:
    """The scores of pairs of texts, and what each rests on.

    `pairs` has a row for each: the two texts (`turned` pairs are looked at the other way round), the score, the weight
    of the words that both have, whether they are `plain`, equal or without words, and the features of others.
    `answers` has a row for each answered word, `alone` for each word left, with places in the texts.
    """

    pairs: Rows
    answers: Rows
    alone: Rows

    @property
    def value(self) -> Numbers:
        """The scores."""
        found: Numbers = self.pairs["value"]
        return found

    @property
    def is_worth_telling(self) -> Bits:
        """Tell which pairs are to be reported, by their scores or since a person should look whatever these are."""
        found: Bits = (self.value >= weights().uncertain) | self.pairs["swapped"] | self.pairs["open"]
        return found

    def take(self, chosen: Ints) -> "Scores":
        """Return the scores of the chosen pairs, in that order."""
        pairs = self.pairs[chosen]
        rows = [getattr(self, name)[spans(pairs[f"{name}_from"], pairs[name])] for name in _WORDS]
        return Scores(_numbered(pairs), *rows)

    def with_meanings(self, texts: Texts) -> "Scores":
        """Return the scores with the likeness of the vectors of whole texts, as far as these are read."""
        pairs, model = self.pairs.copy(), weights()
        features = pairs["features"]
        if texts.meanings is not None:
            near = texts.meanings.likeness(pairs["left"], pairs["right"])
            spoken, names = texts.columns.language, list(model.features)
            features[:, names.index("meaning")] = near
            features[:, names.index("meaning_across")] = near * (spoken[pairs["left"]] != spoken[pairs["right"]])
        log_odds = np.full(len(pairs), model.bias)
        for at, weight in enumerate(model.features.values()):
            log_odds += weight * features[:, at]
        pairs["value"] = np.where(pairs["plain"], pairs["value"], 1 / (1 + np.exp(-log_odds)))
        return replace(self, pairs=pairs)

    def each(self, texts: Texts) -> list[Score]:
        """Return the scores one by one."""
        rows = zip(*(self.pairs[name].tolist() for name in ("value", "swapped", "open")), strict=True)
        return [
            Score(value, swapped, swapped or is_open, (self, at, texts))
            for at, (value, swapped, is_open) in enumerate(rows)
        ]

    def alignment(self, at: int, texts: Texts) -> Alignment:
        """Return which words of one pair answer each other, and which stay alone."""
        left, right, turned, *where = self.pairs[["left", "right", "turned", *_WHERE]][at].tolist()
        read = texts.read(left).tokens, texts.read(right).tokens
        answers, alone_ = (
            rows[first : first + many].tolist()
            for rows, first, many in zip((self.answers, self.alone), where[::2], where[1::2], strict=True)
        )
        matches, person = [], []
        for one, other, is_person, likeness in answers:
            ours, theirs = read[0][one], read[1][other]
            matches.append(Match(theirs, ours, likeness) if turned else Match(ours, theirs, likeness))
            if is_person:
                person.append(matches[-1].ours)
        alone: tuple[list[Token], list[Token]] = [], []
        for side, place in alone_:
            alone[side ^ turned].append(read[side][place])
        return Alignment(tuple(matches), tuple(alone[0]), tuple(alone[1]), tuple(person))


_WORDS = ("answers", "alone")
_WHERE = ("answers_from", "answers", "alone_from", "alone")
_ANSWER = np.dtype([("ours", "i4"), ("theirs", "i4"), ("person", "?"), ("likeness", "f8")])
_ALONE = np.dtype([("side", "i1"), ("place", "i4")])


def _pair_type() -> np.dtype[np.void]:
    numbers = [(name, "i8") for name in ("left", "right", *_WHERE)] + [(name, "f8") for name in ("value", "evidence")]
    truths = [(name, "?") for name in ("turned", "plain", "swapped", "open")]
    return np.dtype([*numbers, *truths, ("features", "f8", (len(weights().features),))])


def _numbered(pairs: Rows) -> Rows:
    """Return the pairs with where their words begin, one after the other."""
    for name in _WORDS:
        pairs[f"{name}_from"] = np.cumsum(pairs[name]) - pairs[name]
    return pairs


def joined(blocks: Sequence[Scores]) -> Scores:
    """Return the scores of several blocks of pairs as one."""
    pairs, *rows = (np.concatenate([getattr(block, name) for block in blocks]) for name in ("pairs", *_WORDS))
    return Scores(_numbered(pairs), *rows)


def score(texts: Texts, left: Ints, right: Ints) -> Scores:
    """Score pairs of texts, all at once; what they say aside counts by its words, and by its meaning if that is read.

    Empty texts score 0; the order of the two does not matter.
    """
    turned = texts.order[left] > texts.order[right]
    left, right = np.where(turned, right, left), np.where(turned, left, right)
    aligned = align(texts.columns, left, right, texts.word_vectors(left, right))
    found, words = Features(aligned), texts.columns
    columns, persons = found.columns(), found.persons()
    pairs = np.zeros(len(left), dtype=_pair_type())
    pairs["left"], pairs["right"], pairs["turned"] = left, right, turned
    same = (words.said[left] == words.said[right]) & words.speaks[left]
    pairs["value"], pairs["evidence"] = same, found.shared
    pairs["plain"] = (words.lengths[left] == 0) | (words.lengths[right] == 0) | (same & ~aligned.foreign)
    pairs["swapped"] = (columns["role_swap"] > 0) & (columns["cover_low"] >= MOST_OF_THE_TEXT) & ~pairs["plain"]
    plainly_two = sum(columns[name] for name in PLAINLY_TWO) > 0
    much = (found.shared >= MUCH) & ~plainly_two & ~pairs["plain"]
    pairs["open"] = marked(aligned.pair[persons], len(left)) | much
    for at, name in enumerate(weights().features):
        pairs["features"][:, at] = columns.get(name, 0.0)
    pairs["answers"] = np.bincount(aligned.pair, minlength=len(left))
    pairs["alone"] = sum(
        np.bincount(side.pair[alone], minlength=len(left))
        for side, alone in zip(aligned.sides, aligned.alone, strict=True)
    )
    return Scores(_numbered(pairs), _answers(aligned, persons), _alone(aligned)).with_meanings(texts)


def _answers(aligned: Aligned, persons: Ints) -> Rows:
    found = np.empty(len(aligned.ours), dtype=_ANSWER)
    found["person"] = marked(persons, len(found))
    found["likeness"] = aligned.likeness
    for name, side, at in zip(("ours", "theirs"), aligned.sides, (aligned.ours, aligned.theirs), strict=True):
        found[name] = at - side.first[side.pair[at]]
    return found


def _alone(aligned: Aligned) -> Rows:
    places = [np.flatnonzero(alone) for alone in aligned.alone]
    found = np.empty(sum(map(len, places)), dtype=_ALONE)
    found["side"] = np.repeat([0, 1], [len(at) for at in places])
    rows = list(zip(aligned.sides, places, strict=True))
    found["place"] = np.concatenate([at - side.first[side.pair[at]] for side, at in rows])
    return found[np.argsort(np.concatenate([side.pair[at] for side, at in rows]), kind="stable")]


def score_pairs(pairs: Sequence[tuple[EventText, EventText]], progress: Progress = silent) -> list[Score]:
    """Score pairs of event texts, all at once."""
    number = {event: at for at, event in enumerate(dict.fromkeys(event for pair in pairs for event in pair))}
    texts = Texts(list(number), progress)
    left, right = (ints(number[pair[side]] for pair in pairs) for side in (0, 1))
    if texts.meanings is not None:
        texts.meanings.read_asides(np.concatenate([left, right]), progress)
    found: list[Score] = []
    lengths = texts.columns.lengths
    for block in progress(list(blocks(lengths[left] * lengths[right] + 1)), "comparing"):
        found += score(texts, left[block], right[block]).each(texts)
    return found


def score_texts(ours: EventText, theirs: EventText) -> Score:
    """Score two event texts."""
    return score_pairs([(ours, theirs)])[0]
