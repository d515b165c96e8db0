"""The structure of a year expression: what its words say, before any convention says which years they mean.

`grammar` builds these values from tokens, `meaning` turns them into intervals, `printing` into words.
"""

from typing import Literal, NamedTuple

Unit = Literal["decade", "century", "millennium"]
PartName = Literal["early", "mid", "late", "half", "third", "quarter"]
Relation = Literal["before", "after", "until", "earliest"]


class Year(NamedTuple):
    """One year, astronomical, with the month, day or season that the card may tell and the game ignores."""

    year: int
    month: int = 0
    day: int = 0
    season: str = ""

    @property
    def dated(self) -> bool:
        """Tell whether more than the year is told, so that `before` and `after` include the year."""
        return bool(self.month or self.season)


class Period(NamedTuple):
    """The `number`-th century or millennium, or the decade that starts at year `number`, before or after Christ."""

    unit: Unit
    number: int
    bc: bool = False


class Part(NamedTuple):
    """A part of a period or year. `nth` counts halves, thirds and quarters from 1."""

    name: PartName
    nth: int
    whole: "Year | Period"


class Turn(NamedTuple):
    """The turn from one century or millennium to the next."""

    first: Period
    second: Period


class Age(NamedTuple):
    """A number, its last `decimals` digits behind the mark, times `scale` years before the present."""

    number: int
    decimals: int
    scale: int


class Mask(NamedTuple):
    """Digits of a catalogue, ``18--`` or ``195x``: the years that fit."""

    first: int
    last: int


class Around(NamedTuple):
    """`um`: the years on either side count too."""

    inner: "Structure"


class Bound(NamedTuple):
    """An interval with one open end: before, after, until (included), earliest (included)."""

    relation: Relation
    inner: "Structure"


class Since(NamedTuple):
    """The beginning of something that goes on."""

    inner: "Structure"


class Span(NamedTuple):
    """From the beginning of the first to the end of the second."""

    first: "Structure"
    last: "Structure"


class Either(NamedTuple):
    """One or the other; either lies in the hull."""

    first: "Structure"
    second: "Structure"


Structure = Year | Period | Part | Turn | Age | Mask | Around | Bound | Since | Span | Either
