"""What can be mended in a publisher's table without asking: how it is written, never what it says.

Texts take composed letters and lose blanks at their ends and around no-break spaces; years take plain blanks and the
dash of spans. Whatever is mended, the deck stays the same: that is the test of what is certain.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..cards import Series, derived_year
from ..tables import Cell, Table
from .columns import ColumnMapping
from .spreadsheets import rearmed
from .text import normal_text, normal_year

_ENDS = " \t\u00a0\u202f\u2007"
_MIXED_BLANKS = re.compile(r"[ \t\u00a0\u202f\u2007]{2,}")
_HYPHEN = re.compile(r"(?<=\d) ?- ?(?=\d)")


@dataclass(frozen=True, slots=True)
class Fix:
    """One cell to be written differently: its stretch of the text, without quotes, and what shall stand there."""

    start: int
    end: int
    new: str


def fixes(table: Table, mapping: ColumnMapping, series: Series) -> Iterator[Fix]:
    """Yield the cells of the fields that can be mended with certainty, in order of place."""
    columns = sorted(mapping.columns.items(), key=lambda item: item[1])
    for row in table.rows:
        for name, index in columns:
            value = row.values[index]
            new = _fixed_year(value, series) if name == "year" else _fixed_text(value)
            if new != value and (fix := _written(row.cell(index), new, table.dialect.delimiter)):
                yield fix


def apply_fixes(data: bytes, table: Table, wanted: Iterable[Fix]) -> tuple[bytes, int]:
    """Return the file with its fixes, every other byte as it was, and their number.

    What the encoding cannot write is left out. Raises ValueError if the file cannot be written as it was read.
    """
    dialect = table.dialect
    text = data.decode(dialect.encoding) if dialect.format == "text" else ""
    if dialect.format != "text" or text.encode(dialect.encoding) != data:
        raise ValueError(f"{table.name} cannot be written as it was read")
    shift = 1 if text.startswith("\ufeff") else 0
    pieces, position, number = list[str](), 0, 0
    for fix in wanted:
        if _can_be_written(fix.new, dialect.encoding):
            pieces += (text[position : fix.start + shift], fix.new)
            position, number = fix.end + shift, number + 1
    return "".join([*pieces, text[position:]]).encode(dialect.encoding), number


def _fixed_text(value: str) -> str:
    new = _MIXED_BLANKS.sub(" ", unicodedata.normalize("NFC", value).strip(_ENDS))
    return new if normal_text(rearmed(new)) == normal_text(rearmed(value)) else value


def _fixed_year(value: str, series: Series) -> str:
    plain = normal_year(value)
    dashed = _HYPHEN.sub("–", plain)
    if derived_year(series, plain)[0] is None:
        return value
    return dashed if derived_year(series, dashed) == derived_year(series, plain) else plain


def _written(cell: Cell, new: str, delimiter: str) -> Fix | None:
    """Return the fix as the cell is written; None if it would need quotes that are not there."""
    breaks = ("\r", "\n", delimiter or "\n")
    quoted = cell.end - cell.start != len(cell.value) or any(sign in cell.value for sign in breaks)
    if not quoted and (new.startswith('"') or any(sign in new for sign in breaks)):
        return None
    return Fix(cell.start, cell.end, new.replace('"', '""') if quoted else new)


def _can_be_written(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
