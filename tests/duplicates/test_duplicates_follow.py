"""What follows from several decisions together, in the commands that look at some of the cards only."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from plain_series import HEAD, SERIES

from pipeline.cli import main

CARDS = {
    "a": "1,Die Titanic sinkt im Nordatlantik,1912",
    "b": "1,Untergang der Titanic,1912",
    "c": "1,Der Dampfer Titanic geht nach dem Zusammenstoß mit einem Eisberg unter,1921",
}
RECIPE = 'seed = 1\n[title]\nde = "Probe"\n[[series]]\ncode = "a"\n[[series]]\ncode = "c"\n'


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "wildmix.toml").write_text("")
    for code, row in CARDS.items():
        folder = tmp_path / "data" / "decks" / code
        folder.mkdir(parents=True)
        (folder / "series.toml").write_text(SERIES.format(code=code))
        year = row.rpartition(",")[2]
        (folder / "1.csv").write_text(f"{HEAD}{row}{3 * f',{year}'},,,\n")
    (tmp_path / "data" / "decks" / "probe.mix.toml").write_text(RECIPE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, words, input=typed, catch_exceptions=False)


def decide(*pairs: str) -> Result:
    """Decide on pairs, and return what the last of these commands did."""
    return [run("duplicates", "decide", *pair.split()) for pair in pairs][-1]


def test_two_decks_alone_show_what_was_decided_by_way_of_a_third(root: Path) -> None:
    assert root.is_dir()
    assert "uncertain" in run("duplicates", "a", "c").stdout
    assert decide("a:1 b:1 same", "b:1 c:1 same").exit_code == 0
    for words in (("a", "c"), ()):
        report = json.loads(run("duplicates", *words, "--format", "json").stdout)
        (pair,) = (pair for pair in report["pairs"] if (pair["a"], pair["b"]) == ("a:1", "c:1"))
        assert (pair["verdict"], pair["decided"]) == ("conflict", "same")
        assert {one["code"] for one in report["findings"]} == {"WM504"}
    assert "0 of 0 pairs judged" in run("review").stdout
    assert len((root / "data" / "decks" / "duplicates.csv").read_text().splitlines()) == 3


def test_a_decision_that_does_not_fit_others_is_told_at_once_and_in_mixes(root: Path) -> None:
    assert "no findings" in decide("a:1 b:1 same", "b:1 c:1 same").stdout
    assert "warning[WM534]: `a:1`" in run("mix", "probe").stdout
    told = (
        "data/decks/duplicates.csv:3:1: warning[WM518]: `a:1` and `c:1` were decided to be different, and yet each the "
        "same event as `b:1`: lines 2, 3, 4 cannot all be right"
    )
    assert told in decide("a:1 c:1 different").stdout
    assert told in run("mix", "probe").stdout
    # It is no matter of a mix of one of these cards, nor of a decision on others.
    recipe = root / "data" / "decks" / "probe.mix.toml"
    recipe.write_text(RECIPE.replace('[[series]]\ncode = "c"\n', ""))
    assert "WM518" not in run("mix", "probe").stdout
