"""Which texts are worth comparing: for each its nearest neighbours, never all above a threshold.

Each text is one row: its vector of meaning, beside it the TF-IDF of its stems, meanings and three-letter pieces, thrown
into as many columns by signs that depend on the term alone (a sparse random projection). One search finds what is near
in either. Up to LARGEST_EXACT rows it is exact; above, each row looks only into the cells nearest to it.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .arrays import Bits, Ints, Numbers, spans, totals
from .columns import Columns, Words
from .normalise import ASIDE
from .parallel import in_threads
from .texts import Meanings
from .vectors import Floats, Progress, silent

Places = npt.NDArray[np.integer[Any]]

NEIGHBOURS = 25
"""How many neighbours of each text are compared."""

LARGEST_EXACT = 20_000
"""How many rows are searched exactly; the time grows with the square."""

PIECE_WEIGHT = 0.35
"""What a three-letter piece, or a part of a compound or phrase, counts beside a whole word."""

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
_LOOKING, _HELD, _SORTED = 8192, 2, 100_000


def word_rows(texts: Columns, owner: Ints, text: Ints, number: int) -> Floats:
    """Return `number` rows of length 1 (or 0 if there is no word): each of the texts `text` belongs to the row `owner`.

    In a large collection, terms that stand in a tenth of all rows are left out: they tell the least.
    """
    terms = _terms(texts.words)
    counted = [
        (rows, *_counted(texts, terms, owner[part] - rows.start, text[part])) for rows, part in _by_rows(owner, number)
    ]
    frequency = np.zeros(len(terms.names), dtype=np.int64)
    for _, _, term, _ in counted:
        frequency += np.bincount(term, minlength=len(frequency))
    inverse = np.log(number / np.maximum(frequency, 1)) + 0.1
    inverse[frequency > max(_ALWAYS_KEPT, _COMMON_SHARE * number)] = 0
    columns, signs = _drawn(terms.names)
    found = np.empty((number, _COLUMNS), dtype=np.float32)
    for rows, row, term, counts in counted:
        values = (np.sqrt(counts) * inverse[term])[:, None] * signs[term]
        found[rows] = unit(_projected(row, columns[term], values, rows.stop - rows.start))
    return found


def _by_rows(owner: Ints, number: int) -> Iterator[tuple[slice, Ints]]:
    """Yield spans of rows, and where in `owner` those stand: so many together that the work on them is fast."""
    order = np.argsort(owner, kind="stable")
    edges = np.linspace(0, number, max(1, round(number / _BLOCK)) + 1).astype(np.int64)
    parts = np.split(order, np.searchsorted(owner[order], edges[1:-1]))
    for begin, end, part in zip(edges[:-1].tolist(), edges[1:].tolist(), parts, strict=True):
        yield slice(begin, end), part


def _counted(texts: Columns, terms: "_Terms", owner: Ints, text: Ints) -> tuple[Places, Places, Numbers]:
    """Return the terms of each row, rows and terms in order, and how much each counts in it."""
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
    return row.astype(np.int32), term.astype(np.int32), counts


@dataclass(frozen=True, slots=True)
class _Terms:
    """The terms that each word stands for, and how much each counts."""

    names: Sequence[str]
    start: Ints
    lengths: Ints
    term: Ints
    weight: npt.NDArray[np.float64]


def _terms(words: Words) -> _Terms:
    """Return the stem or meanings of each word, those of its parts, and the pieces of names and unknown words."""
    number: dict[str, int] = {}
    term, weight, lengths = [], [], []
    for token, parts in zip(words.tokens, words.spellings.made_of(), strict=True):
        whole = list(token.terms)
        told = dict.fromkeys(name for part in parts for name in words.tokens[part].terms if name not in whole)
        pieces = () if (token.meanings and not token.is_name) or token.number is not None else _pieces(token.form)
        term += [number.setdefault(name, len(number)) for name in (*whole, *told, *pieces)]
        weight += [1.0] * len(whole) + [PIECE_WEIGHT] * (len(told) + len(pieces))
        lengths.append(len(whole) + len(told) + len(pieces))
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


def beside(meanings: Meanings, owner: Ints, text: Ints, words: Floats, axes: Floats) -> Floats:
    """Return rows of words beside the middle of what the texts of each row mean, turned into the columns `axes`."""

    def joined(block: tuple[slice, Ints]) -> Floats:
        rows, part = block
        meaning = unit(meanings.middle(owner[part] - rows.start, text[part], rows.stop - rows.start))
        return unit(np.hstack([meaning @ axes, WORDS_WEIGHT * words[rows]]))

    blocks = list(_by_rows(owner, len(words)))
    found = np.empty((len(words), _COLUMNS + axes.shape[1]), dtype=np.float32)
    for (rows, _), block in zip(blocks, in_threads(joined, blocks), strict=True):
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
    ordered = row[order]
    kept = np.ones(len(order), dtype=bool)
    kept[neighbours:] = ordered[neighbours:] != ordered[:-neighbours]
    return order[kept]


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
    lesser, greater = np.minimum(best.row, best.other), np.maximum(best.row, best.other)
    pairs = np.sort(lesser.astype(np.int64) * len(matrix) + greater)
    return pairs[np.diff(pairs, prepend=-1) > 0]


class Found(NamedTuple):
    """Rows, others that each has found, and how near they are."""

    row: Places
    other: Places
    likeness: Floats


def _nearest_of(held: list[Found], neighbours: int, least: Floats) -> Found:
    """Return the nearest `neighbours` of each row, by rows; raise `least` to the last of those that have so many.

    What was `held` is given up, and few rows at a time are sorted: these are the largest columns of all.
    """
    row, other, likeness = map(np.concatenate, zip(*held, strict=True))
    held.clear()
    parts = []
    for begin in range(0, len(least), _SORTED):
        chosen = np.flatnonzero((row >= begin) & (row < begin + _SORTED))
        kept = chosen[_first_few(row[chosen], likeness[chosen], neighbours)]
        parts.append(Found(row[kept], other[kept], likeness[kept]))
    best = Found(*map(np.concatenate, zip(*parts, strict=True)))
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
            near = np.hstack([own, np.broadcast_to(np.arange(number), likeness.shape) if probes is None else probes])
            return near.astype(np.min_scalar_type(number))

        near = np.concatenate(list(in_threads(nearest_cells, range(0, len(matrix), _BLOCK))))
        rows = np.arange(len(matrix), dtype=np.int32)
        self.members = _gathered(near[:, 0], rows, number)
        self._looking = _gathered(near[:, 1:].ravel(), np.repeat(rows, near.shape[1] - 1), number)

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
    ends = np.cumsum(np.bincount(cell, minlength=number))
    return np.split(row[np.argsort(cell, kind="stable")], ends[:-1])


def _moved(sample: Floats, middles: Floats) -> Floats:
    """Return the middles of the rows nearest to each; a cell without rows keeps its own."""

    def nearest_cell(at: int) -> Places:
        cell: Places = np.argmax(sample[at : at + _BLOCK] @ middles.T, axis=1)
        return cell

    # All products at once would be the largest thing of all.
    cell = np.concatenate(list(in_threads(nearest_cell, range(0, len(sample), _BLOCK))))
    order = np.argsort(cell, kind="stable")
    filled, first = np.unique(cell[order], return_index=True)
    sums = middles.copy()
    sums[filled] = np.add.reduceat(sample[order], first, axis=0)
    return unit(sums)


@lru_cache(maxsize=65536)
def _pieces(form: str) -> tuple[str, ...]:
    word = f"_{form.replace('c', 'k')}_"
    return tuple(f"~{word[at : at + _PIECE]}" for at in range(len(word) - _PIECE + 1))
