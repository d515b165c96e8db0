"""Many texts as columns of numbers: what it takes to look at very many pairs of them at once."""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from .align import COMPOUND_LENGTH, JOINING, LONGEST_INITIALS, PART_LENGTH, SHORTEST_FUZZY, sounding
from .lexicon import lexicon
from .normalise import WEIGHTS, Text, Token
from .profile import LIFE, Place, is_thing, profile

Whole = TypeVar("Whole", int, npt.NDArray[np.int64])
Thing = TypeVar("Thing", bound=Hashable)

Ints = npt.NDArray[np.int64]
Bits = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.floating[Any]]

NONE = -1
"""What a word has in place of a number or a key that it lacks."""

_PART = 2**31


@dataclass(frozen=True, slots=True)
class Words:
    """The different words of a collection, one row each: `tokens` has one example of each.

    `stem`, `number`, `meanings` and `prefix` are numbers for what words must share to answer each other; `linked` tells
    which sets of meanings share one, `opposed` which say the opposite of each other, `parts` which compounds (rows)
    contain which stems. `may_part` are the words around which two names may change places.
    """

    tokens: Sequence[Token]
    stem: Ints
    number: Ints
    meanings: Ints
    prefix: Ints
    weight: Numbers
    is_name: Bits
    is_person: Bits
    is_date: Bits
    is_deed: Bits
    may_part: Bits
    is_actor: Bits
    is_known: Bits
    is_compound: Bits
    is_initials: Bits
    linked: Bits
    opposed: Bits
    parts: Ints


@dataclass(frozen=True, slots=True)
class Columns:
    """Texts as columns: the words of text `t` stand at `start[t]` to `start[t + 1]`.

    `again` tells which words the same text says twice, `between` between which words each stands (NONE if it only
    describes another); `main` and `whole` are the families of what a text tells (`profile`), one bit each.
    """

    words: Words
    start: Ints
    word: Ints
    aside: Bits
    run: Ints
    is_thing: Bits
    again: Bits
    between: Ints
    language: Ints
    said: Ints
    tells_deed: Bits
    main: Ints
    whole: Ints
    life: int

    @property
    def lengths(self) -> Ints:
        """How many words each text has."""
        return np.diff(self.start)


@dataclass(slots=True)
class _Numbered(Generic[Thing]):
    """Numbers things in the order in which they come."""

    known: dict[Thing, int] = field(default_factory=dict)

    def of(self, thing: Thing) -> int:
        return self.known.setdefault(thing, len(self.known))


def columns(texts: Iterable[Text]) -> Columns:
    """Return the texts as columns."""
    number: _Numbered[Hashable] = _Numbered()
    languages, families, places = _Numbered[str](), _Numbered[str](), _Numbered[Place]()
    said: _Numbered[tuple[str, tuple[str, ...]]] = _Numbered()
    examples: list[tuple[Token, str]] = []
    words: list[tuple[int, bool, int, bool, bool, int]] = []
    rows: list[tuple[int, int, int, bool, int, int]] = []
    for text in texts:
        told = profile(text)
        terms = [tuple(token.terms) for token in text.tokens]
        counts = Counter(chain.from_iterable(terms))
        twice = {term for term, count in counts.items() if count > 1}
        main, whole = (sum(1 << families.of(one) for one in found) for found in (told.main, told.whole))
        language = languages.of(text.language)
        rows.append((len(text.tokens), language, said.of((text.language, text.words)), told.tells_deed, main, whole))
        for token, own in zip(text.tokens, terms, strict=True):
            at = number.of((token.text, token.stem, token.kind, token.meanings, token.number, language))
            if at == len(examples):
                examples.append((token, text.language))
            between = places.of(told.places[token]) if token in told.places else NONE
            words.append((at, token.aside, token.run, is_thing(token), not twice.isdisjoint(own), between))
    word, aside, run, things, again, place = np.array(words, dtype=np.int64).reshape(-1, 6).T
    lengths, spoken, same, deed, mains, wholes = np.array(rows, dtype=np.int64).reshape(-1, 6).T
    return Columns(
        words=_words(examples),
        start=np.concatenate([[0], np.cumsum(lengths)]),
        word=word,
        aside=aside > 0,
        run=run,
        is_thing=things > 0,
        again=again > 0,
        between=place,
        language=spoken,
        said=same,
        tells_deed=deed > 0,
        main=mains,
        whole=wholes,
        life=sum(1 << families.known[one] for one in LIFE if one in families.known),
    )


