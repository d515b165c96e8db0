"""Cells that a spreadsheet would take for formulas: made harmless on the way out, restored on the way in.

A cell that begins with ``=``, ``+``, ``-``, ``@``, a tab or a carriage return gets an apostrophe before it; so does one
that begins with apostrophes and one of these, so that what was written can be told from what was there.
"""

import re
from collections.abc import Sequence

_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")


def disarmed(value: str) -> str:
    """Return the cell as it is written for spreadsheets; numbers are no formulas."""
    return f"'{value}" if _FORMULA.match(value) and not _NUMBER.fullmatch(value) else value


def rearmed(value: str) -> str:
    """Return the cell that :func:`disarmed` was given."""
    return value[1:] if value.startswith("'") and _FORMULA.match(value) else value


def all_rearmed(values: Sequence[str]) -> Sequence[str]:
    """Return :func:`rearmed` of each of many cells."""
    return list(map(rearmed, values)) if "'" in "".join(values) else values
