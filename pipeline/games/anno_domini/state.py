"""What lies on the table in Anno Domini, and the moves it allows."""

from collections.abc import Sequence
from enum import StrEnum
from typing import overload

from ..core import Ending, Snapshot
from .actions import Action, Doubt, Insert


class Phase(StrEnum):
    """What is to be done next."""

    TURN = "turn"
    ARRANGE = "arrange"
    RESHUFFLE = "reshuffle"
    OVER = "over"


class State(Snapshot, frozen=True):
    """Every card lies in exactly one of `stock` (top first), `hands`, `chain` and `used`; there are no years in it.

    (Since a state is made for each action, no pile of hundreds of cards is copied: the stock is what lies in `deck`
    from `top` on, the used cards are kept as the chains `gone`.)

    `turn` is the seat on turn, `direction` +1 or −1, `reversed_by` the seats whose second-last card turned play round,
    `last_layer` who laid a card last in this round, `owed` the seat and number of penalty cards still to be drawn once
    the used cards are shuffled.
    """

    deck: tuple[str, ...]
    top: int
    hands: tuple[tuple[str, ...], ...]
    chain: tuple[str, ...]
    gone: tuple[tuple[str, ...], ...]
    turn: int
    direction: int = 1
    reversed_by: tuple[int, ...] = ()
    last_layer: int | None = None
    round: int = 1
    actions: int = 0
    phase: Phase = Phase.TURN
    owed: tuple[int, int] | None = None
    ending: Ending | None = None

    @property
    def stock(self) -> tuple[str, ...]:
        """The cards that have not been drawn, top card first."""
        return self.deck[self.top :]

    @property
    def used(self) -> tuple[str, ...]:
        """The cards of the chains that were turned over."""
        return tuple(card for chain in self.gone for card in chain)

    @property
    def last_card_laid(self) -> bool:
        """Whether a player without cards waits for the check of the chain (AD-22)."""
        return self.last_layer is not None and not self.hands[self.last_layer]


class Moves(Sequence[Action]):
    """Every way to lay one of these cards, then the doubt if it is allowed; made one by one as they are asked for.

    A hand of nine and a chain of thirty make 279 moves, of which a player needs one.
    """

    __slots__ = ("_gaps", "_hand", "_length", "_seat")

    def __init__(self, seat: int, hand: tuple[str, ...], gaps: int, doubts: int) -> None:
        """Offer each card of `hand` in each of `gaps` places, and one doubt or none."""
        self._seat = seat
        self._hand = hand
        self._gaps = gaps
        self._length = len(hand) * gaps + doubts

    def __len__(self) -> int:
        """Return the number of moves."""
        return self._length

    @overload
    def __getitem__(self, index: int) -> Action: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Action, ...]: ...

    def __getitem__(self, index: int | slice) -> Action | tuple[Action, ...]:
        """Make move number `index`, or the moves of a slice."""
        if isinstance(index, slice):
            return tuple(self[number] for number in range(*index.indices(self._length)))
        if index < 0:
            index += self._length
        if not 0 <= index < self._length:
            raise IndexError(index)
        card, gap = divmod(index, self._gaps)
        # One after the last card is the doubt.
        return Insert(self._seat, self._hand[card], gap) if card < len(self._hand) else Doubt(self._seat)
