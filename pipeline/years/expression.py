"""A year expression as a value."""

import re
from dataclasses import dataclass

from .errors import YearError
from .interval import YearInterval


@dataclass(frozen=True, slots=True)
class YearExpression:
    """An expression that was understood: its text, kind, meaning, flags, EDTF."""

    text: str
    kind: str
    interval: YearInterval
    edtf: str
    flags: frozenset[str] = frozenset()


def parse_year(
    text: str,
    language: str = "de",
    profile: str = "rulebook",
    reference_year: int | None = None,
    *,
    circa: int | None = None,
    ongoing: str | None = None,
) -> YearExpression:
    """Read plain years so far."""
    if match := re.fullmatch(r"(\d{3,4})( v\. Chr\.)?", text):
        year = 1 - int(match[1]) if match[2] else int(match[1])
        return YearExpression(text, "year", YearInterval(year, year), f"{year:05d}" if year < 0 else f"{year:04d}")
    raise YearError("unknown", f"`{text}` is not understood")


def format_year(expression: YearExpression, language: str = "de") -> str:
    """Return the printed form so far."""
    return expression.text
