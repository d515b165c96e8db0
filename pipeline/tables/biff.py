"""What python-calamine does not tell of XLS sheets: hidden rows and errors of formulas (MS-XLS, records of a sheet)."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

_BEGIN, _END, _SHEET, _ROW, _BOOLEAN_OR_ERROR, _FORMULA = 0x0809, 0x000A, 0x0085, 0x0208, 0x0205, 0x0006
_LOCK = 0x002F
_HIDDEN = 0x20
_NO_NUMBER, _ERROR = 0xFFFF, 2
_ERRORS = dict(
    zip(
        (0x00, 0x07, 0x0F, 0x17, 0x1D, 0x24, 0x2A),
        ("#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A"),
        strict=True,
    )
)


@dataclass(slots=True)
class Untold:
    """Rows (from 1) that are hidden, and the errors of cells by row (from 1) and column (from 0)."""

    hidden: set[int] = field(default_factory=set)
    errors: dict[tuple[int, int], str] = field(default_factory=dict)


def is_whole(stream: bytes) -> bool:
    """Tell whether the stream of a workbook goes on to the sheets it lists; of a locked one that cannot be told."""
    try:
        is_locked = any(kind == _LOCK for kind, _ in _records(stream, 0))
        return is_locked or all(start < len(stream) for start in _sheets(stream))
    except struct.error:
        return False


def untold(stream: bytes, index: int) -> Untold:
    """Look through a sheet of the stream of a workbook by its index; of one that is damaged as far as it goes."""
    found = Untold()
    try:
        start = dict(enumerate(_sheets(stream))).get(index, len(stream))
        for kind, at in _records(stream, start):
            _look(found, stream, kind, at)
    except struct.error:
        pass
    return found


def _sheets(stream: bytes) -> list[int]:
    return [struct.unpack_from("<I", stream, at)[0] for kind, at in _records(stream, 0) if kind == _SHEET]


def _records(stream: bytes, at: int) -> Iterator[tuple[int, int]]:
    """Yield kind and place of each record from an offset on to the end of that part; parts within, as charts, aside."""
    depth = 0
    while at + 4 <= len(stream):
        kind, length = struct.unpack_from("<HH", stream, at)
        depth += (kind == _BEGIN) - (kind == _END)
        if depth == 0:
            return
        if depth == 1:
            yield kind, at + 4
        at += 4 + length


def _look(found: Untold, stream: bytes, kind: int, at: int) -> None:
    if kind == _ROW:
        row, signs = struct.unpack_from("<H10xH", stream, at)
        if signs & _HIDDEN:
            found.hidden.add(row + 1)
    elif kind == _BOOLEAN_OR_ERROR:
        row, column, value, is_error = struct.unpack_from("<HH2xBB", stream, at)
        if is_error:
            found.errors[row + 1, column] = _ERRORS.get(value, "#N/A")
    elif kind == _FORMULA:
        row, column, result, value, mark = struct.unpack_from("<HH2xBxB3xH", stream, at)
        if mark == _NO_NUMBER and result == _ERROR:
            found.errors[row + 1, column] = _ERRORS.get(value, "#N/A")
