"""Rows of a publisher's table to cards, with one finding for each fault."""

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from ..cards import BLOCK, KEPT, Card, Deck, Series
from ..diagnostics import Diagnostic, Severity, finding
from ..tables import ERROR_VALUES, Row, Table
from .columns import DERIVED, ColumnMapping, guess_mapping, is_complete
from .content import is_year
from .fields import TableFields
from .headings import read_answer
from .ids import FLOAT_ID, VALID_ID, KnownCards, Numbering, clean_id, odd_ids
from .lazy import CardBlock, Columns, TableCards
from .no_card import no_card
from .places import CardPlaces
from .spreadsheets import rearmed
from .text import normal_text


def ingest(
    table: Table, series: Series, edition: int | None, *, known: Iterable[Card] = ()
) -> tuple[Deck | None, list[Diagnostic]]:
    """Make a deck of the rows of `table` in their order, texts in normal form, years read by the series' conventions.

    A table without ids gives each card the id it has among `known` (found by its exact event text), else the next free
    number. A card whose year cannot be read is kept with its expression and without an interval. Returns None if the
    table has no column for the event or the year. Findings on a card that is in the deck name it; those on records
    left out and on ids do not.
    """
    mapping, findings = guess_mapping(table, series.languages, series.raw.columns if series.raw else None)
    if not is_complete(mapping):
        return None, findings
    reading = _Reading(table, series, mapping, known)
    cards = reading.cards()
    findings += reading.findings
    name = table.name if edition is None else f"{series.code}/{edition}"
    columns = {field: index for field, index in mapping.columns.items() if field not in (*DERIVED, "checked")}
    places = CardPlaces(table.rows, reading.numbers, columns, f"{series.code}:")
    return Deck(name, {series.code: series}, cards, edition, places), findings


def is_whole(findings: Iterable[Diagnostic]) -> bool:
    """Tell whether every record of the table is in the deck, so that the deck may take an older one’s place.

    A year that cannot be read does not matter here: the card bears it as printed. Any other error means that a card, a
    text or an id is missing or in doubt.
    """
    return not any(found.severity is Severity.ERROR and not found.code.startswith("WM2") for found in findings)


