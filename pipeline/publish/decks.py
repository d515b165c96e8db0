"""Decks for other programs: tables for spreadsheets, JSON, an SQLite database, Parquet."""

import io
import json
import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain

from pydantic import BaseModel, ConfigDict

from ..cards import Card, Deck, Series
from ..ingest import disarmed

_NEEDS_QUOTES = re.compile(r'[",;\r\n]')
NUMBERS = ("earliest", "latest")
_SOURCE_COLUMNS = ("kind", "ref", "locator", "states_value", "accessed", "archived_url", "checked")


class MissingLibraryError(Exception):
    """A format needs a library that is not installed; the message says how to get it."""


class DeckDocument(BaseModel):
    """A deck as JSON: the cards with the meaning of their years, and the series they come from."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    deck: str
    edition: int | None
    series: tuple[Series, ...]
    cards: tuple[Card, ...]


def to_csv(deck: Deck, *, spreadsheet: bool = False) -> bytes:
    """Return a table of UTF-8: commas and LF, for spreadsheets a byte order mark, semicolons and CR LF.

    Cells that a spreadsheet would take for formulas get an apostrophe, which `ingest` takes off again.
    """
    delimiter, line_end = (";", "\r\n") if spreadsheet else (",", "\n")
    rows = chain([_columns(deck)], (map(disarmed, row) for row in _rows(deck)))
    text = "".join(delimiter.join(map(_quoted, row)) + line_end for row in rows)
    return text.encode("utf-8-sig" if spreadsheet else "utf-8")


def _quoted(value: str) -> str:
    return '"' + value.replace('"', '""') + '"' if _NEEDS_QUOTES.search(value) else value


def to_json(deck: Deck) -> bytes:
    """Return a :class:`DeckDocument` as indented JSON."""
    document = DeckDocument(deck=deck.name, edition=deck.edition, series=tuple(deck.series.values()), cards=())
    frame = _indented(document.model_dump(mode="json", exclude={"series": {"__all__": {"raw", "severity"}}}))
    if not len(deck):
        return f"{frame}\n".encode()
    # Card by card, so that a large deck is never in memory as values; the cards are the last part of the document.
    content = io.BytesIO()
    content.write(frame.removesuffix("]\n}").encode("utf-8"))
    for number, card in enumerate(deck):
        text = _indented(card.model_dump(mode="json")).replace("\n", "\n  ")
        content.write(f"{',' if number else ''}\n  {text}".encode())
    content.write(b"\n ]\n}\n")
    return content.getvalue()


def _indented(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)


def to_sqlite(deck: Deck) -> bytes:
    """Return a database with the tables `cards`, `sources` and `tags`, joined by series and card."""
    columns = ("series", *(name for name in _columns(deck) if name != "series"))
    with sqlite3.connect(":memory:") as database:
        typed = ", ".join(f'"{name}" {"INTEGER" if name in NUMBERS else "TEXT"}' for name in columns)
        database.execute(f"CREATE TABLE cards ({typed}, PRIMARY KEY (series, id))")
        parts = ", ".join(f"{name} TEXT" for name in _SOURCE_COLUMNS[:-1])
        database.execute(f"CREATE TABLE sources (series TEXT, card TEXT, number INTEGER, {parts}, checked INTEGER)")
        database.execute("CREATE TABLE tags (series TEXT, card TEXT, tag TEXT)")
        _fill(database, "cards", len(columns), (_typed(card, columns) for card in deck))
        _fill(database, "sources", 3 + len(_SOURCE_COLUMNS), _sources(deck))
        _fill(database, "tags", 3, ((card.series, card.id, tag) for card in deck for tag in card.tags))
        database.commit()
        content = database.serialize()
    database.close()
    return content


def to_parquet(deck: Deck) -> bytes:
    """Return a Parquet file with a row per card; raises MissingLibraryError without pyarrow."""
    import pandas as pd  # noqa: PLC0415 - slow to import, needed here only

    columns = ("series", *(name for name in _columns(deck) if name != "series"))
    frame = pd.DataFrame([_typed(card, columns) for card in deck], columns=list(columns), dtype="object")
    types = {name: "Int64" if name in NUMBERS else "string" for name in columns}
    content = io.BytesIO()
    try:
        frame.astype(types).to_parquet(content, engine="pyarrow", index=False)
    except ImportError as error:
        raise MissingLibraryError("Parquet needs pyarrow: pip install 'wildmix[parquet]'") from error
    return content.getvalue()


FORMATS: Mapping[str, Callable[[Deck], bytes]] = {
    "csv": to_csv,
    "json": to_json,
    "sqlite": to_sqlite,
    "parquet": to_parquet,
}


def _columns(deck: Deck) -> tuple[str, ...]:
    return (*(("series",) if len(deck.series) > 1 else ()), *deck.fields())


def _rows(deck: Deck) -> Iterator[list[str]]:
    columns = _columns(deck)
    for card in deck:
        yield ["" if value is None else str(value) for value in _typed(card, columns)]


def _typed(card: Card, columns: Sequence[str]) -> list[str | int | None]:
    derived = {
        "series": card.series,
        "earliest": card.interval.earliest if card.interval else None,
        "latest": card.interval.latest if card.interval else None,
        "edtf": card.edtf,
    }
    return [derived[name] if name in derived else card.value(name) for name in columns]


def _sources(deck: Deck) -> Iterator[tuple[object, ...]]:
    for card in deck:
        for number, source in enumerate(card.sources, 1):
            yield (card.series, card.id, number, *(getattr(source, name) for name in _SOURCE_COLUMNS))


def _fill(database: sqlite3.Connection, table: str, width: int, rows: Iterator[Sequence[object]]) -> None:
    marks = ", ".join("?" * width)
    database.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)  # noqa: S608 - both are ours
