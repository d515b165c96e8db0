"""JSON records to a table: a list of objects, an object with one such list, or objects line by line (JSON Lines).

Each value keeps its place in the file.

Python's json module forgets where a value stood; its scanners of strings and values are used one by one instead.
"""

import codecs
import json
import re
from collections.abc import Iterable, Iterator
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any, NamedTuple

from ..diagnostics import Diagnostic, finding
from ..source import SourceText, Span
from .assembly import Assembly
from .grid import RecordGrid
from .table import Dialect, Table

_BLANK = re.compile(r"[ \t\r\n]*")
_BEGINNING = re.compile(rb'[ \t\r\n]*(?:\[[ \t\r\n]*[{\[\]]|\{[ \t\r\n]*(?:"(?:[^"\\]|\\.)*"[ \t\r\n]*:|\}))')
_BEGINS_WITHIN = 20_000  # bytes
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_LIST_OF_ALL = "cards"
_DECODER = json.JSONDecoder()


class _Value(NamedTuple):
    """A value as text, its place without quotes, and whether it is a list or object that no cell can hold.

    It `has_parts` if it is an object of plain values, each of which can be a cell.
    """

    text: str
    start: int
    end: int
    nested: bool = False
    has_parts: bool = False


class _Key(NamedTuple):
    name: str
    start: int
    end: int


_Record = dict[_Key, _Value]


class _Fault(Exception):  # noqa: N818 - a fault of the file, turned into a finding
    def __init__(self, code: str, message: str, offset: int) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.offset = offset


def is_records(data: bytes) -> bool:
    """Tell whether a file begins as JSON does."""
    if _encoding(data) == "utf-16":
        data = data[:_BEGINS_WITHIN].decode("utf-16", "replace").encode()
    return bool(_BEGINNING.match(data.removeprefix(codecs.BOM_UTF8)))


def _encoding(data: bytes) -> str:
    """Return ``utf-16`` for what begins with its mark, as some shells write their output, else ``utf-8-sig``."""
    return "utf-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"


def read_records(data: bytes, name: str) -> tuple[Table | None, list[Diagnostic]]:
    """Read JSON records; keys are headings, ``null`` is blank, a list of plain values is joined by commas.

    The parts of an object are cells of their own: ``"event": {"de": …}`` is the column `event_de`.
    """
    encoding = _encoding(data)
    try:
        source = SourceText(name, data.decode(encoding))
    except UnicodeDecodeError as error:
        before = SourceText(name, data[: error.start].decode(encoding, "replace"))
        line, column = before.position(len(before.text))
        message = f"byte 0x{data[error.start]:02X} is not {encoding.removesuffix('-sig')}"
        return None, [finding("WM104", message, Span(name, line, column))]
    reader = _Reader(source.text)
    try:
        records = list(reader.records())
    except _Fault as fault:
        return None, [finding(fault.code, fault.message, source.span(fault.offset, fault.offset + 1))]
    if not any(records):
        return None, [finding("WM101", "the file holds no records", Span(name))]
    grid, nested = _grid(source, records)
    table, findings = Assembly(grid).table(name, Dialect(encoding.removesuffix("-sig"), format="JSON"))
    return table, sorted([*findings, *_nested_findings(source, nested)], key=lambda found: found.order)


def _grid(source: SourceText, records: list[_Record]) -> tuple[RecordGrid, list[tuple[_Key, _Value]]]:
    grid = RecordGrid(source)
    headings: dict[str, _Key] = {}
    for record in records:
        for key in record:
            headings.setdefault(key.name, key)
    grid.add_record(list(headings), [(key.start, key.end) for key in headings.values()])
    nested = []
    for record in records:
        values = {key.name: value for key, value in record.items()}
        nested += [(key, value) for key, value in record.items() if value.nested]
        first = min((key.start for key in record), default=0)
        absent = _Value("", first, first)
        row = [values.get(heading, absent) for heading in headings]
        grid.add_record([value.text for value in row], [(value.start, value.end) for value in row])
    return grid, nested


def _nested_findings(source: SourceText, nested: list[tuple[_Key, _Value]]) -> Iterator[Diagnostic]:
    counts: dict[str, int] = {}
    for key, _ in nested:
        counts[key.name] = counts.get(key.name, 0) + 1
    for name, count in counts.items():
        _, value = next(pair for pair in nested if pair[0].name == name)
        times = f" ({count} times, first here)" if count > 1 else ""
        message = f"`{name}` holds a list or an object, which is no cell; it is read as text{times}"
        yield finding("WM157", message, source.span(value.start, value.end))


