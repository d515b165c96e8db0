"""What lies on the table in Timeline Twist."""

from enum import StrEnum

from ..core import Ending, Snapshot


class Phase(StrEnum):
    """What is to be done next."""

    TURN = "turn"
    RESHUFFLE = "reshuffle"
    OVER = "over"


class State(Snapshot, frozen=True):
    """The competition: every card lies in exactly one of `stock` (top first), `hands`, `timeline` and `discard`.

    `alive` are the seats that still play, `waiting` those of them whose turn in this round is to come (the first is on
    turn), `owed` those that are to draw one card each, `right` those that laid rightly in this play-off round.
    """

    stock: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]
    timeline: tuple[str, ...]
    discard: tuple[str, ...]
    alive: tuple[int, ...]
    waiting: tuple[int, ...]
    owed: tuple[int, ...] = ()
    right: tuple[int, ...] = ()
    playoff: bool = False
    phase: Phase = Phase.TURN
    round: int = 1
    actions: int = 0
    ending: Ending | None = None

    @property
    def turn(self) -> int:
        """The seat on turn."""
        return self.waiting[0] if self.waiting else self.alive[0]


class TeamState(Snapshot, frozen=True):
    """The team game: every card lies in exactly one of the zones down to `out`.

    `hands` hold white cards, `blocked` those that lie across before a player; `gaps` has a slot between each two cards
    of `lower`, and `stacked` pairs a card of the same year with the card under it. `discard` has its top card first.
    `placed` and `tried` count the cards placed and blocked in this turn.
    """

    stock: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]
    blocked: tuple[tuple[str, ...], ...]
    lower: tuple[str, ...]
    gaps: tuple[str | None, ...]
    stacked: tuple[tuple[str, str], ...]
    discard: tuple[str, ...]
    out: tuple[str, ...] = ()
    turn: int = 0
    placed: int = 0
    tried: int = 0
    round: int = 1
    actions: int = 0
    ending: Ending | None = None
