"""Canonical decks: one form for the same cards, written and read back to the byte.

A deck has the columns of :func:`pipeline.cards.canonical_columns`; a mix has ``series`` and ``edition`` before them,
since ids are unique in their series only. Columns derived from the year are there for other readers; on reading they
are compared with what the year means, never trusted.
"""

import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby, pairwise, zip_longest
from pathlib import PurePath
from typing import Any

from ..cards import BLOCK, KEPT, TAG_SEPARATOR, Deck, Series, canonical_columns, split_tags
from ..diagnostics import Diagnostic, finding
from ..source import Span
from ..sources import format_sources, parse_sources
from ..tables import Row, Rows, Table, read_table, write_csv
from .columns import DERIVED
from .headings import TEXT_KINDS
from .ids import FLOAT_ID, VALID_ID, id_order, odd_ids
from .lazy import CardBlock, Columns, TableCards
from .places import CardPlaces
from .year import YearReader

MIX_COLUMNS = ("series", "edition")
_MIX_HEAD = re.compile(rb'(?:\xef\xbb\xbf)?"?series"?[,;\t]"?edition"?[,;\t]"?id\b')
_OTHER_FORM = "from this line on, the file is not in canonical form"
_DIGITS = dict.fromkeys(map(ord, "0123456789"), "0")


def write_deck(deck: Deck) -> bytes:
    """Return the canonical file of a deck of one series, sorted by id; the same cards give the same bytes."""
    return b"".join(deck_parts(deck))


def deck_parts(deck: Deck) -> Iterator[bytes]:
    """Yield what :func:`write_deck` returns part by part, so that a large sorted deck is never in memory as a whole."""
    fields = deck.fields()
    yield write_csv([fields])
    if _is_sorted(deck):
        yield from (write_csv(rows_of(block, fields)) for block in deck.blocks())
    else:
        rows = [row for block in deck.blocks() for row in rows_of(block, fields)]
        rows.sort(key=lambda row: id_order(row[0]))
        yield from (write_csv(rows[start : start + BLOCK]) for start in range(0, len(rows), BLOCK))


def write_mix(deck: Deck, editions: Mapping[str, int]) -> bytes:
    """Return the canonical file of a mix, sorted by series in the order of ``deck.series``, then by id.

    `editions` holds the edition that each series was taken from, by code.
    """
    fields = deck.fields()
    rank = {code: index for index, code in enumerate(deck.series)}
    rows = [
        (code, str(editions[code]), *row)
        for block in deck.blocks()
        for code, row in zip(block.column("series"), rows_of(block, fields), strict=True)
    ]
    return write_csv([(*MIX_COLUMNS, *fields), *sorted(rows, key=lambda row: (rank[row[0]], id_order(row[2])))])


