"""What can be done in Anno Domini; each action is also a line of a replay."""

from dataclasses import dataclass, field
from typing import Literal

from ..core import LOG_LINE, Chance


@dataclass(frozen=True, slots=True)
class Insert:
    """Lay `card` from the hand so that it becomes number `at` of the chain, counted from 0 (AD-5).

    `correct` is the whole chain in a new order, put in place before the card is inserted (AD-6).
    """

    __pydantic_config__ = LOG_LINE

    by: int
    do: Literal["insert"] = field(default="insert", kw_only=True)
    card: str
    at: int
    correct: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class DoubtClaim:
    """What the writer of a log says came of a doubt: was the chain correct, how many cards were drawn for it."""

    __pydantic_config__ = LOG_LINE

    correct: bool | None = None
    drawn: int | None = None


@dataclass(frozen=True, slots=True)
class Doubt:
    """Doubt the chain (AD-13). The rules take no notice of `claim`: the replay checks it."""

    __pydantic_config__ = LOG_LINE

    by: int
    do: Literal["doubt"] = field(default="doubt", kw_only=True)
    claim: DoubtClaim | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Arrange:
    """Put the two starting cards in `order` (AD-20)."""

    __pydantic_config__ = LOG_LINE

    by: int
    do: Literal["arrange"] = field(default="arrange", kw_only=True)
    order: tuple[str, ...]


Action = Insert | Doubt | Arrange | Chance
