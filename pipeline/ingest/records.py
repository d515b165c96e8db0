"""Rows of a publisher's table to cards, with one finding for each fault."""

from collections.abc import Iterable, Iterator, Mapping

from ..cards import Card, Deck, Series, split_tags
from ..diagnostics import Diagnostic, Severity, finding
from ..sources import Source, parse_sources
from ..tables import Row, Table
from .columns import DERIVED, ColumnMapping, guess_mapping, is_complete
from .content import is_year
from .headings import read_answer, read_heading
from .ids import FLOAT_ID, VALID_ID, KnownCards, Numbering, clean_id
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
    cards = tuple(reading.cards())
    findings += reading.findings
    name = table.name if edition is None else f"{series.code}/{edition}"
    columns = {field: index for field, index in mapping.columns.items() if field not in (*DERIVED, "checked")}
    places = CardPlaces(reading.rows, columns)
    return Deck(name, {series.code: series}, cards, edition, places), findings


def is_whole(findings: Iterable[Diagnostic]) -> bool:
    """Tell whether every record of the table is in the deck, so that the deck may take an older one’s place.

    A year that cannot be read does not matter here: the card bears it as printed. Any other error means that a card, a
    text or an id is missing or in doubt.
    """
    return not any(found.severity is Severity.ERROR and not found.code.startswith("WM2") for found in findings)


class _Reading:
    """One pass over the rows: collects findings, and which row each card came from."""

    def __init__(self, table: Table, series: Series, mapping: ColumnMapping, known: tuple[Card, ...]) -> None:
        self._table = table
        self._series = series
        self._columns = mapping.columns
        self._mapping = mapping
        self._labels = {index: _label(table.header.values[index]) for index in mapping.all_of("tags")}
        self._years = YearReader(series)
        self._years.read(normal_year(self._value(row, "year")) for row in table.rows)
        self._known = KnownCards(known)
        given = [clean_id(self._value(row, "id")) for row in table.rows]
        self._numbering = Numbering([*given, *(card.id for card in known)])
        self._given = set(given)
        self.findings: list[Diagnostic] = []
        self.rows: dict[str, Row] = {}

    def cards(self) -> Iterator[Card]:
        for row in self._table.rows:
            event = self._texts(row, "event")
            if self._has_id_only(row):
                self._report("WM128", "the record holds an id and nothing else; it is left out", row)
            elif (card_id := self._id(row, event)) is not None:
                card = self._card(row, card_id, event)
                self.rows[card.key] = row
                yield card

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
        texts = {language: normal_text(self._value(row, f"{kind}_{language}")) for language in self._series.languages}
        return {language: text for language, text in texts.items() if text}

    def _has_id_only(self, row: Row) -> bool:
        return not any(self._value(row, field).strip() for field in self._columns if field != "id")

    def _id(self, row: Row, event: Mapping[str, str]) -> str | None:
        """Return the id of the card in `row`, None if it cannot be used."""
        if "id" not in self._columns:
            return self._known.id_of(event) or self._numbering.next()
        card_id = clean_id(self._value(row, "id"))
        if not card_id:
            number = self._known.id_of(event)
            number = number if number and number not in self._given else self._numbering.next()
            self._report("WM124", f"the card has no id; it gets `{number}`", row, "id", card=number)
            return number
        if FLOAT_ID.fullmatch(card_id):
            self._report("WM126", f"the id `{card_id}` is a number with decimals", row, "id")
        elif not VALID_ID.fullmatch(card_id):
            self._report("WM125", f"`{card_id}` cannot be an id; the card is left out", row, "id")
        if not VALID_ID.fullmatch(card_id):
            return None
        if first := self.rows.get(f"{self._series.code}:{card_id}"):
            message = f"the id `{card_id}` is used already in line {first.span.line}; the card is left out"
            self._report("WM127", message, row, "id")
            return None
        return card_id

    def _card(self, row: Row, card_id: str, event: Mapping[str, str]) -> Card:
        year = normal_year(self._value(row, "year"))
        interval, edtf = self._years.meaning(year)
        if interval is None and (swapped := self._swapped_with(event)):
            message = f"the year stands under `{swapped}`: the cells of this record are in the wrong columns"
            self._report("WM135", message, row, "year", card=card_id)
        else:
            self.findings += self._years.findings(row.cell(self._columns["year"]), card_id, year)
        return Card(
            series=self._series.code,
            id=card_id,
            event=event,
            year=year,
            interval=interval,
            edtf=edtf,
            comment=self._texts(row, "comment"),
            sources=self._sources(row, card_id),
            tags=self._tags(row),
            symbols=normal_text(self._value(row, "symbols")),
        )

    def _swapped_with(self, event: Mapping[str, str]) -> str | None:
        """Return the heading of the event column in which a year stands instead of a text."""
        language = next((language for language, text in event.items() if is_year(text)), None)
        return self._table.header.values[self._columns[f"event_{language}"]].strip() if language else None

    def _sources(self, row: Row, card_id: str) -> tuple[Source, ...]:
        sources = tuple(_normal_source(source) for source in parse_sources("\n".join(self._values(row, "sources"))))
        answer = normal_text(self._value(row, "checked"))
        checked = read_answer(answer)
        if checked is None:
            self._report("WM129", f"`{answer}` is neither yes nor no", row, "checked", card=card_id)
        return tuple(source.model_copy(update={"checked": True}) for source in sources) if checked else sources

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


def _normal_source(source: Source) -> Source:
    parts = ("ref", "locator", "states_value", "accessed", "archived_url")
    normal = {part: normal_text(value) for part in parts if (value := getattr(source, part))}
    changed = {part: text for part, text in normal.items() if text != getattr(source, part)}
    return source.model_copy(update=changed) if changed else source
