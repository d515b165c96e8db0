"""Canonical tables out: UTF-8 without mark, LF, commas, quotes only where RFC 4180 needs them."""

import re
from collections.abc import Iterable, Sequence

_NEEDS_QUOTES = re.compile(r'[",\r\n]')


def write_csv(rows: Iterable[Sequence[str]]) -> bytes:
    """Return `rows`, the header first, as the bytes of a canonical CSV file; the same rows give the same bytes."""
    return "".join(_record(row) + "\n" for row in rows).encode("utf-8")


def _record(row: Sequence[str]) -> str:
    # A record of one empty cell would look like an empty line, which readers skip.
    if len(row) == 1 and not row[0]:
        return '""'
    return ",".join(map(_cell, row) if _NEEDS_QUOTES.search("".join(row)) else row)


def _cell(value: str) -> str:
    return '"' + value.replace('"', '""') + '"' if _NEEDS_QUOTES.search(value) else value
