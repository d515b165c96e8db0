"""What can be done in Assyrian; each action is also a line of a replay."""

from dataclasses import dataclass, field
from typing import Literal

from ..core import LOG_LINE, Chance


@dataclass(frozen=True, slots=True)
class LayClaim:
    """What came of a contribution: what an oracle saw; if it ended a round, threat, nation and all scores so far."""

    __pydantic_config__ = LOG_LINE

    saw: int | None = None
    threat: int | None = None
    nation: int | None = None
    scores: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Lay:
    """Contribute a tile (ASY-3); with an oracle look at threat tile `peek` and show it to the seats `show` (ASY-4)."""

    __pydantic_config__ = LOG_LINE

    by: int
    do: Literal["lay"] = field(default="lay", kw_only=True)
    tile: str
    peek: int | None = None
    show: tuple[int, ...] = ()
    claim: LayClaim | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Pass:
    """Contribute nothing in this turn (ASY-3)."""

    __pydantic_config__ = LOG_LINE

    by: int
    do: Literal["pass"] = field(default="pass", kw_only=True)
    claim: LayClaim | None = field(default=None, compare=False)


Action = Lay | Pass | Chance
