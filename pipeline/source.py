"""Text with an index of its physical lines, and places in it.

A *physical* line ends at LF, CR LF or CR, wherever it stands: also inside a quoted cell. That is what editors count,
and so do findings. Columns count code points from 1; a byte order mark is not part of the text, a tab is one column.
"""

import re
from array import array
from bisect import bisect_right
from dataclasses import dataclass, field

_LINE_BREAK = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True, slots=True)
class Span:
    """A place: a file, or a stretch of text in it from (line, column) up to, not including, (end_line, end_column).

    A span without a line means the file as a whole. ``cell`` names the cell of a spreadsheet (``C7``). ``excerpt`` is
    the physical line on which the span begins, or the text of the cell, kept for showing; ``marked`` is the stretch of
    that text meant, if not all of the cell. Both play no part in comparisons.
    """

    file: str
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None
    cell: str | None = None
    excerpt: str | None = field(default=None, compare=False, repr=False)
    marked: tuple[int, int] | None = field(default=None, compare=False, repr=False)

    @property
    def order(self) -> tuple[str, int, int]:
        """Sort key: file, then place, the file as a whole first."""
        return self.file, self.line or 0, self.column or 0


class SourceText:
    """The decoded text of one file and where its physical lines begin."""

    __slots__ = ("_index", "file", "text")

    def __init__(self, file: str, text: str) -> None:
        """Take `text` (without its byte order mark), which findings will call `file`."""
        self.file = file
        self.text = text
        self._index: array[int] | None = None

    @property
    def _starts(self) -> "array[int]":
        """Where each line begins, looked up when the first place is asked for: a clean file needs none."""
        if self._index is None:
            self._index = array("Q", [0])
            self._index.extend(match.end() for match in _LINE_BREAK.finditer(self.text))
        return self._index

    @property
    def line_count(self) -> int:
        """Number of physical lines; a final line break opens no further line."""
        last_is_empty = self._starts[-1] == len(self.text)
        return len(self._starts) - int(last_is_empty)

    def line(self, number: int) -> str:
        """Return physical line `number` (from 1) without its line break."""
        start = self._starts[number - 1]
        end = self._starts[number] if number < len(self._starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    def position(self, offset: int) -> tuple[int, int]:
        """Return (line, column), both from 1, of the code point at `offset`."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def span(self, start: int, end: int) -> Span:
        """Return the place of ``text[start:end]``."""
        line, column = self.position(start)
        end_line, end_column = self.position(end)
        return Span(self.file, line, column, end_line, end_column, excerpt=self.line(line))
