"""The texts of one field of many cards, asked as a whole before any is looked at by itself."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from string import ascii_letters
from typing import overload

_PLAIN_SIGNS = ascii_letters + " \n"
_PLAIN = _PLAIN_SIGNS.encode("ascii")


class Column(Sequence[str]):
    """The texts of a field, one for each card, empty where a card has none.

    Nearly all texts are in order, so checks ask the whole column first: looking for a sign in one long text takes a
    small part of the time it takes to look at each card.
    """

    def __init__(self, values: Sequence[str]) -> None:
        """Take the texts, which must not change."""
        self.values = values

    def __len__(self) -> int:
        """Return the number of texts."""
        return len(self.values)

    def __iter__(self) -> Iterator[str]:
        """Iterate over the texts."""
        return iter(self.values)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...
    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        """Return a text, or several."""
        return self.values[index]

    @cached_property
    def text(self) -> str:
        """All texts on lines of their own."""
        return "\n".join(self.values)

    @cached_property
    def data(self) -> bytes:
        """The same in UTF-8."""
        return self.text.encode("utf-8", "surrogatepass")

    @cached_property
    def signs(self) -> frozenset[str]:
        """The characters that stand in some text, ASCII letters, blanks and line breaks aside."""
        return frozenset(self.data.translate(None, _PLAIN).decode("utf-8", "surrogatepass"))

    def lines(self, data: bytes) -> Sequence[bytes]:
        """Cut what was made of ``data`` into the texts; those of a text with line breaks are one."""
        lines = data.split(b"\n")
        if len(lines) == len(self.values):
            return lines
        joined, first = [], 0
        for text in self.values:
            after = first + text.count("\n") + 1
            joined.append(b" ".join(lines[first:after]))
            first = after
        return joined

    def holding(self, *parts: str) -> Iterator[tuple[int, str]]:
        """Yield place (from 0) and text of every text in which one of `parts` stands."""
        present = [part for part in parts if self._may_hold(part) and part in self.text]
        values = self.values
        places = {place for part in present for place, text in enumerate(values) if part in text}
        return ((place, values[place]) for place in sorted(places))

    def holding_in_any_case(self, *parts: bytes) -> Iterator[tuple[int, str]]:
        """Yield place and text of every text in which one of `parts` (UTF-8) stands, ASCII letters in either case."""
        likely = [part for part in parts if self._may_hold(part.decode("utf-8"))]
        lower = self.data.lower() if likely else b""
        present = [part for part in likely if part in lower]
        lines = self.lines(lower) if present else ()
        places = {place for part in present for place, line in enumerate(lines) if part in line}
        return ((place, self.values[place]) for place in sorted(places))

    def _may_hold(self, part: str) -> bool:
        """Tell whether all signs of a part stand in some text: quickly told, and often enough it needs no search."""
        return all(sign in self.signs for sign in part if sign not in _PLAIN_SIGNS)
