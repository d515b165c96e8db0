"""wildmix: card decks of history games, from a publisher's table to print and play.

The names below are loaded when they are first asked for, so that ``import pipeline`` costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .cards import Card, Deck, Series
    from .diagnostics import Diagnostic, Severity
    from .source import Span
    from .workspace import load_deck
    from .years import YearError, YearExpression, YearInterval, format_year, parse_year

_HOMES = {
    "Card": "cards",
    "Deck": "cards",
    "Diagnostic": "diagnostics",
    "Series": "cards",
    "Severity": "diagnostics",
    "Span": "source",
    "YearError": "years",
    "YearExpression": "years",
    "YearInterval": "years",
    "format_year": "years",
    "load_deck": "workspace",
    "parse_year": "years",
}

__all__ = [
    "Card",
    "Deck",
    "Diagnostic",
    "Series",
    "Severity",
    "Span",
    "YearError",
    "YearExpression",
    "YearInterval",
    "format_year",
    "load_deck",
    "parse_year",
]


def __getattr__(name: str) -> Any:
    """Load a public name from the module it lives in."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
