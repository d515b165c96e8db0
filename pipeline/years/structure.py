"""The structure of a year expression: what its words say, before any convention says which years they mean.

`grammar` builds these values from tokens, `meaning` turns them into intervals, `printing` into words.
"""

from dataclasses import dataclass
from typing import Literal

Unit = Literal["decade", "century", "millennium"]
PartName = Literal["early", "mid", "late", "half", "third", "quarter"]
Relation = Literal["before", "after", "until", "earliest"]


@dataclass(frozen=True, slots=True)
class Year:
    """One year, astronomical, with the month, day or season that the card may tell and the game ignores."""

    year: int
    month: int = 0
    day: int = 0
    season: str = ""

    @property
    def dated(self) -> bool:
        """Tell whether more than the year is told, so that `before` and `after` include the year."""
        return bool(self.month or self.season)


@dataclass(frozen=True, slots=True)
class Period:
    """The `number`-th century or millennium, or the decade that starts at year `number`, before or after Christ."""

    unit: Unit
    number: int
    bc: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a period or year. `index` counts halves, thirds and quarters from 1, −1 is the last."""

    name: PartName
    index: int
    whole: "Year | Period"


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn from one century or millennium to the next."""

    first: Period
    second: Period


@dataclass(frozen=True, slots=True)
class Age:
    """A number, its last `decimals` digits behind the mark, times `scale` years before the present."""

    number: int
    decimals: int
    scale: int


@dataclass(frozen=True, slots=True)
class Mask:
    """Digits of a catalogue, ``18--`` or ``195x``: the years that fit."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Around:
    """`um`: the years on either side count too."""

    inner: "Structure"


@dataclass(frozen=True, slots=True)
class Bound:
    """An interval with one open end: before, after, until (included), earliest (included)."""

    relation: Relation
    inner: "Structure"


@dataclass(frozen=True, slots=True)
class Since:
    """The beginning of something that goes on."""

    inner: "Structure"


@dataclass(frozen=True, slots=True)
class Span:
    """From the beginning of the first to the end of the second."""

    first: "Structure"
    last: "Structure"


@dataclass(frozen=True, slots=True)
class Either:
    """One or the other; either lies in the hull."""

    first: "Structure"
    second: "Structure"


Structure = Year | Period | Part | Turn | Age | Mask | Around | Bound | Since | Span | Either
