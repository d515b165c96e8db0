"""Anno Domini: the rules AD-1 to AD-27 as a state machine (docs/games.md tells them)."""

from ..core import Chance, Drew, Over
from .actions import Action, Arrange, Doubt, DoubtClaim, Insert
from .events import Doubted, Event, Reversed, RoundBegan
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
