"""What happens in Anno Domini when an action is applied."""

from msgspec import Struct

from ..core import Drew, Over


class Doubted(Struct, frozen=True, gc=False):
    """A chain was turned over: `fault` names two cards that cannot stand in their order, None in a correct chain.

    `penalty` cards are due to `drawer`; it is 0 when the doubt confirmed a last card (AD-22).
    """

    correct: bool
    fault: tuple[str, str] | None
    drawer: int
    penalty: int


class Reversed(Struct, frozen=True, gc=False):
    """Play turned round; `direction` is +1 or −1."""

    direction: int


class RoundBegan(Struct, frozen=True, gc=False):
    """Round `number` began with the starting `cards`; seat `first` is on turn."""

    number: int
    first: int
    cards: tuple[str, ...]


Event = Doubted | Drew | Reversed | RoundBegan | Over
