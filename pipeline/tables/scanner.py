"""Text to records by RFC 4180, with places.

Python's csv module forgets where a cell stood; this scanner keeps offsets. It is strict about what counts as quoted and
mild about the rest: a quote inside an unquoted cell is a character like any other.
"""

import csv
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, islice, repeat
from operator import add, itemgetter
from typing import NamedTuple

from ..source import SourceText
from .table import QuoteFault, Record, Stretch

_LINE_BREAK = re.compile(r"\r\n|\n|\r")
_HEAD = itemgetter(slice(1))
_PIECE = 1_000_000  # characters


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
        """Yield the records below the one that ends at offset `after`, those of `width` cells many at once."""
        position = after + (2 if self.text.startswith("\r\n", after) else 1)
        regular = self._regular(width)
        for starts, lines in _pieces(self.text, position):
            ends = list(map(add, starts, map(len, lines)))
            first = bisect_left(starts, position)
            whole = Stretch([], [])
            for number in self._odd(lines, width):
                begin = starts[number]
                if begin < position:  # within a record that began above
                    continue
                found = regular(self.text, begin)
                if found and found.end() == ends[number]:
                    continue
                whole.take(starts[first:number], ends[first:number])
                if found:
                    position = found.end()
                    whole.take((begin,), (position,))
                else:
                    yield whole
                    record = self._record(begin, lines[number])
                    yield record
                    whole, position = Stretch([], []), record[1]
                first = bisect_left(starts, position, number + 1)
            whole.take(starts[first:], ends[first:])
            yield whole

    def _regular(self, width: int) -> Callable[[str, int], re.Match[str] | None]:
        """Return what matches records of `width` cells that csv.reader reads alike, with quotes by RFC 4180.

        They surely begin with more than blanks, their first cell quoted or not.
        """
        if not self.delimiter or (self.delimiter.isspace() and self.delimiter != "\t"):
            return lambda _text, _start: None
        mark = re.escape(self.delimiter)
        cell = rf'(?:"(?:[^"]++|"")*+"|[^{mark}"\r\n]*+)'
        begins = rf'(?="?[^\s"{mark}])'
        return re.compile(rf"{begins}{cell}(?:{mark}{cell}){{{width - 1}}}+(?=[\r\n]|\Z)").match

    def _odd(self, lines: Sequence[str], width: int) -> Sequence[int]:
        """Return the numbers of the lines that may be no record of `width` cells; the others surely are."""
        delimiter = self.delimiter
        odd = {number for number, line in enumerate(lines) if '"' in line}
        if delimiter:
            counts = list(map(str.count, lines, repeat(delimiter)))
            if counts.count(width - 1) < len(counts):
                odd.update(number for number, count in enumerate(counts) if count != width - 1)
        heads = list(map(_HEAD, lines))
        if blank := {head for head in set(heads) if head in ("", delimiter) or head.isspace()}:
            odd.update(number for number, head in enumerate(heads) if head in blank)
        return sorted(odd)

    def _record(self, begin: int, line: str) -> Record:
        """Return the record that begins with a line and may go on in those below."""
        if '"' not in line:
            return begin, begin + len(line), line.count(self.delimiter) + 1 if self.delimiter else 1, ()
        self._irregular.add(begin)
        cells = list(self._cells(begin))
        return begin, cells[-1].after, len(cells), tuple(cell.fault for cell in cells if cell.fault)

    def values(self, start: int, end: int) -> tuple[str, ...]:
        """Return the values of the record from offset `start` to `end`."""
        text = self.text[start:end]
        if '"' not in text:
            return tuple(text.split(self.delimiter)) if self.delimiter else (text,)
        return tuple(cell.value for cell in self._cells(start))

    def columns(self, starts: Sequence[int], ends: Sequence[int], width: int) -> Sequence[Sequence[str]]:
        """Return the first `width` columns of many records, none of which is shorter."""
        text, delimiter = self.text, self.delimiter
        lines = [text[start:end] for start, end in zip(starts, ends, strict=True)]
        quoted = [number for number, line in enumerate(lines) if '"' in line]
        records = [lines[number] for number in quoted]
        for number in quoted:
            lines[number] = delimiter * (width - 1)
        cells = delimiter.join(lines).split(delimiter) if delimiter else lines
        if len(cells) > width * len(lines) or width == 1:  # some records are longer
            rows = (self.values(*place) for place in zip(starts, ends, strict=True))
            return tuple(islice(zip(*rows, strict=False), width))
        columns = [cells[index::width] for index in range(width)]
        values = self._quoted_values(records, [(starts[number], ends[number]) for number in quoted])
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
            starts = list(accumulate(map(add, map(len, lines[:-1]), repeat(len(line_break))), initial=start))
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
