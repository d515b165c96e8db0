"""How likely two event texts tell the same event: from text and language alone, never from years."""

import math
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from .align import Alignment, Match, align, opposed
from .meaning import answer_by_meaning, likeness, prepare, strangeness, tellings
from .normalise import WEIGHTS, Text, Token, normalise
from .profile import before, is_thing, profile
from .vectors import Progress, Vectors, silent, vectors

FULL_EVIDENCE = 4.0
"""The weight of shared words that a short text has; twice as much is plenty, and more says nothing new."""

FULL_REST = 3.0
"""The weight of words left alone on both sides at which more of them say nothing new."""

UNKNOWN_ACROSS_LANGUAGES = 0.5
"""What an unknown word counts across languages: it may well have an answer that the lexicon lacks."""

MOST_OF_THE_TEXT = 0.6
"""The share of both texts that must be answered before a change of places between two names means anything."""

SOMETHING_ELSE = 1.5
"""The weight of shared words, beside a whole name, from which two cards are worth a look."""

BOTH_ASIDE = 0.6
"""What an answered word counts that stands aside in both texts."""

STRANGE = 1.5
"""The weight of a word that has no likeness in the other text at which more of it says nothing new."""

REST_OF_A_NAME = 0.2
"""What the rest of a name counts when the name was answered: (Neil) Armstrong."""

_LOCATING = frozenset("in im an am bei nach aus als at near from as".split())  # noqa: SIM905
_OBJECT = frozenset({"den", "dem", "des"})


@dataclass(frozen=True, slots=True)
class Weights:
    """A model: a bias, a weight per feature, and the least scores of an uncertain pair and of a duplicate."""

    bias: float
    features: Mapping[str, float]
    duplicate: float
    uncertain: float


