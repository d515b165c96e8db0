"""Rows to cards: columns mapped, texts in normal form, years read; canonical decks and mixes read and written."""

from .canonical import columns_of, deck_parts, is_mix, read_deck, read_mix, write_deck, write_mix
from .columns import ColumnMapping, guess_mapping
from .fixing import Fix, apply_fixes, fixes
from .joining import join_texts
from .pseudo import pseudo_series, series_code
from .records import ingest, is_whole
from .spreadsheets import disarmed, rearmed

__all__ = [
    "ColumnMapping",
    "Fix",
    "apply_fixes",
    "columns_of",
    "deck_parts",
    "disarmed",
    "fixes",
    "guess_mapping",
    "ingest",
    "is_mix",
    "is_whole",
    "join_texts",
    "pseudo_series",
    "read_deck",
    "read_mix",
    "rearmed",
    "series_code",
    "write_deck",
    "write_mix",
]