class _Reading:
    """One pass over the rows: collects findings, and the number of the row (from 0) of each card by its id.

    What can be judged by columns is; only rows of which there is something to say are looked at by themselves.
    """

    def __init__(self, table: Table, series: Series, mapping: ColumnMapping, known: Iterable[Card]) -> None:
        self._table = table
        self._series = series
        self._columns = mapping.columns
        self._others = [index for field, index in self._columns.items() if field != "id"]
        # Columns beside the year that rightly hold years or numbers.
        self._derived = {index for field, index in self._columns.items() if field in (*DERIVED, "id", "tags")}
        self._fields = TableFields(table, series, mapping)
        self._known_cards = known
        self._floats: dict[str, list[int]] = {}  # by their sign: where the first was reported, and how many there are
        self.findings: list[Diagnostic] = []
        self.numbers: dict[str, int] = {}

    @cached_property
    def _given(self) -> Counter[str]:
        index = self._columns.get("id")
        return Counter() if index is None else Counter(clean_id(rearmed(row.values[index])) for row in self._table.rows)

    @cached_property
    def _known(self) -> KnownCards:
        return KnownCards(self._known_cards)

    @cached_property
    def _numbering(self) -> Numbering:
        return Numbering([*self._given.elements(), *self._known.ids])

    def cards(self) -> TableCards:
        """Read all rows and return their cards."""
        count = len(self._table.rows)
        small = count <= KEPT
        blocks = (range(start, min(start + BLOCK, count)) for start in range(0, count, BLOCK))
        cards = TableCards([self._block(numbers, keep=small) for numbers in blocks])
        for place, floats in self._floats.values():
            if floats > 1:
                first = self.findings[place]
                self.findings[place] = replace(first, message=f"{first.message} ({floats} ids, first here)")
        return cards

    def _block(self, numbers: range, *, keep: bool) -> CardBlock:
        columns = self._table.rows.columns(numbers)
        ids = self._fields.ids(columns)
        odd = self._odd(columns, ids)
        if numbers.stop == len(self._table.rows) and no_card(self._table, numbers[-1], self._columns):
            odd.add(len(numbers) - 1)  # totals may have something in all the cells of a card
        if ids and not odd and self._take_all(numbers, ids):
            return CardBlock(self._fields, numbers, columns if keep else None)
        kept = array("Q")
        for place, number in enumerate(numbers):
            if place in odd or not (ids or self._known.are_none):
                taken = self._look(number)
            else:
                taken = self._take(number, ids[place] if ids else self._next_id(number))
            if taken:
                kept.append(number)
        return CardBlock(self._fields, kept, columns if keep and len(kept) == len(numbers) else None)

    def _take_all(self, numbers: range, ids: Sequence[str]) -> bool:
        """Take the cards of all these rows, False if an id is used twice."""
        fresh = dict(zip(ids, numbers, strict=True))
        if len(fresh) < len(ids) or not self.numbers.keys().isdisjoint(fresh):
            return False
        self.numbers |= fresh
        return True

    def _take(self, number: int, card_id: str) -> bool:
        """Take the card of a row of which there is nothing to say; if its id is used already, say so."""
        if card_id in self.numbers:
            return self._look(number)
        self.numbers[card_id] = number
        return True

    def _look(self, number: int) -> bool:
        """Say what is wrong with row `number`, and take its card; False if it is left out."""
        row = self._table.rows[number]
        if reason := no_card(self._table, number, self._columns):
            self._report(*reason, row)
            return False
        if self._has_id_only(row):
            self._report("WM128", "the record holds an id and nothing else; it is left out", row)
            return False
        card_id = self._id(number, row)
        if card_id is None:
            return False
        self._look_at_year(row, card_id)
        answer = normal_text(self._value(row, "checked"))
        if answer and read_answer(answer) is None:
            self._report("WM129", f"`{answer}` is neither yes nor no", row, "checked", card=card_id)
        self.numbers[card_id] = number
        return True

    def _odd(self, columns: Columns, ids: Sequence[str] | None) -> set[int]:
        """Return the places (from 0) of the rows that must be looked at."""
        odd = set(odd_ids(ids)) if ids else set()
        for field, signs in (("year", self._fields.odd_years(columns)), ("checked", self._fields.odd_answers(columns))):
            if signs:
                odd.update(place for place, cell in enumerate(columns[self._columns[field]]) if cell in signs)
        return odd

    def _value(self, row: Row, field: str) -> str:
        index = self._columns.get(field)
        return "" if index is None else rearmed(row.values[index])

    def _has_id_only(self, row: Row) -> bool:
        values = row.values
        return all(not values[index] or values[index].isspace() for index in self._others)

    def _new_id(self, number: int, row: Row) -> str:
        """Give the card in row `number` the id it had, or the next free one."""
        known = self._known.id_of(self._fields.events(row))
        if known and known not in self._given:
            self._fields.new_ids[number] = known
            return known
        return self._next_id(number)

    def _next_id(self, number: int) -> str:
        self._fields.new_ids[number] = card_id = self._numbering.next()
        return card_id

    def _id(self, number: int, row: Row) -> str | None:
        """Return the id of the card in row `number`, None if it cannot be used."""
        if "id" not in self._columns:
            return self._new_id(number, row)
        card_id = clean_id(self._value(row, "id"))
        if not card_id:
            card_id = self._new_id(number, row)
            self._report("WM124", f"the card has no id; it gets `{card_id}`", row, "id", card=card_id)
            return card_id
        if FLOAT_ID.fullmatch(card_id):
            self._count_float(card_id, row)
        elif not VALID_ID.fullmatch(card_id) and card_id not in ERROR_VALUES:  # they are reported already
            self._report("WM125", f"`{card_id}` cannot be an id; the card is left out", row, "id")
        if not VALID_ID.fullmatch(card_id):
            return None
        first = self.numbers.get(card_id)
        if first is not None:
            line = self._table.rows[first].span.line
            message = f"the id `{card_id}` is used already in line {line}; the card is left out"
            self._report("WM127", message, row, "id")
            return None
        return card_id

    def _count_float(self, card_id: str, row: Row) -> None:
        """Report the first id with decimals; there are as many as the column is long, and one finding for them."""
        sign = "," if "," in card_id else "."
        if sign in self._floats:
            self._floats[sign][1] += 1
            return
        left_out = "" if VALID_ID.fullmatch(card_id) else "; the card is left out"
        self._floats[sign] = [len(self.findings), 1]
        self._report("WM126", f"the id `{card_id}` is a number with decimals{left_out}", row, "id")

    def _look_at_year(self, row: Row, card_id: str) -> None:
        year, reader = self._fields.year(row.values[self._columns["year"]]), self._fields.reader
        if year in ERROR_VALUES:  # reported when the table was read
            return
        swapped = None if reader.interval(year) else self._swapped_with(self._fields.events(row))
        if swapped:
            message = f"the year stands under `{swapped}`: the cells of this record are in the wrong columns"
            self._report("WM135", message, row, "year", card=card_id)
        elif not reader.interval(year) and (shifted := self._shifted_to(row)):
            message = f"text stands here, and the year under `{shifted}`: the cells of this record are shifted"
            self._report("WM135", message, row, "year", card=card_id)
        else:
            self.findings += reader.findings(row.cell(self._columns["year"]), card_id, year)

    def _swapped_with(self, event: Mapping[str, str]) -> str | None:
        """Return the heading of the event column in which a year stands instead of a text."""
        language = next((language for language, text in event.items() if is_year(text)), None)
        return self._table.header.values[self._columns[f"event_{language}"]].strip() if language else None

    def _shifted_to(self, row: Row) -> str | None:
        """Return the heading beside the year's under which the year stands, if text stands in its place."""
        index = self._columns["year"]
        beside = [other for other in (index + 1, index - 1) if 0 <= other < len(row) and other not in self._derived]
        found = next((other for other in beside if is_year(row.values[other].strip())), None)
        is_text = any(map(str.isalpha, row.values[index])) and not is_year(row.values[index].strip())
        return self._table.header.values[found].strip() if is_text and found is not None else None

    def _report(self, code: str, message: str, row: Row, field: str = "", *, card: str | None = None) -> None:
        place = row.cell(self._columns[field]).span if field else row.span
        self.findings.append(finding(code, message, place, card=card, series=self._series.code))
