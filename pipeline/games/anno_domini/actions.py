"""What can be done in Anno Domini; each action is also a line of a replay."""

from ..core import ActionLine, Chance, Claim


class Insert(ActionLine, frozen=True):
    """Lay `card` from the hand so that it becomes number `at` of the chain, counted from 0 (AD-5).

    `correct` is the whole chain in a new order, put in place before the card is inserted (AD-6).
    """

    by: int
    card: str
    at: int
    correct: tuple[str, ...] | None = None


class DoubtClaim(Claim, frozen=True):
    """What the writer of a log says came of a doubt: was the chain correct, how many cards were drawn for it."""

    correct: bool | None = None
    drawn: int | None = None


class Doubt(ActionLine, frozen=True):
    """Doubt the chain (AD-13). The rules take no notice of `claim`: the replay checks it."""

    by: int
    claim: DoubtClaim | None = None


class Arrange(ActionLine, frozen=True):
    """Put the two starting cards in `order` (AD-20)."""

    by: int
    order: tuple[str, ...]


Action = Insert | Doubt | Arrange | Chance
