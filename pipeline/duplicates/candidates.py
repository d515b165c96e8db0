"""Which texts are worth comparing: for each its nearest neighbours, never all above a threshold.

Each text is one row: its vector of meaning, beside it the TF-IDF of its stems, meanings and three-letter pieces, thrown
into as many columns by signs that depend on the term alone (a sparse random projection). One search finds what is near
in either. Up to LARGEST_EXACT rows it is exact; above, each row looks only into the cells nearest to it.
"""

import hashlib
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from .normalise import Text
from .vectors import Floats, Progress, silent

Places = npt.NDArray[np.intp]

NEIGHBOURS = 20
"""How many neighbours of each text are compared."""

LARGEST_EXACT = 20_000
"""How many rows are searched exactly; the time grows with the square."""

PIECE_WEIGHT = 0.35
"""What a three-letter piece counts beside a whole word."""

WORDS_WEIGHT = 0.7
"""What the words count beside the vector of meaning."""

_COLUMNS, _SIGNS = 512, 8
_COMMON_SHARE, _ALWAYS_KEPT = 0.1, 1000
_PIECE = 3
_BLOCK = 512
_CELL, _PROBES, _ROUNDS = 400, 12, 6


def word_rows(documents: Sequence[Iterable[Text]]) -> Floats:
    """Return one row of length 1 (or 0 if there is no word) for each document, the texts of one card.

    In a large collection, terms that stand in a tenth of all documents are left out: they tell the least.
    """
    counted = [_terms(texts) for texts in documents]
    frequency = Counter(term for terms in counted for term in terms)
    most = max(_ALWAYS_KEPT, _COMMON_SHARE * len(counted))
    known = {term: at for at, term in enumerate(term for term, count in frequency.items() if count <= most)}
    inverse = {term: math.log(len(counted) / frequency[term]) + 0.1 for term in known}
    rows, terms, values = [], [], []
    for row, found in enumerate(counted):
        for term, count in found.items():
            if term in known:
                rows.append(row)
                terms.append(known[term])
                values.append(math.sqrt(count) * inverse[term])
    columns, signs = _projection(tuple(known))
    at = (np.array(rows, dtype=np.intp)[:, None] * _COLUMNS + columns[terms]).ravel() if rows else np.empty(0, np.intp)
    weights = (np.array(values)[:, None] * signs[terms]).ravel() if rows else np.empty(0)
    matrix = np.bincount(at, weights=weights, minlength=len(counted) * _COLUMNS).reshape(-1, _COLUMNS)
    return unit(matrix.astype(np.float32))


def unit(matrix: Floats) -> Floats:
    """Return the rows scaled to length 1; empty ones stay empty."""
    length = np.sqrt(np.einsum("ij,ij->i", matrix, matrix))
    return matrix * (1 / np.where(length == 0, 1, length)).astype(np.float32)[:, None]


def nearest(matrix: Floats, neighbours: int = NEIGHBOURS, progress: Progress = silent) -> Places:
    """Return pairs of rows (a < b, sorted): each row with its nearest `neighbours`, what shares nothing left out."""
    found = [
        pairs
        for pairs in (_exact if len(matrix) <= LARGEST_EXACT else _by_cells)(matrix, neighbours, progress)
        if len(pairs)
    ]
    if not found:
        return np.empty((0, 2), dtype=np.intp)
    pairs = np.concatenate(found)
    pairs.sort(axis=1)
    flat = np.unique(pairs[:, 0] * len(matrix) + pairs[:, 1])
    return np.column_stack(np.divmod(flat, len(matrix)))


def _exact(matrix: Floats, neighbours: int, progress: Progress) -> Iterator[Places]:
    everything = np.arange(len(matrix))
    for start in progress(range(0, len(matrix), _BLOCK), "searching"):
        yield _best(matrix, everything[start : start + _BLOCK], everything, neighbours)


def _best(matrix: Floats, rows: Places, among: Places, neighbours: int) -> Places:
    """Return pairs of each of `rows` with its nearest rows `among` others."""
    # All rows in their order need not be copied.
    in_order = len(among) == len(matrix) and bool((np.diff(among) > 0).all())
    likeness = matrix[rows] @ (matrix if in_order else matrix[among]).T
    likeness[rows[:, None] == among[None, :]] = -1
    kept = min(neighbours, len(among) - 1)
    if kept < 1:
        return np.empty((0, 2), dtype=np.intp)
    best = np.argpartition(-likeness, kept - 1, axis=1)[:, :kept]
    near = np.take_along_axis(likeness, best, axis=1) > 1e-6
    return np.column_stack([np.repeat(rows, kept), among[best].ravel()])[near.ravel()]


def _by_cells(matrix: Floats, neighbours: int, progress: Progress) -> Iterator[Places]:
    """Search in cells of near rows (k-means): each cell's rows look into the cells nearest to its middle."""
    number = len(matrix) // _CELL
    middles = unit(matrix[np.linspace(0, len(matrix) - 1, number).astype(np.intp)])
    sample = matrix[:: max(1, len(matrix) // (number * 40))]
    for _ in range(_ROUNDS):
        middles = _moved(sample, middles)
    cell = np.concatenate(
        [np.argmax(matrix[at : at + _BLOCK] @ middles.T, axis=1) for at in range(0, len(matrix), _BLOCK)]
    )
    order = np.argsort(cell, kind="stable")
    bounds = np.searchsorted(cell[order], np.arange(number + 1))
    members = [order[bounds[at] : bounds[at + 1]] for at in range(number)]
    beside = np.argsort(-(middles @ middles.T), axis=1)[:, :_PROBES]
    for at in progress(range(number), "searching"):
        if len(members[at]):
            yield _best(matrix, members[at], np.concatenate([members[other] for other in beside[at]]), neighbours)


def _moved(sample: Floats, middles: Floats) -> Floats:
    """Return the middles of the rows nearest to each; a cell without rows keeps its own."""
    cell = np.argmax(sample @ middles.T, axis=1)
    sums = np.zeros_like(middles)
    np.add.at(sums, cell, sample)
    empty = np.bincount(cell, minlength=len(middles)) == 0
    sums[empty] = middles[empty]
    return unit(sums)


def _terms(texts: Iterable[Text]) -> Mapping[str, float]:
    """Return the terms of a document with how much each counts in it."""
    terms: dict[str, float] = defaultdict(float)
    for text in texts:
        for token in text.tokens:
            weight = token.weight
            for term in token.terms:
                terms[term] += weight
            if not token.meanings and token.number is None:
                for piece in _pieces(token.form):
                    terms[piece] += PIECE_WEIGHT * weight
    return terms


@lru_cache(maxsize=65536)
def _pieces(form: str) -> tuple[str, ...]:
    word = f"_{form.replace('c', 'k')}_"
    return tuple(f"~{word[at : at + _PIECE]}" for at in range(len(word) - _PIECE + 1))


def _projection(terms: Sequence[str]) -> tuple[Places, npt.NDArray[Any]]:
    """Return the columns that each term is thrown into, and with which signs."""
    digests = b"".join(hashlib.blake2b(term.encode(), digest_size=2 * _SIGNS).digest() for term in terms)
    words = np.frombuffer(digests, dtype="<u2").reshape(-1, _SIGNS)
    return (words % _COLUMNS).astype(np.intp), np.where(words >> 15, 1.0, -1.0)
