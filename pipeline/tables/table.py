"""A table as it was read: dialect, header and rows whose cells know where they stand."""

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Protocol, overload

from ..source import Span

_LINE_BREAKS = {"\n": "LF", "\r\n": "CR LF", "\r": "CR"}
_DELIMITERS = {"": "one column only", "\t": "separated by tabs", " ": "separated by spaces"}


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a table is written.

    A text: `encoding` is Python's name of it, `mark` tells whether a byte order mark stood first, `delimiter` is empty
    if the table has one column only, `line_break` is the most frequent one. A workbook or JSON file: `format` and
    `sheet`.
    """

    encoding: str = ""
    mark: bool = False
    delimiter: str = ""
    line_break: str = "\n"
    format: str = "text"
    sheet: str = ""

    def describe(self) -> str:
        """Return one line for users: ``utf-8 with byte order mark, separated by `;`, lines end in CR LF``."""
        if self.format != "text":
            return f"{self.format}, sheet `{self.sheet}`" if self.sheet else self.format
        mark = " with byte order mark" if self.mark else ""
        delimiter = _DELIMITERS.get(self.delimiter, f"separated by `{self.delimiter}`")
        return f"{self.encoding}{mark}, {delimiter}, lines end in {_LINE_BREAKS[self.line_break]}"


class Places(Protocol):
    """What knows where a stretch of text stands: a text file, or the cells of a workbook."""

    def span(self, start: int, end: int) -> Span:
        """Return the place of the text from offset `start` up to `end`."""


QuoteFault = Literal["unclosed", "text after"]


Record = tuple[int, int, int, tuple[tuple[QuoteFault, int], ...]]
"""A stretch of the text (start, end), the number of its cells, and what is wrong with their quotes: kind and offset."""


class Stretch(NamedTuple):
    """Where successive records begin and end that have as many cells as the header and are not blank."""

    starts: Sequence[int]
    ends: Sequence[int]


class Cells(Protocol):
    """What cuts records, given as stretches of a text, into cells."""

    @property
    def text(self) -> str:
        """All of the text."""

    @property
    def source(self) -> Places:
        """Where the text stands."""

    @property
    def delimiter(self) -> str:
        """What stands between two cells."""

    def records(self, start: int = 0) -> Iterator[Record]:
        """Yield the records from offset `start` on."""

    def stretches(self, after: int, width: int) -> Iterator[Stretch | Record]:
        """Yield the records below the one that ends at offset `after`, many at once if they have `width` cells."""

    def values(self, start: int, end: int) -> tuple[str, ...]:
        """Return the values of the record from offset `start` to `end`."""

    def columns(self, starts: Sequence[int], ends: Sequence[int], width: int) -> Sequence[Sequence[str]]:
        """Return the first `width` columns of many records, none of which is shorter."""

    def bounds(self, start: int, end: int) -> Sequence[tuple[int, int]]:
        """Return (start, end) of each cell of a record, without the quotes around it."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: its value and where its text stands, without the quotes around it."""

    value: str
    source: Places = field(repr=False)
    start: int
    end: int

    @property
    def span(self) -> Span:
        """The place of the whole value."""
        return self.source.span(self.start, self.end)

    def subspan(self, start: int, end: int | None = None) -> Span:
        """Return the place of ``value[start:end]``, by default to its end; offsets beyond it are capped."""
        stop = len(self.value) if end is None else min(end, len(self.value))
        first = min(start, stop)
        return self.source.span(self.start + self._written(first), self.start + self._written(stop))

    def _written(self, offset: int) -> int:
        # Within quotes every quote of the value is written twice; otherwise the value stands as it is.
        if self.end - self.start == len(self.value):
            return offset
        return offset + self.value.count('"', 0, offset)


class Row:
    """One record: its values, and its stretch of the text; its cells are made on demand, since few are asked for."""

    __slots__ = ("_bounds", "_cells", "end", "start", "values")

    def __init__(self, cells: Cells, start: int, end: int, values: tuple[str, ...] | None = None) -> None:
        """Take the record from offset `start` to `end`."""
        self._cells = cells
        self._bounds: Sequence[tuple[int, int]] | None = None
        self.start = start
        self.end = end
        self.values = cells.values(start, end) if values is None else values

    def __len__(self) -> int:
        """Return the number of cells."""
        return len(self.values)

    def __iter__(self) -> Iterator[Cell]:
        """Iterate over the cells."""
        bounds = self._cells.bounds(self.start, self.end)
        return (
            Cell(value, self._cells.source, *place) for value, place in zip(self.values, bounds, strict=False)
        )  # a row that was cut has more places than values

    def cell(self, index: int) -> Cell:
        """Return the cell in column `index` (from 0)."""
        if self._bounds is None:
            self._bounds = self._cells.bounds(self.start, self.end)
        return Cell(self.values[index], self._cells.source, *self._bounds[index])

    @property
    def span(self) -> Span:
        """The place of the whole record."""
        return self._cells.source.span(self.start, self.end)

    @property
    def is_blank(self) -> bool:
        """Tell whether no cell holds more than white space."""
        return not any(value and not value.isspace() for value in self.values)


class Rows(Sequence[Row]):
    """The records of a table, each made anew when it is asked for: only where they begin and end is kept.

    So a million records cost little more than their text.
    """

    __slots__ = ("_cells", "_ends", "_starts", "_width")

    def __init__(self, cells: Cells, width: int) -> None:
        """Begin without records; those that will have more than `width` cells are cut to it."""
        self._cells = cells
        self._width = width
        self._starts = array("Q")
        self._ends = array("Q")

    def append(self, start: int, end: int) -> None:
        """Add the record from offset `start` to `end`."""
        self._starts.append(start)
        self._ends.append(end)

    def extend(self, stretch: Stretch) -> None:
        """Add several records."""
        self._starts.extend(stretch.starts)
        self._ends.extend(stretch.ends)

    def __len__(self) -> int:
        """Return the number of records."""
        return len(self._starts)

    def __iter__(self) -> Iterator[Row]:
        """Iterate over the records."""
        return map(self._row, self._starts, self._ends)

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Row, ...]: ...
    def __getitem__(self, index: int | slice) -> Row | tuple[Row, ...]:
        """Return a record, or several."""
        if isinstance(index, slice):
            return tuple(map(self._row, self._starts[index], self._ends[index]))
        return self._row(self._starts[index], self._ends[index])

    def columns(self, numbers: Sequence[int]) -> Sequence[Sequence[str]]:
        """Return the columns of the records with these numbers (from 0): much faster than record by record."""
        if not numbers:
            return ((),) * self._width
        first, last = numbers[0], numbers[-1]
        if last - first + 1 == len(numbers):
            starts, ends = self._starts[first : last + 1], self._ends[first : last + 1]
        else:
            starts, ends = (array("Q", map(offsets.__getitem__, numbers)) for offsets in (self._starts, self._ends))
        return self._cells.columns(starts, ends, self._width)

    def _row(self, start: int, end: int) -> Row:
        return Row(self._cells, start, end, self._cells.values(start, end)[: self._width])


@dataclass(frozen=True, slots=True)
class Table:
    """A table that was read: every row has as many cells as the header."""

    name: str
    dialect: Dialect
    header: Row
    rows: Rows
