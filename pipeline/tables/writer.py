"""Tables out: UTF-8 without mark, quotes only where RFC 4180 needs them; canonical ones with commas and LF."""

import re
from collections.abc import Iterable, Sequence
from functools import cache


def write_csv(rows: Iterable[Sequence[str]], delimiter: str = ",", line_end: str = "\n") -> bytes:
    """Return `rows`, the header first, as the bytes of a CSV file; the same rows give the same bytes."""
    odd = _needing_quotes(delimiter)
    return "".join(_record(row, delimiter, odd) + line_end for row in rows).encode("utf-8")


@cache
def _needing_quotes(delimiter: str) -> re.Pattern[str]:
    return re.compile(rf'["\r\n{re.escape(delimiter)}]')


def _record(row: Sequence[str], delimiter: str, odd: re.Pattern[str]) -> str:
    # A record of one empty cell would look like an empty line, which readers skip.
    if len(row) == 1 and not row[0]:
        return '""'
    return delimiter.join([_cell(value, odd) for value in row] if odd.search("".join(row)) else row)


def _cell(value: str, odd: re.Pattern[str]) -> str:
    return '"' + value.replace('"', '""') + '"' if odd.search(value) else value
