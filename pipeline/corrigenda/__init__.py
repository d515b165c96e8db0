"""Corrigenda: the model, its rules, and the way from one edition to the next."""

from .applying import apply, due, mark_applied, rederive, revert, with_new_cards
from .checking import check
from .deciding import NOTHING, NotAllowedError, Supplement, decide, find, supersede, with_entries
from .editions import Explained, FieldChange, difference, explained
from .history import card_history
from .imports import brought_back
from .model import (
    STATES,
    TRANSITIONS,
    Change,
    CorrigendaDocument,
    CorrigendaFile,
    Corrigendum,
    State,
)
from .printed import Made, Printed, with_printings
from .register import read_corrigenda, write_corrigenda
from .reporting import TYPES, Report, Taken, take_report

__all__ = [
    "NOTHING",
    "STATES",
    "TRANSITIONS",
    "TYPES",
    "Change",
    "CorrigendaDocument",
    "CorrigendaFile",
    "Corrigendum",
    "Explained",
    "FieldChange",
    "Made",
    "NotAllowedError",
    "Printed",
    "Report",
    "State",
    "Supplement",
    "Taken",
    "apply",
    "brought_back",
    "card_history",
    "check",
    "decide",
    "difference",
    "due",
    "explained",
    "find",
    "mark_applied",
    "read_corrigenda",
    "rederive",
    "revert",
    "supersede",
    "take_report",
    "with_entries",
    "with_new_cards",
    "with_printings",
    "write_corrigenda",
]
