"""Decks for other programs: what is written is read back."""

import csv
import io
import json
import re
import sqlite3
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import BinaryIO

import pytest
from bundled import ROOT, copy
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st
from ingest_samples import card_lists, series

from pipeline.cards import Card, Deck
from pipeline.cli import main
from pipeline.ingest import ingest
from pipeline.publish.decks import DeckDocument, to_csv, to_json, to_spreadsheet, to_sqlite
from pipeline.tables import read_table
from pipeline.workspace import Workspace

FRAUEN = series()


def deck(cards: list[Card]) -> Deck:
    return Deck("frauen/1", {"frauen": FRAUEN}, tuple(cards), 1)


def written(write: Callable[[Deck, BinaryIO], None], cards: Deck) -> bytes:
    file = io.BytesIO()
    write(cards, file)
    return file.getvalue()


def wildmix(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, catch_exceptions=False)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = copy(tmp_path)
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture(scope="module")
def bundled() -> Deck:
    loaded = Workspace(ROOT).load_edition("frauen", 2).deck
    assert loaded
    return loaded


@pytest.mark.parametrize("write", [to_csv, to_spreadsheet])
def test_a_table_for_spreadsheets_is_read_back_equal(write: Callable[[Deck, BinaryIO], None], bundled: Deck) -> None:
    table, findings = read_table(written(write, bundled), "x.csv")
    assert table
    assert findings == []
    again, findings = ingest(table, bundled.series["frauen"], 2)
    assert findings == []
    assert again == bundled


NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")
DANGEROUS = ("=1+1", "+49 30", "-x", "@SUM(A1)", "'=x", "\t=1", "\r=1", "''+")


@given(card_lists(FRAUEN), st.sampled_from(DANGEROUS), st.booleans())
def test_no_cell_is_a_formula_and_every_one_comes_back(cards: list[Card], text: str, spreadsheet: bool) -> None:
    first = cards[0].model_copy(update={"event": {"de": text}})
    content = written(to_spreadsheet if spreadsheet else to_csv, deck([first, *cards[1:]])).decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(content, newline=""), delimiter=";" if spreadsheet else ","))
    numbers = {rows[0].index(name) for name in ("earliest", "latest")}
    texts = [cell for row in rows for index, cell in enumerate(row) if index not in numbers]
    assert not [
        cell for cell in texts if cell.startswith(("=", "+", "-", "@", "\t", "\r")) and not NUMBER.fullmatch(cell)
    ]
    assert rows[1][1] == f"'{text}"


def test_a_spreadsheet_gets_a_mark_semicolons_and_cr_lf(bundled: Deck) -> None:
    content = written(to_spreadsheet, bundled)
    assert content.startswith("\ufeffid;event_de;event_en;year;earliest;".encode())
    assert content.count(b"\r\n") == content.count(b"\n") == 101
    assert b";-2999;" in content


@given(card_lists(FRAUEN))
def test_json_holds_the_whole_deck(cards: list[Card]) -> None:
    read = DeckDocument.model_validate_json(written(to_json, deck(cards)))
    assert read == DeckDocument(deck="frauen/1", edition=1, series=(FRAUEN,), cards=tuple(cards))


def test_a_database_answers_questions(bundled: Deck) -> None:
    database = sqlite3.connect(":memory:")
    database.deserialize(written(to_sqlite, bundled))
    assert database.execute("SELECT count(*), min(earliest), typeof(min(earliest)) FROM cards").fetchall() == [
        (100, -2999, "integer")
    ]
    joined = "SELECT count(*) FROM cards JOIN sources ON series = sources.series AND id = card WHERE checked"
    assert database.execute(joined.replace("ON series", "ON cards.series")).fetchone() == (
        sum(len(card.sources) for card in bundled),
    )
    assert database.execute("SELECT count(DISTINCT tag) FROM tags").fetchone()[0] > 5
    database.close()
    assert written(to_sqlite, bundled) == written(to_sqlite, bundled)


@pytest.mark.skipif(find_spec("pyarrow") is None, reason="Parquet is an optional extra")
def test_parquet_keeps_numbers_as_numbers(here: Path) -> None:
    import pandas as pd  # noqa: PLC0415 - slow to import, and only where pyarrow is

    assert wildmix("export", "wildmix", "--to", "parquet", "--out", "x.parquet").exit_code == 0
    frame = pd.read_parquet(here / "x.parquet")
    assert frame["earliest"].dtype == "Int64"
    assert set(frame["series"]) == {"frauen", "seefahrer"}


@pytest.mark.skipif(find_spec("pyarrow") is not None, reason="pyarrow is there")
def test_without_pyarrow_parquet_says_what_to_install(here: Path) -> None:
    result = wildmix("export", "frauen", "--to", "parquet")
    assert result.exit_code == 2
    assert "pip install 'wildmix[parquet]'" in result.stderr
    assert not (here / "frauen-2.parquet").exists()


@pytest.mark.parametrize(
    ("name", "target", "file"),
    [
        ("frauen", "csv", "frauen-2.csv"),
        ("frauen/1", "json", "frauen-1.json"),
        ("wildmix", "sqlite", "wildmix.sqlite"),
        ("data/raw/frauen.csv", "json", "frauen.json"),
    ],
)
def test_the_file_is_named_after_the_deck(name: str, target: str, file: str, here: Path) -> None:
    result = wildmix("export", name, "--to", target)
    assert f"wrote {file}\n" in result.stdout
    assert (here / file).stat().st_size > 10_000


@pytest.mark.usefixtures("here")
def test_standard_output_holds_nothing_else() -> None:
    result = wildmix("export", "frauen", "--to", "json", "--out", "-")
    assert json.loads(result.stdout)["deck"] == "frauen/2"
    assert "checked 100 cards" in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("nothing", "--to", "csv"),
        ("frauen",),
        ("frauen", "--to", "json", "--spreadsheet"),
        ("frauen", "--to", "json", "--out", "-", "--format", "json"),
        ("frauen", "--to", "csv", "--out", "data"),
    ],
)
@pytest.mark.usefixtures("here")
def test_wrong_usage(arguments: tuple[str, ...]) -> None:
    assert wildmix("export", *arguments).exit_code == 2
