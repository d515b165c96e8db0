"""Corrigenda: the model, its rules, and the way from one edition to the next."""

from .applying import Made, apply, due, mark_applied, rederive, revert, with_new_cards
from .checking import CHECKS, check
from .editions import FieldChange, difference
from .model import (
    STATES,
    TRANSITIONS,
    Change,
    CorrigendaDocument,
    CorrigendaFile,
    Corrigendum,
    State,
)
from .register import read_corrigenda, write_corrigenda

__all__ = [
    "CHECKS",
    "STATES",
    "TRANSITIONS",
    "Change",
    "CorrigendaDocument",
    "CorrigendaFile",
    "Corrigendum",
    "FieldChange",
    "Made",
    "State",
    "apply",
    "check",
    "difference",
    "due",
    "mark_applied",
    "read_corrigenda",
    "rederive",
    "revert",
    "with_new_cards",
    "write_corrigenda",
]
