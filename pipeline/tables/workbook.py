"""Workbooks to tables: which sheet is read, and what of its cells text cannot say."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from ..diagnostics import Diagnostic, finding
from ..source import Span
from .assembly import Assembly
from .grid import cell_name
from .ods import Ods
from .package import Package
from .sheets import WIDEST, Remarkable, Sheet, SheetName, WorkbookError, names
from .table import Dialect, Table
from .xls import Xls
from .xlsx import Xlsx

_ODS = b"application/vnd.oasis.opendocument.spreadsheet"


class Workbook(Protocol):
    """A workbook of some format."""

    format: str
    sheets: list[SheetName]

    def read(self, index: int, file: str) -> Sheet:
        """Read a sheet by its index."""


def read_workbook(data: bytes, name: str, sheet: str | None = None) -> tuple[Table | None, list[Diagnostic]]:
    """Read one sheet of an XLSX, XLS or ODS file: the one named or numbered, else the first that may be a table.

    Hidden sheets are read only if they are asked for. Places are those of the sheet: row, column and cell name.
    """
    try:
        workbook = _opened(data)
        if workbook is None:
            kind = "a zip archive, not a workbook or a table of text"
            return None, [finding("WM102", f"the file is {kind}", Span(name))]
        return _read(workbook, name, sheet)
    except WorkbookError as error:
        return None, [finding(error.code, error.message, Span(name))]


def _opened(data: bytes) -> Workbook | None:
    if not data.startswith(b"PK"):
        return Xls(data)
    package = Package(data)
    if "xl/workbook.xml" in package.names:
        return Xlsx(package)
    return Ods(package) if package.start("mimetype", len(_ODS)) == _ODS else None


def _read(workbook: Workbook, name: str, wanted: str | None) -> tuple[Table | None, list[Diagnostic]]:
    index = _number(workbook.sheets, wanted) if wanted else None
    if wanted and index is None:
        known = ", ".join(names(workbook.sheets)) or "none"
        return None, [finding("WM118", f"there is no sheet `{wanted}` (sheets: {known})", Span(name))]
    filled = {
        number: sheet
        for number in ([index] if index is not None else _visible(workbook.sheets))
        if (sheet := workbook.read(number, name)).grid.size or number == index
    }
    if not filled:
        return None, [finding("WM101", "no visible sheet of the workbook holds anything", Span(name))]
    chosen = next((number for number, sheet in filled.items() if sheet.grid.may_be_table), next(iter(filled)))
    others = [workbook.sheets[number] for number in filled if number != chosen]
    sheet = filled[chosen]
    dialect = Dialect(format=workbook.format, sheet=workbook.sheets[chosen].name)
    table, findings = Assembly(sheet.grid).table(name, dialect)
    findings += _choice(name, workbook.sheets[chosen], others)
    return table, sorted([*findings, *_remarks(sheet, table)], key=lambda found: found.order)


def _visible(sheets: Sequence[SheetName]) -> Iterator[int]:
    return (number for number, sheet in enumerate(sheets) if not sheet.hidden)


def _number(sheets: Sequence[SheetName], wanted: str) -> int | None:
    folded = [sheet.name.casefold() for sheet in sheets]
    if wanted.casefold() in folded:
        return folded.index(wanted.casefold())
    return int(wanted) - 1 if wanted.isdecimal() and 0 < int(wanted) <= len(sheets) else None


def _choice(name: str, chosen: SheetName, others: Sequence[SheetName]) -> Iterator[Diagnostic]:
    if others:
        message = f"sheet `{chosen.name}` is read; there is data in {', '.join(names(others))} too"
        yield finding("WM119", message, Span(name))


def _remarks(sheet: Sheet, table: Table | None) -> Iterator[Diagnostic]:
    """Say what the text of the cells does not: dates, times, errors, formulas without a result, merged cells."""
    for what, columns in (("date", sheet.dates), ("time", sheet.times)):
        for column, cells in sorted(columns.items()):
            heading = table.header.values[column].strip() if table and column < len(table.header) else ""
            where = f"column `{heading}`" if heading else f"column {column + 1}"
            message = f"a {what} cell in {where}, read as `{cells.first[2]}`{_times(cells)}"
            yield finding("WM150", message, _place(sheet, cells))
    if sheet.errors.count:
        message = f"the cell shows `{sheet.errors.first[2]}`{_times(sheet.errors)}"
        yield finding("WM151", message, _place(sheet, sheet.errors))
    for _, formulas in sorted(sheet.uncomputed.items()):
        message = f"the result of a formula was not saved{_times(formulas)}"
        yield finding("WM152", message, _place(sheet, formulas))
    if sheet.merged.count:
        message = f"merged cells: only the first has the text, the others are blank{_times(sheet.merged)}"
        yield finding("WM153", message, _place(sheet, sheet.merged))
    if sheet.stray.count:
        message = f"a stray cell to the right of column {WIDEST} is not read{_times(sheet.stray)}"
        yield finding("WM154", message, _place(sheet, sheet.stray))
    if sheet.hidden.count:
        message = f"a hidden row is read like the others{_times(sheet.hidden)}"
        yield finding("WM160", message, _place(sheet, sheet.hidden))


def _place(sheet: Sheet, cells: Remarkable) -> Span:
    row, column, shown = cells.first
    return Span(
        sheet.grid.file, row, column + 1, cell=f"{sheet.grid.sheet}!{cell_name(row, column)}", excerpt=shown or None
    )


def _times(cells: Remarkable) -> str:
    return f" ({cells.count} times, first here)" if cells.count > 1 else ""
