"""What can be done in Assyrian; each action is also a line of a replay."""

from ..core import ActionLine, Chance, Claim


class LayClaim(Claim, frozen=True):
    """What came of a contribution: what an oracle saw; if it ended a round, threat, nation and all scores so far."""

    saw: int | None = None
    threat: int | None = None
    nation: int | None = None
    scores: tuple[int, ...] | None = None


class Lay(ActionLine, frozen=True):
    """Contribute a tile (ASY-3); with an oracle look at threat tile `peek` and show it to the seats `show` (ASY-4)."""

    by: int
    tile: str
    peek: int | None = None
    show: tuple[int, ...] = ()
    claim: LayClaim | None = None


class Pass(ActionLine, frozen=True):
    """Contribute nothing in this turn (ASY-3)."""

    by: int
    claim: LayClaim | None = None


Action = Lay | Pass | Chance
