"""Decks for other programs: tables for spreadsheets, JSON, an SQLite database, Parquet.

All are written block by block, so that a large deck is never in memory as a whole.
"""

import json
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO

from pydantic import BaseModel, ConfigDict

from ..cards import Card, Deck, Series
from ..ingest import columns_of, disarmed
from ..tables import write_csv

NUMBERS = ("earliest", "latest")
_SOURCE_COLUMNS = ("kind", "ref", "locator", "states_value", "accessed", "archived_url", "checked")
_ROW_GROUP = 65_536  # cards

Value = str | int | None


class MissingLibraryError(Exception):
    """A format needs a library that is not installed; the message says how to get it."""


class DeckDocument(BaseModel):
    """A deck as JSON: the cards with the meaning of their years, and the series they come from."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    deck: str
    edition: int | None
    series: tuple[Series, ...]
    cards: tuple[Card, ...]


def to_csv(deck: Deck, file: BinaryIO) -> None:
    """Write a table of UTF-8 with commas and LF.

    Cells that a spreadsheet would take for formulas get an apostrophe, which `ingest` takes off again.
    """
    file.writelines(_csv(deck, ",", "\n"))


def to_spreadsheet(deck: Deck, file: BinaryIO) -> None:
    """Write a table as spreadsheets open it: as :func:`to_csv`, but a byte order mark, semicolons and CR LF."""
    file.writelines(chain(["\ufeff".encode()], _csv(deck, ";", "\r\n")))


def _csv(deck: Deck, delimiter: str, line_end: str) -> Iterator[bytes]:
    names = (*(("series",) if len(deck.series) > 1 else ()), *deck.fields())
    yield write_csv([names], delimiter, line_end)
    for block in deck.blocks():
        columns = (map(disarmed, column) for column in columns_of(block, names))
        yield write_csv(zip(*columns, strict=True), delimiter, line_end)


def to_json(deck: Deck, file: BinaryIO) -> None:
    """Write a :class:`DeckDocument` as indented JSON."""
    document = DeckDocument(deck=deck.name, edition=deck.edition, series=tuple(deck.series.values()), cards=())
    values = document.model_dump(mode="json", exclude={"series": {"__all__": {"raw", "severity"}}})
    frame = json.dumps(values, ensure_ascii=False, indent=1).encode()
    if not len(deck):
        file.write(frame + b"\n")
        return
    # Card by card, so that a large deck is never in memory as values; the cards are the last part of the document.
    file.write(frame.removesuffix(b"]\n}"))
    for number, card in enumerate(deck):
        text = card.model_dump_json(indent=1).replace("\n", "\n  ")
        file.write(f"{',' if number else ''}\n  {text}".encode())
    file.write(b"\n ]\n}\n")


def to_sqlite(deck: Deck, file: BinaryIO) -> None:
    """Write a database with the tables `cards`, `sources` and `tags`, joined by series and card."""
    with tempfile.TemporaryDirectory(prefix="wildmix-") as folder:
        made = Path(folder, "deck.sqlite")
        with closing(sqlite3.connect(made)) as database, database:
            _fill_database(deck, database)
        with made.open("rb") as content:
            shutil.copyfileobj(content, file)


def _fill_database(deck: Deck, database: sqlite3.Connection) -> None:
    names = _names(deck)
    typed = ", ".join(f'"{name}" {"INTEGER" if name in NUMBERS else "TEXT"}' for name in names)
    database.execute(f"CREATE TABLE cards ({typed}, PRIMARY KEY (series, id))")
    parts = ", ".join(f"{name} TEXT" for name in _SOURCE_COLUMNS[:-1])
    database.execute(f"CREATE TABLE sources (series TEXT, card TEXT, number INTEGER, {parts}, checked INTEGER)")
    database.execute("CREATE TABLE tags (series TEXT, card TEXT, tag TEXT)")
    for block in deck.blocks():
        _fill(database, "cards", len(names), zip(*_typed(block, names), strict=True))
        _fill(database, "sources", 3 + len(_SOURCE_COLUMNS), _sources(block))
        _fill(database, "tags", 3, _tags(block))


def _fill(database: sqlite3.Connection, table: str, width: int, rows: Iterable[Sequence[object]]) -> None:
    marks = ", ".join("?" * width)
    database.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)  # noqa: S608 - both are ours


def _sources(block: Deck) -> Iterator[tuple[object, ...]]:
    for series, card, sources in _of_cards(block, "sources"):
        for number, source in enumerate(sources, 1):
            yield (series, card, number, *(getattr(source, name) for name in _SOURCE_COLUMNS))


def _tags(block: Deck) -> Iterator[tuple[object, ...]]:
    return ((series, card, tag) for series, card, tags in _of_cards(block, "tags") for tag in tags)


def _of_cards(block: Deck, name: str) -> Iterator[tuple[str, str, Sequence[object]]]:
    return zip(block.column("series"), block.column("id"), block.column(name), strict=True)


def to_parquet(deck: Deck, file: BinaryIO) -> None:
    """Write a Parquet file with a row per card; raises MissingLibraryError, nothing written, without pyarrow."""
    try:
        import pandas as pd  # noqa: PLC0415 - slow to import, needed here only
        import pyarrow as pa  # noqa: PLC0415 - likewise, and an optional extra
        from pyarrow import parquet  # noqa: PLC0415 - likewise
    except ImportError as error:
        raise MissingLibraryError("Parquet needs pyarrow: pip install 'wildmix[parquet]'") from error
    names = _names(deck)
    types = {name: "Int64" if name in NUMBERS else "string" for name in names}
    # What pandas notes in the schema makes it read whole numbers with gaps as whole numbers.
    noted = pa.Schema.from_pandas(pd.DataFrame(columns=list(names)).astype(types), preserve_index=False)
    kinds = [(name, pa.int64() if name in NUMBERS else pa.string()) for name in names]
    schema = pa.schema(kinds, metadata=noted.metadata)
    with parquet.ParquetWriter(file, schema) as writer:
        waiting: list[Any] = []
        for block in deck.blocks():
            waiting.append(pa.table(dict(zip(names, _typed(block, names), strict=True)), schema=schema))
            if sum(map(len, waiting)) >= _ROW_GROUP:
                writer.write_table(pa.concat_tables(waiting))
                waiting = []
        if waiting:
            writer.write_table(pa.concat_tables(waiting))


FORMATS: Mapping[str, Callable[[Deck, BinaryIO], None]] = {
    "csv": to_csv,
    "json": to_json,
    "sqlite": to_sqlite,
    "parquet": to_parquet,
}


def _names(deck: Deck) -> tuple[str, ...]:
    return ("series", *(name for name in deck.fields() if name != "series"))


def _typed(block: Deck, names: Sequence[str]) -> Iterator[Sequence[Value]]:
    """Yield the columns of a block, ends of intervals as numbers."""
    for name in names:
        if name in NUMBERS:
            yield [getattr(interval, name, None) for interval in block.column("interval")]
        else:
            yield from columns_of(block, [name])