class EventText(NamedTuple):
    """What a card tells in one language (ISO 639-1): the event, and aside the comment on its back."""

    text: str
    language: str
    aside: str = ""


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a pair in [0, 1], its features and what it rests on."""

    value: float
    features: Mapping[str, float]
    alignment: Alignment

    @property
    def evidence(self) -> float:
        """The weight of the words that both texts have."""
        return sum(_evidence(match) for match in self.alignment.matches)

    @property
    def is_open(self) -> bool:
        """Tell whether a person should look whatever the value: one person in other words, or two changed places."""
        return bool(self.is_swapped or self.same_person)

    @property
    def is_swapped(self) -> bool:
        """Tell whether nearly all is said in both texts, but two have changed places: no text model can judge that."""
        return bool(self.features.get("role_swap")) and self.features["cover_low"] >= MOST_OF_THE_TEXT

    @property
    def same_person(self) -> tuple[Token, ...]:
        """The words of a whole name (two or more) that both texts have, if they share something else of weight too.

        Two such texts tell of one person; whether they tell one event, too different words can hide.
        """
        by_run: dict[tuple[int, int], list[Match]] = {}
        for match in self.alignment.matches:
            if match.ours.kind == match.theirs.kind == "name":
                by_run.setdefault((match.ours.run, match.theirs.run), []).append(match)
        whole = max(by_run.values(), key=len, default=[])
        if len(whole) < 2:
            return ()
        beside = sum(_evidence(match) for match in self.alignment.matches if match not in whole)
        if beside < SOMETHING_ELSE:
            return ()
        return tuple(match.ours for match in whole)


@cache
def weights() -> Weights:
    """Load the weights of the package: those for words and vectors, or those for words alone."""
    data = tomllib.loads(files(__package__).joinpath("weights.toml").read_text(encoding="utf-8"))
    model = data["words-and-vectors" if vectors() else "words-alone"]
    return Weights(model["bias"], model["features"], model["verdict"]["duplicate"], model["verdict"]["uncertain"])


def prepare_texts(pairs: Sequence[tuple[EventText, EventText]], progress: Progress = silent) -> None:
    """Make the vectors that the scores of these pairs need at once, which is much faster than one by one."""
    if known := vectors():
        events = (event for pair in pairs for event in pair)
        known.prepare((told for event in events for told in tellings(event.text, event.aside)), progress)
        read = progress([pair for pair in pairs if pair[0].language != pair[1].language], "reading words")
        prepare(known, ((normalise(*one), normalise(*other)) for one, other in map(_ordered, read)), progress)


def _ordered(pair: tuple[EventText, EventText]) -> tuple[EventText, EventText]:
    first, second = sorted(pair, key=lambda event: (event.language, event.text, event.aside))
    return first, second


def score_texts(ours: EventText, theirs: EventText) -> Score:
    """Score two event texts. Empty texts score 0; the order of the two does not matter."""
    first, second = _ordered((ours, theirs))
    score = _score(first, second)
    if first == ours:
        return score
    turned = score.alignment
    matches = tuple(Match(match.theirs, match.ours, match.likeness) for match in turned.matches)
    return Score(score.value, score.features, Alignment(matches, turned.only_theirs, turned.only_ours))


@lru_cache(maxsize=65536)
def _score(first: EventText, second: EventText) -> Score:
    ours, theirs = normalise(*first), normalise(*second)
    alignment = align(ours, theirs)
    if not ours.tokens or not theirs.tokens:
        same = bool(ours.words) and ours.words == theirs.words
        return Score(float(same), {}, alignment)
    if ours.language == theirs.language and ours.words == theirs.words:
        return Score(1.0, {}, alignment)
    found, alignment = features(first, second)
    model = weights()
    log_odds = model.bias + sum(weight * found[name] for name, weight in model.features.items())
    return Score(1 / (1 + math.exp(-log_odds)), found, alignment)


def features(first: EventText, second: EventText) -> tuple[dict[str, float], Alignment]:
    """Return what speaks for and against a pair, each between 0 and 1, and how its words answer each other."""
    ours, theirs = normalise(*first), normalise(*second)
    alignment = align(ours, theirs)
    if known := vectors():
        told = tellings(first.text, first.aside), tellings(second.text, second.aside)
        alignment, meant = _by_meaning(known, told, (ours, theirs), alignment)
        return _by_words(ours, theirs, alignment) | meant, alignment
    return _by_words(ours, theirs, alignment), alignment


def _by_meaning(
    known: Vectors, told: tuple[Sequence[str], Sequence[str]], read: tuple[Text, Text], alignment: Alignment
) -> tuple[Alignment, dict[str, float]]:
    """Return the alignment with what vectors add to it, and the features they give."""
    near = likeness(known, *told)
    if read[0].language == read[1].language:
        return alignment, {"meaning": near, "meaning_across": 0.0, "strange": 0.0}
    alignment = answer_by_meaning(known, *read, alignment)
    strange = min(strangeness(known, *read, alignment) / STRANGE, 1.0)
    return alignment, {"meaning": near, "meaning_across": near, "strange": strange}


def _by_words(ours: Text, theirs: Text, alignment: Alignment) -> dict[str, float]:
    foreign = ours.language != theirs.language
    shared = sum(_evidence(match) for match in alignment.matches)
    torn = _torn_names(alignment)
    answered_ours = {match.ours.run for match in alignment.matches} - {ours for ours, _ in torn}
    answered_theirs = {match.theirs.run for match in alignment.matches} - {theirs for _, theirs in torn}
    rest_ours = _rest(alignment.only_ours, answered_ours, foreign=foreign)
    rest_theirs = _rest(alignment.only_theirs, answered_theirs, foreign=foreign)
    covers = shared / (shared + sum(rest_ours) or 1), shared / (shared + sum(rest_theirs) or 1)
    least = min(sum(rest_ours), sum(rest_theirs))
    # An aside may say anything: only the first sentences can clash.
    only = [[token for token in tokens if not token.aside] for tokens in (alignment.only_ours, alignment.only_theirs)]
    numbers = [any(token.number is not None and token.kind != "date" for token in tokens) for tokens in only]
    dates = [any(token.kind == "date" for token in tokens) for tokens in only]
    return {
        "cover_low": min(covers),
        "cover_high": max(covers),
        "shared": min(shared / FULL_EVIDENCE, 1.0),
        "plenty": min(max(shared / FULL_EVIDENCE - 1, 0.0), 1.0),
        "uneven": uneven(len(ours.tokens), len(theirs.tokens)),
        "contrast": least / (least + shared) if least else 0.0,
        "rest": min(least / FULL_REST, 1.0),
        "name_clash": _name_clash(alignment, answered_ours, answered_theirs),
        "thing_clash": float(all(any(is_thing(token) for token in tokens) for tokens in only)),
        "deed_gap": float(_deed_gap(ours, theirs, alignment)),
        "family_gap": float(profile(ours).is_of_other_family(profile(theirs))),
        "life_gap": float(profile(ours).tells_other_life(profile(theirs))),
        "replaced": float(_replaced(ours, theirs, only)),
        "number_clash": float(all(numbers) or all(dates)),
        "opposed": float(opposed(alignment) is not None),
        "negation": float(ours.negated != theirs.negated) * min(covers),
        "role_swap": float(_role_swap(ours, theirs, alignment)),
    }


def uneven(ours: int, theirs: int) -> float:
    """Return the share of the longer text's words that it has beyond the shorter: a title and a sentence tell alike."""
    return abs(ours - theirs) / max(ours, theirs, 1)


