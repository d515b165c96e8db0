"""Anno Domini: the rules AD-1 to AD-27 as a state machine (docs/games.md tells them)."""

from .actions import Action, Arrange, Chance, Doubt, DoubtClaim, Insert
from .events import Doubted, Drew, Event, Over, Reversed, RoundBegan
from .options import Options
from .rules import AnnoDomini
from .state import Phase, State

__all__ = [
    "Action",
    "AnnoDomini",
    "Arrange",
    "Chance",
    "Doubt",
    "DoubtClaim",
    "Doubted",
    "Drew",
    "Event",
    "Insert",
    "Options",
    "Over",
    "Phase",
    "Reversed",
    "RoundBegan",
    "State",
]
