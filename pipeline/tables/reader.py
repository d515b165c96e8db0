"""Bytes of a publisher's file to a table, with one finding for each fault in it."""

from collections import Counter
from collections.abc import Iterable

from ..diagnostics import Diagnostic, finding
from ..source import SourceText, Span
from .assembly import Assembly
from .binary import is_workbook, what_it_is
from .dialect import find_delimiter, find_line_break, spreadsheet_hint
from .encoding import DAMAGE, Decoded, decode
from .error_values import error_findings
from .records import is_records, read_records
from .scanner import TextCells
from .table import Dialect, Table

_END_OF_FILE = "\x1a"  # programs for DOS write it behind the last line


def read_table(
    data: bytes, name: str, *, encoding: str | None = None, delimiter: str | None = None, sheet: str | None = None
) -> tuple[Table | None, list[Diagnostic]]:
    """Read a table: CSV, TSV, JSON records, or a sheet of a workbook; `name` is what findings call the file.

    Encoding and delimiter of a text are found from the whole file unless given, the sheet of a workbook is the first
    with data unless named or numbered; ``Table.dialect`` says what was found. Returns None with the reason if there is
    nothing to read. Records with too many or too few cells are reported and left out; surplus cells that are blank are
    dropped. Values are kept as they stand, blanks and line breaks included.
    """
    if not data or data.isspace():
        return None, [finding("WM101", "the file is empty", Span(name))]
    if is_workbook(data):
        from .workbook import read_workbook  # noqa: PLC0415 - what unpacks and parses workbooks is slow to load

        return read_workbook(data, name, sheet)
    if sheet is not None:
        return None, [finding("WM118", f"there is no sheet `{sheet}`: the file is no workbook", Span(name))]
    if kind := what_it_is(data, told=encoding is not None):
        return None, [finding("WM102", f"the file is {kind}, not a table of text", Span(name))]
    if encoding is None and delimiter is None and is_records(data):
        return read_records(data, name)
    return _read_text(data, name, encoding, delimiter)


def _read_text(
    data: bytes, name: str, encoding: str | None, delimiter: str | None
) -> tuple[Table | None, list[Diagnostic]]:
    try:
        decoded = decode(data, encoding)
    except LookupError:
        return None, [finding("WM103", f"`{encoding}` is not the name of an encoding", Span(name))]
    text = decoded.text.rstrip(_END_OF_FILE)
    nuls = text.count("\0")
    source = SourceText(name, text.replace("\0", "\ufffd") if nuls else text)
    findings = [
        *_encoding_findings(decoded, source, told=encoding is not None),
        *_nul_findings(text, nuls, source),
    ]
    hinted, start = spreadsheet_hint(source.text)
    delimiter = delimiter or hinted or find_delimiter(source.text)
    dialect = Dialect(decoded.encoding, decoded.mark, delimiter, find_line_break(source.text))
    cells = TextCells(source, delimiter)
    table, more = Assembly(cells, start).table(name, dialect)
    return table, sorted([*findings, *more, *error_findings(cells)], key=lambda found: found.order)


def _encoding_findings(decoded: Decoded, source: SourceText, *, told: bool) -> Iterable[Diagnostic]:
    counts = Counter(fault.value for fault in decoded.faults)
    first = {fault.value: fault.offset for fault in reversed(decoded.faults)}
    unit = "unit" if decoded.encoding.startswith("utf-16") else "byte"
    for value, count in counts.items():
        message = f"{unit} 0x{value} is not {decoded.encoding}{_times(count)}"
        yield finding("WM104", message, source.span(first[value], first[value] + 1))
    if decoded.odd is not None:
        odd = decoded.text[decoded.odd]
        gives = f"this would be {decoded.rival}" if decoded.rival else f"which gives signs such as `{odd}`"
        message = f"the encoding is doubtful: read as {decoded.encoding}, {gives}"
        yield finding("WM105", message, source.span(decoded.odd, decoded.odd + 1))
    elif not told and "Ã" in source.text and (damage := DAMAGE.search(source.text)):
        message = f"the text was read in the wrong encoding before it was saved: it has signs such as `{damage[0]}`"
        yield finding("WM105", message, source.span(*damage.span()))


def _nul_findings(text: str, count: int, source: SourceText) -> Iterable[Diagnostic]:
    if count:
        first = text.index("\0")
        yield finding("WM106", f"a NUL byte in the text{_times(count)}", source.span(first, first + 1))


def _times(count: int) -> str:
    return f" ({count} times, first here)" if count > 1 else ""
