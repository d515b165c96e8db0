"""Text to records by RFC 4180, with places.

Python's csv module forgets where a cell stood; this scanner keeps offsets. It is strict about what counts as quoted and
mild about the rest: a quote inside an unquoted cell is a character like any other.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..source import SourceText
from .table import QuoteFault, Record

_LINE_BREAK = re.compile(r"\r\n|\n|\r")
_UNQUOTED = re.compile(r'[^"\r\n]*+')


class _Scanned(NamedTuple):
    """A cell: its value, its place without quotes, the offset after it, and the fault of its quotes."""

    value: str
    place: tuple[int, int]
    after: int
    fault: tuple[QuoteFault, int] | None = None


class TextCells:
    """Finds the records of a text and their cells; an empty delimiter makes every line one cell."""

    def __init__(self, source: SourceText, delimiter: str) -> None:
        """Read `source`, whose cells `delimiter` separates."""
        self.source = source
        self.text = source.text
        self.delimiter = delimiter
        self._mark = mark = re.escape(delimiter)
        blank = "[ ]*+" if delimiter == "\t" else r"[ \t]*+"
        ends = rf"(?={mark}|[\r\n]|\Z)" if delimiter else r"(?=[\r\n]|\Z)"
        self._opening = re.compile(rf'{blank}"')
        quoted = rf'((?:[^"]++|"")*+)"{blank}{ends}'
        self._quoted = re.compile(quoted)
        self._body = re.compile(r'(?:[^"]++|"")*+')
        plain = rf"[^{mark}\r\n]*+"
        self._plain = re.compile(plain)
        self._cell_pattern = rf'(?:{blank}"{quoted}|(?!{blank}")({plain}))'
        self._whole: re.Pattern[str] | None = None

    def expect(self, width: int) -> None:
        """Read records of `width` cells fast; others are read as well."""
        self._whole = re.compile(rf"{self._mark.join([self._cell_pattern] * width)}(?=[\r\n]|\Z)")

    def records(self, start: int = 0) -> Iterator[Record]:
        """Yield the records from offset `start` on."""
        text, position, length, delimiter = self.text, start, len(self.text), self.delimiter
        count, unquoted = text.count, _UNQUOTED.match
        while position < length:
            found = unquoted(text, position)
            end = found.end() if found else position
            if text.startswith('"', end):
                record = self._with_quotes(position)
                end = record.end
                yield record
            else:
                yield Record(position, end, count(delimiter, position, end) + 1 if delimiter else 1)
            position = end + (2 if text.startswith("\r\n", end) else 1)

    def values(self, start: int, end: int) -> tuple[str, ...]:
        """Return the values of the record from offset `start` to `end`."""
        text = self.text[start:end]
        if '"' not in text:
            return tuple(text.split(self.delimiter)) if self.delimiter else (text,)
        if self._whole and (found := self._whole.match(self.text, start)):
            return tuple(
                plain if quoted is None else quoted.replace('""', '"')
                for quoted, plain in zip(*[iter(found.groups())] * 2, strict=True)
            )
        return tuple(cell.value for cell in self._cells(start))

    def bounds(self, start: int, end: int) -> Sequence[tuple[int, int]]:
        """Return (start, end) of each cell of a record, without the quotes around it."""
        text = self.text[start:end]
        if '"' in text:
            return [cell.place for cell in self._cells(start)]
        places = []
        for value in text.split(self.delimiter) if self.delimiter else [text]:
            places.append((start, start + len(value)))
            start += len(value) + len(self.delimiter)
        return places

    def _with_quotes(self, start: int) -> Record:
        if self._whole and (found := self._whole.match(self.text, start)):
            return Record(start, found.end(), self._whole.groups // 2)
        cells = list(self._cells(start))
        return Record(start, cells[-1].after, len(cells), tuple(cell.fault for cell in cells if cell.fault))

    def _cells(self, position: int) -> Iterator[_Scanned]:
        """Yield the cells of the record that begins at `position`."""
        text, delimiter = self.text, self.delimiter
        while True:
            cell = self._cell(position)
            yield cell
            if not delimiter or not text.startswith(delimiter, cell.after):
                return
            position = cell.after + len(delimiter)

    def _cell(self, start: int) -> _Scanned:
        text = self.text
        opening = self._opening.match(text, start)
        if opening and (quoted := self._quoted.match(text, opening.end())):
            return _Scanned(quoted[1].replace('""', '"'), quoted.span(1), quoted.end())
        # Taken as it stands, so that one wrong quote does not swallow the rows below.
        found = self._plain.match(text, start)
        end = found.end() if found else start
        return _Scanned(text[start:end], (start, end), end, self._fault(opening.end()) if opening else None)

    def _fault(self, inside: int) -> tuple[QuoteFault, int]:
        """Tell what is wrong with a cell whose quote opens before `inside`."""
        text = self.text
        found = self._body.match(text, inside)
        closing = found.end() if found else inside
        if closing == len(text) or _LINE_BREAK.search(text, inside, closing):
            return "unclosed", inside - 1
        return "text after", closing + 1
