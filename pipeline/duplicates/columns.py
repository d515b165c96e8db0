"""Many texts as columns of numbers: what it takes to compare very many pairs of them at once."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from .arrays import NONE, Bits, Ints, Numbered, Numbers, bits, ints
from .lexicon import lexicon
from .normalise import WEIGHTS, Text, Token
from .profile import LIFE, Place, is_thing, profile
from .spelling import Spellings

__all__ = ["Bits", "Columns", "Ints", "Words", "columns"]

_SIGNS = 63


@dataclass(frozen=True, slots=True)
class Words:
    """The different words of a collection, one row each: `tokens` has one example of each.

    `term` is the number of what a word must share to be the same (its number or its stem), `prefix` that of the first
    sounds of words that may be misspelt, `meanings` that of a set of meanings, and `sign` has a bit for each of these:
    what shares no bit shares no meaning. `linked` tells which sets share a meaning, `opposed` which say the opposite of
    each other.
    """

    tokens: Sequence[Token]
    spellings: Spellings
    language: Ints
    term: Ints
    prefix: Ints
    meanings: Ints
    sign: Ints
    linked: Bits
    opposed: Bits
    weight: Numbers
    has_number: Bits
    has_meaning: Bits
    has_opposite: Bits
    is_name: Bits
    is_person: Bits
    is_actor: Bits
    is_date: Bits
    is_deed: Bits
    may_part: Bits

    @property
    def is_known(self) -> Bits:
        """Tell which words the lexicon knows, or are numbers."""
        return self.has_meaning | self.has_number


@dataclass(frozen=True, slots=True)
class Columns:
    """Texts as columns: the words of text `t` stand at `start[t]` to `start[t + 1]`.

    Of each word: its row in `words`, its place `at` among all words of the text, the first word of the name it belongs
    to (`leader`, counted from the start of the text), and between which words it stands (NONE if it only describes
    another). What word `w` says that its text says elsewhere too are `repeats`, numbered in each text, from `again[w]`
    to `again[w + 1]`. `main` and `whole` are the families of what a text tells (`profile`), one bit each.
    """

    words: Words
    start: Ints
    lengths: Ints
    word: Ints
    at: Ints
    aside: Bits
    leader: Ints
    is_thing: Bits
    locates: Bits
    is_object: Bits
    between: Ints
    again: Ints
    repeats: Ints
    language: Ints
    said: Ints
    speaks: Bits
    negated: Bits
    by_whom: Bits
    tells_deed: Bits
    main: Ints
    whole: Ints
    life: int


def columns(texts: Iterable[Text]) -> Columns:
    """Return the texts as columns."""
    number: Numbered[Hashable] = Numbered()
    languages, families, places = Numbered[str](), Numbered[str](), Numbered[Place]()
    said: Numbered[tuple[str, ...]] = Numbered()
    examples: list[Token] = []
    spoken: list[str] = []
    terms: list[tuple[str, ...]] = []
    words: list[tuple[int, int, bool, int, bool, bool, bool, int]] = []
    rows: list[tuple[int, int, int, bool, bool, bool, bool, int, int]] = []
    again: list[int] = [0]
    repeats: list[int] = []
    for text in texts:
        told = profile(text)
        language = languages.of(text.language)
        leaders: dict[int, int] = {}
        own: list[tuple[str, ...]] = []
        for token, seen in zip(text.tokens, told.seen, strict=True):
            row = number.of((token.text, token.stem, token.kind, token.meanings, token.number, language))
            if row == len(examples):
                examples.append(token)
                spoken.append(text.language)
                terms.append(tuple(token.terms))
            leader = leaders.setdefault(token.run, len(own)) if token.run >= 0 else NONE
            between = NONE if seen.between is None else places.of(seen.between)
            words.append((row, token.at, token.aside, leader, is_thing(token), seen.locates, seen.is_object, between))
            own.append(terms[row])
        _repeated(own, again, repeats)
        main, whole = (sum(1 << families.of(one) for one in found) for found in (told.main, told.whole))
        rows.append(
            (
                len(text.tokens),
                language,
                said.of(text.words),
                bool(text.words),
                text.negated,
                text.by_whom,
                told.tells_deed,
                main,
                whole,
            )
        )
    word, at, aside, leader_, things, locates, objects, place = np.array(words, dtype=np.int64).reshape(-1, 8).T.copy()
    lengths, tongue, same, speaks, negated, by_whom, deed, mains, wholes = (
        np.array(rows, dtype=np.int64).reshape(-1, 9).T.copy()
    )
    return Columns(
        words=_words(examples, spoken),
        start=np.concatenate([[0], np.cumsum(lengths)]),
        lengths=lengths,
        word=word,
        at=at,
        aside=aside > 0,
        leader=leader_,
        is_thing=things > 0,
        locates=locates > 0,
        is_object=objects > 0,
        between=place,
        again=ints(again),
        repeats=ints(repeats),
        language=tongue,
        said=same,
        speaks=speaks > 0,
        negated=negated > 0,
        by_whom=by_whom > 0,
        tells_deed=deed > 0,
        main=mains,
        whole=wholes,
        life=sum(1 << families.known[one] for one in LIFE if one in families.known),
    )


def _repeated(own: Sequence[tuple[str, ...]], again: list[int], repeats: list[int]) -> None:
    """Add the terms of each word that other words of its text have too, numbered within the text."""
    counts: dict[str, int] = {}
    for terms in own:
        for term in terms:
            counts[term] = counts.get(term, 0) + 1
    if len(counts) < sum(map(len, own)):
        numbers = {term: at for at, term in enumerate(counts) if counts[term] > 1}
        for terms in own:
            repeats += [numbers[term] for term in terms if term in numbers]
            again.append(len(repeats))
    else:
        again += [len(repeats)] * len(own)


def _words(tokens: Sequence[Token], languages: Sequence[str]) -> Words:
    terms, meanings, tongues = Numbered[str](), Numbered[frozenset[str]](), Numbered[str]()
    spellings = Spellings(tokens, languages)
    kinds = np.array([token.kind for token in tokens], dtype="U8")
    meaning = [meanings.of(token.meanings) for token in tokens]
    sets = list(meanings.known)
    concepts, linked, opposed = _linked(sets)
    number = bits(token.number is not None for token in tokens)
    sign = ints(sum(1 << one for one in {concept % _SIGNS for concept in row}) for row in concepts)
    term = [terms.of(f"/{token.stem}" if token.number is None else f"#{token.number}") for token in tokens]
    which = ints(meaning)
    return Words(
        tokens=tokens,
        spellings=spellings,
        language=ints(map(tongues.of, languages)),
        term=ints(term),
        prefix=np.where(number, NONE, spellings.prefix),
        meanings=which,
        sign=np.where(number, 0, sign[which]) if sets else which,
        linked=linked,
        opposed=opposed,
        weight=np.array([WEIGHTS[token.kind] for token in tokens], dtype=np.float64),
        has_number=number,
        has_meaning=bits(bool(token.meanings) for token in tokens),
        has_opposite=np.any(opposed, axis=1)[which],
        is_name=np.isin(kinds, ["name", "place"]),
        is_person=kinds == "name",
        is_actor=np.isin(kinds, ["name", "place", "role"]),
        is_date=kinds == "date",
        is_deed=np.isin(kinds, ["act", "deed"]),
        may_part=np.isin(kinds, ["act", "deed", "light"]),
    )


def _linked(sets: Sequence[frozenset[str]]) -> tuple[list[list[int]], Bits, Bits]:
    """Return the numbers of the meanings of each set, which sets share one, and which share none but say opposites."""
    concepts = lexicon().concepts
    names = Numbered[str]()
    rows = [[names.of(one) for one in sorted(found)] for found in sets]
    against = [
        sorted({names.known[other] for one in found for other in concepts[one].opposite if other in names.known})
        for found in sets
    ]
    has, denies = (np.zeros((len(sets), max(len(names.known), 1)), dtype=np.float32) for _ in range(2))
    for at, (row, other) in enumerate(zip(rows, against, strict=True)):
        has[at, row] = denies[at, other] = 1
    linked: Bits = has @ has.T > 0
    return rows, linked, (denies @ has.T > 0) & ~linked
