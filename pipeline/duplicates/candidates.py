"""Which texts are worth comparing: for each its nearest neighbours, never all above a threshold.

Each text is one row: its vector of meaning, beside it the TF-IDF of its stems, meanings and three-letter pieces, thrown
into as many columns by signs that depend on the term alone (a sparse random projection). One search finds what is near
in either. Up to LARGEST_EXACT rows it is exact; above, each row looks only into the cells nearest to it.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from .columns import Columns, Ints, Words
from .normalise import ASIDE
from .parallel import in_threads
from .vectors import Floats, Progress, silent

Places = npt.NDArray[np.intp]

NEIGHBOURS = 25
"""How many neighbours of each text are compared."""

LARGEST_EXACT = 20_000
"""How many rows are searched exactly; the time grows with the square."""

PIECE_WEIGHT = 0.35
"""What a three-letter piece counts beside a whole word."""

WORDS_WEIGHT = 0.6
"""What the words count beside the vector of meaning."""

MEANING_COLUMNS = 192
"""The columns of vectors that are kept for the search, those in which most of their differences lie."""

_COLUMNS, _SIGNS = 256, 8
_NOTHING = 1e-6
_SAMPLE = 10_000
_COMMON_SHARE, _ALWAYS_KEPT = 0.1, 1000
_PIECE = 3
_BLOCK = 512
_CELL, _PROBES, _ROUNDS = 400, 12, 6


def word_rows(texts: Columns, owner: Ints, text: Ints, number: int) -> Floats:
    """Return `number` rows of length 1 (or 0 if there is no word): each of the texts `text` belongs to the row `owner`.

    In a large collection, terms that stand in a tenth of all rows are left out: they tell the least.
    """
    lengths = texts.lengths[text]
    place = _spans(texts.start[text], lengths)
    row, word = np.repeat(owner, lengths), texts.word[place]
    weight = texts.words.weight[word] * np.where(texts.aside[place], ASIDE, 1)
    terms = _terms(texts.words)
    many = terms.lengths[word]
    at = _spans(terms.start[word], many)
    cell, back = np.unique(np.repeat(row, many) * len(terms.names) + terms.term[at], return_inverse=True)
    counts = np.bincount(back, weights=np.repeat(weight, many) * terms.weight[at])
    row, term = np.divmod(cell, max(len(terms.names), 1))
    frequency = np.bincount(term, minlength=len(terms.names))
    inverse = np.log(number / np.maximum(frequency, 1)) + 0.1
    inverse[frequency > max(_ALWAYS_KEPT, _COMMON_SHARE * number)] = 0
    return unit(_projected(terms.names, row, term, np.sqrt(counts) * inverse[term], number))


def _spans(start: Ints, lengths: Ints) -> Ints:
    """Return the places of many spans, one after the other."""
    found: Ints = np.arange(int(lengths.sum())) + np.repeat(start - (np.cumsum(lengths) - lengths), lengths)
    return found


@dataclass(frozen=True, slots=True)
class _Terms:
    """The terms that each word stands for, and how much each counts."""

    names: Sequence[str]
    start: Ints
    lengths: Ints
    term: Ints
    weight: npt.NDArray[np.float64]


def _terms(words: Words) -> _Terms:
    """Return the stem or meanings of each word, and the pieces of those that the lexicon does not know."""
    number: dict[str, int] = {}
    term, weight, lengths = [], [], []
    for token in words.tokens:
        whole = list(token.terms)
        pieces = () if token.meanings or token.number is not None else _pieces(token.form)
        term += [number.setdefault(name, len(number)) for name in (*whole, *pieces)]
        weight += [1.0] * len(whole) + [PIECE_WEIGHT] * len(pieces)
        lengths.append(len(whole) + len(pieces))
    many = np.array(lengths, dtype=np.int64)
    return _Terms(list(number), np.cumsum(many) - many, many, np.array(term, dtype=np.int64), np.array(weight))


def _projected(names: Sequence[str], row: Ints, term: Ints, value: npt.NDArray[np.float64], number: int) -> Floats:
    """Throw the terms of all rows into a few columns, by signs that depend on the term alone."""
    digests = b"".join(hashlib.blake2b(name.encode(), digest_size=2 * _SIGNS).digest() for name in names)
    drawn = np.frombuffer(digests, dtype="<u2").reshape(-1, _SIGNS)
    columns, signs = (drawn % _COLUMNS).astype(np.int64), np.where(drawn >> 15, 1.0, -1.0)
    matrix = np.zeros(number * _COLUMNS)
    for at in range(_SIGNS):
        matrix += np.bincount(
            row * _COLUMNS + columns[term, at], weights=value * signs[term, at], minlength=len(matrix)
        )
    return matrix.reshape(-1, _COLUMNS).astype(np.float32)


def narrow(vectors: Floats) -> Floats:
    """Return vectors in fewer columns, turned so that least is lost (principal components); a few stay as they are."""
    if len(vectors) <= MEANING_COLUMNS:
        return vectors
    sample = vectors[:: max(1, len(vectors) // _SAMPLE)]
    _, turned = next(in_threads(np.linalg.eigh, [sample.T @ sample]))
    narrowed: Floats = vectors @ turned[:, -MEANING_COLUMNS:]
    return narrowed


def unit(matrix: Floats) -> Floats:
    """Return the rows scaled to length 1; empty ones stay empty."""
    length = np.sqrt(np.einsum("ij,ij->i", matrix, matrix))
    return matrix * (1 / np.where(length == 0, 1, length)).astype(np.float32)[:, None]


def nearest(matrix: Floats, neighbours: int = NEIGHBOURS, progress: Progress = silent) -> Places:
    """Return pairs of rows (a < b, sorted): each row with its nearest `neighbours`, what shares nothing left out."""
    search = _exact if len(matrix) <= LARGEST_EXACT else _by_cells
    found = [pairs for pairs in search(matrix, neighbours, progress) if len(pairs)]
    if not found:
        return np.empty((0, 2), dtype=np.intp)
    pairs = np.concatenate(found)
    pairs.sort(axis=1)
    flat = np.unique(pairs[:, 0] * len(matrix) + pairs[:, 1])
    return np.column_stack(np.divmod(flat, len(matrix)))


def _exact(matrix: Floats, neighbours: int, progress: Progress) -> Iterator[Places]:
    everything = np.arange(len(matrix))
    blocks = [everything[at : at + _BLOCK] for at in range(0, len(matrix), _BLOCK)]
    found = in_threads(lambda rows: _best(matrix, rows, None, neighbours), blocks)
    yield from (next(found) for _ in progress(blocks, "searching"))


def _best(matrix: Floats, rows: Places, among: Places | None, neighbours: int) -> Places:
    """Return pairs of each of `rows` with its nearest rows `among` others, all if None."""
    others = np.arange(len(matrix)) if among is None else among
    likeness = matrix[rows] @ (matrix if among is None else matrix[among]).T
    likeness[rows[:, None] == others[None, :]] = -1
    kept = min(neighbours, len(others) - 1)
    if kept < 1:
        return np.empty((0, 2), dtype=np.intp)
    # Sorting values is ten times as fast as sorting places, and all above the least value kept are what is wanted.
    least = np.maximum(np.partition(likeness, -kept, axis=1)[:, -kept], _NOTHING)
    row, place = np.nonzero(likeness >= least[:, None])
    if len(row) > 2 * kept * len(rows):
        # Many are equally near: any of them will do.
        best = np.argpartition(likeness, -kept, axis=1)[:, -kept:]
        near = np.take_along_axis(likeness, best, axis=1) >= _NOTHING
        return np.column_stack([np.repeat(rows, kept), others[best].ravel()])[near.ravel()]
    return np.column_stack([rows[row], others[place]])


def _by_cells(matrix: Floats, neighbours: int, progress: Progress) -> Iterator[Places]:
    """Search in cells of near rows (k-means): each cell's rows look into the cells nearest to its middle."""
    number = len(matrix) // _CELL
    middles = unit(matrix[np.linspace(0, len(matrix) - 1, number).astype(np.intp)])
    sample = matrix[:: max(1, len(matrix) // (number * 40))]
    for _ in range(_ROUNDS):
        middles = _moved(sample, middles)
    starts = range(0, len(matrix), _BLOCK)
    cell = np.concatenate(list(in_threads(lambda at: np.argmax(matrix[at : at + _BLOCK] @ middles.T, axis=1), starts)))
    order = np.argsort(cell, kind="stable")
    bounds = np.searchsorted(cell[order], np.arange(number + 1))
    members = [order[bounds[at] : bounds[at + 1]] for at in range(number)]
    filled = [at for at in range(number) if len(members[at])]

    def search(at: int) -> Places:
        beside = np.argsort(-(middles @ middles[at]))[:_PROBES]
        return _best(matrix, members[at], np.concatenate([members[other] for other in beside]), neighbours)

    found = in_threads(search, filled)
    yield from (next(found) for _ in progress(filled, "searching"))


def _moved(sample: Floats, middles: Floats) -> Floats:
    """Return the middles of the rows nearest to each; a cell without rows keeps its own."""
    cell = np.argmax(sample @ middles.T, axis=1)
    sums = np.zeros_like(middles)
    np.add.at(sums, cell, sample)
    empty = np.bincount(cell, minlength=len(middles)) == 0
    sums[empty] = middles[empty]
    return unit(sums)


@lru_cache(maxsize=65536)
def _pieces(form: str) -> tuple[str, ...]:
    word = f"_{form.replace('c', 'k')}_"
    return tuple(f"~{word[at : at + _PIECE]}" for at in range(len(word) - _PIECE + 1))
