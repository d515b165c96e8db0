"""XLS workbooks of older office programs, read by python-calamine, and what it does not tell by their records."""

import io
from datetime import date, time, timedelta
from operator import itemgetter
from typing import Any

from .biff import is_whole, untold
from .compound import stream_of
from .grid import Grid, cell_name
from .sheets import Sheet, SheetName, WorkbookError, date_text, number_text

_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")


class Xls:
    """A workbook in the binary format; a formula without a result comes as a blank cell or as 0."""

    format = "XLS"

    def __init__(self, data: bytes) -> None:
        """Open the workbook; raises WorkbookError."""
        import python_calamine  # noqa: PLC0415 - slow to load, seldom needed

        if _ENCRYPTED in data:
            raise WorkbookError("WM115", "the workbook is locked with a password")
        self._stream = stream_of(data, "Workbook", "Book")
        if not self._stream or not is_whole(self._stream):  # the library writes of it to the terminal
            raise WorkbookError("WM116", "the workbook cannot be read: it is cut off, or no workbook at all")
        try:
            self._workbook = python_calamine.load_workbook(io.BytesIO(data))
            described = self._workbook.sheets_metadata
        except python_calamine.PasswordError:
            raise WorkbookError("WM115", "the workbook is locked with a password") from None
        except BaseException as error:  # noqa: BLE001 - a panic of the library is no Exception
            raise _damaged(error) from None
        visible = python_calamine.SheetVisibleEnum.Visible
        self.sheets = [SheetName(sheet.name, sheet.visible != visible) for sheet in described]

    def read(self, index: int, file: str) -> Sheet:
        """Read a sheet by its index; raises WorkbookError."""
        try:
            source = self._workbook.get_sheet_by_index(index)
            rows: list[list[Any]] = source.to_python(skip_empty_area=False)
            merged = source.merged_cell_ranges or []
        except BaseException as error:  # noqa: BLE001 - likewise
            raise _damaged(error) from None
        sheet, more = Sheet(Grid(file, self.sheets[index].name)), untold(self._stream, index)
        for (number, column), shown in more.errors.items():
            if number <= len(rows) and column < len(rows[number - 1]):
                rows[number - 1][column] = shown
                sheet.errors.add(number, column, shown)
        for number, row in enumerate(rows, 1):
            values = [_text(sheet, number, column, value) for column, value in enumerate(row)]
            if number in more.hidden and any(values):
                sheet.hidden.add(number, *next(filter(itemgetter(1), enumerate(values))))
            sheet.add(number, values)
        for (top, left), (bottom, right) in merged:
            sheet.merged.add(top + 1, left, f"{cell_name(top + 1, left)}:{cell_name(bottom + 1, right)}")
        return sheet


def _text(sheet: Sheet, row: int, column: int, value: object) -> str:
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, int | float):
        return number_text(float(value))
    if isinstance(value, date | time | timedelta):
        return sheet.date(row, column, date_text(value))
    return str(value)


def _damaged(error: BaseException) -> Exception:
    """Return the workbook's fault, or the error itself if it is the user's wish to stop."""
    if isinstance(error, KeyboardInterrupt | SystemExit | MemoryError):
        raise error
    return WorkbookError("WM116", f"the workbook cannot be read: {error}")
