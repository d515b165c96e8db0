"""What workbooks of all formats have in common: sheets, typed cells and what is remarkable about them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta

from .grid import Grid

WIDEST = 1_000  # columns; what lies further to the right is a stray cell
_LAST_ROW = 2**20  # of any spreadsheet program
LARGEST_TEXT = 300_000_000  # characters of one sheet: a million rows of long cards


class WorkbookError(Exception):
    """A workbook that cannot be read: the code and message of its finding."""

    def __init__(self, code: str, message: str) -> None:
        """Take the finding's code and message."""
        super().__init__(message)
        self.code = code
        self.message = message


@dataclass(slots=True)
class Remarkable:
    """Cells of one kind: how many there are, and (row from 1, column from 0, what it shows) of the first."""

    count: int = 0
    first: tuple[int, int, str] = (0, 0, "")

    def add(self, row: int, column: int, shown: str) -> None:
        """Count a cell."""
        if not self.count:
            self.first = (row, column, shown)
        self.count += 1


@dataclass(slots=True)
class Sheet:
    """The cells of a sheet as text, and what cannot be said in text.

    Dates, times of day and formulas without a result are counted by column: they are what is wrong with all of it.
    """

    grid: Grid
    dates: dict[int, Remarkable] = field(default_factory=dict)
    times: dict[int, Remarkable] = field(default_factory=dict)
    uncomputed: dict[int, Remarkable] = field(default_factory=dict)
    errors: Remarkable = field(default_factory=Remarkable)
    merged: Remarkable = field(default_factory=Remarkable)
    stray: Remarkable = field(default_factory=Remarkable)
    hidden: Remarkable = field(default_factory=Remarkable)

    def add(self, number: int, values: list[str]) -> None:
        """Add row `number` (from 1) unless it is blank; raises WorkbookError when the sheet grows beyond all bounds."""
        if number > _LAST_ROW:
            raise WorkbookError("WM116", f"the workbook is damaged: a row has the number {number}")
        if len(values) > WIDEST:
            far = next((column for column in range(WIDEST, len(values)) if values[column]), None)
            if far is not None:
                self.stray.add(number, far, values[far])
            del values[WIDEST:]
        while values and not values[-1]:
            values.pop()
        if values:
            self.grid.add(number, values)
        if self.grid.size > LARGEST_TEXT:
            raise WorkbookError("WM117", f"the sheet holds more than {LARGEST_TEXT // 1_000_000} million characters")

    def date(self, row: int, column: int, shown: str) -> str:
        """Count a date cell, one with a time of day by itself; returns its text."""
        kind = self.times if ":" in shown else self.dates
        kind.setdefault(column, Remarkable()).add(row, column, shown)
        return shown

    def formula(self, row: int, column: int) -> str:
        """Count the cell of a formula without a result; returns its text, which is none."""
        self.uncomputed.setdefault(column, Remarkable()).add(row, column, "")
        return ""


@dataclass(frozen=True, slots=True)
class SheetName:
    """A sheet of a workbook."""

    name: str
    hidden: bool = False


def number_text(value: float) -> str:
    """Return a number as spreadsheets show it: ``1903`` for 1903.0, at most fifteen digits."""
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else format(value, ".15g")


def date_text(value: date | time | timedelta) -> str:
    """Return a date as ``1903-07-01``, with its time if it has one; a time alone as ``12:30:00``."""
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(" ", "seconds")
    return str(value) if isinstance(value, timedelta) else value.isoformat()


def pad(cells: Sequence[tuple[int, str]]) -> list[str]:
    """Return the values of a row given as (column, value), blanks between them."""
    values: list[str] = []
    for column, value in cells:
        if column > len(values):
            values += [""] * (column - len(values))
        values[column : column + 1] = [value]
    return values


def names(sheets: Sequence[SheetName]) -> Iterator[str]:
    """Yield the names of sheets as findings show them."""
    return (f"`{sheet.name}`" for sheet in sheets)
