"""Readers' letters: a table of them read, and the card found that each is about."""

from .lookup import Lookup, find_card
from .table import COLUMNS, Letter, read_letters

__all__ = ["COLUMNS", "Letter", "Lookup", "find_card", "read_letters"]
