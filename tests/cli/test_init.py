"""`wildmix init --from`: from a spreadsheet to a PDF."""

import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pipeline.cli import main

TABLE = """Was geschah;Lösung;Thema;Info
Die Titanic sinkt im Atlantik, und die Kapelle spielt.;1912;Schiffe;Das Wrack fand man erst 1985.
Der Zeppelin brennt in Lakehurst.;1937;Luft;
Das Rad wird von einem Töpfer erfunden.;um 3500 v. Chr.;;Im Zweistromland.
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "Große Erfinder.csv").write_bytes(TABLE.encode("cp1252"))
    return tmp_path


def wildmix(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, catch_exceptions=False)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_table_becomes_a_workspace_that_builds(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = wildmix("init", "--from", "Große Erfinder.csv", "spiel")
    assert result.exit_code == 0
    assert "cp1252, separated by `;`" in result.stdout
    assert "event_de: `Was geschah` (by its content); year: `Lösung` (by its content)" in result.stdout
    assert result.stdout.endswith("next: cd spiel && wildmix build\n")
    assert (here / "spiel/data/raw/Große Erfinder.csv").read_bytes() == TABLE.encode("cp1252")
    monkeypatch.chdir(here / "spiel")
    built = wildmix("build")
    assert built.exit_code == 0
    assert "WM130" not in built.stdout
    assert (here / "spiel/print/out/grosse-erfinder-1.pdf").read_bytes().startswith(b"%PDF")
    assert len((here / "spiel/data/decks/grosse-erfinder/1.csv").read_text("utf-8").splitlines()) == 4


def test_the_series_file_says_what_was_found(here: Path) -> None:
    wildmix("init", "--from", "Große Erfinder.csv")
    made = tomllib.loads((here / "data/decks/grosse-erfinder/series.toml").read_text("utf-8"))
    assert made["titles"] == {"de": "Große Erfinder"}
    assert made["languages"] == ["de"]
    assert made["raw"]["columns"] == {
        "event_de": "Was geschah", "year": "Lösung", "tags": "Thema", "comment_de": "Info",
    }  # fmt: skip


def test_a_second_table_is_a_second_series(here: Path) -> None:
    wildmix("init", "--from", "Große Erfinder.csv")
    before = contents(here)
    (here / "Songs.csv").write_text("Title;Year\nThe song of the sea and of the wind;1969\n", encoding="utf-8")
    assert wildmix("init", "--from", "Songs.csv").exit_code == 0
    after = contents(here)
    assert before.items() <= after.items()
    assert set(after) - set(before) == {"Songs.csv", "data/raw/Songs.csv", "data/decks/songs/series.toml"}


@pytest.mark.parametrize("there", ["data/decks/grosse-erfinder/series.toml", "data/raw/Große Erfinder.csv"])
def test_what_is_there_is_not_overwritten(there: str, here: Path) -> None:
    (here / there).parent.mkdir(parents=True)
    (here / there).write_text("mine", encoding="utf-8")
    before = contents(here)
    result = wildmix("init", "--from", "Große Erfinder.csv")
    assert result.exit_code == 2
    assert there in result.stderr
    assert contents(here) == before


def test_a_table_in_its_place_is_not_copied(here: Path) -> None:
    (here / "data/raw").mkdir(parents=True)
    (here / "Große Erfinder.csv").rename(here / "data/raw/x.csv")
    assert wildmix("init", "--from", "data/raw/x.csv").exit_code == 0
    assert [path.name for path in (here / "data/raw").iterdir()] == ["x.csv"]


@pytest.mark.parametrize(
    ("data", "status", "said"),
    [
        (b"", 1, "error[WM101]"),
        (b"%PDF-1.7 and so on", 1, "error[WM102]"),
        (b"a;b\nx;y\n", 1, "error[WM120]"),
        (None, 2, "wildmix: error: cannot read bad.csv"),
    ],
)
def test_a_table_without_cards_makes_no_workspace(data: bytes | None, status: int, said: str, here: Path) -> None:
    if data is not None:
        (here / "bad.csv").write_bytes(data)
    before = contents(here)
    result = wildmix("init", "--from", "bad.csv", "spiel")
    assert result.exit_code == status
    assert said in result.output
    assert contents(here) == before


NUMBERED = "Nr;Ereignis;Jahr\n1.0;Die Titanic sinkt.;1912\n2.0;Der Zeppelin brennt.;1937\n"


def test_a_table_that_would_not_be_written_makes_no_workspace(here: Path) -> None:
    (here / "songs.csv").write_text(NUMBERED, encoding="utf-8")
    before = contents(here)
    result = wildmix("init", "--from", "songs.csv", "spiel")
    assert result.exit_code == 1
    assert "songs.csv:2:1: error[WM126]: the id `1.0` is a number with decimals (2 ids, first here)" in result.output
    assert "nothing is written: mend the table" in result.output
    assert contents(here) == before


def test_an_unreadable_year_is_told_and_the_workspace_is_made(here: Path) -> None:
    (here / "songs.csv").write_text(NUMBERED.replace(".0", "").replace("1937", "damals"), encoding="utf-8")
    result = wildmix("init", "--from", "songs.csv", "spiel")
    assert result.exit_code == 1
    assert "songs.csv:3:24: error[WM2" in result.output
    assert (here / "spiel/data/raw/songs.csv").is_file()
    assert result.output.endswith("next: cd spiel && wildmix build\n")
