"""ODS workbooks (OpenDocument 1.2, part 1, table content)."""

import re
from collections.abc import Mapping

from .grid import Grid
from .package import Package
from .sheets import WIDEST, Sheet, SheetName, WorkbookError, number_text

_CELLS = ("table-cell", "covered-table-cell")
_SCIENTIFIC = re.compile(r"[-+]?[\d.,]+E[-+]?\d+")
_BREAKS = {"tab": "\t", "line-break": "\n"}


class Ods:
    """A workbook; all sheets stand in one part."""

    format = "ODS"

    def __init__(self, package: Package) -> None:
        """List the sheets; raises WorkbookError."""
        self._package = package
        self._locked = False
        package.parse("META-INF/manifest.xml", self._manifest)
        if self._locked:
            raise WorkbookError("WM115", "the workbook is locked with a password")
        self.sheets: list[SheetName] = []
        self._invisible: set[str] = set()
        self._style = ""
        package.parse("content.xml", self._content)

    def _manifest(self, name: str, _attributes: Mapping[str, str]) -> None:
        self._locked = self._locked or name == "encryption-data"

    def _content(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "style":
            self._style = attributes.get("name", "")
        elif name == "table-properties" and attributes.get("display") == "false":
            self._invisible.add(self._style)
        elif name == "table":
            hidden = attributes.get("style-name") in self._invisible
            self.sheets.append(SheetName(attributes.get("name", ""), hidden))

    def read(self, index: int, file: str) -> Sheet:
        """Read a sheet by its index; raises WorkbookError."""
        reader = _SheetReader(file, self.sheets[index].name, index)
        self._package.parse("content.xml", reader.start, reader.end, reader.text)
        return reader.sheet


class _SheetReader:
    """The cells of a sheet. Repeated rows and cells are written once with their number, blank ones for ever."""

    def __init__(self, file: str, name: str, index: int) -> None:
        self.sheet = Sheet(Grid(file, name))
        self._index = index
        self._table = -1
        self._row = 0
        self._row_repeated = 1
        self._hidden = False
        self._values: list[str] = []
        self._cell: Mapping[str, str] = {}
        self._pieces: list[str] = []
        self._paragraphs = 0
        self._inside = 0
        self._aside = 0

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "table":
            self._table += 1
        if self._table != self._index:
            return
        if name == "table-row":
            self._row_repeated = _repeated(attributes, "number-rows-repeated")
            self._values = []
            self._hidden = attributes.get("visibility", "visible") != "visible"
        elif name in _CELLS:
            self._cell = attributes
            self._pieces = []
            self._paragraphs = 0
        elif name == "annotation":
            self._aside += 1
        elif name == "p" and not self._aside:
            self._pieces += ["\n"] if self._paragraphs else []
            self._paragraphs += 1
            self._inside += 1
        elif self._inside and name in _BREAKS:
            self._pieces.append(_BREAKS[name])
        elif self._inside and name == "s":
            self._pieces.append(" " * min(_repeated(attributes, "c"), 1000))

    def text(self, data: str) -> None:
        if self._inside and not self._aside:
            self._pieces.append(data)

    def end(self, name: str) -> None:
        if self._table != self._index:
            return
        if name == "p" and not self._aside:
            self._inside -= 1
        elif name == "annotation":
            self._aside -= 1
        elif name in _CELLS:
            self._end_cell()
        elif name == "table-row":
            self._end_row()

    def _end_cell(self) -> None:
        column, row = len(self._values), self._row + 1
        shown = "".join(self._pieces)
        value = self._value(shown, row, column)
        spans = [_repeated(self._cell, f"number-{side}-spanned") for side in ("columns", "rows")]
        if max(spans) > 1:
            self.sheet.merged.add(row, column, "")
        self._values += [value] * min(_repeated(self._cell, "number-columns-repeated"), WIDEST + 1)

    def _value(self, shown: str, row: int, column: int) -> str:
        kind = self._cell.get("value-type", "")
        if kind == "date" and not (len(shown) == 4 and shown.isdecimal()):
            stated = self._cell.get("date-value", shown)
            return self.sheet.date(row, column, stated.removesuffix("T00:00:00").replace("T", " "))
        if kind == "float" and not shown.isdecimal() and not _has_words(shown):
            return _number(self._cell.get("value", shown))
        if kind == "boolean":
            return self._cell.get("boolean-value", shown).upper()
        if (shown.startswith("#") and shown.rstrip("!?").isupper()) or shown.startswith("Err:"):
            self.sheet.errors.add(row, column, shown)
        if not kind and "formula" in self._cell and not shown:
            return self.sheet.formula(row, column)
        return shown

    def _end_row(self) -> None:
        if not any(self._values):
            self._row += self._row_repeated
            return
        for _ in range(self._row_repeated):
            self._row += 1
            if self._hidden:
                self.sheet.hidden.add(self._row, 0, self._values[0])
            self.sheet.add(self._row, list(self._values))


def _has_words(shown: str) -> bool:
    """Tell whether a format has put words beside a number: `333 v. Chr.`; `3,33E+02` has none."""
    return any(map(str.isalpha, shown)) and not _SCIENTIFIC.fullmatch(shown)


def _repeated(attributes: Mapping[str, str], name: str) -> int:
    text = attributes.get(name, "1")
    return max(int(text), 1) if text.isdecimal() and len(text) < 9 else 1


def _number(text: str) -> str:
    try:
        return number_text(float(text))
    except ValueError:
        return text
