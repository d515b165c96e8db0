"""What can be done in Anno Domini; each action is also a line of a replay."""

from dataclasses import dataclass, field
from typing import Literal

from pydantic import ConfigDict

# How pydantic reads these classes from a log: no unknown keys, no number for a text.
_LOG_LINE = ConfigDict(extra="forbid", strict=True)


@dataclass(frozen=True, slots=True)
class Insert:
    """Lay `card` from the hand so that it becomes number `at` of the chain, counted from 0 (AD-5).

    `correct` is the whole chain in a new order, put in place before the card is inserted (AD-6).
    """

    __pydantic_config__ = _LOG_LINE

    by: int
    card: str
    at: int
    correct: tuple[str, ...] | None = None
    do: Literal["insert"] = "insert"


@dataclass(frozen=True, slots=True)
class DoubtClaim:
    """What the writer of a log says came of a doubt: was the chain correct, how many cards were drawn for it."""

    __pydantic_config__ = _LOG_LINE

    correct: bool | None = None
    drawn: int | None = None


@dataclass(frozen=True, slots=True)
class Doubt:
    """Doubt the chain (AD-13). The rules take no notice of `claim`: the replay checks it."""

    __pydantic_config__ = _LOG_LINE

    by: int
    claim: DoubtClaim | None = field(default=None, compare=False)
    do: Literal["doubt"] = "doubt"


@dataclass(frozen=True, slots=True)
class Arrange:
    """Put the two starting cards in `order` (AD-20)."""

    __pydantic_config__ = _LOG_LINE

    by: int
    order: tuple[str, ...]
    do: Literal["arrange"] = "arrange"


@dataclass(frozen=True, slots=True)
class Chance:
    """The used cards were shuffled and lie under the stock in `order`, top card first (AD-25)."""

    __pydantic_config__ = _LOG_LINE

    order: tuple[str, ...]
    do: Literal["chance"] = "chance"


Action = Insert | Doubt | Arrange | Chance
