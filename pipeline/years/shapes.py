"""Reading an expression the way one of its shape was read before: `1903–07` and `1618–48` differ in digits only.

The first expression of a shape is read in full, with numbers that are traced; what comes out is a recipe. The next
one takes its own numbers through the recipe, if they meet every condition that reading the first depended on.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

from .damage import diagnose
from .edtf import write_edtf
from .errors import YearError
from .expression import YearExpression
from .interval import YearInterval
from .reading import Conventions, Reading, read
from .structure import Structure
from .text import plain
from .traced import Condition, Numbers, Record, Traced

_SHAPE = str.maketrans("123456789", "000000000")
_RUNS = re.compile("[0-9]+")
_MOST_SHAPES = 8192
_MOST_RECIPES = 16
"""For one shape, which may need one for each month."""

Fill = Callable[[Numbers], Any]


@dataclass(frozen=True, slots=True)
class Recipe:
    """What every expression of a shape means, given its numbers; the rest is as in a Reading."""

    conditions: tuple[Condition, ...]
    structure: Fill
    earliest: Fill
    latest: Fill
    flags: frozenset[str]
    kind: str
    comment: tuple[int, int] | None

    def fits(self, numbers: Numbers) -> bool:
        """Tell whether reading an expression with these numbers would go the same way."""
        for condition in self.conditions:  # noqa: SIM110 - all() of a generator takes twice the time
            if not condition(numbers):
                return False
        return True

    def expression(self, text: str, numbers: Numbers) -> YearExpression:
        """Return what `text` means, which has these numbers."""
        interval = YearInterval(self.earliest(numbers), self.latest(numbers))
        edtf = write_edtf(interval, uncertain="uncertain" in self.flags)
        comment = plain(text)[0][slice(*self.comment)].strip() if self.comment else ""
        return YearExpression(text, self.kind, interval, edtf, self.flags, comment, self.structure(numbers))


class Shapes:
    """The shapes met so far, for one set of conventions."""

    def __init__(self, conventions: Conventions) -> None:
        """Begin with none."""
        self._conventions = conventions
        self._recipes: dict[str, list[Recipe]] = {}

    def read(self, text: str) -> YearExpression:
        """Return what `text` means; raises YearError."""
        shape = text.translate(_SHAPE)
        recipes = self._recipes.get(shape, [])
        if recipes:
            numbers: Numbers = tuple(map(int, _RUNS.findall(text)))
            for recipe in recipes:
                if recipe.fits(numbers):
                    return recipe.expression(text, numbers)
        recipe, numbers, lasting = self._read_in_full(text)
        if lasting and len(recipes) < _MOST_RECIPES:
            if len(self._recipes) >= _MOST_SHAPES:
                self._recipes.clear()
            self._recipes.setdefault(shape, []).append(recipe)
        return recipe.expression(text, numbers)

    def _read_in_full(self, text: str) -> tuple[Recipe, Numbers, bool]:
        """Return the recipe, the numbers of `text`, and whether the recipe holds for others of its shape."""
        typed, offsets = plain(text)
        runs = [match.span() for match in _RUNS.finditer(typed)]
        numbers = tuple(int(typed[start:end]) for start, end in runs)
        record = Record(runs, numbers)
        try:
            reading = read(text, typed, self._conventions, lambda start, end: record.number(typed, start, end))
        except YearError as error:
            raise diagnose(typed, error, self._conventions.language).moved(offsets, len(text)) from None
        same_digits = offsets is None and _RUNS.findall(text) == _RUNS.findall(typed)
        return _recipe(reading, record.conditions()), numbers, same_digits and record.complete


def _recipe(reading: Reading, conditions: tuple[Condition, ...]) -> Recipe:
    return Recipe(
        conditions=conditions,
        structure=_fill(reading.structure),
        earliest=_fill(reading.interval.earliest),
        latest=_fill(reading.interval.latest),
        flags=reading.flags,
        kind=reading.kind,
        comment=reading.comment,
    )


def _fill(node: Any) -> Fill:
    """Return the function that makes `node` for other numbers."""
    if isinstance(node, Traced):
        return node.result
    if not isinstance(node, Structure):
        return lambda _: node
    parts = [getattr(node, part.name) for part in fields(node)]
    moving = [place for place, part in enumerate(parts) if isinstance(part, (Traced, Structure))]
    made: Any = type(node)
    if len(moving) == 1:  # most often: the year of a Year
        place = moving[0]
        fill, before, after = _fill(parts[place]), parts[:place], parts[place + 1 :]
        return lambda numbers: made(*before, fill(numbers), *after)
    if moving:
        fills = tuple(map(_fill, parts))
        return lambda numbers: made(*[fill(numbers) for fill in fills])
    return lambda _: node
