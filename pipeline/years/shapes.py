"""Reading an expression the way one of its shape was read before: `1903–07` and `1618–48` differ in digits only.

The first expression of a shape is read in full, and the shape remembered. The second is read with numbers that are
traced, and what comes out is made into a recipe: a Python function of the numbers, which holds where all conditions do
that reading depended on. From then on the recipe does the work.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any, get_args

from .damage import diagnose
from .errors import YearError
from .expression import YearExpression
from .interval import YearInterval
from .reading import Conventions, Reading, read
from .scanner import Value
from .structure import Structure
from .text import plain
from .traced import Record

_SHAPE = str.maketrans("123456789", "000000000")
_RUNS = re.compile("[0-9]+")
_MOST_SHAPES = _MOST_TEXTS = 8192
_MOST_RECIPES = 16
"""For one shape, which may need one for each month."""

Recipe = Callable[..., YearExpression | None]
"""Called with a text and the numbers in it; returns what the text means, None if it would be read in another way."""


class Shapes:
    """The expressions and shapes met so far, for one set of conventions."""

    def __init__(self, conventions: Conventions) -> None:
        """Begin with none."""
        self._conventions = conventions
        self._recipes: dict[str, list[Recipe]] = {}
        self._known: dict[str, YearExpression] = {}

    def read(self, text: str) -> YearExpression:
        """Return what `text` means; raises YearError."""
        if (known := self._known.get(text)) is None:
            if len(self._known) >= _MOST_TEXTS:
                self._known.clear()
            self._known[text] = known = self._by_shape(text)
        return known

    def _by_shape(self, text: str) -> YearExpression:
        shape = text.translate(_SHAPE)
        recipes = self._recipes.get(shape)
        if recipes is None:
            read_once = self._read_in_full(text)
            if len(self._recipes) >= _MOST_SHAPES:
                self._recipes.clear()
            self._recipes[shape] = []
            return read_once
        numbers = [int(digits) for digits in _RUNS.findall(text)]
        for recipe in recipes:
            if found := recipe(text, *numbers):
                return found
        if len(recipes) < _MOST_RECIPES and (learned := self._learn(text)):
            recipes.append(learned)
        return self._read_in_full(text)

    def _read_in_full(self, text: str) -> YearExpression:
        typed, offsets = plain(text)
        reading = self._reading(text, typed, offsets, lambda start, end: int(typed[start:end]))
        interval, structure = reading.interval, reading.structure
        return YearExpression(text, reading.kind, interval, reading.flags, _comment(text, reading), structure)

    def _learn(self, text: str) -> Recipe | None:
        """Return the recipe for expressions of the same shape, None if there is none; raises YearError."""
        typed, offsets = plain(text)
        runs = [match.span() for match in _RUNS.finditer(typed)]
        numbers = [int(typed[start:end]) for start, end in runs]
        record = Record(runs, numbers)
        reading = self._reading(text, typed, offsets, lambda start, end: record.number(typed, start, end))
        same_digits = offsets is None and _RUNS.findall(text) == _RUNS.findall(typed)
        return _recipe(reading, record.conditions(), len(runs)) if same_digits and record.complete else None

    def _reading(self, text: str, typed: str, offsets: list[int] | None, value: Value) -> Reading:
        try:
            return read(text, typed, self._conventions, value)
        except YearError as error:
            found = diagnose(typed, error, self._conventions.language, self._is_readable)
            raise found.moved(offsets, len(text)) from None

    def _is_readable(self, suggestion: str) -> bool:
        """Tell whether a suggestion is itself understood; only then is it made."""
        typed, _ = plain(suggestion)
        try:
            read(suggestion, typed, self._conventions, lambda start, end: int(typed[start:end]))
        except YearError:
            return False
        return True


def _comment(text: str, reading: Reading) -> str:
    return plain(text)[0][slice(*reading.comment)].strip() if reading.comment else ""


_NAMES = {kind.__name__: kind for kind in (YearExpression, YearInterval, *get_args(Structure))}


def _recipe(reading: Reading, conditions: Sequence[str], count: int) -> Recipe:
    """Return the function that makes an expression of the shape."""
    interval = f"YearInterval({reading.interval.earliest!r}, {reading.interval.latest!r})"
    comment = "comment(text, reading)" if reading.comment else "''"
    made = f"YearExpression(text, {reading.kind!r}, {interval}, flags, {comment}, {_code(reading.structure)})"
    parameters = ", ".join(("text", *(f"n{place}" for place in range(count))))
    code = f"lambda {parameters}: {made}" + (f" if {' and '.join(conditions)} else None" if conditions else "")
    names = {**_NAMES, "flags": reading.flags, "comment": _comment, "reading": reading}
    recipe: Recipe = eval(code, names)  # noqa: S307 - of numbers, operators and names; no part of the text is in it
    return recipe


def _code(node: Any) -> str:
    """Return the code that makes a structure, or a part of one."""
    if isinstance(node, tuple):
        return f"{type(node).__name__}({', '.join(map(_code, node))})"
    return repr(node)
