"""Rows of a publisher's table to cards, with one finding for each fault."""

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache

from ..cards import Card, Deck, Series, split_tags
from ..diagnostics import Diagnostic, Severity, finding
from ..sources import Source, parse_sources
from ..tables import Row, Table
from ..trusted import trusted
from .columns import DERIVED, ColumnMapping, guess_mapping, is_complete
from .content import is_year
from .headings import TEXT_KINDS, read_answer, read_heading
from .ids import FLOAT_ID, VALID_ID, KnownCards, Numbering, clean_id
from .lazy import LazyCards
from .places import CardPlaces
from .spreadsheets import rearmed
from .text import normal_text, normal_year
from .year import YearReader


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
    reading = _Reading(table, series, mapping, tuple(known))
    reading.read()
    findings += reading.findings
    name = table.name if edition is None else f"{series.code}/{edition}"
    columns = {field: index for field, index in mapping.columns.items() if field not in (*DERIVED, "checked")}
    places = CardPlaces(table.rows, reading.numbers, columns)
    return Deck(name, {series.code: series}, reading.cards(), edition, places), findings


def is_whole(findings: Iterable[Diagnostic]) -> bool:
    """Tell whether every record of the table is in the deck, so that the deck may take an older one’s place.

    A year that cannot be read does not matter here: the card bears it as printed. Any other error means that a card, a
    text or an id is missing or in doubt.
    """
    return not any(found.severity is Severity.ERROR and not found.code.startswith("WM2") for found in findings)


