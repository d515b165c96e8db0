"""Numbers that remember what was computed from them and what was asked about them.

An expression is read once with such numbers in place of its digits. What comes out is a recipe that holds for every
expression of the same shape: results are functions of the numbers, and each answer that reading depended on (is 1907
at least 1903? is the day at most 28?) is recorded as a condition. `shapes` keeps recipes and uses one only where all
of its conditions hold, so that a recipe gives what reading in full would give.

A number that is used in any other way (as an index, in a text) is recorded as a condition on its value.
"""

import operator
from collections.abc import Callable, Sequence
from typing import Any, cast

Numbers = Sequence[int]
Result = Callable[[Numbers], int]
Condition = Callable[[Numbers], bool]


class Record:
    """The numbers of one text, and the conditions met while it was read."""

    def __init__(self, runs: Sequence[tuple[int, int]], numbers: Numbers) -> None:
        """Take where the digits of the text stand, and their values."""
        self._places = {run: place for place, run in enumerate(runs)}
        self._numbers = numbers
        self._asked: set[int] = set()
        self._conditions: dict[tuple[Any, ...], Condition] = {}
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
        return cast("int", Traced(self._numbers[place], operator.itemgetter(place), self, (place,), reach))

    def add(self, key: tuple[Any, ...], condition: Condition) -> None:
        """Keep a condition; those with equal keys are the same."""
        self._conditions.setdefault(key, condition)

    def conditions(self) -> tuple[Condition, ...]:
        """Return every condition once; digits that were never asked for have mattered as text, so must be the same."""
        unasked = [place for place in self._places.values() if place not in self._asked]
        return (*self._conditions.values(), *(_is_exactly(place, self._numbers[place]) for place in unasked))


def _is_exactly(place: int, value: int) -> Condition:
    return lambda numbers: numbers[place] == value


def _computed(operation: Callable[[int, int], int], *, swapped: bool = False) -> Any:
    """Return the method of an arithmetic operator, which gives a traced number."""

    def method(self: "Traced", other: Any) -> "Traced":
        mine = self.result
        key = (operation.__name__, swapped, self.key, other.key if isinstance(other, Traced) else other)
        if isinstance(other, Traced):
            theirs = other.result
            return Traced(operation(self.value, other.value), lambda n: operation(mine(n), theirs(n)), self.record, key)
        if swapped:
            return Traced(operation(other, self.value), lambda n: operation(other, mine(n)), self.record, key)
        return Traced(operation(self.value, other), lambda n: operation(mine(n), other), self.record, key)

    return method


def _asked(question: Callable[[int, int], bool]) -> Any:
    """Return the method of a comparison, which is answered and recorded."""

    def method(self: "Traced", other: Any) -> Any:
        mine = self.result
        if isinstance(other, Traced):
            answer = question(self.value, other.value)
            if self.key != other.key:
                theirs = other.result
                key = (question.__name__, self.key, other.key)
                self.record.add(key, lambda n: question(mine(n), theirs(n)) is answer)
            return answer
        if not isinstance(other, int):
            return NotImplemented
        answer = question(self.value, other)
        if not self.always(question, other, answer):
            self.record.add((question.__name__, self.key, other), lambda n: question(mine(n), other) is answer)
        return answer

    return method


class Traced:
    """A whole number that behaves as one and keeps a record.

    `value` is that of the expression being read, `result` how it is got from the numbers of any expression of the
    shape, `key` a name of that way, `reach` the bounds of all such values if they are known.
    """

    __slots__ = ("key", "reach", "record", "result", "value")
    __hash__ = None  # type: ignore[assignment]  # a set would look at the value unrecorded

    def __init__(
        self, value: int, result: Result, record: Record, key: tuple[Any, ...], reach: tuple[int, int] | None = None
    ) -> None:
        """Begin the record of a number, or go on with it."""
        self.value = value
        self.result = result
        self.record = record
        self.key = key
        self.reach = reach

    __add__ = __radd__ = _computed(operator.add)
    __sub__ = _computed(operator.sub)
    __rsub__ = _computed(operator.sub, swapped=True)
    __mul__ = __rmul__ = _computed(operator.mul)
    __floordiv__ = _computed(operator.floordiv)
    __mod__ = _computed(operator.mod)
    __lt__ = _asked(operator.lt)
    __le__ = _asked(operator.le)
    __gt__ = _asked(operator.gt)
    __ge__ = _asked(operator.ge)
    __eq__ = _asked(operator.eq)
    __ne__ = _asked(operator.ne)

    def always(self, question: Callable[[int, int], bool], other: int, answer: bool) -> bool:
        """Tell whether a comparison has this answer for every number of as many digits."""
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

    __repr__ = __str__
