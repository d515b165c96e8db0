"""Records to a table: which of them fit its header, and what is wrong with the others."""

from collections.abc import Iterable
from dataclasses import dataclass

from ..diagnostics import Diagnostic, finding
from ..source import Span
from .table import Cells, Dialect, Places, Record, Row, Rows, Stretch, Table

_LOST = {"WM109", "WM110", "WM111", "WM112"}


class Assembly:
    """One pass over the records of a table: keeps those that fit the header, and reports the others."""

    def __init__(self, cells: Cells, start: int = 0) -> None:
        """Read all records that `cells` finds from offset `start` on."""
        self._cells = cells
        self._blank = _Tally()
        self._padded = _Tally()
        self.findings: list[Diagnostic] = []
        self.header = self._read_header(start)
        self.rows = Rows(cells, len(self.header) if self.header else 0)
        if self.header:
            self._read_rows(self.header.end, len(self.header))
        self.findings += _blank_findings(self._blank, self._padded)

    def table(self, name: str, dialect: Dialect) -> tuple[Table | None, list[Diagnostic]]:
        """Return what was read, None if there is no header, and all findings in order of place."""
        if self.header is None:
            self.findings.append(finding("WM101", "the file holds blank cells only", Span(name)))
            return None, self.findings
        if not self.rows and not any(found.code in _LOST for found in self.findings):
            self.findings.append(finding("WM107", "the table has a header and no records", self.header.span))
        return Table(name, dialect, self.header, self.rows), self.findings

    def _read_header(self, start: int) -> Row | None:
        for record in self._cells.records(start):
            self.findings += _quote_findings(record, self._cells.source)
            row = Row(self._cells, *record[:2])
            if not row.is_blank:
                self.findings += _heading_findings(row)
                return row
            self._blank.add(row)
        return None

    def _read_rows(self, after: int, width: int) -> None:
        for part in self._cells.stretches(after, width):
            if isinstance(part, Stretch):
                self.rows.extend(part)
            else:
                self._judge(part, width)

    def _judge(self, record: Record, width: int) -> None:
        start, end, cells, faults = record
        if cells == width and not faults and self._begins(start):
            self.rows.append(start, end)
            return
        self.findings += _quote_findings(record, self._cells.source)
        row = Row(self._cells, start, end)
        if row.is_blank:
            self._blank.add(row)
        elif cells == width:
            self.rows.append(start, end)
        elif cells > width and not any(value.strip() for value in row.values[width:]):
            self._padded.add(row)
            self.rows.append(start, end)
        elif not faults:  # a wrong quote explains a wrong number of cells
            self.findings.append(_width_finding(row, width))

    def _begins(self, start: int) -> bool:
        """Tell whether a record surely begins with more than blanks, its first cell quoted or not."""
        first = self._cells.text[start : start + 2].lstrip('"')
        return bool(first) and first[0] != self._cells.delimiter and not first[0].isspace()


@dataclass(slots=True)
class _Tally:
    """How many records are of a kind, and the first of them."""

    count: int = 0
    first: Row | None = None

    def add(self, row: Row) -> None:
        self.count += 1
        self.first = self.first or row


def _quote_findings(record: Record, source: Places) -> Iterable[Diagnostic]:
    for kind, offset in record[3]:
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


def _width_finding(row: Row, width: int) -> Diagnostic:
    cells = f"{len(row)} cell{'s' if len(row) > 1 else ''}"
    if len(row) > width:
        first = row.cell(width)
        surplus = first.source.span(first.start, row.end)
        return finding("WM109", f"the record has {cells}, the header {width}; it is left out", surplus)
    return finding("WM110", f"the record has {cells}, the header {width}; it is left out", row.span)


def _blank_findings(blank: _Tally, padded: _Tally) -> Iterable[Diagnostic]:
    if blank.first:
        message = "a blank record is left out" if blank.count == 1 else f"{blank.count} blank records are left out"
        yield finding("WM113", message, blank.first.span)
    if padded.first:
        message = "a record has" if padded.count == 1 else f"{padded.count} records have"
        yield finding("WM114", f"{message} blank cells beyond the last heading", padded.first.span)
