"""Records that are no cards: headings that stand there once more, and totals."""

import re
from collections.abc import Mapping

from ..tables import Row, Table
from .headings import TEXT_KINDS, is_row_of_headings

_TOTAL = re.compile(
    r"(?:(?:gesamt|end|zwischen)?summe|(?:ins)?gesamt(?:zahl)?|(?:grand |sub)?totale?s?|total général|somme|sum|"
    r"anzahl|count|nombre|numero)(?: (?:der )?karten| of cards| de cartes| di carte)?\s*:?\s*\d*",
    re.IGNORECASE,
)


def no_card(table: Table, number: int, columns: Mapping[str, int]) -> tuple[str, str] | None:
    """Return code and message of what the record `number` (from 0) is if it is no card, else None."""
    row = table.rows[number]
    filled = [value.strip() for value in row.values if value.strip()]
    if [value.strip() for value in row.values] == [value.strip() for value in table.header.values]:
        return "WM146", "the headings stand here once more; the record is left out"
    if number == 0 and is_row_of_headings(row):
        return "WM146", "a second row of headings; it is left out"
    if number == len(table.rows) - 1 and filled and _is_total(row, filled, columns):
        return "WM145", f"`{filled[0]}`: this looks like a row of totals; it is left out"
    return None


def _is_total(row: Row, filled: list[str], columns: Mapping[str, int]) -> bool:
    if not _TOTAL.fullmatch(filled[0]) or any(any(map(str.isalpha, value)) for value in filled[1:]):
        return False
    events = [row.values[index].strip() for name, index in columns.items() if name.partition("_")[0] in TEXT_KINDS]
    return not any(any(map(str.isalpha, event)) for event in events) or not row.values[columns["year"]].strip()