class _Reader:
    """Walks through a JSON text record by record."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def records(self) -> Iterator[_Record]:
        """Yield the records; raises _Fault at the first place that is wrong."""
        self._blank()
        if self._text.startswith("{", self._at):
            start, first = self._at, self._object()
            self._blank()
            if self._text.startswith("{", self._at):
                yield first
                yield from self._lines()
                return
            self._at = self._list_within(start, first)
        elif not self._text.startswith("[", self._at):
            raise _Fault("WM155", "a list of records is expected here", self._at)
        whole = self._at
        yield from self._list()
        if whole == len(self._text) - len(self._text.lstrip()):
            self._blank()
            if self._at < len(self._text):
                raise _Fault("WM155", "nothing may follow the list of records", self._at)

    def _lines(self) -> Iterator[_Record]:
        """Yield the records that stand one after the other, as in JSON Lines."""
        while self._at < len(self._text):
            if not self._text.startswith("{", self._at):
                raise _Fault("WM156", "a record (an object) is expected here", self._at)
            yield self._object()
            self._blank()

    def _list_within(self, start: int, whole: _Record) -> int:
        """Return where the list of records begins in an object: under `cards`, else the only list of objects."""
        lists = {}
        for key, value in whole.items():
            if self._text.startswith("[", value.start) and value.nested | (value.end - value.start <= 2):
                lists[key.name] = value.start
        if _LIST_OF_ALL not in lists and len(lists) != 1:
            message = "an object with one list of records, or a list `cards`, is expected here"
            raise _Fault("WM156", message, start)
        return lists.get(_LIST_OF_ALL) or next(iter(lists.values()))

    def _blank(self) -> None:
        found = _BLANK.match(self._text, self._at)
        self._at = found.end() if found else self._at

    def _list(self) -> Iterator[_Record]:
        self._at += 1
        self._blank()
        if self._take("]"):
            return
        while True:
            if not self._text.startswith("{", self._at):
                raise _Fault("WM156", "a record (an object) is expected here", self._at)
            yield self._object()
            self._blank()
            if self._take("]"):
                return
            self._expect(",")
            self._blank()

    def _object(self) -> _Record:
        self._at += 1
        record: _Record = {}
        self._blank()
        while not self._take("}"):
            if record:
                if self._text.startswith("{", self._at):  # the next record: this one is not closed
                    raise _Fault("WM155", "`}` is expected here", len(self._text[: self._at].rstrip()))
                self._expect(",")
                self._blank()
            key = self._key()
            self._blank()
            self._expect(":")
            self._blank()
            for part, value in self._cells_of(key, self._value()):
                if part.name in (known.name for known in record):
                    raise _Fault("WM155", f"the key `{part.name}` stands in this record already", part.start)
                record[part] = value
            self._blank()
        return record

    def _cells_of(self, key: _Key, value: _Value) -> Iterable[tuple[_Key, _Value]]:
        """Return a value with its key; each part of an object with both keys: `de` in `event` is `event_de`."""
        if not value.has_parts:
            return [(key, value)]
        after, self._at = self._at, value.start
        parts = self._object()
        self._at = after
        return [(part._replace(name=f"{key.name}_{part.name}"), inner) for part, inner in parts.items()]

    def _key(self) -> _Key:
        if not self._text.startswith('"', self._at):
            raise _Fault("WM155", "a key in quotes is expected here", self._at)
        value = self._value()
        return _Key(value.text, value.start, value.end)

    def _value(self) -> _Value:
        start = self._at
        try:
            if self._text.startswith('"', start):
                text, self._at = scanstring(self._text, start + 1, False)
                return _Value(_whole(text), start + 1, self._at - 1)
            value, self._at = _DECODER.raw_decode(self._text, start)
        except json.JSONDecodeError as error:
            raise _Fault("WM155", error.msg[:1].lower() + error.msg[1:], min(error.pos, len(self._text))) from None
        except RecursionError:
            raise _Fault("WM155", "lists within lists without end", start) from None
        except ValueError as error:
            raise _Fault("WM155", str(error).partition(";")[0], start) from None
        return _as_cell(value, self._text[start : self._at], start, self._at)

    def _take(self, sign: str) -> bool:
        if self._text.startswith(sign, self._at):
            self._at += 1
            return True
        return False

    def _expect(self, sign: str) -> None:
        if not self._take(sign):
            raise _Fault("WM155", f"`{sign}` is expected here", self._at)


def _as_cell(value: Any, written: str, start: int, end: int) -> _Value:
    """Return a value that is no string as a cell: numbers as they are written."""
    if value is None:
        return _Value("", start, start)
    if isinstance(value, dict):
        plain = bool(value) and not any(isinstance(part, list | dict) for part in value.values())
        return _Value(_whole(written), start, end, nested=True, has_parts=plain)
    if isinstance(value, list):
        if any(isinstance(item, list | dict) for item in value):
            return _Value(_whole(written), start, end, nested=True)
        return _Value(_whole(", ".join(str(item) for item in value if item is not None)), start, end)
    return _Value(written, start, end)


def _whole(text: str) -> str:
    """Return a text whose lone halves of surrogate pairs are shown as damaged, since no file can hold them."""
    return _LONE_SURROGATE.sub("\ufffd", text)