def _evidence(match: Match) -> float:
    """Return what an answered word counts: what one text tells and the other adds beside it was still told by both."""
    weight = min(WEIGHTS[match.ours.kind], WEIGHTS[match.theirs.kind])
    return weight * match.likeness * (BOTH_ASIDE if match.ours.aside and match.theirs.aside else 1)


def _rest(tokens: Iterable[Token], answered: set[int], *, foreign: bool) -> list[float]:
    """Return the weights of words left alone."""
    return [
        token.weight
        * (REST_OF_A_NAME if token.run >= 0 and token.run in answered else 1)
        * (UNKNOWN_ACROSS_LANGUAGES if foreign and not token.meanings and token.number is None else 1)
        for token in tokens
    ]


def _deed_gap(ours: Text, theirs: Text, alignment: Alignment) -> bool:
    """Tell whether both texts tell a deed, but none that the other tells too."""
    one, other = profile(ours), profile(theirs)
    if not (one.tells_deed and other.tells_deed and one.whole.isdisjoint(other.whole)):
        return False
    return not any(match.ours.is_deed and match.theirs.is_deed for match in alignment.matches)


def _replaced(ours: Text, theirs: Text, only: Sequence[Sequence[Token]]) -> bool:
    """Tell whether a word of one text stands, between the same words, in the place of a word of the other."""
    mine, yours = profile(ours).places, profile(theirs).places
    left = {mine[token] for token in only[0] if token in mine}
    return bool(left) and any(yours.get(token) in left for token in only[1])


def _name_clash(alignment: Alignment, ours: set[int], theirs: set[int]) -> float:
    """Tell whether both sides leave a name alone of which nothing was answered."""
    left, right = (
        {token.run for token in tokens if token.is_name and not token.aside}
        for tokens in (alignment.only_ours, alignment.only_theirs)
    )
    return float(bool(left - ours) and bool(right - theirs))


def _torn_names(alignment: Alignment) -> set[tuple[int, int]]:
    """Return the names answered in part with other words left on both sides: Indira Gandhi and Mahatma Gandhi."""
    left, right = (
        {token.run for token in tokens if token.kind == "name"}
        for tokens in (alignment.only_ours, alignment.only_theirs)
    )
    return {
        (match.ours.run, match.theirs.run)
        for match in alignment.matches
        if match.ours.run in left and match.theirs.run in right
    }


def _role_swap(ours: Text, theirs: Text, alignment: Alignment) -> bool:
    """Tell whether two people, places or offices have changed places around a deed that both texts name."""
    if ours.by_whom != theirs.by_whom:
        return False
    actors = [
        match
        for match in alignment.matches
        if (match.ours.is_name or match.ours.kind == "role")
        and not _keeps_its_place(before(ours, match.ours), before(theirs, match.theirs))
    ]
    deeds = [match for match in alignment.matches if match.ours.kind in {"act", "deed", "light"}]
    return any(
        (one.ours.at < deed.ours.at < other.ours.at and other.theirs.at < deed.theirs.at < one.theirs.at)
        for deed in deeds
        for one in actors
        for other in actors
        if one.ours.run != other.ours.run or one.ours.run < 0
    )


def _keeps_its_place(ours: str, theirs: str) -> bool:
    """Tell by the words before a name that it did not change places: it is where, or the object in both texts."""
    return ours in _LOCATING or theirs in _LOCATING or (ours in _OBJECT and theirs in _OBJECT)
