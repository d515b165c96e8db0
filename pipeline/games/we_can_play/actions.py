"""What can be done in We Can Play; each action is also a line of a replay."""

from dataclasses import dataclass, field
from typing import Literal

from ..core import LOG_LINE, Chance


@dataclass(frozen=True, slots=True)
class GuessClaim:
    """What the last guess came to: the seat that won the first card."""

    __pydantic_config__ = LOG_LINE

    won: int | None = None


@dataclass(frozen=True, slots=True)
class Guess:
    """Name the year of the top card (WCP-2), in astronomical numbering: 44 BC is -43."""

    __pydantic_config__ = LOG_LINE

    by: int
    do: Literal["guess"] = field(default="guess", kw_only=True)
    year: int
    claim: GuessClaim | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class PlaceClaim:
    """What came of a card that was turned: did it lie right, how many cards left the game for it."""

    __pydantic_config__ = LOG_LINE

    correct: bool | None = None
    lost: int | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Lay the top card so that it becomes number `at` of the own row, counted from 0, then turn it (WCP-6)."""

    __pydantic_config__ = LOG_LINE

    by: int
    do: Literal["place"] = field(default="place", kw_only=True)
    at: int
    claim: PlaceClaim | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Stop:
    """Be content with the cards laid (WCP-8)."""

    __pydantic_config__ = LOG_LINE

    by: int
    do: Literal["stop"] = field(default="stop", kw_only=True)


@dataclass(frozen=True, slots=True)
class Risk:
    """Take a risk card (WCP-8)."""

    __pydantic_config__ = LOG_LINE

    by: int
    do: Literal["risk"] = field(default="risk", kw_only=True)


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep the anonymous card drawn (WCP-12)."""

    __pydantic_config__ = LOG_LINE

    by: int
    do: Literal["keep"] = field(default="keep", kw_only=True)


@dataclass(frozen=True, slots=True)
class Give:
    """Give the anonymous card drawn to the player at seat `to` and go on (WCP-12)."""

    __pydantic_config__ = LOG_LINE

    by: int
    do: Literal["give"] = field(default="give", kw_only=True)
    to: int


@dataclass(frozen=True, slots=True)
class Choose:
    """Pick for the others which of the next cards must be laid, counted from 0; None: leave the top card (WCP-16)."""

    __pydantic_config__ = LOG_LINE

    by: int
    do: Literal["choose"] = field(default="choose", kw_only=True)
    index: int | None = None


@dataclass(frozen=True, slots=True)
class SoloPlace:
    """Lay the top card at place `at` of the row, with an anonymous card as `cover` if wanted (WCS-2)."""

    __pydantic_config__ = LOG_LINE

    by: int
    do: Literal["place"] = field(default="place", kw_only=True)
    at: int
    cover: bool = False
    claim: PlaceClaim | None = field(default=None, compare=False)


Action = Guess | Place | Stop | Risk | Keep | Give | Choose | Chance
SoloAction = SoloPlace
