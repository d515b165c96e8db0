"""Canonical decks: one form for the same cards, written and read back to the byte.

A deck has the columns of :func:`pipeline.cards.canonical_columns`; a mix has ``series`` and ``edition`` before them,
since ids are unique in their series only. Columns derived from the year are there for other readers; on reading they
are compared with what the year means, never trusted.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import PurePath

from ..cards import Card, Deck, Series, canonical_columns, split_tags
from ..diagnostics import Diagnostic, finding
from ..source import Span
from ..sources import parse_sources
from ..tables import Row, Table, read_table, write_csv
from .columns import DERIVED
from .ids import FLOAT_ID, VALID_ID, id_order
from .places import CardPlaces
from .year import YearReaders

MIX_COLUMNS = ("series", "edition")
TEXT_PREFIXES = ("event_", "comment_")


def write_deck(deck: Deck) -> bytes:
    """Return the canonical file of a deck of one series, sorted by id; the same cards give the same bytes."""
    fields = deck.fields()
    cards = sorted(deck, key=lambda card: id_order(card.id))
    return write_csv([fields, *(_values(card, fields) for card in cards)])


def write_mix(deck: Deck, editions: Mapping[str, int]) -> bytes:
    """Return the canonical file of a mix, sorted by series in the order of ``deck.series``, then by id.

    `editions` holds the edition that each series was taken from, by code.
    """
    fields = deck.fields()
    rank = {code: index for index, code in enumerate(deck.series)}
    cards = sorted(deck, key=lambda card: (rank[card.series], id_order(card.id)))
    rows = ((card.series, str(editions[card.series]), *_values(card, fields)) for card in cards)
    return write_csv([(*MIX_COLUMNS, *fields), *rows])


def read_deck(data: bytes, name: str, series: Series, edition: int | None) -> tuple[Deck | None, list[Diagnostic]]:
    """Read a canonical deck; `name` is what findings call the file.

    Texts are taken as they stand. What :func:`write_deck` cannot have written is reported and read as far as it goes;
    without ids or years there is no deck.
    """
    table, findings = read_table(data, name, encoding="utf-8", delimiter=",")
    if table is None:
        return None, findings
    reading = _Reading(table, {series.code: series})
    cards = reading.deck_cards(series)
    findings += reading.findings
    if cards is None:
        return None, findings
    deck = Deck(f"{series.code}/{edition}" if edition else name, {series.code: series}, cards, edition, reading.places)
    return deck, [*findings, *_form_findings(data, write_deck(deck), name, findings)]


def read_mix(data: bytes, name: str, known: Mapping[str, Series]) -> tuple[Deck | None, list[Diagnostic]]:
    """Read a mixed deck whose cards come from `known` series, by code; cards of unknown ones are reported and left out.

    The deck is named after the file, and its series stand in the order in which they appear.
    """
    table, findings = read_table(data, name, encoding="utf-8", delimiter=",")
    if table is None:
        return None, findings
    reading = _Reading(table, known)
    cards = reading.mix_cards()
    findings += reading.findings
    if cards is None:
        return None, findings
    series = {card.series: known[card.series] for card in cards}
    deck = Deck(PurePath(name).stem, series, cards, None, reading.places)
    return deck, [*findings, *_form_findings(data, write_mix(deck, reading.editions), name, findings)]


def _values(card: Card, fields: Sequence[str]) -> list[str]:
    derived = _derived(card)
    return [derived[field] if field in derived else card.value(field) or "" for field in fields]


def _derived(card: Card) -> dict[str, str]:
    """Return the columns derived from the year as text, an open end or an unreadable year as an empty one."""
    earliest, latest = (card.interval.earliest, card.interval.latest) if card.interval else (None, None)
    return {
        "earliest": "" if earliest is None else str(earliest),
        "latest": "" if latest is None else str(latest),
        "edtf": card.edtf,
    }


def _form_findings(data: bytes, canonical: bytes, name: str, findings: list[Diagnostic]) -> Iterator[Diagnostic]:
    """Say where a file that reads well differs from the canonical form; other faults of the table explain it."""
    if data == canonical or any(found.code.startswith("WM1") for found in findings):
        return
    lines = zip_longest(data.split(b"\n"), canonical.split(b"\n"))
    number = next((number for number, (is_, should) in enumerate(lines, 1) if is_ != should), 1)
    yield finding("WM142", "from this line on, the file is not in canonical form", Span(name, number, 1))


class _Reading:
    """One pass over the rows of a canonical table."""

    def __init__(self, table: Table, known: Mapping[str, Series]) -> None:
        self._table = table
        self._known = known
        self._columns = {cell.value: index for index, cell in reversed(list(enumerate(table.header)))}
        self._text_columns = {
            kind: [(name.removeprefix(kind), index) for name, index in self._columns.items() if name.startswith(kind)]
            for kind in TEXT_PREFIXES
        }
        self._years = YearReaders()
        self._numbers: dict[str, int] = {}
        self.findings: list[Diagnostic] = []
        self.editions: dict[str, int] = {}

    @property
    def places(self) -> CardPlaces:
        return CardPlaces(self._table.rows, self._numbers, self._columns)

    def deck_cards(self, series: Series) -> tuple[Card, ...] | None:
        if not self._has_columns(series.languages):
            return None
        return tuple(card for number, row in enumerate(self._table.rows) if (card := self._card(number, row, series)))

    def mix_cards(self) -> tuple[Card, ...] | None:
        if "series" not in self._columns:
            message = "a mixed deck begins with the columns `series, edition`"
            self.findings.append(finding("WM140", message, self._table.header.span))
            return None
        appearing = dict.fromkeys(self._value(row, "series") for row in self._table.rows)
        known = [self._known[code] for code in appearing if code in self._known]
        languages = dict.fromkeys(language for series in known for language in series.languages)
        # Texts of an unknown series may stand in other languages; the series is reported instead.
        if len(known) == len(appearing) and not self._has_columns(tuple(languages), MIX_COLUMNS):
            return None
        if not {"id", "year"} <= self._columns.keys():
            return None
        rows = ((number, row, self._series(row)) for number, row in enumerate(self._table.rows))
        return tuple(card for number, row, series in rows if series and (card := self._card(number, row, series)))

    def _has_columns(self, languages: Sequence[str], before: Sequence[str] = ()) -> bool:
        """Tell whether ids and years can be read; report a header that is not canonical."""
        expected = (*before, *canonical_columns(languages, with_symbols="symbols" in self._columns))
        if self._table.header.values != expected:
            message = f"the columns of this deck must be `{', '.join(expected)}`"
            self.findings.append(finding("WM140", message, self._table.header.span))
        return {"id", "year"} <= self._columns.keys()

    def _series(self, row: Row) -> Series | None:
        code, edition = self._value(row, "series"), self._value(row, "edition")
        series = self._known.get(code)
        if series is None:
            self._report("WM143", f"there is no series `{code}`; the card is left out", row, "series")
        elif not edition.isdecimal() or self.editions.setdefault(code, int(edition)) != int(edition):
            message = f"`{edition}` is not the edition of `{code}` in this mix"
            self._report("WM144", message, row, "edition")
        return series

    def _value(self, row: Row, field: str) -> str:
        index = self._columns.get(field)
        return "" if index is None else row.values[index]

    def _texts(self, row: Row, kind: str) -> dict[str, str]:
        return {language: row.values[index] for language, index in self._text_columns[kind] if row.values[index]}

    def _card(self, number: int, row: Row, series: Series) -> Card | None:
        card_id = self._value(row, "id")
        if not VALID_ID.fullmatch(card_id):
            self._report("WM125", f"`{card_id}` cannot be an id; the card is left out", row, "id")
            return None
        key = f"{series.code}:{card_id}"
        if key in self._numbers:
            line = self._table.rows[self._numbers[key]].span.line
            message = f"the id `{card_id}` is used already in line {line}; the card is left out"
            self._report("WM127", message, row, "id")
            return None
        if FLOAT_ID.fullmatch(card_id):
            self._report("WM126", f"the id `{card_id}` is a number with decimals", row, "id")
        self._numbers[key] = number
        return self._checked(row, series, card_id)

    def _checked(self, row: Row, series: Series, card_id: str) -> Card:
        year = self._value(row, "year")
        reader = self._years.of(series)
        self.findings += reader.findings(row.cell(self._columns["year"]), card_id, year)
        interval, edtf = reader.interval(year), reader.edtf(year)
        card = Card(
            series=series.code,
            id=card_id,
            event=self._texts(row, "event_"),
            year=year,
            interval=interval,
            edtf=edtf,
            comment=self._texts(row, "comment_"),
            sources=parse_sources(self._value(row, "sources")),
            tags=split_tags(self._value(row, "tags")),
            symbols=self._value(row, "symbols"),
        )
        self._compare_derived(row, card)
        return card

    def _compare_derived(self, row: Row, card: Card) -> None:
        right = _derived(card)
        wrong = [field for field in DERIVED if field in self._columns and self._value(row, field) != right[field]]
        if wrong:
            stated = ", ".join(f"{field} `{self._value(row, field)}`" for field in wrong)
            meant = ", ".join(f"`{right[field]}`" for field in wrong)
            message = f"{stated} disagree with the year `{card.year}`, which gives {meant}"
            self._report("WM141", message, row, wrong[0], card=card.id)

    def _report(self, code: str, message: str, row: Row, field: str, *, card: str | None = None) -> None:
        place = row.cell(self._columns[field]).span if field in self._columns else row.span
        series = self._value(row, "series") or next(iter(self._known), None)
        self.findings.append(finding(code, message, place, card=card, series=series))
