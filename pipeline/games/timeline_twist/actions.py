"""What can be done in Timeline Twist; each action is also a line of a replay."""

from dataclasses import dataclass, field
from typing import Literal

from ..core import LOG_LINE, Chance


@dataclass(frozen=True, slots=True)
class PlaceClaim:
    """What came of a card that was turned: did it lie right."""

    __pydantic_config__ = LOG_LINE

    correct: bool | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Lay `card` from the hand so that it becomes number `at` of the timeline, then turn it (TTC-2)."""

    __pydantic_config__ = LOG_LINE

    by: int
    do: Literal["place"] = field(default="place", kw_only=True)
    card: str
    at: int
    claim: PlaceClaim | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class TeamClaim:
    """Where a card of the team game came to lie; if the game ended, the score."""

    __pydantic_config__ = LOG_LINE

    where: Literal["lower", "gap", "stacked", "blocked"] | None = None
    score: int | None = None


@dataclass(frozen=True, slots=True)
class TeamPlace:
    """Turn `card` from the hand: its year alone says where it lies (TTK-3)."""

    __pydantic_config__ = LOG_LINE

    by: int
    do: Literal["place"] = field(default="place", kw_only=True)
    card: str
    claim: TeamClaim | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Discard:
    """Lay `card` from the hand on the discard pile (TTK-7)."""

    __pydantic_config__ = LOG_LINE

    by: int
    do: Literal["discard"] = field(default="discard", kw_only=True)
    card: str
    claim: TeamClaim | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Stop:
    """End the turn after one placed card (TTK-6)."""

    __pydantic_config__ = LOG_LINE

    by: int
    do: Literal["stop"] = field(default="stop", kw_only=True)
    claim: TeamClaim | None = field(default=None, compare=False)


Action = Place | Chance
TeamAction = TeamPlace | Discard | Stop
