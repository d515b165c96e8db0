"""Cells that were given one by one, by a workbook or a JSON file, kept as one text with a place for each cell."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise

from ..source import SourceText, Span
from .table import Record

SEPARATOR = "\x1f"  # the unit separator of ASCII, which no publisher's text holds; shown as U+FFFD if one does
_CHUNK = 4096
_MOST_LETTERS = 3  # of a column in any spreadsheet program


class Grid:
    """Rows of cells: each row is one record, its cells stand between separators, its number is kept beside it.

    Rows may be given without their blank cells at the end.
    """

    delimiter = SEPARATOR

    def __init__(self, file: str, sheet: str = "") -> None:
        """Begin without rows; findings will call the file `file`, and cells by their `sheet`."""
        self.file = file
        self.sheet = sheet
        self.size = 0
        self._starts = array("Q")
        self._numbers = array("Q")
        self._width = 0
        self._fresh: list[str] = []
        self._chunks: list[str] = []

    @property
    def text(self) -> str:
        """All cells, each row ending in a separator."""
        if len(self._chunks) != 1 or self._fresh:
            self._chunks = ["".join([*self._chunks, *self._fresh])]
            self._fresh = []
        return self._chunks[0]

    @property
    def may_be_table(self) -> bool:
        """Tell whether there are headings and a record, of several cells."""
        return len(self._starts) > 1 and self._width > 1

    @property
    def source(self) -> "Grid":
        """The grid itself knows the places of its text."""
        return self

    def add(self, number: int, values: Sequence[str]) -> None:
        """Add row `number` (from 1)."""
        self._width = max(self._width, len(values))
        row = SEPARATOR.join([value.replace(SEPARATOR, "\ufffd") for value in values]) + SEPARATOR
        self._starts.append(self.size)
        self._numbers.append(number)
        self.size += len(row)
        self._fresh.append(row)
        if len(self._fresh) >= _CHUNK:
            self._chunks.append("".join(self._fresh))
            self._fresh = []

    def records(self, start: int = 0) -> Iterator[Record]:
        """Yield the rows from offset `start` on as records, all as long as the longest one."""
        starts = self._starts[bisect_left(self._starts, start) :]
        for begin, after in pairwise([*starts, self.size]):
            yield begin, after - 1, self._width, ()

    def stretches(self, after: int, _width: int) -> Iterator[Record]:
        """Yield the rows below the one that ends at offset `after`."""
        return self.records(after + 1)

    def values(self, start: int, end: int) -> tuple[str, ...]:
        """Return the values of a row, blank ones added up to the width of the table."""
        values = self.text[start:end].split(SEPARATOR)
        return (*values, *[""] * (self._width - len(values)))

    def columns(self, starts: Iterable[int], ends: Iterable[int], width: int) -> Sequence[Sequence[str]]:
        """Return the first `width` columns of many rows."""
        rows = (self.values(start, end) for start, end in zip(starts, ends, strict=True))
        return tuple(islice(zip(*rows, strict=True), width))

    def bounds(self, start: int, end: int) -> Sequence[tuple[int, int]]:
        """Return (start, end) of each cell of a row.

        Blank cells that were not given stand nowhere in the text: they get offsets beyond it, one for each.
        """
        places = []
        beyond = self.size + 1 + (bisect_right(self._starts, start) - 1) * self._width
        for value in self.text[start:end].split(SEPARATOR):
            places.append((start, start + len(value)))
            start += len(value) + 1
        return [*places, *((beyond + column,) * 2 for column in range(len(places), self._width))]

    def locate(self, offset: int) -> tuple[int, int, int]:
        """Return row (an index), column (from 0) and the offset within the cell."""
        if offset > self.size:
            return *divmod(offset - self.size - 1, self._width), 0
        row = max(bisect_right(self._starts, offset) - 1, 0)
        start = self._starts[row]
        column = self.text.count(SEPARATOR, start, offset)
        return row, column, offset - (self.text.rfind(SEPARATOR, start, offset) + 1 if column else start)

    def _value(self, start: int) -> str:
        return self.text[start : max(self.text.find(SEPARATOR, start), start)]

    def span(self, start: int, end: int) -> Span:
        """Return the place of a stretch: row, column and name (``Karten!C7``) of the cell it begins in, its text."""
        row, column, offset = self.locate(start)
        number = self._numbers[row]
        value = self._value(start - offset)
        cell = f"{self.sheet}!{cell_name(number, column)}"
        marked = offset, offset + end - start
        return Span(self.file, number, column + 1, cell=cell, excerpt=value or None, marked=marked)


class RecordGrid(Grid):
    """A grid whose cells stand somewhere in a text file (JSON): places are those of the file."""

    def __init__(self, written: SourceText) -> None:
        """Begin without rows; `written` is the file."""
        super().__init__(written.file)
        self._written = written
        self._places: list[Sequence[tuple[int, int]]] = []

    def add_record(self, values: Sequence[str], places: Sequence[tuple[int, int]]) -> None:
        """Add a row and where each of its cells is written."""
        self.add(len(self._places) + 1, values)
        self._places.append(places)

    def span(self, start: int, end: int) -> Span:
        """Return the place of a stretch in the file: exactly if the value is written as it is, else the whole value."""
        row, column, offset = self.locate(start)
        last_row, last_column, last_offset = self.locate(end)
        places = self._places[row]
        first = places[min(column, len(places) - 1)]
        if (row, column) != (last_row, last_column):
            return self._written.span(first[0], places[min(last_column, len(places) - 1)][1])
        if first[1] - first[0] != len(self._value(start - offset)):
            return self._written.span(*first)
        return self._written.span(first[0] + offset, first[0] + last_offset)


def cell_name(row: int, column: int) -> str:
    """Return the name of a cell as spreadsheets write it, from a row from 1 and a column from 0: ``C7``."""
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{row}"


def cell_place(name: str) -> tuple[int, int]:
    """Return row (from 1) and column (from 0) of a cell by its name; raises ValueError."""
    letters = name.rstrip("0123456789")
    if not 0 < len(letters) <= _MOST_LETTERS:
        raise ValueError(f"`{name}` names no cell")
    column = 0
    for letter in letters:
        if not "A" <= letter <= "Z":
            raise ValueError(f"`{name}` names no cell")
        column = 26 * column + ord(letter) - ord("A") + 1
    return int(name[len(letters) :]), column - 1
