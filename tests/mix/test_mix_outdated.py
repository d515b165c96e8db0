"""Mixed decks that are no longer what their recipe takes."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from plain_series import HEAD, SERIES

from pipeline.cli import main
from pipeline.diagnostics import finding
from pipeline.publish.german import advice, message

RECIPE = 'seed = 7\n[title]\nde = "Probe"\n[[series]]\ncode = "a"\n'
FIRST = ["1,Basel brennt,1417", "2,Ein Chor singt,1500", "3,Ein Drachen fliegt,1600"]
SECOND = ["1,Basel brennt,1417", "2,Ein Chor singt,1501", "3,Ein Drachen fliegt,1600"]
NEWER = "\n[[editions]]\nnumber = 2\nyear = 2027\n"


def table(rows: list[str]) -> str:
    return HEAD + "".join(row + 3 * f",{row.rpartition(',')[2]}" + ",,,\n" for row in rows)


@pytest.fixture
def decks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of the decks of a workspace, with the mix of a series drawn from its only edition."""
    (tmp_path / "wildmix.toml").write_text("")
    decks = tmp_path / "data" / "decks"
    for code in "ab":
        (decks / code).mkdir(parents=True)
        (decks / code / "series.toml").write_text(SERIES.format(code=code))
        (decks / code / "1.csv").write_text(table(FIRST))
    (decks / "probe.mix.toml").write_text(RECIPE)
    monkeypatch.chdir(tmp_path)
    run("mix", "probe")
    assert told() == []
    return decks


def run(*words: str) -> str:
    return CliRunner().invoke(main, words, catch_exceptions=False).stdout


def told(*words: str) -> list[tuple[int, str]]:
    """Return the lines and messages of what is said of mixed decks that are out of date."""
    found = json.loads(run(*(words or ("check", "probe")), "--format", "json"))["findings"]
    return [(one["line"], one["message"]) for one in found if one["code"] == "WM540"]


def release(decks: Path, rows: list[str]) -> None:
    (decks / "a" / "2.csv").write_text(table(rows))
    series = decks / "a" / "series.toml"
    series.write_text(series.read_text() + NEWER)


CHANGED = [(3, "cards of `probe` stand otherwise, or not at all, in edition 2 of `a`: `a:2`")]


def test_a_card_that_a_newer_edition_corrects_is_named_where_the_mix_is_checked_and_printed(decks: Path) -> None:
    release(decks, SECOND)
    assert told() == told("print", "probe") == CHANGED
    assert "help: draw it again: `wildmix mix probe`" in run("check", "probe")
    run("mix", "probe")
    assert told() == []


def test_a_card_that_is_withdrawn_is_named(decks: Path) -> None:
    release(decks, [FIRST[0], FIRST[2]])
    assert told() == CHANGED


def test_a_newer_edition_that_prints_the_same_and_an_older_one_that_is_asked_for_are_no_matter(decks: Path) -> None:
    release(decks, [*FIRST, "4,Die Bank platzt,1700"])
    assert told() == []
    (decks / "a" / "2.csv").write_text(table(SECOND))
    assert told() == CHANGED
    (decks / "probe.mix.toml").write_text(RECIPE + "edition = 1\n")
    assert told() == []


def test_a_recipe_that_goes_back_to_an_older_edition_is_told_of(decks: Path) -> None:
    release(decks, FIRST)
    run("mix", "probe")
    (decks / "probe.mix.toml").write_text(RECIPE + "edition = 1\n")
    assert told() == [(2, "the recipe of `probe` takes edition 1 of `a`; the mixed deck has another")]


def test_a_row_that_was_edited_by_hand_is_told_of(decks: Path) -> None:
    mixed = decks / "probe.csv"
    before = mixed.read_text()
    mixed.write_text(before.replace("Ein Chor singt", "Ein Chor schweigt"))
    assert told() == [(3, "cards of `probe` stand otherwise, or not at all, in edition 1 of `a`: `a:2`")]
    mixed.write_text(before.replace("a,1,3,", "b,1,3,"))
    assert told() == [(4, "the recipe of `probe` draws nothing from `b`; the mixed deck has `b:3`")]


@pytest.mark.parametrize("text", ["", "seed = ", RECIPE.replace('"a"', '"x"')])
def test_a_recipe_that_cannot_be_used_does_not_keep_the_deck_from_being_checked(decks: Path, text: str) -> None:
    (decks / "probe.mix.toml").write_text(text)
    assert "probe: 3 cards" in run("check", "probe")


@pytest.mark.parametrize(
    ("said", "german"),
    [
        (CHANGED[0][1], "Karten von `probe` stehen in Auflage 2 von `a` anders oder gar nicht: `a:2`."),
        (
            "the recipe of `probe` draws nothing from `b`; the mixed deck has `b:3`, `b:4` and 2 more",
            "Das Rezept von `probe` zieht nichts aus `b`; im gemischten Deck sind von dort `b:3`, `b:4` und 2 weitere.",
        ),
        (
            "the recipe of `probe` takes edition 1 of `a`; the mixed deck has another",
            "Das Rezept von `probe` nimmt Auflage 1 von `a`; im gemischten Deck ist eine andere.",
        ),
    ],
)
def test_it_is_told_in_german(said: str, german: str) -> None:
    found = finding("WM540", said, help="draw it again: `wildmix mix probe`")
    assert message(found, "de") == (german, "de")
    assert advice(found, "de") == ("Neu ziehen: `wildmix mix probe`", "de")


def test_two_cards_that_were_decided_to_be_one_event_after_they_were_mixed_are_told(decks: Path) -> None:
    run("duplicates", "decide", "a:1", "a:3", "same")
    said = "`a:1` and `a:3` were decided to tell the same event, and `probe` has both"
    assert [message for _, message in told()] == [said]
    assert [message for _, message in told("print", "probe")] == [said]
    run("duplicates", "decide", "a:1", "a:3", "different")
    assert told() == []
    assert "beide" in message(finding("WM540", said), "de")[0]
    assert (decks / "probe.csv").is_file()
