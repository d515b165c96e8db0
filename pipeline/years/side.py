"""One side of a span, as a form whose blanks are filled token by token, and completed from the other side.

`14.–15. Jh.`, `Mai bis Juli 1987`, `431–404 v. Chr.`: what one side leaves out stands on the other.
"""

from dataclasses import dataclass
from typing import Literal

from .errors import YearError
from .scanner import Token
from .structure import PartName, Relation, Unit

SMALL = 99
"""The largest century, millennium or day that a bare number on one side can be."""
LAST_DECADE = 210
"""The largest three digits that can be those of a decade."""
OLDEST = 14_000_000_000
"""Years: more than the age of the universe; a larger age is a slip."""


@dataclass(slots=True)
class Side:
    """What is known of one date. `pending` is a number that still waits for the word that says what it counts.

    `in_words` tells of `300 tausend`, which is 300 000 written otherwise, as 300 ka is not.

    `year_first` and `month_first` tell of `1849 March 15` and `March 15, 1849`, `among_decades` of
    a round number that can be no century, as in `1890s–1900s`, `plural` of `anni` where `decennio` is one decade.
    """

    start: int = 0
    end: int = 0
    around: bool = False
    around_after: bool = False
    doubt: bool = False
    anno: bool = False
    era: str = ""
    part: tuple[PartName, int] | None = None
    pending: Token | None = None
    unit: Unit | Literal[""] = ""
    number: int = 0
    prefixed: bool = False
    plural: bool = False
    month: int = 0
    day: int = 0
    season: str = ""
    age: tuple[Token, int] | None = None
    in_words: bool = False
    ago: bool = False
    mask: tuple[int, int] | None = None
    named_day: bool = False
    night: bool = False
    full_year: int | None = None
    fixed: int | None = None
    own_era: bool = False
    year_first: bool = False
    month_first: bool = False
    among_decades: bool = False
    bound: Relation | Literal[""] = ""

    @property
    def has_core(self) -> bool:
        """Tell whether anything but doubt, era and `um` has been read."""
        return bool(self.part or self.pending or self.unit or self.month or self.season) or self.is_complete

    @property
    def is_complete(self) -> bool:
        """Tell whether a whole date, age or mask has been read, which takes nothing more."""
        return bool(self.age or self.mask) or self.full_year is not None or self.fixed is not None

    @property
    def only_part(self) -> bool:
        """Tell whether the side is a part whose whole stands on the other side."""
        return self.part is not None and not (self.pending or self.unit or self.month or self.season)

    @property
    def plain_year(self) -> bool:
        """Tell whether the side is a bare number."""
        return (
            self.pending is not None
            and "number" in self.pending.senses
            and not (self.part or self.unit or self.month or self.season or self.age)
        )

    @property
    def counts_years(self) -> bool:
        """Tell whether the pending number can be a number of years."""
        bare = not (self.part or self.unit or self.month or self.season)
        return bare and self.pending is not None and {"number", "decimal"} & self.pending.senses.keys() != set()

    @property
    def is_counted_back(self) -> bool:
        """Tell whether the side is an age."""
        return self.age is not None or self.fixed is not None

    @property
    def counts_periods(self) -> bool:
        """Tell whether the pending number can be the number of a century that is named on the other side."""
        if self.pending is None or self.unit or self.month or self.season or not self.pending_count():
            return False
        return "ordinal" in self.pending.senses or "roman" in self.pending.senses or not self.own_era

    def pending_count(self) -> int:
        """Return the pending number if it can count centuries, days or parts, 0 if not."""
        if self.pending is None:
            return 0
        senses = self.pending.senses
        value: int = senses.get("ordinal") or senses.get("roman") or senses.get("number") or 0
        return value if 0 < value <= SMALL else 0


def complete(left: Side, right: Side) -> None:
    """Fill what `left` leaves out from `right`, and the other way round."""
    _complete_part(left, right)
    _complete_unit(left, right)
    _complete_date(left, right)
    _complete_age(left, right)
    _complete_era(left, right)


