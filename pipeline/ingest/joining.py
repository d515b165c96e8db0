"""Texts for cards that are there, from a table of its own: translations, joined by id."""

from collections.abc import Iterator, Mapping
from itertools import chain

from ..cards import Card, Deck, Series
from ..diagnostics import Diagnostic, finding
from ..source import Span
from ..tables import Row, Table
from .columns import guess_mapping
from .headings import TEXT_KINDS
from .ids import clean_id
from .places import CardPlaces
from .spreadsheets import rearmed
from .text import normal_text


def join_texts(deck: Deck, table: Table, series: Series) -> tuple[Deck, list[Diagnostic]]:
    """Return `deck` with the events and comments that `table` has for its cards and they lack.

    The table needs a column of ids and one of texts in a language of the series. A text that the deck has already must
    be the same in both: it shows what was translated. Other columns are reported, as they are of any table.
    """
    mapping, findings = guess_mapping(table, series.languages)
    joining = _Joining(deck, table, series, mapping.columns)
    joining.findings += [found for found in findings if found.code != "WM120"]
    if "id" not in mapping.columns or not joining.texts:
        message = "the table has no column of ids, or none of texts in a language of the series"
        joining.findings.append(finding("WM136", message, table.header.span, series=series.code))
        return deck, joining.findings
    return joining.joined(), joining.findings


class _Places(Mapping[tuple[str, str], Span]):
    """The places of a deck; where it has none, those of the table that was joined to it."""

    def __init__(self, first: Mapping[tuple[str, str], Span], second: Mapping[tuple[str, str], Span]) -> None:
        self._first, self._second = first, second

    def __getitem__(self, place: tuple[str, str]) -> Span:
        return self._first[place] if place in self._first else self._second[place]

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(dict.fromkeys(chain(self._first, self._second)))

    def __len__(self) -> int:
        return len(set(chain(self._first, self._second)))


class _Joining:
    """One pass over the rows of a table of texts."""

    def __init__(self, deck: Deck, table: Table, series: Series, columns: Mapping[str, int]) -> None:
        self._deck = deck
        self._table = table
        self._series = series
        self._columns = columns
        self._cards = {card.id: card for card in deck}
        self._numbers: dict[str, int] = {}
        self.texts = [name for name in columns if name.startswith(tuple(f"{kind}_" for kind in TEXT_KINDS))]
        self.findings: list[Diagnostic] = []

    def joined(self) -> Deck:
        for number, row in enumerate(self._table.rows):
            card_id = clean_id(rearmed(row.values[self._columns["id"]]))
            if card := self._cards.get(card_id):
                if card.key in self._numbers:
                    line = self._table.rows[self._numbers[card.key]].span.line
                    message = f"the id `{card_id}` is used already in line {line}"
                    self._report("WM127", message, row, "id")
                    continue
                self._numbers[card.key] = number
                self._cards[card_id] = self._with_texts(card, row)
            else:
                self._report("WM137", f"`{self._deck.name}` has no card `{card_id}`", row, "id")
        cards = tuple(self._cards[card.id] for card in self._deck)
        columns = {name: self._columns[name] for name in self.texts}
        own = CardPlaces(self._table.rows, self._numbers, columns)
        places = _Places(self._deck.places, own)
        return Deck(self._deck.name, self._deck.series, cards, self._deck.edition, places)

    def _with_texts(self, card: Card, row: Row) -> Card:
        for name, text in self._filled(row):
            before = card.value(name)
            if not before:
                card = card.with_value(name, text, self._series)
            elif before != text:
                message = f"`{name}` of `{card.id}` is `{before}` in the deck; it stays"
                self._report("WM138", message, row, name, card=card.id)
        return card

    def _filled(self, row: Row) -> Iterator[tuple[str, str]]:
        pairs = ((name, normal_text(rearmed(row.values[self._columns[name]]))) for name in self.texts)
        return ((name, text) for name, text in pairs if text)

    def _report(self, code: str, message: str, row: Row, name: str, *, card: str | None = None) -> None:
        place = row.cell(self._columns[name]).span
        self.findings.append(finding(code, message, place, card=card, series=self._series.code))
