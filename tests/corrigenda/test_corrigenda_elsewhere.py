"""What check says of entries that wait: cards of other series on the same event, recorded games that would flip."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from corrigenda_samples import FIRST, entry, file

from pipeline.cards import Card, Deck
from pipeline.cli import main
from pipeline.corrigenda import write_corrigenda
from pipeline.duplicates import Decisions, write_decisions
from pipeline.ingest import write_deck

SERIES = """\
code = "{0}"
languages = ["de", "en"]

[titles]
de = "{0}"

[colour]
cmyk = [0, 50, 50, 0]
srgb = "#cc8888"

[[editions]]
number = 1
year = 2021
"""


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """Return a workspace of two series whose first cards were decided to tell one event, and one recorded game."""
    (tmp_path / "wildmix.toml").write_text("")
    town = tuple(card.model_copy(update={"series": "stadt"}) for card in FIRST)
    decks = {"dorf": FIRST, "stadt": Deck("stadt/1", {"stadt": FIRST.series["dorf"]}, town, 1)}
    for code, deck in decks.items():
        folder = tmp_path / "data" / "decks" / code
        folder.mkdir(parents=True)
        (folder / "series.toml").write_text(SERIES.format(code))
        (folder / "1.csv").write_bytes(write_deck(deck))
    series = tmp_path / "data" / "decks"
    (series / "dorf" / "corrigenda.json").write_bytes(write_corrigenda(file(entry())))
    decided = Decisions().with_answer(_card("dorf"), _card("stadt"), "same", "2026-01-01", "editor")
    (series / "duplicates.csv").write_bytes(write_decisions(decided))
    (tmp_path / "data" / "replays").mkdir()
    return tmp_path


def _card(code: str) -> Card:
    return FIRST.cards[0].model_copy(update={"series": code})


def findings(here: Path) -> list[dict[str, Any]]:
    words = ["--workspace", str(here), "corrigenda", "check", "--format", "json"]
    found: list[dict[str, Any]] = json.loads(CliRunner().invoke(main, words, catch_exceptions=False).stdout)["findings"]
    return found


def test_a_year_that_excludes_that_of_another_series_is_a_warning(here: Path) -> None:
    (found,) = findings(here)
    assert (found["code"], found["severity"], found["card"]) == ("WM462", "warning", "D1")
    assert "`stadt:D1` tells the same event and prints `1903`, not `1905`" in found["message"]


def test_a_recorded_game_that_would_flip_is_a_note_with_the_two_cards(here: Path) -> None:
    (here / "data" / "decks" / "duplicates.csv").unlink()
    corrected = entry(new="1960", sources=[{**one, "states_value": "1960"} for one in entry().model_dump()["sources"]])
    (here / "data" / "decks" / "dorf" / "corrigenda.json").write_bytes(write_corrigenda(file(corrected)))
    digest = hashlib.sha256((here / "data" / "decks" / "dorf" / "1.csv").read_bytes()).hexdigest()
    head = {"replay": 1, "rules": "anno-domini", "options": {"hand": 1}, "deck": "dorf/1", "sha256": digest}
    lines = [
        {**head, "players": ["A", "B"], "order": ["D1", "D2", "D4", "D3"]},
        {"by": 0, "do": "insert", "card": "D1", "at": 0},
        {"by": 1, "do": "doubt"},
    ]
    (here / "data" / "replays" / "game.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    found = [one for one in findings(here) if one["code"] == "WM463"]
    assert [(one["severity"], one["card"]) for one in found] == [("note", "D1")]
    assert found[0]["message"].endswith("a row counts as wrong that was correct: `D1` before `D4`")
