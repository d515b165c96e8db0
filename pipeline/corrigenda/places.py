"""Where each part of a JSON text stands, found only when somebody asks.

A file is read by the standard library, which is fast and forgets places; the index below is made by a second, slower
pass over the same text when the first finding wants a line and a column.
"""

import json
import re
from functools import cached_property
from typing import Any

from ..source import SourceText, Span

Path = tuple[str | int, ...]
Stretch = tuple[int, int]

_SPACE = re.compile(r"[ \t\n\r]*")
_STRING = json.JSONDecoder()
_SCALAR = re.compile(r'[^\s,\]}:"{\[]+')


class RepeatedKeyError(ValueError):
    """An object names the same key twice; the standard reader would keep the last one silently."""


def unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object of its members, as a hook of the standard reader; raises RepeatedKeyError."""
    content = dict(pairs)
    if len(content) < len(pairs):
        keys = [key for key, _ in pairs]
        repeated = next(key for position, key in enumerate(keys) if key in keys[:position])
        raise RepeatedKeyError(f"`{repeated}` stands twice in one object")
    return content


class JsonPlaces:
    """The places of the members and items of a well-formed JSON text, by path: ``("corrigenda", 3, "year")``."""

    def __init__(self, source: SourceText) -> None:
        """Keep the text; nothing is scanned yet."""
        self.source = source

    @cached_property
    def _index(self) -> dict[Path, Stretch]:
        return self._scan().index

    def repeated_key(self) -> Span | None:
        """Return the place of the first key that stands a second time in its object, None if there is none."""
        repeated = self._scan().repeated
        return self.source.span(*repeated[0]) if repeated else None

    def _scan(self) -> "_Scanner":
        scanner = _Scanner(self.source.text)
        scanner.value((), 0)
        return scanner

    def span(self, path: Path) -> Span:
        """Return the place of `path`, or of the nearest part around it that exists.

        A member is marked from its key to the end of its value if that is on one line, else at its key; an item of
        several lines at its first character. An object of several lines that has an ``id`` is marked there.
        """
        while path and path not in self._index:
            path = path[:-1]
        if "\n" in self._text(path) and (*path, "id") in self._index:
            path = (*path, "id")
        start, end = self._index[path]
        text = self.source.text
        if "\n" in text[start:end] or "\r" in text[start:end]:
            end = _STRING.raw_decode(text, start)[1] if text[start] == '"' else start + 1
        return self.source.span(start, end)

    def _text(self, path: Path) -> str:
        start, end = self._index[path]
        return self.source.text[start:end]


class _Scanner:
    """One pass over a JSON text that :func:`json.loads` has accepted."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.index: dict[Path, Stretch] = {}
        self.repeated: list[Stretch] = []

    def value(self, path: Path, offset: int, member_start: int | None = None) -> int:
        """Note the value at or after `offset` under `path`, return where it ends."""
        start = self._skip(offset)
        match self.text[start]:
            case "{":
                end = self._object(path, start)
            case "[":
                end = self._array(path, start)
            case '"':
                end = _STRING.raw_decode(self.text, start)[1]
            case _:
                end = self._scalar(start)
        self.index[path] = (start if member_start is None else member_start, end)
        return end

    def _object(self, path: Path, start: int) -> int:
        offset = self._skip(start + 1)
        while self.text[offset] != "}":
            key, after = _STRING.raw_decode(self.text, offset)
            if (*path, key) in self.index:
                self.repeated.append((offset, after))
            colon = self._skip(after)
            offset = self._next(self.value((*path, key), colon + 1, member_start=offset))
        return offset + 1

    def _array(self, path: Path, start: int) -> int:
        offset, number = self._skip(start + 1), 0
        while self.text[offset] != "]":
            offset = self._next(self.value((*path, number), offset))
            number += 1
        return offset + 1

    def _next(self, offset: int) -> int:
        """Step over white space, a comma, and white space again."""
        offset = self._skip(offset)
        return self._skip(offset + 1) if self.text[offset] == "," else offset

    def _skip(self, offset: int) -> int:
        space = _SPACE.match(self.text, offset)
        return space.end() if space else offset

    def _scalar(self, start: int) -> int:
        scalar = _SCALAR.match(self.text, start)
        if scalar is None:
            raise json.JSONDecodeError("expected a value", self.text, start)
        return scalar.end()
