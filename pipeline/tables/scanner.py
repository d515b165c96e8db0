"""Text to records by RFC 4180, with places.

Python's csv module forgets where a cell stood; this scanner keeps offsets. It is strict about what counts as quoted and
mild about the rest: a quote inside an unquoted cell is a character like any other.

Many records are read at once by putting one sign in place of each quoted cell: what is left has a line for each record.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, islice, repeat
from operator import add, itemgetter
from typing import NamedTuple

from ..source import SourceText
from .table import QuoteFault, Record, Stretch

_LINE_BREAK = re.compile(r"\r\n|\n|\r")
_LINE = re.compile(r"[^\r\n]*+")
_HEAD = itemgetter(slice(1))
PIECE = 1_000_000  # characters
_MOST_ALONE = 65_536  # records


class _Scanned(NamedTuple):
    """A cell: its value, its place without quotes, the offset after it, and the fault of its quotes."""

    value: str
    place: tuple[int, int]
    after: int
    fault: tuple[QuoteFault, int] | None = None


class _Lines(NamedTuple):
    """A piece of the text with a sign in place of each quoted cell: its lines, and where each began and ended.

    `has_quotes` tells whether there are others, which do not enclose a cell.
    """

    lines: Sequence[str]
    starts: Sequence[int]
    ends: Sequence[int]
    has_quotes: bool


class TextCells:
    """Finds the records of a text and their cells; an empty delimiter makes every line one cell."""

    def __init__(self, source: SourceText, delimiter: str, piece: int = PIECE) -> None:
        """Read `source`, whose cells `delimiter` separates; many records at once are about `piece` characters."""
        self.source = source
        self.text = source.text
        self.delimiter = delimiter
        self._piece = piece
        mark = re.escape(delimiter)
        blank = {"\t": "[ ]*+", " ": r"[\t]*+"}.get(delimiter, r"[ \t]*+")
        ends = rf"(?={mark}|[\r\n]|\Z)" if delimiter else r"(?=[\r\n]|\Z)"
        body = r'[^"]*+(?:""[^"]*+)*+'
        self._opening = re.compile(rf'{blank}"')
        self._quoted = re.compile(rf'({body})"{blank}{ends}')
        self._body = re.compile(body)
        self._plain = re.compile(rf"[^{mark}\r\n]*+")
        # The quote stands first, since a pattern that begins with one certain character is found ten times as fast.
        self._whole = re.compile(rf'("(?<=[{mark}\r\n]"){body}"){ends}')
        self._sign = next(sign for sign in map(chr, range(1, 0x110000)) if self._is_free(sign))

    def _is_free(self, sign: str) -> bool:
        return not sign.isspace() and sign not in (self.delimiter, '"') and sign not in self.text

    def records(self, start: int = 0) -> Iterator[Record]:
        """Yield the records from offset `start` on."""
        while start < len(self.text):
            record = self._record(start)
            yield record
            start = self._after(record[1])

    def stretches(self, after: int, width: int) -> Iterator[Stretch | Record]:
        """Yield the records below the one that ends at offset `after`, those of `width` cells many at once."""
        start, alone = self._after(after), 1
        while start < len(self.text):
            piece = self._lines(start)
            first, start = 0, piece.ends[-1]
            for number in self._odd(piece, width):
                yield Stretch(piece.starts[first:number], piece.ends[first:number])
                first = number + 1
                record = self._record(piece.starts[number])
                yield record
                if record[1] != piece.ends[number]:  # it goes on below the piece, or blanks before a quote hid a cell
                    first, start = len(piece.lines), record[1]
                    break
            yield Stretch(piece.starts[first:], piece.ends[first:])
            hidden = start < piece.ends[-1]
            alone = min(8 * alone, _MOST_ALONE) if hidden else max(alone // 8, 1)
            start = self._after(start)
            for record in islice(self.records(start), alone if hidden else 0):  # there may be more
                yield record
                start = self._after(record[1])

    def _after(self, end: int) -> int:
        """Return where the line begins that follows the one that ends at an offset."""
        return end + (2 if self.text.startswith("\r\n", end) else 1)

    def _lines(self, start: int) -> _Lines:
        """Return the lines from offset `start` on, as many as there are in a piece."""
        text, sign = self.text, self._sign
        last = _LINE_BREAK.search(text, start + self._piece)
        reduced, quoted = self._reduced(text[start - 1 : last.end() if last else len(text)])
        line_break = _line_break(reduced)
        lines = reduced.split(line_break) if line_break else _LINE_BREAK.split(reduced)
        lengths = list(map(len, lines))
        longer, passed = [0, *accumulate(len(cell) - 1 for cell in quoted)], 0
        for number in [number for number, line in enumerate(lines) if sign in line] if quoted else ():
            after = passed + lines[number].count(sign)
            lengths[number] += longer[after] - longer[passed]
            passed = after
        breaks = repeat(len(line_break)) if line_break else map(len, (*_LINE_BREAK.findall(reduced), ""))
        starts = list(accumulate(map(add, lengths, breaks), initial=start))
        starts.pop()
        if not lines[-1]:
            lines.pop()
            starts.pop()
        return _Lines(lines, starts, list(map(add, starts, lengths)), '"' in reduced)

    def _reduced(self, text: str) -> tuple[str, Sequence[str]]:
        """Put a sign in place of each quoted cell; return what follows the first character, and those cells."""
        parts = self._whole.split(text)
        quoted = parts[1::2]
        parts[1::2] = [self._sign] * len(quoted)
        return "".join(parts)[1:], quoted

    def _odd(self, piece: _Lines, width: int) -> Sequence[int]:
        """Return the numbers of the lines that may be no record of `width` cells; the others surely are."""
        lines, delimiter = piece.lines, self.delimiter
        odd = {number for number, line in enumerate(lines) if '"' in line} if piece.has_quotes else set[int]()
        if delimiter:
            counts = list(map(str.count, lines, repeat(delimiter)))
            if counts.count(width - 1) < len(counts):
                odd.update(number for number, count in enumerate(counts) if count != width - 1)
        heads = list(map(_HEAD, lines))
        if self._sign in heads:  # a quoted cell, which may be blank
            text, starts = self.text, piece.starts
            firsts = ((number, text[starts[number] + 1]) for number, head in enumerate(heads) if head == self._sign)
            odd.update(number for number, first in firsts if first == '"' or first.isspace())
        if blank := {head for head in set(heads) if head in ("", delimiter) or head.isspace()}:
            numbers = (number for number, head in enumerate(heads) if head in blank)
            odd.update(number for number in numbers if not self._holds_text(lines[number]))
        return sorted(odd)

    def _holds_text(self, line: str) -> bool:
        """Tell whether a line surely holds more than blank cells, its quoted ones aside."""
        return bool(line.replace(self.delimiter, "").replace(self._sign, "").strip())

    def _record(self, begin: int) -> Record:
        """Return the record that begins at an offset."""
        line = _LINE.match(self.text, begin)
        text = line[0] if line else ""
        if '"' not in text:
            return begin, begin + len(text), text.count(self.delimiter) + 1 if self.delimiter else 1, ()
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
        reduced, quoted = self._reduced_records(starts, ends)
        lines = reduced.replace("\r\n", "\n").replace("\r", "\n") if "\r" in reduced else reduced
        cells = lines.replace("\n", self.delimiter).split(self.delimiter) if self.delimiter else lines.split("\n")
        # Quotes out of place, other lines between, or longer records.
        if '"' in lines or lines.count("\n") != len(starts) - 1 or len(cells) != width * len(starts):
            rows = map(self.values, starts, ends)
            return tuple(islice(zip(*rows, strict=False), width))
        if quoted:
            sign, values = self._sign, iter(_unquoted(quoted))
            cells = [next(values) if cell == sign else cell for cell in cells]
        return [cells[index::width] for index in range(width)]

    def _reduced_records(self, starts: Sequence[int], ends: Sequence[int]) -> tuple[str, Sequence[str]]:
        """Put a sign in place of each quoted cell of many records; return their lines, and those cells."""
        text, breaks = self.text, len(starts) - 1
        between = ends[-1] - starts[0] - (sum(ends) - sum(starts))
        if between in (breaks, 2 * breaks):  # one after the other, unless there are more lines than records
            return self._reduced(text[starts[0] - 1 : ends[-1]])
        lines = [text[start:end] for start, end in zip(starts, ends, strict=True)]
        quoted: list[str] = []
        for number, line in enumerate(lines):
            if '"' in line:  # by itself: with what was left out between them, quotes may have been closed
                lines[number], cells = self._reduced("\n" + line)
                quoted += cells
        return "\n".join(lines), quoted

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


def _unquoted(cells: Sequence[str]) -> Sequence[str]:
    values = [cell[1:-1] for cell in cells]
    return [value.replace('""', '"') for value in values] if '""' in "\n".join(values) else values


def _line_break(text: str) -> str:
    """Return the one line break of a text, nothing if it has several."""
    if "\r" not in text:
        return "\n"
    feeds, both = text.count("\n"), text.count("\r\n")
    return "\r\n" if feeds == both == text.count("\r") else "" if feeds else "\r"
