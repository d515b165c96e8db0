"""What can be done in We Can Play; each action is also a line of a replay."""

from ..core import ActionLine, Chance, Claim


class GuessClaim(Claim, frozen=True):
    """What the last guess came to: the seat that won the first card."""

    won: int | None = None


class Guess(ActionLine, frozen=True):
    """Name the year of the top card (WCP-2), in astronomical numbering: 44 BC is -43."""

    by: int
    year: int
    claim: GuessClaim | None = None


class PlaceClaim(Claim, frozen=True):
    """What came of a card that was turned: did it lie right, how many cards left the game for it."""

    correct: bool | None = None
    lost: int | None = None


class Place(ActionLine, frozen=True):
    """Lay the top card so that it becomes number `at` of the own row, counted from 0, then turn it (WCP-6)."""

    by: int
    at: int
    claim: PlaceClaim | None = None


class Stop(ActionLine, frozen=True):
    """Be content with the cards laid (WCP-8)."""

    by: int


class Risk(ActionLine, frozen=True):
    """Take a risk card (WCP-8)."""

    by: int


class Keep(ActionLine, frozen=True):
    """Keep the anonymous card drawn (WCP-12)."""

    by: int


class Give(ActionLine, frozen=True):
    """Give the anonymous card drawn to the player at seat `to` and go on (WCP-12)."""

    by: int
    to: int


class Choose(ActionLine, frozen=True):
    """Pick for the others which of the next cards must be laid, counted from 0; None: leave the top card (WCP-16)."""

    by: int
    index: int | None = None


class SoloPlace(ActionLine, frozen=True, tag="place"):
    """Lay the top card at place `at` of the row, with an anonymous card as `cover` if wanted (WCS-2)."""

    by: int
    at: int
    cover: bool = False
    claim: PlaceClaim | None = None


Action = Guess | Place | Stop | Risk | Keep | Give | Choose | Chance
SoloAction = SoloPlace
