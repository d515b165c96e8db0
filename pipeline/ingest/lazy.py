"""Cards made from their rows when they are asked for, so that a large table need not be in memory card by card."""

from collections.abc import Callable, Iterator, Sequence
from typing import overload

from ..cards import Card

BLOCK = 2_048
KEPT_BLOCKS = 64  # 131,072 cards; a larger deck is made anew in each pass, one block at a time


class LazyCards(Sequence[Card]):
    """The cards of a table. Few are made once and kept; of many, the block that was asked for last."""

    def __init__(self, count: int, make: Callable[[int], Card]) -> None:
        """Take the number of cards, and what makes the card at a position (from 0)."""
        self._count = count
        self._make = make
        self._blocks: dict[int, tuple[Card, ...]] = {}

    def __len__(self) -> int:
        """Return the number of cards."""
        return self._count

    def __iter__(self) -> Iterator[Card]:
        """Iterate over the cards."""
        for number in range(-(-self._count // BLOCK)):
            yield from self._block(number)

    @overload
    def __getitem__(self, index: int) -> Card: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Card, ...]: ...
    def __getitem__(self, index: int | slice) -> Card | tuple[Card, ...]:
        """Return a card, or several."""
        if isinstance(index, slice):
            return tuple(self[place] for place in range(*index.indices(self._count)))
        place = range(self._count)[index]
        return self._block(place // BLOCK)[place % BLOCK]

    def __eq__(self, other: object) -> bool:
        """Compare card by card, with tuples too."""
        if not isinstance(other, LazyCards | tuple):
            return NotImplemented
        return len(self) == len(other) and all(one == two for one, two in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]

    def _block(self, number: int) -> tuple[Card, ...]:
        if number not in self._blocks:
            if self._count > KEPT_BLOCKS * BLOCK:
                self._blocks.clear()
            first = number * BLOCK
            self._blocks[number] = tuple(map(self._make, range(first, min(first + BLOCK, self._count))))
        return self._blocks[number]
