"""Number formats of XLSX that put words beside a number: ``0" v. Chr."`` makes 333 the year 333 v. Chr.

Thousands, decimals and the like are another way to write the number, and are left to it.
"""

import operator
import re
from collections.abc import Callable
from dataclasses import dataclass

from .sheets import number_text

_DIGITS = r"General|Standard|[0#?][0#?.,]*(?:E[+-]0+)?"
_PART = re.compile(rf'"([^"]*)"|\\(.)|\[([^\]]*)\]|_.|\*.|({_DIGITS})|(;)|(.)', re.IGNORECASE)
_CONDITION = re.compile(r"(<=|>=|<>|<|>|=)(-?\d+(?:\.\d+)?)")
_HOLDS: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    ">": operator.gt,
    "=": operator.eq,
    "<=": operator.le,
    ">=": operator.ge,
    "<>": operator.ne,
}
# Which numbers the sections are for, by how many there are, unless they say it themselves.
_USUAL = {1: ("",), 2: (">=0", "<0"), 3: (">0", "<0", "=0")}


@dataclass(slots=True)
class _Section:
    """What stands before and after the numbers for which a condition such as ``<0`` holds; the digits asked for."""

    condition: str = ""
    digits: str = ""
    before: str = ""
    after: str = ""

    def fits(self, value: float) -> bool:
        match = _CONDITION.fullmatch(self.condition)
        return match is None or _HOLDS[match[1]](value, float(match[2]))

    def shows(self, value: float) -> str:
        """Return a number as the section shows it; one for numbers below zero says so in its own words."""
        number = number_text(abs(value)).zfill(len(self.digits) if self.digits.strip("0") == "" else 0)
        sign = "-" if value < 0 and self.condition != "<0" else ""
        return f"{sign}{self.before}{number}{self.after}"


class NumberFormat:
    """A format some of whose words are read with the number."""

    def __init__(self, code: str) -> None:
        """Take the format as the workbook writes it."""
        self._sections = _sections(code)

    @property
    def has_words(self) -> bool:
        """Tell whether letters stand beside a number."""
        return any(section.digits and _has_letters(section) for section in self._sections)

    def shows(self, value: float) -> str:
        """Return a number as it is shown, words and all; without words beside it, the number itself."""
        section = next((section for section in self._sections if section.fits(value)), None)
        return section.shows(value) if section and section.digits and _has_letters(section) else number_text(value)


def _has_letters(section: _Section) -> bool:
    return any(map(str.isalpha, section.before + section.after))


def _sections(code: str) -> list[_Section]:
    sections = [_Section()]
    for quoted, escaped, bracketed, digits, end, other in _PART.findall(code):
        last = sections[-1]
        if end:
            sections.append(_Section())
        elif digits:
            last.digits = last.digits or digits
        elif _CONDITION.fullmatch(bracketed):
            last.condition = bracketed
        elif last.digits:
            last.after += quoted or escaped or other
        else:
            last.before += quoted or escaped or other
    numeric = sections[:3]  # the fourth is for texts
    if not any(section.condition for section in numeric):
        for section, usual in zip(numeric, _USUAL[len(numeric)], strict=True):
            section.condition = usual
    return numeric