def rows_of(block: Deck, fields: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the cards of a block of a deck as rows of canonical text."""
    return zip(*columns_of(block, fields), strict=True)


def columns_of(block: Deck, fields: Iterable[str]) -> Iterator[Sequence[str]]:
    """Yield fields of the cards of a block of a deck as columns of canonical text; `series` is one of them."""
    return (_texts(block, field) for field in fields)


def _texts(block: Deck, field: str) -> Sequence[str]:
    match field:
        case "earliest" | "latest":
            ends = [getattr(interval, field, None) for interval in block.column("interval")]
            return ["" if end is None else str(end) for end in ends]
        case "tags":
            return [TAG_SEPARATOR.join(tags) for tags in block.column("tags")]
        case "sources":
            listed = block.column("sources")
            texts = {number: format_sources(sources) for number, sources in zip(map(id, listed), listed, strict=True)}
            return [texts[id(sources)] for sources in listed]
    return block.column(field)


def _is_sorted(deck: Deck) -> bool:
    last: tuple[tuple[str, int], ...] = ()
    for block in deck.blocks():
        ids: Sequence[str] = block.column("id")
        keys: Sequence[Any] = ids if _of_one_shape(ids) else [id_order(card_id) for card_id in ids]
        if ids and (id_order(ids[0]) < last or any(one > other for one, other in pairwise(keys))):
            return False
        last = id_order(ids[-1]) if ids else last
    return True


def _of_one_shape(ids: Sequence[str]) -> bool:
    """Tell whether ids have their digits in the same places, so that their texts have the order of their numbers."""
    return len({card_id.translate(_DIGITS) for card_id in ids}) == 1 and ids[0].isascii()


def read_deck(
    data: bytes, name: str, series: Series, edition: int | None, *, sealed: bool = False
) -> tuple[Deck | None, list[Diagnostic]]:
    """Read a canonical deck; `name` is what findings call the file.

    Texts are taken as they stand. What :func:`write_deck` cannot have written is reported and read as far as it goes;
    without ids or years there is no deck. The form of one that is still as it was `sealed` is not looked at again.
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
    return deck, [*findings, *(() if sealed else _form_findings(data, deck_parts(deck), name, findings))]


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
    series = {code: known[code] for code in cards.column("series")}
    deck = Deck(PurePath(name).stem, series, cards, None, reading.places)
    canonical = write_mix(deck, reading.editions)
    return deck, [*findings, *_form_findings(data, [canonical], name, findings)]


def is_mix(data: bytes) -> bool:
    """Tell whether a file is a mixed deck, however a spreadsheet has saved it, or holds nothing at all."""
    return not data.strip() or bool(_MIX_HEAD.match(data))


def _form_findings(
    data: bytes, canonical: Iterable[bytes], name: str, findings: list[Diagnostic]
) -> Iterator[Diagnostic]:
    """Say where a file that reads well differs from the canonical form; other faults of the table explain it."""
    if any(found.code.startswith("WM1") for found in findings):
        return
    start = 0
    for part in chain(canonical, [b""]):
        end = start + len(part) if part else len(data)
        if data[start:end] != part:
            is_, should = data[start:].split(b"\n", part.count(b"\n") + 1), part.split(b"\n")
            same = next(number for number, lines in enumerate(zip_longest(is_, should)) if len(set(lines)) > 1)
            yield finding("WM142", _OTHER_FORM, Span(name, data.count(b"\n", 0, start) + same + 1, 1))
            return
        start = end


class _Fields:
    """The fields of the cards of one series: texts as they stand, the rest as they mean."""

    def __init__(self, rows: Rows, columns: Mapping[str, int], series: Series) -> None:
        self._columns = columns
        self.rows = rows
        self.series = series.code
        self.reader = YearReader(series)
        ordered = sorted(columns, key=columns.__getitem__)
        self.texts = {
            kind: [(name.removeprefix(f"{kind}_"), name) for name in ordered if name.startswith(f"{kind}_")]
            for kind in TEXT_KINDS
        }

    def column(self, name: str, columns: Columns, numbers: Sequence[int]) -> Sequence[Any]:
        cells = self.cells({"interval": "year", "edtf": "year"}.get(name, name), columns, numbers)
        read: Callable[[str], Any]
        match name:
            case "interval":
                read = self.reader.interval
            case "edtf":
                read = self.reader.edtf
            case "sources":
                read = parse_sources
            case "tags":
                read = split_tags
            case _:
                return cells
        meant = {cell: read(cell) for cell in set(cells)}
        return [meant[cell] for cell in cells]

    def cells(self, name: str, columns: Columns, numbers: Sequence[int]) -> Sequence[str]:
        return columns[self._columns[name]] if name in self._columns else [""] * len(numbers)

    def derived(self, year: str) -> dict[str, str]:
        """Return what must stand in the columns derived from a year, an open end or an unreadable year as nothing."""
        interval = self.reader.interval(year)
        first, last = (interval.earliest, interval.latest) if interval else (None, None)
        return {
            "earliest": "" if first is None else str(first),
            "latest": "" if last is None else str(last),
            "edtf": self.reader.edtf(year),
        }

    def odd(self, columns: Columns, numbers: Sequence[int]) -> set[int]:
        """Return the places (from 0) of rows of which there may be something to say."""
        present = [name for name in DERIVED if name in self._columns]
        cells = [self.cells(name, columns, numbers) for name in ("year", *present)]
        self.reader.read(cells[0])
        wrong = {row for row in set(zip(*cells, strict=True)) if self._is_odd(row, present)}
        odd = set(odd_ids(self.cells("id", columns, numbers)))
        return odd.union(place for place, row in enumerate(zip(*cells, strict=True)) if row in wrong) if wrong else odd

    def _is_odd(self, row: Sequence[str], names: Sequence[str]) -> bool:
        right = self.derived(row[0])
        return not self.reader.is_clean(row[0]) or row[1:] != tuple([right[name] for name in names])


class _Reading:
    """One pass over the rows of a canonical table."""

    def __init__(self, table: Table, known: Mapping[str, Series]) -> None:
        self._table = table
        self._known = known
        self._columns = {cell.value: index for index, cell in reversed(list(enumerate(table.header)))}
        self._fields: dict[str, _Fields] = {}
        self._numbers: dict[str, int] = {}
        self.findings: list[Diagnostic] = []
        self.editions: dict[str, int] = {}

    @property
    def places(self) -> CardPlaces:
        return CardPlaces(self._table.rows, self._numbers, self._columns)

    def deck_cards(self, series: Series) -> TableCards | None:
        if not self._has_columns(series.languages):
            return None
        count = len(self._table.rows)
        keep = count <= KEPT
        blocks = (range(start, min(start + BLOCK, count)) for start in range(0, count, BLOCK))
        return TableCards([self._block(numbers, series, keep=keep) for numbers in blocks])

    def mix_cards(self) -> TableCards | None:
        if "series" not in self._columns:
            message = "a mixed deck begins with the columns `series, edition`"
            self.findings.append(finding("WM140", message, self._table.header.span))
            return None
        codes = [self._value(row, "series") for row in self._table.rows]
        known = [self._known[code] for code in dict.fromkeys(codes) if code in self._known]
        languages = dict.fromkeys(language for series in known for language in series.languages)
        # Texts of an unknown series may stand in other languages; the series is reported instead.
        if len(known) == len(set(codes)) and not self._has_columns(tuple(languages), MIX_COLUMNS):
            return None
        if not {"id", "year"} <= self._columns.keys():
            return None
        runs = (list(run) for _, run in groupby(range(len(codes)), codes.__getitem__))
        blocks = (run[start : start + BLOCK] for run in runs for start in range(0, len(run), BLOCK))
        usable = ((numbers, codes[numbers[0]]) for numbers in blocks if self._is_known(codes[numbers[0]], numbers))
        return TableCards([self._block(numbers, self._known[code], keep=True) for numbers, code in usable])

    def _has_columns(self, languages: Sequence[str], before: Sequence[str] = ()) -> bool:
        """Tell whether ids and years can be read; report a header that is not canonical."""
        expected = (*before, *canonical_columns(languages, with_symbols="symbols" in self._columns))
        if self._table.header.values != expected:
            message = f"the columns of this deck must be `{', '.join(expected)}`"
            self.findings.append(finding("WM140", message, self._table.header.span))
        return {"id", "year"} <= self._columns.keys()

    def _is_known(self, code: str, numbers: Sequence[int]) -> bool:
        """Tell whether there is the series of these rows; say where it or their edition is wrong."""
        for number in numbers:
            row = self._table.rows[number]
            edition = self._value(row, "edition")
            if code not in self._known:
                self._report("WM143", f"there is no series `{code}`; the card is left out", row, "series")
            elif not edition.isdecimal() or self.editions.setdefault(code, int(edition)) != int(edition):
                message = f"`{edition}` is not the edition of `{code}` in this mix"
                self._report("WM144", message, row, "edition")
        return code in self._known

    def _value(self, row: Row, field: str) -> str:
        index = self._columns.get(field)
        return "" if index is None else row.values[index]

    def _block(self, numbers: Sequence[int], series: Series, *, keep: bool) -> CardBlock:
        fields = self._fields.setdefault(series.code, _Fields(self._table.rows, self._columns, series))
        columns = self._table.rows.columns(numbers)
        odd = fields.odd(columns, numbers)
        kept = array("Q")
        for place, (number, card_id) in enumerate(zip(numbers, fields.cells("id", columns, numbers), strict=True)):
            key = f"{series.code}:{card_id}"
            if (place not in odd and key not in self._numbers) or self._look(number, key, fields):
                self._numbers[key] = number
                kept.append(number)
        whole = len(kept) == len(numbers)
        return CardBlock(fields, numbers if whole else kept, columns if whole and keep else None)

    def _look(self, number: int, key: str, fields: _Fields) -> bool:
        """Say what is wrong with a row; False if it is left out."""
        row = self._table.rows[number]
        card_id, year = self._value(row, "id"), self._value(row, "year")
        if not VALID_ID.fullmatch(card_id):
            self._report("WM125", f"`{card_id}` cannot be an id; the card is left out", row, "id")
            return False
        if key in self._numbers:
            line = self._table.rows[self._numbers[key]].span.line
            message = f"the id `{card_id}` is used already in line {line}; the card is left out"
            self._report("WM127", message, row, "id")
            return False
        if FLOAT_ID.fullmatch(card_id):
            self._report("WM126", f"the id `{card_id}` is a number with decimals", row, "id")
        self.findings += fields.reader.findings(row.cell(self._columns["year"]), card_id, year)
        right = fields.derived(year)
        wrong = [name for name in DERIVED if name in self._columns and self._value(row, name) != right[name]]
        if wrong:
            stated = ", ".join(f"{name} `{self._value(row, name)}`" for name in wrong)
            meant = ", ".join(f"`{right[name]}`" for name in wrong)
            message = f"{stated} disagree with the year `{year}`, which gives {meant}"
            self._report("WM141", message, row, wrong[0], card=card_id)
        return True

    def _report(self, code: str, message: str, row: Row, field: str, *, card: str | None = None) -> None:
        place = row.cell(self._columns[field]).span if field in self._columns else row.span
        series = self._value(row, "series") or next(iter(self._known), None)
        self.findings.append(finding(code, message, place, card=card, series=series))
