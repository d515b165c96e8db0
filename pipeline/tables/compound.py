"""The files within a file that older office programs write: compound files (MS-CFB)."""

import struct
from itertools import takewhile
from typing import NamedTuple

_ENTRY = 128  # bytes of an entry of the directory
_SHORT = 64  # bytes of a sector of the small streams
_SHIFTS = (9, 12)  # sectors of 512 or 4096 bytes
_LAST = 0xFFFFFFFA  # numbers from here on are no sectors
_ROOT = 5


class _Entry(NamedTuple):
    name: str
    kind: int
    start: int
    size: int


def stream_of(data: bytes, *names: str) -> bytes:
    """Return the first stream with one of these names, nothing if there is none or the file is cut off."""
    try:
        return _Compound(data).stream(names)
    except (struct.error, ValueError, IndexError):
        return b""


class _Compound:
    """A compound file: sectors, and tables that tell which one follows which."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._shift = data[30]
        if self._shift not in _SHIFTS:
            raise ValueError(data[30])
        first_entry, self._least, first_short = (struct.unpack_from("<I", data, at)[0] for at in (48, 56, 60))
        self._next = self._table(self._tables())
        self._next_short = self._table(_chain(self._next, first_short))
        listed = self._joined(first_entry)
        self._entries = [_entry(listed, at) for at in range(0, len(listed) - _ENTRY + 1, _ENTRY)]

    def stream(self, names: tuple[str, ...]) -> bytes:
        found = next((entry for name in names for entry in self._entries if entry.name == name), None)
        if found is None:
            return b""
        if found.size >= self._least:
            return self._joined(found.start)[: found.size]
        small = self._joined(next((entry.start for entry in self._entries if entry.kind == _ROOT), _LAST))
        chain = _chain(self._next_short, found.start)
        return b"".join(small[_SHORT * number : _SHORT * (number + 1)] for number in chain)[: found.size]

    def _sector(self, number: int) -> bytes:
        sector = self._data[(number + 1) << self._shift : (number + 2) << self._shift]
        if len(sector) != 1 << self._shift:
            raise ValueError(number)
        return sector

    def _joined(self, start: int) -> bytes:
        return b"".join(map(self._sector, _chain(self._next, start)))

    def _tables(self) -> list[int]:
        """Return the sectors of the table of all sectors: the first are listed in the header, the others by chains."""
        listed = list(struct.unpack_from("<109I", self._data, 76))
        more, count = struct.unpack_from("<2I", self._data, 68)
        for _ in range(min(count, len(self._data) >> self._shift)):
            *numbers, more = _numbers(self._sector(more))
            listed += numbers
        return list(dict.fromkeys(takewhile(_LAST.__gt__, listed)))  # each once, should they run in a circle

    def _table(self, sectors: list[int]) -> tuple[int, ...]:
        return _numbers(b"".join(map(self._sector, sectors)))


def _numbers(data: bytes) -> tuple[int, ...]:
    return struct.unpack_from(f"<{len(data) // 4}I", data)


def _chain(following: tuple[int, ...], start: int) -> list[int]:
    """Return the sectors from one on, each once, should they run in a circle."""
    found: dict[int, None] = {}
    while start < len(following) and start not in found:
        found[start] = None
        start = following[start]
    return list(found)


def _entry(listed: bytes, at: int) -> _Entry:
    length, kind = struct.unpack_from("<HB", listed, at + 64)
    start, size = struct.unpack_from("<2I", listed, at + 116)
    return _Entry(listed[at : at + max(length - 2, 0)].decode("utf-16-le", "replace"), kind, start, size)
