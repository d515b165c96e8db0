"""The texts of one field of many cards, asked as a whole before any is looked at by itself."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from string import ascii_letters

_PLAIN = (ascii_letters + " \n").encode("ascii")


@dataclass(frozen=True)
class Column:
    """The texts of a field, one for each card, empty where a card has none.

    Nearly all texts are in order, so checks ask the whole column first: looking for a sign in one long text takes a
    small part of the time it takes to look at each card.
    """

    values: Sequence[str]

    @cached_property
    def text(self) -> str:
        """All texts on lines of their own."""
        return "\n".join(self.values)

    @cached_property
    def signs(self) -> frozenset[str]:
        """The characters that stand in some text, ASCII letters, blanks and line breaks aside."""
        return frozenset(self.text.encode("utf-8", "surrogatepass").translate(None, _PLAIN).decode("utf-8", "replace"))

    @cached_property
    def lower(self) -> "Column":
        """The column in small letters."""
        return Column([text.lower() for text in self.values])

    def holding(self, *parts: str) -> Iterator[tuple[int, str]]:
        """Yield place (from 0) and text of every text in which one of `parts` stands."""
        present = [part for part in parts if part in self.text]
        if len(present) == 1:
            part = present[0]
            return ((place, text) for place, text in enumerate(self.values) if part in text)
        found = enumerate(self.values if present else ())
        return ((place, text) for place, text in found if any(part in text for part in present))
