"""A year expression as a value."""

from dataclasses import dataclass, field

from .edtf import write_edtf
from .interval import YearInterval
from .structure import Structure, Year


@dataclass(frozen=True, slots=True)
class YearExpression:
    """An expression that was understood.

    `text` is what was written, `kind` what it is (``year``, ``century``, ``span``, …: docs/years.md), `interval` the
    years it means, `flags` those of the words ``circa``, ``uncertain``, ``before``, ``after``,
    ``ongoing``, ``ambiguous-month``, ``spreadsheet-float``, ``reference-year``, ``leading-word`` that apply, `comment`
    what stood in brackets behind the year, `structure` what the words say before any convention.
    """

    text: str
    kind: str
    interval: YearInterval
    flags: frozenset[str] = frozenset()
    comment: str = ""
    structure: Structure = field(default=Year(1), repr=False)

    @property
    def edtf(self) -> str:
        """The EDTF of the bounds; a doubt adds ``?``."""
        return write_edtf(self.interval, uncertain="uncertain" in self.flags)