def _complete_part(left: Side, right: Side) -> None:
    if right.part and right.part[0] in ("half", "third", "quarter") and left.part is None and not left.unit:
        count = left.pending_count()
        if left.pending and "ordinal" in left.pending.senses and count < right.part[1]:
            left.part, left.pending = (right.part[0], count), None
    if left.only_part:
        left.unit, left.number, left.prefixed = right.unit, right.number, right.prefixed
        left.pending, left.full_year = right.pending, right.full_year
        left.month, left.season = right.month, right.season


def _complete_unit(left: Side, right: Side) -> None:
    if right.unit in ("century", "millennium") and left.counts_periods:
        left.unit, left.number, left.pending = right.unit, left.pending_count(), None
    if left.unit and left.prefixed and not right.unit:
        _complete_prefixed(left, right)
    if right.unit == "decade" and right.number <= SMALL and left.plain_year and left.pending is not None:
        first: int = left.pending.senses["number"]
        if left.pending.digits == 4 and first % 10 == 0:
            right.number += first // 100 * 100  # 1920/30er Jahre
    if left.unit == right.unit == "decade":
        if right.number <= SMALL < left.number:
            right.number += left.number // 100 * 100
        left.among_decades, right.among_decades = right.number % 100 != 0, left.number % 100 != 0


def _complete_prefixed(left: Side, right: Side) -> None:
    """Fill the second end of `années 1920–1930`, `secoli XVI–XVII`; `été 1930` is a date of its own."""
    if right.month or right.season:
        return
    number = right.pending.senses.get("number", 0) if right.pending else 0
    if left.unit != "decade":
        if count := right.pending_count():
            right.unit, right.number, right.pending = left.unit, count, None
    elif number and number % 10 == 0:
        if (left.part or not left.plural) and right.plain_year:
            raise YearError("ambiguous-span", "the second end can be a year or a decade; write all years", right.start)
        right.unit, right.number, right.pending = "decade", number, None


def _complete_date(left: Side, right: Side) -> None:
    dated = right.month and (right.pending is not None or right.full_year is not None)
    if dated and right.day and not left.month and left.pending_count() and not left.unit:
        left.day, left.named_day, left.month = left.pending_count(), True, right.month
        left.pending, left.full_year = right.pending, right.full_year
    elif dated and right.month_first and left.month and not left.day and left.pending_count():
        left.day, left.named_day = left.pending_count(), True
        left.pending, left.full_year = right.pending, right.full_year
    elif left.year_first and (right.month or (left.day and right.pending_count())):
        _complete_after_year(left, right)
    elif (left.month or left.season) and left.pending is None and left.full_year is None and (dated or right.season):
        left.pending, left.full_year = right.pending, right.full_year


def _complete_after_year(left: Side, right: Side) -> None:
    """Fill the second end of `1849 March 15 – April 2`, `1849 March 15–17`, `1849 March – April`."""
    if right.full_year is not None or right.unit or right.part or (right.pending and not right.pending_count()):
        return
    if right.pending:
        right.day, right.named_day, right.pending = right.pending_count(), True, None
    right.month = right.month or left.month
    right.full_year = left.full_year


def _complete_age(left: Side, right: Side) -> None:
    if right.age and left.age is None and left.pending is not None and left.counts_years:
        number: int = left.pending.senses.get("number", 0)
        written_out = number >= 10_000 and number * right.age[1] > OLDEST  # 800 000 bis 1,2 Mio. Jahre
        left.age, left.pending = (left.pending, 1 if written_out else right.age[1]), None
        left.in_words = right.in_words
    if right.fixed is not None and left.plain_year and left.pending is not None:
        left.fixed, left.pending = 1950 - left.pending.senses["number"], None
    if left.age and right.age:
        left.ago = right.ago = left.ago or right.ago


def _complete_era(left: Side, right: Side) -> None:
    if left.age or right.age:
        return
    if right.era and not left.era:
        left.era = right.era
    elif left.era == "bc" and not right.era:
        raise YearError("missing-era", "the second end needs its own era word, as the first has one", right.start)
    elif left.era:
        right.era = right.era or left.era
