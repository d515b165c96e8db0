"""What lies on the table in We Can Play."""

import re
from collections.abc import Sequence
from enum import StrEnum

from ..core import Ending, Snapshot

_ANONYMOUS = re.compile(r"anonymous/[1-9][0-9]*")


def is_anonymous(card: str) -> bool:
    """Tell whether a card is called ``anonymous/1``, ``anonymous/2``, …: no card of a series can be called so."""
    return _ANONYMOUS.fullmatch(card) is not None


def first_dated(cards: Sequence[str]) -> int:
    """Return the place of the first card that is not anonymous; behind the last if there is none."""
    return next((at for at, card in enumerate(cards) if not is_anonymous(card)), len(cards))


class Phase(StrEnum):
    """What is to be done next."""

    GUESS = "guess"
    TURN = "turn"
    DECIDE = "decide"
    ANONYMOUS = "anonymous"
    CHOOSE = "choose"
    RESHUFFLE = "reshuffle"
    OVER = "over"


class State(Snapshot, frozen=True):
    """Every card lies in exactly one of `stock` (top first), `rows`, `anonymous`, `removed` and `spent`.

    `spent` are anonymous cards that were used, `new` counts the cards laid in this turn, `chosen` tells that the others
    have picked the card to be laid, `guesses` holds the years named so far.
    """

    stock: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    anonymous: tuple[tuple[str, ...], ...]
    removed: tuple[str, ...] = ()
    spent: tuple[str, ...] = ()
    turn: int = 0
    new: int = 0
    chosen: bool = False
    guesses: tuple[int, ...] = ()
    phase: Phase = Phase.GUESS
    round: int = 1
    actions: int = 0
    ending: Ending | None = None


class SoloState(Snapshot, frozen=True):
    """Every card lies in exactly one of `stock` (top first), `row`, `anonymous` and `removed`."""

    stock: tuple[str, ...]
    row: tuple[str, ...] = ()
    anonymous: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    mistakes: int = 0
    round: int = 1
    actions: int = 0
    ending: Ending | None = None

    @property
    def turn(self) -> int:
        """The only seat."""
        return 0
