"""Records to a table: which of them fit its header, and what is wrong with the others."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..diagnostics import Diagnostic, finding
from ..source import Span
from .table import Cells, Dialect, Record, Row, Rows, Stretch, Table

_MOST_TITLES = 9  # rows above the headings
_BEGINS_WITH_NUMBER, _YEAR = re.compile(r"\s*\d"), re.compile(r"\d{3}")
_NUMBER = re.compile(r"\d+")
_LOST = {"WM109", "WM110", "WM111", "WM112"}


class Assembly:
    """One pass over the records of a table: keeps those that fit the header, and reports the others."""

    def __init__(self, cells: Cells, start: int = 0) -> None:
        """Read all records that `cells` finds from offset `start` on."""
        self._cells = cells
        self._blank = _Tally()
        self._padded = _Tally()
        self._escaped: list[Span] = []  # quotes with a backslash before them: whoever wrote one so wrote all
        self._torn = _Torn()
        self.findings: list[Diagnostic] = []
        self.header = self._read_header(start)
        self.rows = Rows(cells, len(self.header) if self.header else 0)
        if self.header:
            self._read_rows(self.header.end, len(self.header))
        self.findings += _blank_findings(self._blank, self._padded)
        self.findings += _escape_findings(self._escaped)

    def table(self, name: str, dialect: Dialect) -> tuple[Table | None, list[Diagnostic]]:
        """Return what was read, None if there is no header, and all findings in order of place."""
        if self.header is None:
            self.findings.append(finding("WM101", "the file holds blank cells only", Span(name)))
            return None, self.findings
        if not self.rows and not any(found.code in _LOST for found in self.findings):
            self.findings.append(finding("WM107", "the table has a header and no records", self.header.span))
        return Table(name, dialect, self.header, self.rows), self.findings

    def _read_header(self, start: int) -> Row | None:
        above: list[tuple[Record, Row]] = []
        for record in self._cells.records(start):
            row = Row(self._cells, *record[:2])
            if row.is_blank:
                if not above:  # else read again should these be no titles
                    self._report_quotes(record)
                    self._blank.add(row)
            elif len(above) < _MOST_TITLES and _is_title(row):
                above.append((record, row))
            elif above and not _may_be_header(row):
                break
            else:
                return self._took_header(record, row, [title for _, title in above])
        return self._took_header(*above[0], []) if above else None

    def _took_header(self, record: Record, row: Row, above: Sequence[Row]) -> Row:
        self._report_quotes(record)
        self.findings += _heading_findings(row)
        if above:
            what = "a row" if len(above) == 1 else f"{len(above)} rows"
            message = f"{what} above the headings, left out: `{above[0].values[0].strip()}`"
            self.findings.append(finding("WM159", message, above[0].span))
        return row

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
        self._report_quotes(record)
        row = Row(self._cells, start, end)
        if row.is_blank:
            self._blank.add(row)
        elif cells == width:
            self.rows.append(start, end)
        elif cells > width and not any(value.strip() for value in row.values[width:]):
            self._padded.add(row)
            self.rows.append(start, end)
        elif faults:  # a wrong quote explains a wrong number of cells, also below
            self._torn = _Torn(end, width - cells, _NUMBER.sub("0", row.values[0].strip()))
        elif not self._torn.goes_on(start, end, row.values):
            self.findings.append(_width_finding(row, width))

    def _report_quotes(self, record: Record) -> None:
        for kind, offset in record[3]:
            place = self._cells.source.span(offset, offset + 1)
            if kind == "unclosed":
                self.findings.append(finding("WM111", "the quote opened here is not closed", place))
            elif self._cells.text[offset - 2] == "\\":
                self._escaped.append(place)
            else:
                self.findings.append(finding("WM112", "text follows the closing quote of a cell", place))

    def _begins(self, start: int) -> bool:
        """Tell whether a record surely begins with more than blanks, its first cell quoted or not."""
        first = self._cells.text[start : start + 2].lstrip('"')
        return bool(first) and first[0] != self._cells.delimiter and not first[0].isspace()


@dataclass(slots=True)
class _Torn:
    """A record with a quote that is not closed: its end, how many cells it lacks, and how it begins."""

    end: int = 0
    missing: int = 0
    beginning: str = ""

    def goes_on(self, start: int, end: int, values: Sequence[str]) -> bool:
        """Tell whether these cells, right below, are its rest: no more than it lacks, and they begin otherwise."""
        more = len(values) - 1
        is_near = start <= self.end + 2  # a line break
        if not is_near or not 0 < self.missing >= more or _NUMBER.sub("0", values[0].strip()) == self.beginning:
            return False
        self.end, self.missing = end, self.missing - more
        return True


@dataclass(slots=True)
class _Tally:
    """How many records are of a kind, and the first of them."""

    count: int = 0
    first: Row | None = None

    def add(self, row: Row) -> None:
        self.count += 1
        self.first = self.first or row


def _is_title(row: Row) -> bool:
    """Tell whether a row has text in its first cell only, as what stands above a table has."""
    return bool(row.values[0].strip()) and not any(value.strip() for value in row.values[1:])


def _may_be_header(row: Row) -> bool:
    """Tell whether a row has several cells and neither years nor numbers in them."""
    filled = list(filter(str.strip, row.values))
    return len(filled) > 1 and not any(map(_BEGINS_WITH_NUMBER.match, filled)) and not any(map(_YEAR.search, filled))


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


def _escape_findings(places: Sequence[Span]) -> Iterable[Diagnostic]:
    if places:
        times = f" ({len(places)} records, first here)" if len(places) > 1 else ""
        message = f'quotes within a cell are written `\\"`, so that text follows the closing quote{times}'
        yield finding("WM112", message, places[0])
