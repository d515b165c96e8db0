"""What a spreadsheet shows in place of a value that a formula does not have, in its own language."""

import re
from collections.abc import Iterator

from ..diagnostics import Diagnostic, finding
from .scanner import TextCells

ERROR_VALUES = frozenset(
    (
        *("#REF!", "#NAME?", "#VALUE!", "#DIV/0!", "#N/A", "#NUM!", "#NULL!", "#ERROR!", "#SPILL!", "#CALC!"),
        *("#BEZUG!", "#WERT!", "#NV", "#ZAHL!", "#FEHLER!"),
        *("#VALEUR!", "#NOM?", "#NOMBRE!", "#NUL!"),
        *("#RIF!", "#NOME?", "#VALORE!", "#N/D"),
    )
)


def error_findings(cells: TextCells) -> Iterator[Diagnostic]:
    """Report the first cell of a text that holds an error value and nothing else, and how many there are."""
    text = cells.text
    if "#" not in text:
        return
    edge = rf"[\r\n\"{re.escape(cells.delimiter)}]"
    values = "|".join(map(re.escape, ERROR_VALUES))
    found = list(re.finditer(rf"(?:(?<={edge})|\A)(?:{values})(?={edge}|\Z)", text))
    if found:
        times = f" ({len(found)} times, first here)" if len(found) > 1 else ""
        yield finding("WM151", f"the cell shows `{found[0][0]}`{times}", cells.source.span(*found[0].span()))
