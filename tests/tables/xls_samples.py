"""XLS workbooks written record by record: numbers and texts, errors, formulas, hidden rows."""

from struct import pack

SECTOR = 512
LEAST = 4096  # bytes of a stream that is no small one
END, FREE, TABLE = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD


def record(kind: int, content: bytes) -> bytes:
    return pack("<HH", kind, len(content)) + content


def label(row: int, column: int, text: str) -> bytes:
    return record(0x0204, pack("<HHHHB", row, column, 0, len(text), 1) + text.encode("utf-16-le"))


def number(row: int, column: int, value: float) -> bytes:
    return record(0x0203, pack("<HHHd", row, column, 0, value))


def error(row: int, column: int, code: int) -> bytes:
    return record(0x0205, pack("<HHHBB", row, column, 0, code, 1))


def failed_formula(row: int, column: int, code: int) -> bytes:
    return record(0x0006, pack("<HHHBBBBHHHIH", row, column, 0, 2, 0, code, 0, 0, 0xFFFF, 0, 0, 0))


def hidden(row: int) -> bytes:
    return record(0x0208, pack("<HHHHHHI", row, 0, 3, 0xFF, 0, 0, 0x120))


def xls(*sheets: tuple[str, bytes], length: int = 0) -> bytes:
    """Return a workbook of (name, records); its stream is a small one unless `length` bytes make it long."""
    begin, end = record(0x0809, pack("<HHHHII", 0x600, 5, 0, 0, 0, 6)), record(0x000A, b"")
    size = len(begin) + sum(4 + 8 + 2 * len(name) for name, _ in sheets) + len(end)
    listed, parts = b"", b""
    for name, records in sheets:
        written = pack("<IHBB", size + len(parts), 0, len(name), 1) + name.encode("utf-16-le")
        listed += record(0x0085, written)
        parts += begin.replace(b"\5", b"\x10") + records + end
    return compound((begin + listed + end + parts).ljust(length, b"\0"))


def compound(stream: bytes) -> bytes:
    """Return a compound file of one stream: tables of sectors, the directory, the stream."""
    small = len(stream) < LEAST
    count = -(-len(stream) // SECTOR)
    following = [TABLE, END, END, *range(4, 3 + count), END]
    short = [*range(1, -(-len(stream) // 64)), END] if small else []
    root = (3, count * SECTOR) if small else (END, 0)
    header = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(16)
    header += pack("<HHHHH6xIIIIIIIII", 0x3E, 3, 0xFFFE, 9, 6, 0, 1, 1, 0, LEAST, 2, 1, END, 0)
    header += pack("<109I", 0, *[FREE] * 108)
    entries = _entry("Root Entry", 5, *root) + _entry("Workbook", 2, 0 if small else 3, len(stream))
    sectors = [_table(following), entries, _table(short), stream]
    return header + b"".join(part.ljust(-(-len(part) // SECTOR) * SECTOR, b"\0") for part in sectors)


def _table(following: list[int]) -> bytes:
    return pack(f"<{len(following)}I", *following).ljust(SECTOR, b"\xff")


def _entry(name: str, kind: int, start: int, size: int) -> bytes:
    child = 1 if kind == 5 else FREE
    written = name.encode("utf-16-le").ljust(64, b"\0")
    return written + pack("<HBBIII36xII4x", 2 * len(name) + 2, kind, 1, FREE, FREE, child, start, size)
