"""The main job on the bundled workspace: clean as it stands, not clean without its corrigenda, the same bytes again."""

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from bundled import ROOT, WILDMIX, build, contents, copy

from pipeline.cards import Deck
from pipeline.workspace import Workspace

SERIES = ("frauen", "seefahrer", "erfindungen", "natur")


def codes(report: dict[str, Any], *severities: str) -> list[str]:
    return [found["code"] for found in report["findings"] if found["severity"] in severities]


def forget_corrections(here: Path) -> None:
    """Take the workspace back to before its first letter."""
    for code in SERIES:
        folder = here / "data/decks" / code
        (folder / "corrigenda.json").unlink()
        (folder / "2.csv").unlink()
        series = folder / "series.toml"
        series.write_text(re.split(r"\n(?=\[\[editions\]\]\nnumber = 2)", series.read_text("utf-8"))[0], "utf-8")


def test_the_bundled_workspace_ends_clean_and_a_second_run_changes_no_byte(tmp_path: Path) -> None:
    here = copy(tmp_path)
    before = contents(here)
    status, report = build(here)
    assert (status, codes(report, "error", "warning")) == (0, [])
    assert {name: data for name, data in contents(here).items() if name in before} == before
    made = contents(here)
    assert sorted(made.keys() - before.keys()) == [
        "print/out/erfindungen-2.pdf",
        "print/out/frauen-2.pdf",
        "print/out/grosse-mischung.pdf",
        "print/out/natur-2.pdf",
        "print/out/seefahrer-2.pdf",
        "print/out/wildmix.pdf",
    ]
    status, report = build(here)
    assert status == 0
    assert contents(here) == made
    assert sum(stage["written"] for stage in report["stages"]) == 0


def test_the_table_tells_what_each_stage_did(tmp_path: Path) -> None:
    _, report = build(copy(tmp_path))
    stages = {stage["stage"]: stage for stage in report["stages"]}
    assert list(stages) == ["ingest", "corrigenda", "check", "duplicates", "mix", "print", "replay"]
    assert stages["ingest"]["checked"] == {"cards": 400}
    assert stages["corrigenda"]["checked"] == {"cards": 400, "entries": 48}
    assert stages["print"]["checked"]["printed cards"] == 836
    assert stages["replay"]["read"] == {"replays": 35}


def test_everything_derived_is_made_anew(tmp_path: Path) -> None:
    here = copy(tmp_path)
    before = contents(here)
    (here / "data/decks/wildmix.csv").unlink()
    (here / "data/decks/frauen/1.csv").unlink()
    status, _ = build(here)
    assert status == 0
    assert before.items() <= contents(here).items()


def test_without_its_corrigenda_the_workspace_is_not_clean(tmp_path: Path) -> None:
    here = copy(tmp_path)
    forget_corrections(here)
    status, report = build(here)
    assert status == 1
    errors = {(found["code"], found["card"]) for found in report["findings"] if found["severity"] == "error"}
    unread = {("WM201", card) for card in ("F057", "S077", "E007", "N080", "N082")}
    assert unread | {("WM502", "S079")} <= errors
    doubted = {found["card"] for found in report["findings"] if found["severity"] == "warning"}
    assert {"F066", "F038", "F042", "F085", "S012", "S021", "S043", "E010", "E033", "E039", "E068"} <= doubted


def test_a_difference_is_shown_and_nothing_written(tmp_path: Path) -> None:
    here = copy(tmp_path)
    (here / "data/decks/wildmix.csv").unlink()
    before = contents(here)
    done = subprocess.run([WILDMIX, "build", "--diff"], cwd=here, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "+++ data/decks/wildmix.csv" in done.stdout
    assert "would write print/out/frauen-2.pdf" in done.stdout
    assert contents(here) == before


# What docs/specimen-errors.md says is true of the decks.

ROW = re.compile(r"^\| (?P<card>[FSEN]\d{3}) \| `(?P<field>\w+)` \| (?P<old>.*?) \| (?P<new>.*?) \|", re.MULTILINE)
LISTED = [match.groupdict() for match in ROW.finditer((ROOT / "docs/specimen-errors.md").read_text(encoding="utf-8"))]


@pytest.fixture(scope="module")
def decks() -> dict[str, Deck]:
    workspace = Workspace(ROOT)
    loaded = {
        f"{code[0].upper()}{number}": workspace.load_edition(code, number).deck for code in SERIES for number in (1, 2)
    }
    return {name: deck for name, deck in loaded.items() if deck}


def parts(shown: str) -> list[str]:
    """The text between the marks that stand for what was left out."""
    return [part.strip() for part in shown.split("…") if part.strip()]


@pytest.mark.parametrize("row", LISTED, ids=lambda row: f"{row['card']}-{row['field']}")
def test_each_known_error_stands_in_edition_1_and_is_mended_in_edition_2(
    row: dict[str, str], decks: dict[str, Deck]
) -> None:
    first, second = (decks[f"{row['card'][0]}{number}"].card(row["card"]) for number in (1, 2))
    assert first is not None
    assert second is not None
    old, new = first.value(row["field"]) or "", second.value(row["field"]) or ""
    assert old != new
    assert all(part in old for part in parts(row["old"]))
    assert all(part in new for part in parts(row["new"]))


def test_no_other_field_differs_between_the_editions(decks: dict[str, Deck]) -> None:
    changed = set()
    for letter in "FSEN":
        for card in decks[f"{letter}1"]:
            newer = decks[f"{letter}2"].card(card.id)
            assert newer is not None
            changed |= {
                (card.id, name) for name in decks[f"{letter}1"].fields() if card.value(name) != newer.value(name)
            }
    assert changed == {(row["card"], row["field"]) for row in LISTED}


def test_the_series_are_as_large_as_promised_and_every_card_has_a_checked_source(decks: dict[str, Deck]) -> None:
    for deck in decks.values():
        assert len(deck) >= 96
        assert [card.id for card in deck if not any(source.checked for source in card.sources)] == []
        assert [card.id for card in deck if {*card.event} != {"de", "en"} or {*card.comment} != {"de", "en"}] == []


def test_the_published_series_are_listed() -> None:
    lines = (ROOT / "data/decks/published-series.csv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 32
    assert "12,Deutschland,Uwe Rosenberg" in lines
