"""Numbers that remember what was computed from them and what was asked about them.

An expression is read with such numbers in place of its digits. Each result then knows the Python expression that gives
it from the numbers `n0, n1, …` of the text, and each answer that reading depended on (is 1907 at least 1903? is the day
at most 28?) is recorded as a condition. `shapes` makes a function of them, for every expression of the same shape.

A number that is used in any other way (as an index, in a text) is recorded as a condition on its value.
"""

import operator
from collections.abc import Callable, Sequence
from typing import Any, cast


class Record:
    """The numbers of one text, and the conditions met while it was read."""

    def __init__(self, runs: Sequence[tuple[int, int]], numbers: Sequence[int]) -> None:
        """Take where the digits of the text stand, and their values."""
        self._places = {run: place for place, run in enumerate(runs)}
        self._numbers = numbers
        self._asked: set[int] = set()
        self._conditions: dict[str, None] = {}
        self.complete = True
        """Whether all digits were asked for in whole runs, so that the conditions are all there are."""

    def number(self, text: str, start: int, end: int) -> int:
        """Return the value of the digits there, traced."""
        place = self._places.get((start, end))
        if place is None:
            self.complete = False
            return int(text[start:end])
        self._asked.add(place)
        reach = (0, 10 ** (end - start) - 1)
        return cast("int", Traced(self._numbers[place], f"n{place}", self, reach))

    def add(self, condition: str) -> None:
        """Keep a condition, a Python expression."""
        self._conditions[condition] = None

    def conditions(self) -> tuple[str, ...]:
        """Return every condition once; digits that were never asked for have mattered as text, so must be the same."""
        unasked = [place for place in self._places.values() if place not in self._asked]
        return (*self._conditions, *(f"n{place} == {self._numbers[place]}" for place in unasked))


def _value(number: Any) -> int:
    return number.value if isinstance(number, Traced) else number


def _computed(symbol: str, operation: Callable[[int, int], int], *, swapped: bool = False) -> Any:
    """Return the method of an arithmetic operator, which gives a traced number."""

    def method(self: "Traced", other: Any) -> "Traced":
        left, right = (other, self) if swapped else (self, other)
        return Traced(operation(_value(left), _value(right)), f"({left!r} {symbol} {right!r})", self.record)

    return method


def _asked(symbol: str, question: Callable[[int, int], bool]) -> Any:
    """Return the method of a comparison, which is answered and recorded."""

    def method(self: "Traced", other: Any) -> Any:
        if not isinstance(other, (int, Traced)):
            return NotImplemented
        answer = question(self.value, _value(other))
        if not self.always(question, other, answer):
            condition = f"{self!r} {symbol} {other!r}"
            self.record.add(condition if answer else f"not {condition}")
        return answer

    return method


class Traced:
    """A whole number that behaves as one and keeps a record.

    `value` is that of the expression being read, `source` how it is got from the numbers of any expression of the
    shape, `reach` the bounds of all such values if they are known.
    """

    __slots__ = ("reach", "record", "source", "value")
    __hash__ = None  # type: ignore[assignment]  # a set would look at the value unrecorded

    def __init__(self, value: int, source: str, record: Record, reach: tuple[int, int] | None = None) -> None:
        """Begin the record of a number, or go on with it."""
        self.value = value
        self.source = source
        self.record = record
        self.reach = reach

    __add__ = __radd__ = _computed("+", operator.add)
    __sub__ = _computed("-", operator.sub)
    __rsub__ = _computed("-", operator.sub, swapped=True)
    __mul__ = __rmul__ = _computed("*", operator.mul)
    __floordiv__ = _computed("//", operator.floordiv)
    __mod__ = _computed("%", operator.mod)
    __lt__ = _asked("<", operator.lt)
    __le__ = _asked("<=", operator.le)
    __gt__ = _asked(">", operator.gt)
    __ge__ = _asked(">=", operator.ge)
    __eq__ = _asked("==", operator.eq)
    __ne__ = _asked("!=", operator.ne)

    def always(self, question: Callable[[int, int], bool], other: Any, answer: bool) -> bool:
        """Tell whether a comparison has this answer for every number of as many digits."""
        if isinstance(other, Traced):
            return self.source == other.source
        if self.reach is None or question in (operator.eq, operator.ne):
            return False
        return all(question(end, other) is answer for end in self.reach)

    def __neg__(self) -> "Traced":
        """Return the number below zero."""
        return cast("Traced", self * -1)

    def __bool__(self) -> bool:
        """Tell whether it is not 0, recorded."""
        return bool(self != 0)

    def __index__(self) -> int:
        """Return the value, recorded: the recipe holds for this value only."""
        self == self.value  # noqa: B015 - for the record
        return self.value

    __int__ = __index__

    def __format__(self, specification: str) -> str:
        """Return the value in a text, recorded."""
        return format(self.__index__(), specification)

    def __str__(self) -> str:
        """Return the value as text, recorded."""
        return format(self, "")

    def __repr__(self) -> str:
        """Return the source, which is the code for it."""
        return self.source
