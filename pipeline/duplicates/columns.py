"""Many texts as columns of numbers: what it takes to look at very many pairs of them at once."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from .align import COMPOUND_LENGTH, JOINING, LONGEST_INITIALS, PART_LENGTH, SHORTEST_FUZZY, sounding
from .normalise import WEIGHTS, Text, Token
from .score import is_thing

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
    which sets of meanings share one, `parts` which compounds (rows) contain which stems.
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
    is_actor: Bits
    is_known: Bits
    is_compound: Bits
    is_initials: Bits
    linked: Bits
    parts: Ints


@dataclass(frozen=True, slots=True)
class Columns:
    """Texts as columns: the words of text `t` stand at `start[t]` to `start[t + 1]`."""

    words: Words
    start: Ints
    word: Ints
    aside: Bits
    run: Ints
    is_thing: Bits
    language: Ints
    said: Ints

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
    languages: _Numbered[str] = _Numbered()
    said: _Numbered[tuple[str, tuple[str, ...]]] = _Numbered()
    examples: list[tuple[Token, str]] = []
    word, aside, run, things, lengths, language, words = [], [], [], [], [], [], []
    for text in texts:
        lengths.append(len(text.tokens))
        language.append(languages.of(text.language))
        words.append(said.of((text.language, text.words)))
        for token in text.tokens:
            key = (token.text, token.stem, token.kind, token.meanings, token.number, text.language)
            at = number.of(key)
            if at == len(examples):
                examples.append((token, text.language))
            word.append(at)
            aside.append(token.aside)
            run.append(token.run)
            things.append(is_thing(token))
    return Columns(
        _words(examples),
        np.cumsum([0, *lengths]),
        np.array(word, dtype=np.int64),
        np.array(aside, dtype=bool),
        np.array(run, dtype=np.int64),
        np.array(things, dtype=bool),
        np.array(language, dtype=np.int64),
        np.array(words, dtype=np.int64),
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
        np.isin(kinds, ["act", "deed", "light"]),
        np.isin(kinds, ["name", "place", "role"]),
        known,
        np.isin(np.arange(len(tokens)), parts // _PART),
        np.array(short, dtype=bool) & ~known,
        _linked(list(meanings.known)),
        parts,
    )


def _linked(sets: Sequence[frozenset[str]]) -> Bits:
    """Return which sets of meanings have one in common."""
    names: _Numbered[str] = _Numbered()
    rows = [[names.of(one) for one in sorted(found)] for found in sets]
    has = np.zeros((len(sets), max(len(names.known), 1)), dtype=np.float32)
    for at, row in enumerate(rows):
        has[at, row] = 1
    return has @ has.T > 0


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
