"""What the columns of a publisher's table mean: cells to values of cards, many at a time, in normal form."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from ..cards import Series, split_tags
from ..sources import Source, parse_sources
from ..tables import Row, Rows, Table
from ..trusted import trusted
from ..years import YearInterval
from .columns import ColumnMapping
from .headings import TEXT_KINDS, read_answer, read_heading
from .ids import clean_ids
from .lazy import Columns
from .spreadsheets import all_rearmed, rearmed
from .text import normal_column, normal_text, normal_year
from .year import YearReader

_MOST_REMEMBERED = 65_536  # different cells of sources


class TableFields:
    """The fields of the cards of one series in a table, read column by column; few texts are different in many rows."""

    def __init__(self, table: Table, series: Series, mapping: ColumnMapping) -> None:
        """Take the table and which column is what."""
        self._mapping = mapping
        self._labels = {index: _label(table.header.values[index]) for index in mapping.all_of("tags")}
        self._years: dict[str, str] = {}
        self._intervals: dict[str, YearInterval | None] = {}
        self._odd_years: set[str] = set()
        self._answers: dict[str, bool | None] = {}
        self._of_text: dict[bool | None, dict[str, tuple[Source, ...]]] = {}
        self.series = series.code
        self.rows: Rows = table.rows
        self.reader = YearReader(series)
        self.new_ids: dict[int, str] = {}
        self.texts: Mapping[str, Sequence[tuple[str, str]]] = {
            kind: [(lang, name) for lang in series.languages if (name := f"{kind}_{lang}") in mapping.columns]
            for kind in TEXT_KINDS
        }

    def column(self, name: str, columns: Columns, numbers: Sequence[int]) -> Sequence[Any]:
        """Return an attribute of the cards in the rows with these `numbers`, of which `columns` are the cells."""
        match name:
            case "id":
                return self._all_ids(columns, numbers)
            case "year" | "interval" | "edtf":
                return self._of_years(name, columns)
            case "sources":
                return self._sources(columns, len(numbers))
            case "tags":
                return self._tags(columns, len(numbers))
        cells = self._cells(name, columns)
        return [""] * len(numbers) if cells is None else normal_column(all_rearmed(cells))

    def ids(self, columns: Columns) -> list[str] | None:
        """Return the ids that stand in the table, None if it has none."""
        cells = self._cells("id", columns)
        return None if cells is None else clean_ids(all_rearmed(cells))

    def year(self, cell: str) -> str:
        """Return the year in a cell in normal form."""
        return normal_year(rearmed(cell))

    def answer(self, cell: str) -> bool | None:
        """Tell whether a cell says yes or no, None if it says neither."""
        if cell not in self._answers:
            self._answers[cell] = read_answer(normal_text(rearmed(cell)))
        return self._answers[cell]

    def events(self, row: Row) -> dict[str, str]:
        """Return the events in one row by language."""
        cells = ((language, row.values[self._mapping.columns[name]]) for language, name in self.texts["event"])
        return {language: text for language, cell in cells if (text := normal_text(rearmed(cell)))}

    def odd_years(self, columns: Columns) -> set[str]:
        """Return the cells of the year column of which there is something to say."""
        cells = set(columns[self._mapping.columns["year"]])
        fresh = {cell: self.year(cell) for cell in cells.difference(self._years)}
        self.reader.read(fresh.values())
        self._years |= fresh
        self._intervals |= {cell: self.reader.interval(year) for cell, year in fresh.items()}
        self._odd_years.update(cell for cell, year in fresh.items() if not self.reader.is_clean(year))
        return cells & self._odd_years

    def odd_answers(self, columns: Columns) -> set[str]:
        """Return the cells that should say whether sources were checked, and do not."""
        return {cell for cell in set(self._cells("checked", columns) or ()) if self.answer(cell) is None}

    def _cells(self, name: str, columns: Columns) -> Sequence[str] | None:
        index = self._mapping.columns.get(name)
        return None if index is None else columns[index]

    def _all_ids(self, columns: Columns, numbers: Sequence[int]) -> Sequence[str]:
        given = self.ids(columns)
        if given is None:
            return [self.new_ids[number] for number in numbers]
        if self.new_ids:
            return [self.new_ids.get(number, card_id) for number, card_id in zip(numbers, given, strict=True)]
        return given

    def _of_years(self, name: str, columns: Columns) -> Sequence[str | YearInterval | None]:
        cells = columns[self._mapping.columns["year"]]
        if name == "edtf":
            meant = {cell: self.reader.edtf(self._years[cell]) for cell in set(cells)}
            return list(map(meant.__getitem__, cells))
        known: Mapping[str, str | YearInterval | None] = self._years if name == "year" else self._intervals
        return list(map(known.__getitem__, cells))

    def _sources(self, columns: Columns, count: int) -> Sequence[tuple[Source, ...]]:
        listed = [all_rearmed(columns[index]) for index in self._mapping.all_of("sources")]
        if not listed:
            return [()] * count
        texts = listed[0] if len(listed) == 1 else ["\n".join(cells) for cells in zip(*listed, strict=True)]
        answers = self._cells("checked", columns)
        if answers is None or len(set(answers)) == 1:
            checked = answers is not None and self.answer(answers[0])
            known = self._of_text.setdefault(checked, {})
            if len(known) > _MOST_REMEMBERED:
                known.clear()
            known |= {text: _normal_sources(text, checked=checked) for text in set(texts).difference(known)}
            return list(map(known.__getitem__, texts))
        # "checked" belongs to the sources of each card.
        pairs = list(zip(texts, answers, strict=True))
        both = {pair: _normal_sources(pair[0], checked=self.answer(pair[1])) for pair in set(pairs)}
        return [both[pair] for pair in pairs]

    def _tags(self, columns: Columns, count: int) -> Sequence[tuple[str, ...]]:
        listed = [columns[index] for index in self._mapping.all_of("tags")]
        rows = list(zip(*listed, strict=True)) if listed else [()] * count
        read = {cells: self._tags_of(cells) for cells in set(rows)}
        return list(map(read.__getitem__, rows))

    def _tags_of(self, cells: Sequence[str]) -> tuple[str, ...]:
        """Return the tags of all their columns; one whose heading is no word for tags stands before its values."""
        tags: list[str] = []
        for label, cell in zip(self._labels.values(), cells, strict=True):
            tags += (f"{label}{tag}" for tag in split_tags(normal_tags(rearmed(cell))))
        return tuple(dict.fromkeys(tags))


def normal_tags(text: str) -> str:
    """Return a cell of tags in normal form, line breaks kept: they separate tags."""
    return "\n".join(normal_text(line) for line in text.splitlines())


def _label(heading: str) -> str:
    """Return what stands before the tags of a column: nothing if its heading is a word for tags."""
    known = read_heading(heading)
    return "" if known and known.kind == "tags" else f"{normal_text(heading).replace(',', '').replace(';', '')}: "


@lru_cache(maxsize=_MOST_REMEMBERED)
def _normal_sources(text: str, *, checked: bool | None) -> tuple[Source, ...]:
    sources = tuple(map(_normal_source, parse_sources(text)))
    return tuple(trusted(Source, {**vars(source), "checked": True}) for source in sources) if checked else sources


def _normal_source(source: Source) -> Source:
    parts = ("ref", "locator", "states_value", "accessed", "archived_url")
    normal = {part: normal_text(value) for part in parts if (value := getattr(source, part))}
    changed = {part: text for part, text in normal.items() if text != getattr(source, part)}
    return source.model_copy(update=changed) if changed else source
