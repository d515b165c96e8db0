"""What the checks find in the bundled tables: the misprints listed in docs/specimen-errors.md, and nothing else."""

import tomllib
from pathlib import Path

import pytest

from pipeline.cards import Series
from pipeline.checks import run_checks
from pipeline.ingest import ingest
from pipeline.tables import read_table

ROOT = Path(__file__).parent.parent.parent
MISPRINTS = {
    "frauen": {
        ("WM201", "F057"),
        ("WM306", "F066"),
        *(("WM307", card) for card in ("F038", "F042", "F045", "F066", "F085")),
    },
    "seefahrer": {
        ("WM201", "S077"),
        ("WM306", "S043"),
        *(("WM307", card) for card in ("S012", "S021", "S043", "S079")),
    },
    "erfindungen": {("WM201", "E007"), *(("WM307", card) for card in ("E010", "E033", "E039", "E068"))},
    "natur": {("WM201", "N080"), ("WM201", "N082"), *(("WM307", card) for card in ("N002", "N034", "N067"))},
}


@pytest.mark.parametrize("code", MISPRINTS)
def test_the_wrong_years_of_the_first_printing_are_found_and_no_others(code: str) -> None:
    series = Series.model_validate(tomllib.loads((ROOT / f"data/decks/{code}/series.toml").read_text("utf-8")))
    assert series.raw
    table, findings = read_table((ROOT / series.raw.file).read_bytes(), series.raw.file)
    assert table
    assert findings == []
    deck, found = ingest(table, series, 1)
    assert deck
    assert len(deck) == 100
    assert {(each.code, each.card) for each in (*found, *run_checks(deck))} == MISPRINTS[code]
