"""What can be done in Timeline Twist; each action is also a line of a replay."""

from typing import Literal

from ..core import ActionLine, Chance, Claim


class PlaceClaim(Claim, frozen=True):
    """What came of a card that was turned: did it lie right."""

    correct: bool | None = None


class Place(ActionLine, frozen=True):
    """Lay `card` from the hand so that it becomes number `at` of the timeline, then turn it (TTC-2)."""

    by: int
    card: str
    at: int
    claim: PlaceClaim | None = None


class TeamClaim(Claim, frozen=True):
    """Where a card of the team game came to lie; if the game ended, the score."""

    where: Literal["lower", "gap", "stacked", "blocked"] | None = None
    score: int | None = None


class TeamPlace(ActionLine, frozen=True, tag="place"):
    """Turn `card` from the hand: its year alone says where it lies (TTK-3)."""

    by: int
    card: str
    claim: TeamClaim | None = None


class Discard(ActionLine, frozen=True):
    """Lay `card` from the hand on the discard pile (TTK-7)."""

    by: int
    card: str
    claim: TeamClaim | None = None


class Stop(ActionLine, frozen=True):
    """End the turn after one placed card (TTK-6)."""

    by: int
    claim: TeamClaim | None = None


Action = Place | Chance
TeamAction = TeamPlace | Discard | Stop
