"""Which texts are worth comparing: for each its nearest neighbours, never all above a threshold.

Up to LARGEST_EXACT rows (`rows`) the search is exact; above, each row looks only into the cells nearest to it.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .arrays import Bits, Places
from .parallel import in_threads
from .rows import unit
from .vectors import Floats, Progress, silent

NEIGHBOURS = 25
"""How many neighbours of each text are compared."""

LARGEST_EXACT = 20_000
"""How many rows are searched exactly; the time grows with the square."""

_NOTHING = 1e-6
_BLOCK, _GROUP = 1024, 16
_CELL, _PROBES, _ROUNDS = 200, 40, 6
_LOOKING, _HELD, _SORTED = 8192, 2, 100_000


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
    held = _Held()
    for _ in progress(asked, "searching"):
        held.add(next(looked))
        if held.many > _HELD * neighbours * len(matrix):
            held = _Held([_nearest_of(held, neighbours, least)])
    best = _nearest_of(held, neighbours, least)
    lesser, greater = np.minimum(best.row, best.other), np.maximum(best.row, best.other)
    pairs = np.sort(lesser.astype(np.int64) * len(matrix) + greater)
    return pairs[np.diff(pairs, prepend=-1) > 0]


class _Found(NamedTuple):
    """Rows, others that each has found, and how near they are."""

    row: Places
    other: Places
    likeness: Floats


class _Held:
    """What was found so far, column by column."""

    def __init__(self, found: Iterable[_Found] = ()) -> None:
        """Hold what was found before."""
        self._rows: list[Places] = []
        self._others: list[Places] = []
        self._likeness: list[Floats] = []
        self.many = 0
        for each in found:
            self.add(each)

    def add(self, found: _Found) -> None:
        """Hold this too."""
        self._rows.append(found.row)
        self._others.append(found.other)
        self._likeness.append(found.likeness)
        self.many += len(found.row)

    def given_up(self) -> _Found:
        """Return all in one, and hold it no longer: one column after the other, since these are the largest of all."""
        self.many = 0
        return _Found(*(_in_one(parts) for parts in (self._rows, self._others, self._likeness)))


def _nearest_of(held: _Held, neighbours: int, least: Floats) -> _Found:
    """Return the nearest `neighbours` of each row, by rows; raise `least` to the last of those that have so many.

    What was `held` is given up, and few rows at a time are sorted.
    """
    row, other, likeness = held.given_up()
    parts = []
    for begin in range(0, len(least), _SORTED):
        chosen = np.flatnonzero((row >= begin) & (row < begin + _SORTED))
        kept = chosen[_first_few(row[chosen], likeness[chosen], neighbours)]
        parts.append(_Found(row[kept], other[kept], likeness[kept]))
    best = _Found(*map(np.concatenate, zip(*parts, strict=True)))
    last = np.flatnonzero(np.diff(best.row, append=-1))
    last = last[np.diff(last, prepend=-1) == neighbours]
    least[best.row[last]] = best.likeness[last]
    return best


def _in_one(parts: list[npt.NDArray[Any]]) -> npt.NDArray[Any]:
    """Return the parts of a column in a row, and hold them no longer."""
    found = np.concatenate(parts)
    parts.clear()
    return found


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

    def look(self, rows: Places, members: Places, least: Floats, neighbours: int) -> _Found:
        """Return rows with what they find among the members of a cell, and the likeness."""
        likeness = self.matrix[rows] @ self.matrix[members].T
        wanted = likeness >= least[rows][:, None]
        if np.count_nonzero(wanted) > 2 * (neighbours + 1) * len(rows):
            # Many are equally near: any of them will do.
            wanted &= _nearest_few(likeness, neighbours + 1)
        flat = np.flatnonzero(wanted)
        row, place = np.divmod(flat, len(members))
        others = rows[row] != members[place]
        return _Found(rows[row[others]], members[place[others]], likeness.ravel()[flat[others]])


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
