"""We Can Play: the rules WCP-1 to WCP-20 for several players and WCS-1 to WCS-9 for one (docs/games.md tells them)."""

from .actions import Action, Choose, Give, Guess, GuessClaim, Keep, Place, PlaceClaim, Risk, SoloAction, SoloPlace, Stop
from .options import Options, SoloOptions
from .rules import WeCanPlay
from .solo import WeCanPlaySolo
from .state import Phase, SoloState, State, is_anonymous

__all__ = [
    "Action",
    "Choose",
    "Give",
    "Guess",
    "GuessClaim",
    "Keep",
    "Options",
    "Phase",
    "Place",
    "PlaceClaim",
    "Risk",
    "SoloAction",
    "SoloOptions",
    "SoloPlace",
    "SoloState",
    "State",
    "Stop",
    "WeCanPlay",
    "WeCanPlaySolo",
    "is_anonymous",
]
