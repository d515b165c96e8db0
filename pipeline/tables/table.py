"""A table as it was read: dialect, header and rows whose cells know where they stand."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..source import SourceText, Span

_LINE_BREAKS = {"\n": "LF", "\r\n": "CR LF", "\r": "CR"}
_DELIMITERS = {"": "one column only", "\t": "separated by tabs", " ": "separated by spaces"}


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a table is written.

    `encoding` is Python's name of it, `mark` tells whether a byte order mark stood first, `delimiter` is empty if the
    table has one column only, `line_break` is the most frequent one.
    """

    encoding: str
    mark: bool
    delimiter: str
    line_break: str
    quote: str = '"'

    def describe(self) -> str:
        """Return one line for users: ``utf-8 with byte order mark, separated by `;`, lines end in CR LF``."""
        mark = " with byte order mark" if self.mark else ""
        delimiter = _DELIMITERS.get(self.delimiter, f"separated by `{self.delimiter}`")
        return f"{self.encoding}{mark}, {delimiter}, lines end in {_LINE_BREAKS[self.line_break]}"


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: its value and where its text stands, without the quotes around it."""

    value: str
    source: SourceText = field(repr=False)
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


@dataclass(frozen=True, slots=True)
class Row:
    """One record: its values, and its stretch of the text.

    Cells are made on demand: a table of a million rows is read for its values, and only findings need places.
    `bounds` holds (start, end) of each cell where the record has quotes; without, places follow from the values.
    """

    values: tuple[str, ...]
    source: SourceText = field(repr=False)
    start: int
    end: int
    bounds: tuple[tuple[int, int], ...] | None = field(default=None, repr=False)

    def __len__(self) -> int:
        """Return the number of cells."""
        return len(self.values)

    def __iter__(self) -> Iterator[Cell]:
        """Iterate over the cells."""
        return (self.cell(index) for index in range(len(self.values)))

    def cell(self, index: int) -> Cell:
        """Return the cell in column `index` (from 0)."""
        value = self.values[index]
        if self.bounds is not None:
            return Cell(value, self.source, *self.bounds[index])
        start = self.start + sum(map(len, self.values[:index])) + index
        return Cell(value, self.source, start, start + len(value))

    @property
    def span(self) -> Span:
        """The place of the whole record."""
        return self.source.span(self.start, self.end)

    @property
    def is_blank(self) -> bool:
        """Tell whether no cell holds more than white space."""
        return not any(value and not value.isspace() for value in self.values)


@dataclass(frozen=True, slots=True)
class Table:
    """A table that was read: every row has as many cells as the header."""

    name: str
    dialect: Dialect
    header: Row
    rows: tuple[Row, ...]
