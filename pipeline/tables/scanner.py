"""Text to records by RFC 4180, with places.

Python's csv module forgets where a cell stood; this scanner keeps offsets. It is strict about what counts as quoted and
mild about the rest: a quote inside an unquoted cell is a character like any other.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ..source import SourceText
from .table import Row

_LINE_BREAK = re.compile(r"\r\n|\n|\r")

QuoteFault = Literal["unclosed", "text after"]


@dataclass(frozen=True, slots=True)
class Record:
    """A row and what is wrong with its quotes: the kind of fault and the offset where it shows."""

    row: Row
    faults: tuple[tuple[QuoteFault, int], ...] = ()


def scan(source: SourceText, delimiter: str, start: int = 0) -> Iterator[Record]:
    """Yield the records of `source` from offset `start`; an empty `delimiter` makes every line one cell."""
    scanner = _QuotedScanner(source, delimiter)
    text, position, length = source.text, start, len(source.text)
    while position < length:
        found = _LINE_BREAK.search(text, position)
        end, after = found.span() if found else (length, length)
        line = text[position:end]
        if '"' in line:
            record = scanner.record(position)
            end = record.row.end
            after = found.end() if (found := _LINE_BREAK.match(text, end)) else end
        else:
            values = tuple(line.split(delimiter)) if delimiter else (line,)
            record = Record(Row(values, source, position, end))
        yield record
        position = after


class _QuotedScanner:
    """Reads the records that have quotes in them."""

    def __init__(self, source: SourceText, delimiter: str) -> None:
        self._source = source
        self._delimiter = delimiter
        mark = re.escape(delimiter)
        blank = "[ ]*+" if delimiter == "\t" else r"[ \t]*+"
        ends = rf"(?={mark}|[\r\n]|\Z)" if delimiter else r"(?=[\r\n]|\Z)"
        self._opening = re.compile(rf'{blank}"')
        self._quoted = re.compile(rf'((?:[^"]++|"")*+)"{blank}{ends}')
        self._body = re.compile(r'(?:[^"]++|"")*+')
        self._plain = re.compile(rf"[^{mark}\r\n]*+")

    def record(self, position: int) -> Record:
        text, start = self._source.text, position
        values: list[str] = []
        bounds: list[tuple[int, int]] = []
        faults: list[tuple[QuoteFault, int]] = []
        while True:
            value, place, position, fault = self._cell(position)
            values.append(value)
            bounds.append(place)
            if fault:
                faults.append(fault)
            if not self._delimiter or not text.startswith(self._delimiter, position):
                row = Row(tuple(values), self._source, start, position, tuple(bounds))
                return Record(row, tuple(faults))
            position += len(self._delimiter)

    def _cell(self, start: int) -> tuple[str, tuple[int, int], int, tuple[QuoteFault, int] | None]:
        """Return value, place without quotes, offset after the cell, and the fault of its quotes."""
        text = self._source.text
        opening = self._opening.match(text, start)
        if opening and (quoted := self._quoted.match(text, opening.end())):
            return quoted[1].replace('""', '"'), quoted.span(1), quoted.end(), None
        # Taken as it stands, so that one wrong quote does not swallow the rows below.
        end = self._end_of_plain(start)
        return text[start:end], (start, end), end, self._fault(opening.end()) if opening else None

    def _end_of_plain(self, start: int) -> int:
        found = self._plain.match(self._source.text, start)
        return found.end() if found else start

    def _fault(self, inside: int) -> tuple[QuoteFault, int]:
        """Tell what is wrong with a cell whose quote opens before `inside`."""
        text = self._source.text
        found = self._body.match(text, inside)
        closing = found.end() if found else inside
        if closing == len(text) or _LINE_BREAK.search(text, inside, closing):
            return "unclosed", inside - 1
        return "text after", closing + 1
