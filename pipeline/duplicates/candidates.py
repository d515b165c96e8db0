"""Which texts are worth comparing: for each its nearest neighbours, never all above a threshold.

Each text is one row: its vector of meaning, beside it the TF-IDF of its stems, meanings and three-letter pieces, thrown
into as many columns by signs that depend on the term alone (a sparse random projection). One search finds what is near
in either. Up to LARGEST_EXACT rows it is exact; above, each row looks only into the cells nearest to it.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .arrays import Bits, Ints, spans
from .columns import Columns, Words
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

WORDS_WEIGHT = 0.68
"""What the words count beside the vector of meaning."""

NAMED_ASIDE = 1.0
"""What a name counts that is only told aside: fronts hide names that backs tell."""

MEANING_COLUMNS = 128
"""The columns of vectors that are kept for the search, those in which most of their differences lie."""

_COLUMNS, _SIGNS = 288, 8
_NOTHING = 1e-6
_SAMPLE = 3_000
_COMMON_SHARE, _ALWAYS_KEPT = 0.1, 1000
_PIECE = 3
_BLOCK, _GROUP = 1024, 16
_CELL, _PROBES, _ROUNDS = 200, 40, 6
_LOOKING, _HELD = 8192, 2


def word_rows(texts: Columns, owner: Ints, text: Ints, number: int) -> Floats:
    """Return `number` rows of length 1 (or 0 if there is no word): each of the texts `text` belongs to the row `owner`.

    In a large collection, terms that stand in a tenth of all rows are left out: they tell the least.
    """
    lengths = texts.lengths[text]
    place = spans(texts.start[text], lengths)
    row, word = np.repeat(owner, lengths), texts.word[place]
    aside = np.where(texts.words.is_person[word], NAMED_ASIDE, ASIDE)
    weight = texts.words.weight[word] * np.where(texts.aside[place], aside, 1)
    terms = _terms(texts.words)
    many = terms.lengths[word]
    at = spans(terms.start[word], many)
    cell, back = np.unique(np.repeat(row, many) * len(terms.names) + terms.term[at], return_inverse=True)
    counts = np.bincount(back, weights=np.repeat(weight, many) * terms.weight[at])
    row, term = np.divmod(cell, max(len(terms.names), 1))
    frequency = np.bincount(term, minlength=len(terms.names))
    inverse = np.log(number / np.maximum(frequency, 1)) + 0.1
    inverse[frequency > max(_ALWAYS_KEPT, _COMMON_SHARE * number)] = 0
    return unit(_projected(terms.names, row, term, np.sqrt(counts) * inverse[term], number))


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
    if len(matrix) < 2 or neighbours < 1:
        return np.empty((0, 2), dtype=np.intp)
    search = _exact if len(matrix) <= LARGEST_EXACT else _by_cells
    return np.column_stack(np.divmod(search(matrix, neighbours, progress), len(matrix)))


def _exact(matrix: Floats, neighbours: int, progress: Progress) -> Places:
    """Multiply all rows with all, blocks of rows at a time; a product serves both of its rows, so that half is enough.

    The likeness of a row's last neighbour is no less than the `neighbours`-th of the greatest of groups of other rows,
    which are far fewer: only what reaches that is sorted.
    """
    many = max(1, round(len(matrix) / _BLOCK))
    size = -(-len(matrix) // (many * _GROUP)) * _GROUP
    rows = np.zeros((many, size, matrix.shape[1]), dtype=np.float32)
    rows.reshape(many * size, -1)[: len(matrix)] = matrix
    greatest = np.zeros((many, size, many, size // _GROUP), dtype=np.float32)

    def multiply(block: tuple[int, int]) -> Floats:
        one, other = block
        likeness: Floats = rows[one] @ rows[other].T
        if one == other:
            likeness[np.tri(size, dtype=bool)] = 0
        ours, theirs = _greatest(likeness), _greatest(likeness.T)
        greatest[one, :, other] = ours if one != other else np.maximum(ours, theirs)
        greatest[other, :, one] = theirs if one != other else greatest[one, :, other]
        return likeness

    blocks = [(one, other) for one in range(many) for other in range(one, many)]
    made = in_threads(multiply, blocks)
    products = [next(made) for _ in progress(blocks, "searching")]
    least = _least(greatest.reshape(many, size, -1), neighbours)

    def look(at: int) -> tuple[Places, Floats]:
        one, other = blocks[at]
        wanted = products[at] >= np.minimum(least[one][:, None], least[other])
        if np.count_nonzero(wanted) > 4 * neighbours * size:
            # Many are equally near: any of them will do.
            wanted &= _nearest_few(products[at], neighbours) | _nearest_few(products[at].T, neighbours).T
        flat = np.flatnonzero(wanted)
        row, place = np.divmod(flat, size)
        return (row + one * size) * len(matrix) + place + other * size, products[at].ravel()[flat]

    pairs, likeness = (np.concatenate(found) for found in zip(*in_threads(look, range(len(blocks))), strict=True))
    kept = np.zeros(len(pairs), dtype=bool)
    found = _first_few(np.concatenate(np.divmod(pairs, len(matrix))), np.tile(likeness, 2), neighbours)
    kept[found % len(pairs)] = True
    return np.sort(pairs[kept])


def _greatest(likeness: Floats) -> Floats:
    """Return for each row the greatest likeness of each group of others."""
    found = likeness
    while found.shape[1] > likeness.shape[1] // _GROUP:
        half = found.shape[1] // 2
        found = np.maximum(found[:, :half], found[:, half:])
    return found


def _least(greatest: Floats, neighbours: int) -> Floats:
    """Return for each row a likeness that each of its nearest `neighbours` has, if they share anything."""
    if neighbours > greatest.shape[-1]:
        return np.full(greatest.shape[:-1], _NOTHING, dtype=np.float32)
    least: Floats = np.maximum(np.partition(greatest, -neighbours, axis=-1)[..., -neighbours], _NOTHING)
    return least


def _nearest_few(likeness: Floats, neighbours: int) -> Bits:
    """Tell for each row which are among the nearest `neighbours`."""
    found = np.zeros(likeness.shape, dtype=bool)
    kept = min(neighbours, likeness.shape[1])
    np.put_along_axis(found, np.argpartition(likeness, -kept, axis=1)[:, -kept:], values=True, axis=1)
    return found


def _first_few(row: Places, likeness: Floats, neighbours: int) -> Places:
    """Return where the greatest `neighbours` likenesses of each row stand."""
    # One key is sorted in a third of the time that two take; no likeness is above 1.
    order = np.argsort(2.0 * row - likeness)
    first = np.searchsorted(row[order], np.arange(row.max(initial=0) + 1))
    return order[np.arange(len(order)) - first[row[order]] < neighbours]


def _by_cells(matrix: Floats, neighbours: int, progress: Progress) -> Places:
    """Search in cells of near rows (k-means): each row looks into the cells whose middles are nearest to it."""
    cells = _Cells(matrix)
    least = np.empty(len(matrix), dtype=np.float32)
    bounds = in_threads(lambda own: cells.least(own, neighbours), cells.members)
    for members, bound in zip(cells.members, bounds, strict=True):
        least[members] = bound
    asked = cells.asked()
    looked = in_threads(lambda at: cells.look(*asked[at], least, neighbours), range(len(asked)))
    held: list[Found] = []
    for _ in progress(asked, "searching"):
        held.append(next(looked))
        if sum(len(found.row) for found in held) > _HELD * neighbours * len(matrix):
            held = [_nearest_of(held, neighbours, least)]
    best = _nearest_of(held, neighbours, least)
    pairs = np.sort(np.minimum(best.row, best.other) * len(matrix) + np.maximum(best.row, best.other))
    return pairs[np.diff(pairs, prepend=-1) > 0]


class Found(NamedTuple):
    """Rows, others that each has found, and how near they are."""

    row: Places
    other: Places
    likeness: Floats


def _nearest_of(held: Sequence[Found], neighbours: int, least: Floats) -> Found:
    """Return the nearest `neighbours` of each row, by rows; raise `least` to the last of those that have so many."""
    row, other, likeness = map(np.concatenate, zip(*held, strict=True))
    kept = _first_few(row, likeness, neighbours)
    best = Found(row[kept], other[kept], likeness[kept])
    last = np.flatnonzero(np.diff(best.row, append=-1))
    last = last[np.diff(last, prepend=-1) == neighbours]
    least[best.row[last]] = best.likeness[last]
    return best


class _Cells:
    """Rows by the cell that they belong to, and by those into which they look."""

    def __init__(self, matrix: Floats) -> None:
        self.matrix = matrix
        number = len(matrix) // _CELL
        middles = unit(matrix[np.linspace(0, len(matrix) - 1, number).astype(np.intp)])
        sample = matrix[:: max(1, len(matrix) // (number * 40))]
        for _ in range(_ROUNDS):
            middles = _moved(sample, middles)

        def nearest_cells(at: int) -> Places:
            likeness = matrix[at : at + _BLOCK] @ middles.T
            probes = np.argpartition(likeness, -_PROBES, axis=1)[:, -_PROBES:] if number > _PROBES else None
            own = np.argmax(likeness, axis=1)[:, None]
            return np.hstack([own, np.broadcast_to(np.arange(number), likeness.shape) if probes is None else probes])

        near = np.concatenate(list(in_threads(nearest_cells, range(0, len(matrix), _BLOCK))))
        self.members = _gathered(near[:, 0], np.arange(len(matrix)), number)
        rows = np.repeat(np.arange(len(matrix)), near.shape[1] - 1)
        self._looking = _gathered(near[:, 1:].ravel(), rows, number)

    def least(self, members: Places, neighbours: int) -> Floats:
        """Return for each row of a cell a likeness that its nearest `neighbours` have: what those of its cell have."""
        likeness = self.matrix[members] @ self.matrix[members].T
        np.fill_diagonal(likeness, 0)
        # Products of other shapes are rounded in other ways.
        bound: Floats = np.maximum(_least(likeness, neighbours) - _NOTHING, _NOTHING)
        return bound

    def asked(self) -> list[tuple[Places, Places]]:
        """Return rows, and the members of a cell into which they look."""
        return [
            (rows[at : at + _LOOKING], members)
            for rows, members in zip(self._looking, self.members, strict=True)
            for at in range(0, len(rows) if len(members) else 0, _LOOKING)
        ]

    def look(self, rows: Places, members: Places, least: Floats, neighbours: int) -> Found:
        """Return rows with what they find among the members of a cell, and the likeness."""
        likeness = self.matrix[rows] @ self.matrix[members].T
        wanted = likeness >= least[rows][:, None]
        if np.count_nonzero(wanted) > 2 * (neighbours + 1) * len(rows):
            # Many are equally near: any of them will do.
            wanted &= _nearest_few(likeness, neighbours + 1)
        flat = np.flatnonzero(wanted)
        row, place = np.divmod(flat, len(members))
        others = rows[row] != members[place]
        return Found(rows[row[others]], members[place[others]], likeness.ravel()[flat[others]])


def _gathered(cell: Places, row: Places, number: int) -> list[Places]:
    """Return the rows of each cell."""
    order = np.argsort(cell, kind="stable")
    return np.split(row[order], np.searchsorted(cell[order], np.arange(1, number)))


def _moved(sample: Floats, middles: Floats) -> Floats:
    """Return the middles of the rows nearest to each; a cell without rows keeps its own."""
    cell = np.argmax(sample @ middles.T, axis=1)
    order = np.argsort(cell, kind="stable")
    filled, first = np.unique(cell[order], return_index=True)
    sums = middles.copy()
    sums[filled] = np.add.reduceat(sample[order], first, axis=0)
    return unit(sums)


@lru_cache(maxsize=65536)
def _pieces(form: str) -> tuple[str, ...]:
    word = f"_{form.replace('c', 'k')}_"
    return tuple(f"~{word[at : at + _PIECE]}" for at in range(len(word) - _PIECE + 1))
