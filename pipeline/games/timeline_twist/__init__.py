"""Timeline Twist: the competition TTC-1 to TTC-8 and the team game TTK-1 to TTK-15 (docs/games.md tells them)."""

from .actions import Action, Discard, Place, PlaceClaim, Stop, TeamAction, TeamClaim, TeamPlace
from .competition import TimelineCompetition
from .options import Options, TeamOptions
from .state import Phase, State, TeamState
from .team import TimelineTeam, rank

__all__ = [
    "Action",
    "Discard",
    "Options",
    "Phase",
    "Place",
    "PlaceClaim",
    "State",
    "Stop",
    "TeamAction",
    "TeamClaim",
    "TeamOptions",
    "TeamPlace",
    "TeamState",
    "TimelineCompetition",
    "TimelineTeam",
    "rank",
]
