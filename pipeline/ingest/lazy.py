"""Cards made from the columns of their table when they are asked for: a large one is never in memory card by card."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol, overload

from ..cards import KEPT, Card, ColumnarCards
from ..tables import Rows
from ..trusted import trusted

_PLAIN = ("id", "year", "interval", "edtf", "sources", "tags", "symbols")

Columns = Sequence[Sequence[str]]


class Fields(Protocol):
    """What the columns of a table mean for the cards of one series."""

    @property
    def series(self) -> str:
        """The code of the series."""

    @property
    def rows(self) -> Rows:
        """The records of the table."""

    @property
    def texts(self) -> Mapping[str, Sequence[tuple[str, str]]]:
        """By ``event`` and ``comment``: the language and the field of each column of such texts."""

    def column(self, name: str, columns: Columns, numbers: Sequence[int]) -> Sequence[Any]:
        """Return an attribute of the cards in the rows with these `numbers`, of which `columns` are the cells."""


class CardBlock(ColumnarCards):
    """The cards of some rows: each column is read once, and the cards are made once, when they are asked for."""

    def __init__(self, fields: Fields, numbers: Sequence[int], columns: Columns | None = None) -> None:
        """Take the meaning of the columns, the numbers of the rows, and their cells if they were read already."""
        self._fields = fields
        self._numbers = numbers
        self._columns = columns
        self._read: dict[str, Sequence[Any]] = {}
        self._cards: tuple[Card, ...] | None = None

    def __len__(self) -> int:
        """Return the number of cards."""
        return len(self._numbers)

    def anew(self) -> "CardBlock":
        """Return the block with nothing read."""
        return CardBlock(self._fields, self._numbers)

    def blocks(self) -> Iterator["CardBlock"]:
        """Yield the block itself."""
        yield self

    def column(self, name: str) -> Sequence[Any]:
        """Return an attribute of all cards."""
        if name == "series":
            return [self._fields.series] * len(self)
        if name not in self._read:
            self._columns = self._columns or self._fields.rows.columns(self._numbers)
            self._read[name] = self._fields.column(name, self._columns, self._numbers)
        return self._read[name]

    def __iter__(self) -> Iterator[Card]:
        """Iterate over the cards."""
        return iter(self._all())

    @overload
    def __getitem__(self, index: int) -> Card: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Card, ...]: ...
    def __getitem__(self, index: int | slice) -> Card | tuple[Card, ...]:
        """Return a card, or several."""
        if isinstance(index, slice):
            return self._all()[index]
        return self._cards[index] if self._cards else next(self._made(range(len(self))[index], 1))

    def _all(self) -> tuple[Card, ...]:
        if self._cards is None:
            self._cards = tuple(self._made(0, len(self)))
        return self._cards

    def _made(self, first: int, count: int) -> Iterator[Card]:
        part = slice(first, first + count)
        events, comments = self._of_kind("event", part), self._of_kind("comment", part)
        plain = (self.column(name)[part] for name in _PLAIN)
        for event, comment, *values in zip(events, comments, *plain, strict=True):
            parts = dict(zip(_PLAIN, values, strict=True))
            yield trusted(Card, {"series": self._fields.series, "event": event, "comment": comment, **parts})

    def _of_kind(self, kind: str, part: slice) -> Iterator[dict[str, str]]:
        """Yield the texts of each card by language."""
        named = self._fields.texts[kind]
        languages = [language for language, _ in named]
        if not named:
            return ({} for _ in self._numbers[part])
        rows = zip(*(self.column(name)[part] for _, name in named), strict=True)
        return ({lang: text for lang, text in zip(languages, row, strict=True) if text} for row in rows)


class TableCards(ColumnarCards):
    """The cards of a table. What was read of a small one is kept; of a large one, only where the rows are."""

    def __init__(self, blocks: Sequence[CardBlock]) -> None:
        """Take the cards in order."""
        self._blocks = blocks
        self._count = sum(map(len, blocks))
        self._keep = self._count <= KEPT

    def __len__(self) -> int:
        """Return the number of cards."""
        return self._count

    def __iter__(self) -> Iterator[Card]:
        """Iterate over the cards."""
        for block in self.blocks():
            yield from block

    def blocks(self) -> Iterator[CardBlock]:
        """Yield the cards in blocks of one series each."""
        return iter(self._blocks) if self._keep else map(CardBlock.anew, self._blocks)

    def column(self, name: str) -> Sequence[Any]:
        """Return an attribute of all cards."""
        return [value for block in self.blocks() for value in block.column(name)]

    @overload
    def __getitem__(self, index: int) -> Card: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Card, ...]: ...
    def __getitem__(self, index: int | slice) -> Card | tuple[Card, ...]:
        """Return a card, or several."""
        if isinstance(index, slice):
            return tuple(self[place] for place in range(*index.indices(self._count)))
        place = range(self._count)[index]
        for block in self._blocks:
            if place < len(block):
                return block[place] if self._keep else block.anew()[place]
            place -= len(block)
        raise IndexError(index)

    def __eq__(self, other: object) -> bool:
        """Compare card by card, with tuples too."""
        if not isinstance(other, TableCards | tuple):
            return NotImplemented
        return len(self) == len(other) and all(one == two for one, two in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]
