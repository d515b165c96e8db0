"""Text to records by RFC 4180, with places.

Python's csv module forgets where a cell stood; this scanner keeps offsets. It is strict about what counts as quoted and
mild about the rest: a quote inside an unquoted cell is a character like any other.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from ..source import SourceText
from .table import QuoteFault, Record

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

    def records(self, start: int = 0) -> Iterator[Record]:
        """Yield the records from offset `start` on."""
        delimiter, position = self.delimiter, start
        for begin, line in _lines(self.text, start):
            if begin < position:  # within a record that began above
                continue
            if '"' in line:
                record = self._with_quotes(begin, line)
                position = record[1]
                yield record
            else:
                yield begin, begin + len(line), line.count(delimiter) + 1 if delimiter else 1, ()

    def values(self, start: int, end: int) -> tuple[str, ...]:
        """Return the values of the record from offset `start` to `end`."""
        text = self.text[start:end]
        if '"' not in text:
            return tuple(text.split(self.delimiter)) if self.delimiter else (text,)
        values = _cut(text, self.delimiter)
        return tuple(cell.value for cell in self._cells(start)) if values is None else tuple(values)

    def columns(self, starts: Iterable[int], ends: Iterable[int], width: int) -> Sequence[Sequence[str]]:
        """Return the first `width` columns of many records, none of which is shorter."""
        text, delimiter = self.text, self.delimiter
        places = list(zip(starts, ends, strict=True))
        lines = [text[start:end] for start, end in places]
        quoted = [number for number, line in enumerate(lines) if '"' in line]
        for number in quoted:
            lines[number] = delimiter * (width - 1)
        cells = delimiter.join(lines).split(delimiter) if delimiter else lines
        if len(cells) > width * len(lines):  # some records are longer
            return tuple(islice(zip(*(self.values(*place) for place in places), strict=False), width))
        columns = [cells[index::width] for index in range(width)]
        for number in quoted:
            for column, value in zip(columns, self.values(*places[number]), strict=False):
                column[number] = value
        return columns

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
                if not _is_regular(pieces, self.delimiter):
                    break
                return start, end, "".join(pieces[::2]).count(self.delimiter) + 1, ()
            closing = text.find('"', end)
            if closing < 0:
                break
            line = text[start : found.start() if (found := _LINE_BREAK.search(text, closing)) else len(text)]
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


def _lines(text: str, start: int) -> Iterator[tuple[int, str]]:
    """Yield offset and text of the physical lines from `start` on; a long text is taken piece by piece."""
    while start < len(text):
        stop = text.find("\n", start + _PIECE) + 1 or text.find("\r", start + _PIECE) + 1 or len(text)
        piece = text[start:stop]
        line_break = _line_break(piece)
        lines = piece.split(line_break) if line_break else _LINE_BREAK.split(piece)
        if not lines[-1]:
            lines.pop()
        for line in lines:
            yield start, line
            start += len(line) + (len(line_break) or (2 if text.startswith("\r\n", start + len(line)) else 1))


def _line_break(text: str) -> str:
    """Return the one line break of a text, nothing if it has several."""
    if "\r" not in text:
        return "\n"
    feeds, both = text.count("\n"), text.count("\r\n")
    return "\r\n" if feeds == both == text.count("\r") else "" if feeds else "\r"


def _is_regular(pieces: Sequence[str], delimiter: str) -> bool:
    """Tell whether quotes stand where RFC 4180 has them; `pieces` of a record are outside and within in turn."""
    if not delimiter or (delimiter.isspace() and delimiter != "\t"):
        return False
    first, last = pieces[0], pieces[-1]
    between = "".join(pieces[::2])
    return (
        "\n" not in between
        and "\r" not in between
        and (not first or first.endswith(delimiter))
        and (not last or last.startswith(delimiter))
        # Nothing between two quotes is one quote in the text.
        and (len(pieces) < 5 or all(not piece or piece[0] == piece[-1] == delimiter for piece in pieces[2:-1:2]))
    )


def _cut(record: str, delimiter: str) -> list[str] | None:
    """Return the values of a record whose quotes stand where RFC 4180 has them, None for any other."""
    pieces = record.split('"')
    if len(pieces) % 2 == 0 or not _is_regular(pieces, delimiter):
        return None
    values = pieces[0][:-1].split(delimiter) if pieces[0] else []
    goes_on = False
    for within, after in zip(pieces[1::2], [*pieces[2:-1:2], ""], strict=True):
        if goes_on:
            values[-1] += f'"{within}'
        else:
            values.append(within)
        goes_on = not after
        if len(after) > 1:
            values += after[1:-1].split(delimiter)
    return values + pieces[-1][1:].split(delimiter) if pieces[-1] else values
