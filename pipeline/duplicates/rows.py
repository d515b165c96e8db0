"""Each card as a row of numbers in which its neighbours are searched.

Beside the vector of its meaning stands the TF-IDF of its stems, meanings and three-letter pieces, thrown into as many
columns by signs that depend on the term alone (a sparse random projection). One search finds what is near in either.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from .arrays import Ints, Numbers, Places, spans, totals
from .columns import Columns, Words
from .normalise import ASIDE
from .parallel import in_threads
from .texts import Meanings
from .vectors import Floats

PIECE_WEIGHT = 0.35
"""What a three-letter piece, or a part of a compound or phrase, counts beside a whole word."""

DESCRIBED_WEIGHT = 0.25
"""What a concept that describes a name counts beside a whole word."""

WORDS_WEIGHT = 0.68
"""What the words count beside the vector of meaning."""

NAMED_ASIDE = 1.0
"""What a name counts that is only told aside: fronts hide names that backs tell."""

MEANING_COLUMNS = 128
"""The columns of vectors that are kept for the search, those in which most of their differences lie."""

_COLUMNS, _SIGNS = 288, 8
_SAMPLE = 3_000
_COMMON_SHARE, _ALWAYS_KEPT = 0.1, 1000
_PIECE = 3
_BLOCK = 1024


class WordRows:
    """Rows of length 1 (or 0 if there is no word): each of the texts `text` belongs to the row `owner` of `number`.

    They are made few at a time, since all are large. In a large collection, terms that stand in a tenth of all rows are
    left out: they tell the least.
    """

    def __init__(self, texts: Columns, owner: Ints, text: Ints, number: int) -> None:
        """Count the terms of all rows."""
        self.number = number
        terms = _terms(texts.words)
        self._columns, self._signs = _drawn(terms.names)
        self._blocks = [
            (rows, *_counted(texts, terms, owner[part] - rows.start, text[part]))
            for rows, part in _by_rows(owner, number)
        ]
        frequency = np.zeros(len(terms.names), dtype=np.int64)
        for _, _, term, _ in self._blocks:
            frequency += np.bincount(term, minlength=len(frequency))
        self._inverse = np.log(number / np.maximum(frequency, 1)) + 0.1
        self._inverse[frequency > max(_ALWAYS_KEPT, _COMMON_SHARE * number)] = 0

    def __iter__(self) -> Iterator[Floats]:
        """Yield the rows, block by block."""
        return map(self.block, range(len(self._blocks)))

    def block(self, at: int) -> Floats:
        """Return the rows of a block, those of `_by_rows`."""
        rows, row, term, counts = self._blocks[at]
        values = (counts * self._inverse[term])[:, None] * self._signs[term]
        return unit(_projected(row, self._columns[term], values, rows.stop - rows.start))


def _by_rows(owner: Ints, number: int) -> Iterator[tuple[slice, Ints]]:
    """Yield spans of rows, and where in `owner` those stand: so many together that the work on them is fast."""
    order = np.argsort(owner, kind="stable")
    edges = np.linspace(0, number, max(1, round(number / _BLOCK)) + 1).astype(np.int64)
    parts = np.split(order, np.searchsorted(owner[order], edges[1:-1]))
    for begin, end, part in zip(edges[:-1].tolist(), edges[1:].tolist(), parts, strict=True):
        yield slice(begin, end), part


def _counted(texts: Columns, terms: "_Terms", owner: Ints, text: Ints) -> tuple[Places, Places, Floats]:
    """Return the terms of each row, rows and terms in order, and the root of how much each counts in it."""
    lengths = texts.lengths[text]
    place = spans(texts.start[text], lengths)
    row, word = np.repeat(owner, lengths), texts.word[place]
    aside = np.where(texts.words.is_person[word], NAMED_ASIDE, ASIDE)
    weight = texts.words.weight[word] * np.where(texts.aside[place], aside, 1)
    many = terms.lengths[word]
    at = spans(terms.start[word], many)
    cell, back = np.unique(np.repeat(row, many) * len(terms.names) + terms.term[at], return_inverse=True)
    counts = totals(back, np.repeat(weight, many) * terms.weight[at], len(cell))
    row, term = np.divmod(cell, max(len(terms.names), 1))
    return row.astype(np.int32), term.astype(np.int32), np.sqrt(counts, dtype=np.float32)


@dataclass(frozen=True, slots=True)
class _Terms:
    """The terms that each word stands for, and how much each counts."""

    names: Sequence[str]
    start: Ints
    lengths: Ints
    term: Ints
    weight: npt.NDArray[np.float64]


def _terms(words: Words) -> _Terms:
    """Return the stem or meanings of each word, those of its parts, what describes it, and pieces of unknown words."""
    number: dict[str, int] = {}
    term, weight, lengths = [], [], []
    for token, parts in zip(words.tokens, words.spellings.made_of(), strict=True):
        whole = list(token.terms)
        told = dict.fromkeys(name for part in parts for name in words.tokens[part].terms if name not in whole)
        pieces = () if (token.meanings and not token.is_name) or token.number is not None else _pieces(token.form)
        described = [f"={concept}" for concept in sorted(token.described)]
        term += [number.setdefault(name, len(number)) for name in (*whole, *told, *pieces, *described)]
        weight += [1.0] * len(whole) + [PIECE_WEIGHT] * (len(told) + len(pieces)) + [DESCRIBED_WEIGHT] * len(described)
        lengths.append(len(whole) + len(told) + len(pieces) + len(described))
    many = np.array(lengths, dtype=np.int64)
    return _Terms(list(number), np.cumsum(many) - many, many, np.array(term, dtype=np.int64), np.array(weight))


def _drawn(names: Sequence[str]) -> tuple[Ints, Numbers]:
    """Return the few columns into which each term is thrown, and its signs there; they depend on the term alone."""
    digests = b"".join(hashlib.blake2b(name.encode(), digest_size=2 * _SIGNS).digest() for name in names)
    drawn = np.frombuffer(digests, dtype="<u2").reshape(-1, _SIGNS)
    return (drawn % _COLUMNS).astype(np.int64), np.where(drawn >> 15, 1.0, -1.0)


def _projected(row: Places, columns: Ints, values: Numbers, number: int) -> Floats:
    """Return the sums of values that are thrown into the columns of rows, each into several."""
    matrix = np.zeros(number * _COLUMNS)
    first = row * _COLUMNS
    for at in range(_SIGNS):
        matrix += np.bincount(first + columns[:, at], weights=values[:, at], minlength=len(matrix))
    return matrix.reshape(-1, _COLUMNS).astype(np.float32)


def joined_rows(meanings: Meanings, owner: Ints, text: Ints, words: WordRows, axes: Floats) -> Floats:
    """Return rows of words beside the middle of what the texts of each row mean, turned into the columns `axes`."""
    parts = list(_by_rows(owner, words.number))

    def joined(at: int) -> Floats:
        rows, part = parts[at]
        meaning = unit(meanings.middle(owner[part] - rows.start, text[part], rows.stop - rows.start))
        return unit(np.hstack([meaning @ axes, WORDS_WEIGHT * words.block(at)]))

    found = np.empty((words.number, axes.shape[1] + _COLUMNS), dtype=np.float32)
    for (rows, _), block in zip(parts, in_threads(joined, range(len(parts))), strict=True):
        found[rows] = block
    return found


def axes_of(meanings: Meanings, owner: Ints, text: Ints, number: int) -> Floats:
    """Return the directions in which most of the differences between rows lie, by a sample of them; few rows keep all.

    Least is lost of a meaning that is turned into these columns (principal components).
    """
    if number <= MEANING_COLUMNS:
        return np.eye(meanings.size, dtype=np.float32)
    step = max(1, number // _SAMPLE)
    sampled = owner % step == 0
    sample = unit(meanings.middle(owner[sampled] // step, text[sampled], -(-number // step)))
    axes: Floats = np.linalg.eigh(sample.T @ sample)[1][:, -MEANING_COLUMNS:]
    return axes


def unit(matrix: Floats) -> Floats:
    """Return the rows scaled to length 1; empty ones stay empty."""
    length = np.sqrt(np.einsum("ij,ij->i", matrix, matrix))
    return matrix * (1 / np.where(length == 0, 1, length)).astype(np.float32)[:, None]


@lru_cache(maxsize=65536)
def _pieces(form: str) -> tuple[str, ...]:
    word = f"_{form.replace('c', 'k')}_"
    return tuple(f"~{word[at : at + _PIECE]}" for at in range(len(word) - _PIECE + 1))
