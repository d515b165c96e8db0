"""XLSX workbooks (ECMA-376, SpreadsheetML): sheets, shared texts, number formats.

Read here as a stream instead of with a library: python-calamine returns error values and formulas without a result as
blank cells, and ends the whole program when one stray cell lies far out; openpyxl takes ten times as long.
"""

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from posixpath import join, normpath

from .grid import Grid, cell_place
from .number_formats import NumberFormat
from .package import Package
from .sheets import Sheet, SheetName, WorkbookError, date_text, number_text, pad

_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_DATE_FORMATS = {*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)}
_LITERAL = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]|_.|\*.')
_DATE_LETTERS = re.compile(r"[dmyhs]", re.IGNORECASE)
_DIGITS = "0123456789"
_BOOLEANS = {"1": "TRUE", "0": "FALSE"}


class Xlsx:
    """A workbook: its sheets by name, and the tables they share."""

    format = "XLSX"

    def __init__(self, package: Package) -> None:
        """Read what the sheets share; raises WorkbookError."""
        self._package = package
        self._targets: dict[str, str] = {}
        self._parts: list[str] = []
        self._first_day = datetime(1899, 12, 30)
        self.sheets: list[SheetName] = []
        self._package.parse("xl/_rels/workbook.xml.rels", self._relation)
        self._package.parse("xl/workbook.xml", self._workbook)
        self._texts = self._shared_texts()
        self._formats = self._number_formats()

    def _relation(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "Relationship":
            target = attributes.get("Target", "")
            self._targets[attributes.get("Id", "")] = (
                target.lstrip("/") if target.startswith("/") else normpath(join("xl", target))
            )

    def _workbook(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "workbookPr" and attributes.get("date1904") in ("1", "true"):
            self._first_day = datetime(1904, 1, 1)
        part = self._targets.get(attributes.get("id", ""), "")
        if name == "sheet" and "worksheets" in part:  # charts and macros have sheets too
            hidden = attributes.get("state", "visible") != "visible"
            self.sheets.append(SheetName(attributes.get("name", ""), hidden))
            self._parts.append(part)

    def _shared_texts(self) -> list[str]:
        reader = _SharedTexts()
        if "xl/sharedStrings.xml" in self._package.names:
            self._package.parse("xl/sharedStrings.xml", reader.start, reader.end, reader.text)
        return reader.texts

    def _number_formats(self) -> list[str]:
        reader = _Styles()
        if "xl/styles.xml" in self._package.names:
            self._package.parse("xl/styles.xml", reader.start, reader.end)
        return reader.codes()

    def read(self, index: int, file: str) -> Sheet:
        """Read a sheet by its index; raises WorkbookError."""
        reader = _SheetReader(file, self.sheets[index].name, self._texts, self._formats, self._first_day)
        self._package.parse(self._parts[index], reader.start, reader.end, reader.text)
        return reader.sheet


class _SharedTexts:
    """Texts that cells refer to by number, formatting and phonetic guides left out."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._pieces: list[str] = []
        self._inside = False
        self._guide = False

    def start(self, name: str, _attributes: Mapping[str, str]) -> None:
        if name == "si":
            self._pieces = []
        elif name == "rPh":
            self._guide = True
        elif name == "t":
            self._inside = not self._guide

    def text(self, data: str) -> None:
        if self._inside:
            self._pieces.append(data)

    def end(self, name: str) -> None:
        if name == "si":
            self.texts.append(_unescaped("".join(self._pieces)))
        elif name == "t":
            self._inside = False
        elif name == "rPh":
            self._guide = False


class _Styles:
    """The number format of each cell style."""

    def __init__(self) -> None:
        self._custom: dict[str, str] = {}
        self._styles: list[str] = []
        self._inside = False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "numFmt":
            self._custom[attributes.get("numFmtId", "")] = attributes.get("formatCode", "")
        elif name == "cellXfs":
            self._inside = True
        elif name == "xf" and self._inside:
            self._styles.append(attributes.get("numFmtId", "0"))

    def end(self, name: str) -> None:
        if name == "cellXfs":
            self._inside = False

    def codes(self) -> list[str]:
        return [
            self._custom.get(style, "d.m.y" if style.isdecimal() and int(style) in _DATE_FORMATS else "")
            for style in self._styles
        ]


class _SheetReader:
    """The cells of one sheet, row by row."""

    def __init__(self, file: str, name: str, texts: list[str], formats: list[str], first_day: datetime) -> None:
        self.sheet = Sheet(Grid(file, name))
        self._texts = texts
        self._shapes = [_shape(code) for code in formats]
        self._worded = {style: shown for style, code in enumerate(formats) if (shown := NumberFormat(code)).has_words}
        self._first_day = first_day
        self._row = 0
        self._cells: list[tuple[int, str]] = []
        self._column = -1
        self._columns: dict[str, int] = {}
        self._type = "n"
        self._style = 0
        self._pieces: list[str] = []
        self._inside = self._guide = self._formula = self._hidden = False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "c":
            reference = attributes.get("r")
            self._column = self._column_of(reference.rstrip(_DIGITS)) if reference else self._column + 1
            self._type = attributes.get("t", "n")
            self._style = _integer(attributes.get("s"), 0)
            self._pieces = []
            self._formula = False
        elif name in ("v", "t"):
            self._inside = not self._guide
        elif name == "f":
            self._formula = True
        elif name == "row":
            self._row = _integer(attributes.get("r"), self._row + 1)
            self._hidden = attributes.get("hidden") in ("1", "true")
            self._cells = []
            self._column = -1
        elif name == "rPh":
            self._guide = True
        elif name == "mergeCell":
            row, column = cell_place(attributes.get("ref", "A1").partition(":")[0])
            self.sheet.merged.add(row, column, attributes.get("ref", ""))

    def text(self, data: str) -> None:
        if self._inside:
            self._pieces.append(data)

    def end(self, name: str) -> None:
        if name in ("v", "t"):
            self._inside = False
        elif name == "c":
            if value := self._value("".join(self._pieces)):
                self._cells.append((self._column, value))
        elif name == "row":
            if self._hidden and self._cells:
                self.sheet.hidden.add(self._row, *self._cells[0])
            self.sheet.add(self._row, pad(self._cells))
        elif name == "rPh":
            self._guide = False

    def _column_of(self, letters: str) -> int:
        if letters not in self._columns:
            self._columns[letters] = cell_place(f"{letters}1")[1]
        return self._columns[letters]

    def _value(self, text: str) -> str:
        if not text:
            return self.sheet.formula(self._row, self._column) if self._formula and self._type != "str" else ""
        if self._type == "s":
            index = _integer(text, -1)
            if not 0 <= index < len(self._texts):
                raise WorkbookError("WM116", f"the workbook is damaged: it has no shared text {text}")
            return self._texts[index]
        if self._type == "n":
            return self._number(text)
        if self._type == "e":
            self.sheet.errors.add(self._row, self._column, text)
        if self._type == "d":
            return self.sheet.date(self._row, self._column, text)
        return _BOOLEANS.get(text, text) if self._type == "b" else _unescaped(text)

    def _number(self, text: str) -> str:
        try:
            value = float(text)
        except ValueError:
            return text
        shape = self._shapes[self._style] if 0 <= self._style < len(self._shapes) else ""
        if shape == "year":
            return str(self._moment(value).year) if self._is_moment(value) else number_text(value)
        if shape == "date" and self._is_moment(value):
            moment = self._moment(value)
            shown = date_text(moment.time() if 0 <= value < 1 else moment)
            return self.sheet.date(self._row, self._column, shown)
        if self._style in self._worded and shape == "":
            return self._worded[self._style].shows(value)
        shown = number_text(value)
        return shown.zfill(len(shape)) if shape.startswith("0") and shown.isdecimal() else shown

    def _is_moment(self, value: float) -> bool:
        return 0 <= value < 2_900_000

    def _moment(self, value: float) -> datetime:
        # Lotus 1-2-3 took 1900 for a leap year, and Excel followed it: days before 1 March 1900 are one off.
        lost = 1 if value < 60 and self._first_day.year == 1899 else 0
        seconds = round((value % 1) * 86_400)
        return self._first_day + timedelta(days=int(value) + lost, seconds=seconds)


def _shape(code: str) -> str:
    """Return what a number format makes of a number: a ``date``, a ``year`` alone, digits (``0000``), or nothing."""
    if code and not code.strip("0"):
        return code
    letters = {letter.casefold() for letter in _DATE_LETTERS.findall(_LITERAL.sub("", code.partition(";")[0]))}
    if not letters or "general" in code.casefold():
        return ""
    return "year" if letters == {"y"} else "date"


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text) if "_x" in text else text


def _integer(text: str | None, default: int) -> int:
    return int(text) if text and text.isdecimal() else default