def _words(examples: Sequence[tuple[Token, str]]) -> Words:
    tokens = [token for token, _ in examples]
    stems: _Numbered[str] = _Numbered()
    numbers: _Numbered[int] = _Numbered()
    prefixes: _Numbered[str] = _Numbered()
    meanings: _Numbered[frozenset[str]] = _Numbered()
    meaning = [meanings.of(token.meanings) for token in tokens]
    stem = [stems.of(token.stem) for token in tokens]
    long = [len(token.form) >= SHORTEST_FUZZY and token.number is None for token in tokens]
    kinds = np.array([token.kind for token in tokens], dtype="U8")
    known = np.array([bool(token.meanings) or token.number is not None for token in tokens], dtype=bool)
    parts = _parts(examples, stems.known)
    short = [2 <= len(token.text) <= LONGEST_INITIALS and token.text.isupper() for token in tokens]
    return Words(
        tokens,
        np.array(stem, dtype=np.int64),
        np.array([NONE if token.number is None else numbers.of(token.number) for token in tokens], dtype=np.int64),
        np.array(meaning, dtype=np.int64),
        np.array(
            [
                prefixes.of(sounding(token.form)[:2]) if fuzzy else NONE
                for token, fuzzy in zip(tokens, long, strict=True)
            ],
            dtype=np.int64,
        ),
        np.array([WEIGHTS[token.kind] for token in tokens], dtype=np.float32),
        np.isin(kinds, ["name", "place"]),
        kinds == "name",
        kinds == "date",
        np.isin(kinds, ["act", "deed"]),
        np.isin(kinds, ["act", "deed", "light"]),
        np.isin(kinds, ["name", "place", "role"]),
        known,
        np.isin(np.arange(len(tokens)), parts // _PART),
        np.array(short, dtype=bool) & ~known,
        *_linked(list(meanings.known)),
        parts,
    )


def _linked(sets: Sequence[frozenset[str]]) -> tuple[Bits, Bits]:
    """Return which sets of meanings have one in common, and which have none but say opposites."""
    concepts = lexicon().concepts
    names: _Numbered[str] = _Numbered()
    rows = [[names.of(one) for one in sorted(found)] for found in sets]
    against = [
        sorted({names.known[other] for one in found for other in concepts[one].opposite if other in names.known})
        for found in sets
    ]
    has, denies = (np.zeros((len(sets), max(len(names.known), 1)), dtype=np.float32) for _ in range(2))
    for at, (row, other) in enumerate(zip(rows, against, strict=True)):
        has[at, row] = denies[at, other] = 1
    linked: Bits = has @ has.T > 0
    return linked, (denies @ has.T > 0) & ~linked


def _parts(examples: Sequence[tuple[Token, str]], stems: Mapping[str, int]) -> Ints:
    """Return, as sorted numbers made by `part_key`, which compounds contain which stems."""
    found = set()
    for at, (token, language) in enumerate(examples):
        form = token.form
        may = language in JOINING and not token.meanings and token.number is None and token.text[:1].isupper()
        if not may or len(form) < COMPOUND_LENGTH:
            continue
        for begin in range(len(form) - PART_LENGTH + 1):
            for end in range(begin + PART_LENGTH, len(form) + 1):
                if (stem := stems.get(form[begin:end])) is not None:
                    found.add(part_key(at, stem))
    return np.array(sorted(found), dtype=np.int64)


def part_key(word: Whole, stem: Whole) -> Whole:
    """Return one number for a word (a row) and a stem."""
    return word * _PART + stem
