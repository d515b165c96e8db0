"""`--select`, `--ignore` and the severities of a series."""

import json
from pathlib import Path

import pytest
from bundled import copy
from click.testing import CliRunner, Result

from pipeline.cli import main

TABLE = 'Ereignis;Jahr\nDas Schiff (1912) sinkt;1912\nDer "Zug" fährt;Mai 03\n'


def wildmix(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, catch_exceptions=False)


def codes(*arguments: str) -> list[str]:
    return [found["code"] for found in json.loads(wildmix("check", "--format", "json", *arguments).stdout)["findings"]]


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text(TABLE, encoding="utf-8")
    return "t.csv"


def test_findings_are_chosen_by_the_beginning_of_their_codes(table: str) -> None:
    assert codes(table) == ["WM310", "WM305", "WM316", "WM201"]
    assert codes(table, "--select", "WM3") == ["WM310", "WM305", "WM316"]
    assert codes(table, "--select", "wm201, WM305") == ["WM305", "WM201"]
    assert codes(table, "--select", "WM3", "--ignore", "WM31") == ["WM305"]
    assert codes(table, "--ignore", "WM3", "--ignore", "WM2") == []


def test_what_is_left_out_does_not_count(table: str) -> None:
    assert wildmix("check", table).exit_code == 1
    assert wildmix("check", table, "--ignore", "WM201").exit_code == 0


def test_notes_that_were_asked_for_are_shown(table: str) -> None:
    assert "note[WM316]" not in wildmix("check", table).stdout
    assert "note[WM316]" in wildmix("check", table, "--select", "WM316").stdout


def test_a_code_that_does_not_exist_is_wrong_usage(table: str) -> None:
    result = wildmix("check", table, "--select", "WM3,E501")
    assert result.exit_code == 2
    assert "`E501` begins no code" in result.stderr


def test_nothing_checked_stays_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "wildmix.toml").write_text("", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert wildmix("check").exit_code == 1


@pytest.mark.parametrize(
    ("severity", "status", "said"),
    [("ignore", 0, "checked 1 deck, 100 cards: no findings"), ("error", 1, "error[WM304]"), ("note", 0, "1 note (-v")],
)
def test_a_series_says_how_grave_a_finding_is(
    severity: str, status: int, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = copy(tmp_path)
    monkeypatch.chdir(here)
    series = here / "data/decks/frauen/series.toml"
    text = series.read_text(encoding="utf-8").replace("released = true", "released = false")
    series.write_text(f'{text}\n[severity]\nWM304 = "{severity}"\n', encoding="utf-8")
    deck = here / "data/decks/frauen/2.csv"
    first = deck.read_text(encoding="utf-8").replace("allein um die Welt.", "allein um die Welt." + " Wieder." * 20, 1)
    deck.write_text(first, encoding="utf-8")
    result = wildmix("check", "frauen")
    assert said in result.stdout
    assert result.exit_code == status


@pytest.mark.parametrize(("code", "reason"), [("WM999", "there is no finding"), ("WM109", "`WM109` stays an error")])
def test_what_must_be_known_cannot_be_silenced(
    code: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = copy(tmp_path)
    monkeypatch.chdir(here)
    series = here / "data/decks/frauen/series.toml"
    series.write_text(f'{series.read_text("utf-8")}\n[severity]\n{code} = "ignore"\n', encoding="utf-8")
    result = wildmix("check", "frauen")
    assert result.exit_code == 1
    assert reason in result.stdout
    assert "data/decks/frauen/series.toml:32:1: error[WM003]" in result.stdout
