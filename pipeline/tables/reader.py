"""Bytes of a publisher's file to a table, with one finding for each fault in it."""

from collections import Counter
from collections.abc import Iterable

from ..diagnostics import Diagnostic, finding
from ..source import SourceText, Span
from .binary import what_it_is
from .dialect import find_delimiter, find_line_break, spreadsheet_hint
from .encoding import Decoded, decode
from .scanner import Record, scan
from .table import Dialect, Row, Table


def read_table(
    data: bytes, name: str, *, encoding: str | None = None, delimiter: str | None = None
) -> tuple[Table | None, list[Diagnostic]]:
    """Read a CSV or TSV file; `name` is what findings call it.

    Encoding and delimiter are found from the whole file unless given; ``Table.dialect`` says what was found. Returns
    None with the reason if there is nothing to read. Records with too many or too few cells are reported and left out;
    surplus cells that are blank are dropped. Values are kept as they stand, blanks and line breaks included.
    """
    if not data.strip():
        return None, [finding("WM101", "the file is empty", Span(name))]
    if kind := what_it_is(data, told=encoding is not None):
        return None, [finding("WM102", f"the file is {kind}, not a table of text", Span(name))]
    try:
        decoded = decode(data, encoding)
    except LookupError:
        return None, [finding("WM103", f"`{encoding}` is not the name of an encoding", Span(name))]
    source = SourceText(name, decoded.text.replace("\0", "\ufffd"))
    findings = [*_encoding_findings(decoded, source), *_nul_findings(decoded.text, source)]
    hinted, start = spreadsheet_hint(source.text)
    delimiter = delimiter or hinted or find_delimiter(source.text)
    dialect = Dialect(decoded.encoding, decoded.mark, delimiter, find_line_break(source.text))
    table, more = _assemble(name, dialect, source, scan(source, delimiter, start))
    return table, sorted([*findings, *more], key=lambda found: found.order)


def _encoding_findings(decoded: Decoded, source: SourceText) -> Iterable[Diagnostic]:
    counts = Counter(fault.value for fault in decoded.faults)
    first = {fault.value: fault.offset for fault in reversed(decoded.faults)}
    unit = "unit" if decoded.encoding.startswith("utf-16") else "byte"
    for value, count in counts.items():
        message = f"{unit} 0x{value} is not {decoded.encoding}{_times(count)}"
        yield finding("WM104", message, source.span(first[value], first[value] + 1))
    if decoded.odd is not None:
        odd = decoded.text[decoded.odd]
        message = f"the encoding is doubtful: read as {decoded.encoding}, which gives signs such as `{odd}`"
        yield finding("WM105", message, source.span(decoded.odd, decoded.odd + 1))


def _nul_findings(text: str, source: SourceText) -> Iterable[Diagnostic]:
    if count := text.count("\0"):
        first = text.index("\0")
        yield finding("WM106", f"a NUL byte in the text{_times(count)}", source.span(first, first + 1))


def _times(count: int) -> str:
    return f" ({count} times, first here)" if count > 1 else ""


def _assemble(
    name: str, dialect: Dialect, source: SourceText, records: Iterable[Record]
) -> tuple[Table | None, list[Diagnostic]]:
    findings: list[Diagnostic] = []
    blank: list[Row] = []
    padded: list[Row] = []
    rows: list[Row] = []
    header: Row | None = None
    for record in records:
        findings += _quote_findings(record, source)
        row = record.row
        if row.is_blank:
            blank.append(row)
        elif header is None:
            header = row
            findings += _heading_findings(row)
        elif len(row) == len(header):
            rows.append(row)
        elif len(row) > len(header) and _is_blank_after(row, len(header)):
            padded.append(row)
            rows.append(_cut(row, len(header)))
        elif not record.faults:  # a wrong quote explains a wrong number of cells
            findings.append(_width_finding(row, len(header)))
    findings += _blank_findings(blank, padded)
    if header is None:
        return None, [*findings, finding("WM101", "the file holds blank cells only", Span(name))]
    if not rows and not any(found.code in {"WM109", "WM110", "WM111", "WM112"} for found in findings):
        findings.append(finding("WM107", "the table has a header and no records", header.span))
    return Table(name, dialect, header, tuple(rows)), findings


def _quote_findings(record: Record, source: SourceText) -> Iterable[Diagnostic]:
    for kind, offset in record.faults:
        if kind == "unclosed":
            yield finding("WM111", "the quote opened here is not closed", source.span(offset, offset + 1))
        else:
            yield finding("WM112", "text follows the closing quote of a cell", source.span(offset, offset + 1))


def _heading_findings(header: Row) -> Iterable[Diagnostic]:
    first: dict[str, int] = {}
    for index, cell in enumerate(header):
        heading = cell.value.strip()
        if heading and first.setdefault(heading.casefold(), index) != index:
            message = f"the heading `{heading}` stands in column {first[heading.casefold()] + 1} already"
            yield finding("WM108", message, cell.span)


def _is_blank_after(row: Row, width: int) -> bool:
    return not any(value.strip() for value in row.values[width:])


def _cut(row: Row, width: int) -> Row:
    return Row(row.values[:width], row.source, row.start, row.end, row.bounds and row.bounds[:width])


def _width_finding(row: Row, width: int) -> Diagnostic:
    cells = f"{len(row)} cell{'s' if len(row) > 1 else ''}"
    if len(row) > width:
        surplus = row.source.span(row.cell(width).start, row.end)
        return finding("WM109", f"the record has {cells}, the header {width}; it is left out", surplus)
    return finding("WM110", f"the record has {cells}, the header {width}; it is left out", row.span)


def _blank_findings(blank: list[Row], padded: list[Row]) -> Iterable[Diagnostic]:
    if blank:
        message = "a blank record is left out" if len(blank) == 1 else f"{len(blank)} blank records are left out"
        yield finding("WM113", message, blank[0].span)
    if padded:
        message = "a record has" if len(padded) == 1 else f"{len(padded)} records have"
        yield finding("WM114", f"{message} blank cells beyond the last heading", padded[0].span)
