"""Where the fields of cards were read, worked out when asked."""

from collections.abc import Iterator, Mapping, Sequence

from ..source import Span
from ..tables import Row


class CardPlaces(Mapping[tuple[str, str], Span]):
    """A mapping (card key, field) → place.

    It keeps rows and makes spans on demand, since a large deck has many places and few findings. Where the table has no
    column of ids, the place of an id is the whole record.
    """

    def __init__(
        self, rows: Sequence[Row], numbers: Mapping[str, int], columns: Mapping[str, int], prefix: str = ""
    ) -> None:
        """Take the rows, the number (from 0) of each card's row by its key, and the column (from 0) of each field.

        `prefix` is what all keys begin with and stands before none in `numbers`.
        """
        self._prefix = prefix
        self._rows = rows
        self._numbers = numbers
        self._columns = columns

    def __getitem__(self, place: tuple[str, str]) -> Span:
        """Return the span of a field of a card; raises KeyError."""
        key, name = place
        if not key.startswith(self._prefix):
            raise KeyError(place)
        row = self._rows[self._numbers[key.removeprefix(self._prefix)]]
        if name in self._columns:
            return row.cell(self._columns[name]).span
        if name == "id":
            return row.span
        raise KeyError(place)

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """Iterate over (card key, field)."""
        return ((f"{self._prefix}{key}", name) for key in self._numbers for name in {"id": 0, **self._columns})

    def __len__(self) -> int:
        """Return the number of places."""
        return len(self._numbers) * len({"id": 0, **self._columns})