class _Reading:
    """One pass over the rows: collects findings, and the number of the row (from 0) of each card by its key.

    The cards themselves are made later, when they are asked for.
    """

    def __init__(self, table: Table, series: Series, mapping: ColumnMapping, known: tuple[Card, ...]) -> None:
        self._table = table
        self._series = series
        self._columns = mapping.columns
        self._mapping = mapping
        self._text_columns = {
            kind: [
                (lang, index) for lang in series.languages if (index := self._columns.get(f"{kind}_{lang}")) is not None
            ]
            for kind in TEXT_KINDS
        }
        self._others = [index for field, index in self._columns.items() if field != "id"]
        self._labels = {index: _label(table.header.values[index]) for index in mapping.all_of("tags")}
        self._years = YearReader(series)
        self._answers: dict[str, bool | None] = {}
        self._normal_years: dict[str, str] = {}
        self._years.read({self._year(row) for row in table.rows})
        self._known = KnownCards(known)
        self._known_ids = [card.id for card in known]
        self.findings: list[Diagnostic] = []
        self.numbers: dict[str, int] = {}
        self._new_ids: dict[int, str] = {}

    @cached_property
    def _given(self) -> Counter[str]:
        return Counter(clean_id(self._value(row, "id")) for row in self._table.rows)

    @cached_property
    def _numbering(self) -> Numbering:
        return Numbering([*self._given.elements(), *self._known_ids])

    def read(self) -> None:
        """Look at every row once."""
        for number, row in enumerate(self._table.rows):
            if self._has_id_only(row):
                self._report("WM128", "the record holds an id and nothing else; it is left out", row)
            elif (card_id := self._id(number, row)) is not None:
                self._look(row, card_id)
                self.numbers[f"{self._series.code}:{card_id}"] = number

    def cards(self) -> LazyCards:
        """Return the cards of the rows that were read."""
        numbers = array("Q", self.numbers.values())
        return LazyCards(len(numbers), lambda place: self._card(numbers[place]))

    def _value(self, row: Row, field: str) -> str:
        index = self._columns.get(field)
        return "" if index is None else rearmed(row.values[index])

    def _values(self, row: Row, field: str) -> list[str]:
        """Return what stands in all columns of a field that may have several."""
        return [rearmed(row.values[index]) for index in self._mapping.all_of(field)]

    def _tags(self, row: Row) -> tuple[str, ...]:
        """Return the tags of all their columns; one whose heading is no word for tags stands before its values."""
        tags: list[str] = []
        for index, value in zip(self._mapping.all_of("tags"), self._values(row, "tags"), strict=True):
            tags += (f"{self._labels[index]}{tag}" for tag in split_tags(normal_tags(value)))
        return tuple(dict.fromkeys(tags))

    def _texts(self, row: Row, kind: str) -> dict[str, str]:
        values = row.values
        texts = ((language, normal_text(rearmed(values[index]))) for language, index in self._text_columns[kind])
        return {language: text for language, text in texts if text}

    def _has_id_only(self, row: Row) -> bool:
        values = row.values
        return all(not values[index] or values[index].isspace() for index in self._others)

    def _new_id(self, number: int, row: Row) -> str:
        """Give the card in row `number` the id it had, or the next free one."""
        known = self._known.id_of(self._texts(row, "event"))
        card_id = known if known and known not in self._given else self._numbering.next()
        self._new_ids[number] = card_id
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
            self._report("WM126", f"the id `{card_id}` is a number with decimals", row, "id")
        elif not VALID_ID.fullmatch(card_id):
            self._report("WM125", f"`{card_id}` cannot be an id; the card is left out", row, "id")
        if not VALID_ID.fullmatch(card_id):
            return None
        first = self.numbers.get(f"{self._series.code}:{card_id}")
        if first is not None:
            line = self._table.rows[first].span.line
            message = f"the id `{card_id}` is used already in line {line}; the card is left out"
            self._report("WM127", message, row, "id")
            return None
        return card_id

    def _look(self, row: Row, card_id: str) -> None:
        """Say what is wrong with the year and the mark of checked sources."""
        year = self._year(row)
        if not self._years.is_clean(year):
            self._look_at_year(row, card_id, year)
        answer = self._value(row, "checked")
        if answer and self._answer(answer) is None:
            self._report("WM129", f"`{normal_text(answer)}` is neither yes nor no", row, "checked", card=card_id)

    def _answer(self, text: str) -> bool | None:
        if text not in self._answers:
            self._answers[text] = read_answer(normal_text(text))
        return self._answers[text]

    def _year(self, row: Row) -> str:
        """Return the year of a row in normal form: few are different in many rows."""
        text = row.values[self._columns["year"]]
        if text not in self._normal_years:
            self._normal_years[text] = normal_year(rearmed(text))
        return self._normal_years[text]

    def _look_at_year(self, row: Row, card_id: str, year: str) -> None:
        interval, _ = self._years.meaning(year)
        if interval is None and (swapped := self._swapped_with(self._texts(row, "event"))):
            message = f"the year stands under `{swapped}`: the cells of this record are in the wrong columns"
            self._report("WM135", message, row, "year", card=card_id)
        else:
            self.findings += self._years.findings(row.cell(self._columns["year"]), card_id, year)

    def _card(self, number: int) -> Card:
        """Make the card of row `number`, which was looked at; its id is that in the row unless it was given one."""
        row = self._table.rows[number]
        year = self._year(row)
        interval, edtf = self._years.meaning(year)
        return trusted(
            Card,
            {
                "series": self._series.code,
                "id": self._new_ids.get(number) or clean_id(self._value(row, "id")),
                "event": self._texts(row, "event"),
                "year": year,
                "interval": interval,
                "edtf": edtf,
                "comment": self._texts(row, "comment"),
                "sources": self._sources(row),
                "tags": self._tags(row) if "tags" in self._columns else (),
                "symbols": normal_text(self._value(row, "symbols")) if "symbols" in self._columns else "",
            },
        )

    def _swapped_with(self, event: Mapping[str, str]) -> str | None:
        """Return the heading of the event column in which a year stands instead of a text."""
        language = next((language for language, text in event.items() if is_year(text)), None)
        return self._table.header.values[self._columns[f"event_{language}"]].strip() if language else None

    def _sources(self, row: Row) -> tuple[Source, ...]:
        if "sources" not in self._columns:
            return ()
        return _normal_sources(
            "\n".join(self._values(row, "sources")), checked=self._answer(self._value(row, "checked"))
        )

    def _report(self, code: str, message: str, row: Row, field: str = "", *, card: str | None = None) -> None:
        place = row.cell(self._columns[field]).span if field else row.span
        self.findings.append(finding(code, message, place, card=card, series=self._series.code))


def normal_tags(text: str) -> str:
    """Return a cell of tags in normal form, line breaks kept: they separate tags."""
    return "\n".join(normal_text(line) for line in text.splitlines())


def _label(heading: str) -> str:
    """Return what stands before the tags of a column: nothing if its heading is a word for tags."""
    known = read_heading(heading)
    return "" if known and known.kind == "tags" else f"{normal_text(heading).replace(',', '').replace(';', '')}: "


@lru_cache(maxsize=65_536)
def _normal_sources(text: str, *, checked: bool | None) -> tuple[Source, ...]:
    sources = tuple(map(_normal_source, parse_sources(text)))
    return tuple(trusted(Source, {**vars(source), "checked": True}) for source in sources) if checked else sources


def _normal_source(source: Source) -> Source:
    parts = ("ref", "locator", "states_value", "accessed", "archived_url")
    normal = {part: normal_text(value) for part in parts if (value := getattr(source, part))}
    changed = {part: text for part, text in normal.items() if text != getattr(source, part)}
    return source.model_copy(update=changed) if changed else source
