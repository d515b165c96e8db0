"""What lies on the table in Assyrian."""

from enum import StrEnum

from ..core import Ending, Snapshot
from .actions import Lay, Pass


class Phase(StrEnum):
    """What is to be done next."""

    TURN = "turn"
    REVEAL = "reveal"
    DEAL = "deal"
    OVER = "over"


class State(Snapshot, frozen=True):
    """Every tile lies in exactly one of `bag` (top first), `hands`, `table`, `threats` and `rest`.

    `seen` tells for each drawn threat tile which seats have looked at it, `face_up` which are open to all. `number` is
    the turn within the round, `acted` the seats that have contributed or passed in it, `sealed` what was decided but
    not yet shown.
    """

    bag: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]
    table: tuple[tuple[str, ...], ...]
    threats: tuple[str, ...]
    rest: tuple[str, ...]
    seen: tuple[tuple[int, ...], ...]
    face_up: tuple[bool, ...]
    scores: tuple[int, ...]
    number: int = 1
    acted: tuple[int, ...] = ()
    sealed: tuple[Lay | Pass, ...] = ()
    phase: Phase = Phase.TURN
    round: int = 1
    actions: int = 0
    ending: Ending | None = None

    @property
    def turn(self) -> int:
        """The first seat that has not acted in this turn."""
        return next((seat for seat in range(len(self.hands)) if seat not in self.acted), 0)
