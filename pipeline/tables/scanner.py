"""Text to records by RFC 4180, with places.

Python's csv module forgets where a cell stood; this scanner keeps offsets. It is strict about what counts as quoted and
mild about the rest: a quote inside an unquoted cell is a character like any other.
"""

import csv
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, islice
from operator import add
from typing import NamedTuple

from ..source import SourceText
from .table import QuoteFault, Record, Stretch

_LINE_BREAK = re.compile(r"\r\n|\n|\r")
_PIECE = 1_000_000  # characters
_LINES_AT_ONCE = 8  # of a quoted cell; longer ones take longer


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
        mark = re.escape(delimiter)
        blank = "[ ]*+" if delimiter == "\t" else r"[ \t]*+"
        ends = rf"(?={mark}|[\r\n]|\Z)" if delimiter else r"(?=[\r\n]|\Z)"
        self._opening = re.compile(rf'{blank}"')
        quoted = rf'((?:[^"]++|"")*+)"{blank}{ends}'
        self._quoted = re.compile(quoted)
        self._body = re.compile(r'(?:[^"]++|"")*+')
        plain = rf"[^{mark}\r\n]*+"
        self._plain = re.compile(plain)
        self._irregular: set[int] = set()  # where records begin whose quotes are not where they should be

    def records(self, start: int = 0) -> Iterator[Record]:
        """Yield the records from offset `start` on."""
        position = start
        for starts, lines in _pieces(self.text, start):
            for begin, line in zip(starts, lines, strict=True):
                if begin >= position:  # else within a record that began above
                    record = self._record(begin, line)
                    yield record
                    position = record[1]

    def stretches(self, after: int, width: int) -> Iterator[Stretch | Record]:
        """Yield the records below the one that ends at offset `after`, plain ones of `width` cells many at once."""
        position = after + (2 if self.text.startswith("\r\n", after) else 1)
        delimiter = self.delimiter or "\n"  # which no line holds
        for starts, lines in _pieces(self.text, position):
            ends = list(map(add, starts, map(len, lines)))
            first = bisect_left(starts, position)
            for number, line in enumerate(lines):
                quoted = '"' in line
                head = line[:2].lstrip('"')[:1] if quoted else line[:1]
                plain = _unquoted(line.split('"'), delimiter) if quoted else line
                if (
                    plain is not None
                    and plain.count(delimiter) == width - 1
                    and head not in ("", delimiter)
                    and not head.isspace()
                ):
                    continue
                if number >= first:
                    yield Stretch(starts[first:number], ends[first:number])
                    record = self._record(starts[number], line)
                    yield record
                    position = record[1]
                    first = bisect_left(starts, position, number + 1)
            yield Stretch(starts[first:], ends[first:])

    def _record(self, begin: int, line: str) -> Record:
        """Return the record that begins with a line."""
        if '"' in line:
            return self._with_quotes(begin, line)
        return begin, begin + len(line), line.count(self.delimiter) + 1 if self.delimiter else 1, ()

    def values(self, start: int, end: int) -> tuple[str, ...]:
        """Return the values of the record from offset `start` to `end`."""
        text = self.text[start:end]
        if '"' not in text:
            return tuple(text.split(self.delimiter)) if self.delimiter else (text,)
        return tuple(cell.value for cell in self._cells(start))

    def columns(self, starts: Iterable[int], ends: Iterable[int], width: int) -> Sequence[Sequence[str]]:
        """Return the first `width` columns of many records, none of which is shorter."""
        places = list(zip(starts, ends, strict=True))
        lines = [self.text[start:end] for start, end in places]
        quoted = {number: line for number, line in enumerate(lines) if '"' in line}
        for number in quoted:
            lines[number] = self.delimiter * (width - 1)
        cells = self.delimiter.join(lines).split(self.delimiter) if self.delimiter else lines
        if len(cells) > width * len(lines) or width == 1:  # some records are longer
            return tuple(islice(zip(*(self.values(*place) for place in places), strict=False), width))
        columns = [cells[index::width] for index in range(width)]
        values = self._quoted_values(list(quoted.values()), [places[number] for number in quoted])
        for column, fresh in zip(columns, zip(*values, strict=False), strict=False):
            for number, value in zip(quoted, fresh, strict=True):
                column[number] = value
        return columns

    def _quoted_values(self, lines: Sequence[str], places: Sequence[tuple[int, int]]) -> Iterable[Sequence[str]]:
        """Return the values of records with quotes."""
        regular = self._irregular.isdisjoint(start for start, _ in places)
        if regular and max(map(len, lines), default=0) <= csv.field_size_limit():
            return csv.reader(lines, delimiter=self.delimiter)  # which reads regular records as they are read here
        return [self.values(*place) for place in places]

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

    def _with_quotes(self, start: int, line: str) -> Record:
        """Return the record that begins at `start` with `line` and may go on in those below."""
        text = self.text
        for _ in range(_LINES_AT_ONCE):
            end = start + len(line)
            pieces = line.split('"')
            if len(pieces) % 2:  # no quote is open
                if (plain := _unquoted(pieces, self.delimiter)) is None:
                    break
                return start, end, plain.count(self.delimiter) + 1, ()
            closing = text.find('"', end)
            if closing < 0:
                break
            line = text[start : found.start() if (found := _LINE_BREAK.search(text, closing)) else len(text)]
        self._irregular.add(start)
        cells = list(self._cells(start))
        return start, cells[-1].after, len(cells), tuple(cell.fault for cell in cells if cell.fault)

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


def _pieces(text: str, start: int) -> Iterator[tuple[list[int], list[str]]]:
    """Yield offsets and texts of the physical lines from `start` on; a long text is taken piece by piece."""
    while start < len(text):
        stop = text.find("\n", start + _PIECE) + 1 or text.find("\r", start + _PIECE) + 1 or len(text)
        piece = text[start:stop]
        line_break = _line_break(piece)
        if line_break:
            lines = piece.split(line_break)
            starts = list(accumulate((len(line) + len(line_break) for line in lines[:-1]), initial=start))
        else:
            lines = _LINE_BREAK.split(piece)
            starts = [start, *(start + found.end() for found in _LINE_BREAK.finditer(piece))]
        if not lines[-1]:
            lines.pop()
            starts.pop()
        yield starts, lines
        start = stop


def _line_break(text: str) -> str:
    """Return the one line break of a text, nothing if it has several."""
    if "\r" not in text:
        return "\n"
    feeds, both = text.count("\n"), text.count("\r\n")
    return "\r\n" if feeds == both == text.count("\r") else "" if feeds else "\r"


def _unquoted(pieces: Sequence[str], delimiter: str) -> str | None:
    """Return what of a record is not quoted, None if quotes stand elsewhere than where RFC 4180 has them.

    Quotes cut the record into `pieces`, outside and within in turn.
    """
    if len(pieces) % 2 == 0 or not delimiter or (delimiter.isspace() and delimiter != "\t"):
        return None
    first, last = pieces[0], pieces[-1]
    if (first and first[-1] != delimiter) or (last and last[0] != delimiter):
        return None
    if len(pieces) == 3:
        unquoted = first + last
    # Nothing between two quotes is one quote in the text.
    elif all(not piece or piece[0] == piece[-1] == delimiter for piece in pieces[2:-1:2]):
        unquoted = "".join(pieces[::2])
    else:
        return None
    return None if "\n" in unquoted or "\r" in unquoted else unquoted
