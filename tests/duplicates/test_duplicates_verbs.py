"""`wildmix duplicates` on a workspace and without one."""

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from plain_series import HEAD, SERIES, SWIM, SWUM

from pipeline.cli import main


def row(number: str, event: str, year: int) -> str:
    return f"{number},{event},{year},{year},{year},{year},,,\n"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "wildmix.toml").write_text("")
    for code, rows in {"a": row("1", SWIM, 1926) + row("2", "Bern brennt", 1405), "b": row("1", SWUM, 1927)}.items():
        folder = tmp_path / "data" / "decks" / code
        folder.mkdir(parents=True)
        (folder / "series.toml").write_text(SERIES.format(code=code))
        (folder / "1.csv").write_text(HEAD + rows)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, ["duplicates", *words], input=stdin, catch_exceptions=False)


def test_all_series_are_compared(root: Path) -> None:
    assert (root / "data").is_dir()
    done = run("--format", "json")
    report = json.loads(done.stdout)
    assert done.exit_code == 1
    assert [(pair["a"], pair["b"], pair["verdict"]) for pair in report["pairs"]] == [("a:1", "b:1", "conflict")]
    assert set(report["pairs"][0]) >= {"a", "b", "score", "verdict", "why"}
    assert report["checked"] == {"cards": 3}
    (found,) = report["findings"]
    assert (found["code"], found["file"], found["line"], found["column"]) == ("WM502", "data/decks/b/1.csv", 2, 3)


@pytest.mark.parametrize("words", [("a",), ("a/1",), ("find", "a"), ("data/decks/a/1.csv",)])
def test_one_deck_can_be_named(root: Path, words: tuple[str, ...]) -> None:
    assert root.is_dir()
    done = run(*words)
    assert (done.exit_code, done.stdout.splitlines()[-1]) == (0, "checked 2 cards: no findings")


def test_a_table_needs_no_workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("cards.csv").write_text(f"event;year\n{SWIM};1926\n{SWUM};1926\n", encoding="utf-8")
    report = json.loads(run("cards.csv", "--format", "json").stdout)
    assert [pair["verdict"] for pair in report["pairs"]] == ["duplicate"]


def test_a_deck_that_does_not_exist_is_wrong_usage_and_the_others_are_compared(root: Path) -> None:
    assert root.is_dir()
    done = run("a", "nothing", "b")
    assert done.exit_code == 2
    assert "conflict" in done.stdout
    assert "nothing" in done.stderr


def test_a_decision_is_written_once_and_remembered(root: Path) -> None:
    path = root / "data" / "decks" / "duplicates.csv"
    done = run("decide", "b:1", "a:1", "different", "--by", "Eva", "--on", "2025-11-30")
    assert done.exit_code == 0
    first = path.read_bytes()
    assert first.decode().splitlines()[1].startswith("a:1,b:1,different,2025-11-30,Eva,")
    assert run("decide", "a:1", "b:1", "different", "--by", "Eva", "--on", "2025-11-30").exit_code == 0
    assert path.read_bytes() == first
    report = json.loads(run("--format", "json").stdout)
    assert (report["pairs"], report["findings"]) == ([], [])


def test_same_leaves_the_contradiction_an_error(root: Path) -> None:
    assert root.is_dir()
    assert run("decide", "a:1", "b:1", "same", "--on", "2025-11-30").exit_code == 0
    report = json.loads(run("--format", "json").stdout)
    assert [found["code"] for found in report["findings"]] == ["WM504"]
    assert report["pairs"][0]["decided"] == "same"


@pytest.mark.parametrize("words", [("a:1", "a:9"), ("a:1", "x:1"), ("a:1", "a:1"), ("1", "b:1")])
def test_cards_that_are_no_pair_are_wrong_usage(root: Path, words: tuple[str, str]) -> None:
    assert run("decide", *words, "same").exit_code == 2
    assert not (root / "data" / "decks" / "duplicates.csv").exists()


def test_a_broken_file_of_decisions_is_not_rewritten(root: Path) -> None:
    path = root / "data" / "decks" / "duplicates.csv"
    broken = b"<<<<<<< HEAD\nmine\n=======\nyours\n>>>>>>> x\n"
    path.write_bytes(broken)
    assert run("decide", "a:1", "b:1", "same").exit_code == 2
    assert path.read_bytes() == broken


PAIRS = """\
note;text_a;lang_a;year_a;text_b;lang_b;year_b;score
"x;y";Gertrude Ederle durchschwimmt den Ärmelkanal;de;1926;Gertrude Ederle swims the Channel;en;1976;old
;Bern brennt;de;;Bern brennt;de;;
z;Bern brennt;de;um 1405;Ein Chor singt;de;never;
"""


def scored(text: str) -> list[dict[str, str]]:
    done = run("score", "-", stdin=text)
    assert done.exit_code == 0
    return list(csv.DictReader(io.StringIO(done.stdout)))


def test_score_keeps_rows_and_columns_and_adds_two() -> None:
    rows = scored(PAIRS)
    assert list(rows[0]) == [
        "note",
        *(f"{name}_{side}" for side in "ab" for name in ("text", "lang", "year")),
        "score",
        "verdict",
    ]
    assert [row["note"] for row in rows] == ["x;y", "", "z"]
    assert [row["verdict"] for row in rows] == ["conflict", "duplicate", "distinct"]
    assert all(0 <= float(row["score"]) <= 1 for row in rows)


def test_score_does_not_look_at_years() -> None:
    moved = scored(PAIRS.replace("1926", "1976"))
    assert [row["score"] for row in moved] == [row["score"] for row in scored(PAIRS)]
    assert moved[0]["verdict"] == "duplicate"


def test_score_says_what_it_could_not_read_and_ends_clean() -> None:
    done = run("score", "-", stdin=PAIRS)
    assert (done.exit_code, done.stderr.count("WM516")) == (0, 1)


@pytest.mark.parametrize(
    ("row", "code"),
    [(b"Rom,de,1900,Rom,de\n", "WM110"), (b"Rom,de,1,Rom,de,2,x\n", "WM109"), (b"\xc3,de,,Rom,de,\n", "")],
)
def test_the_exit_status_says_nothing_of_the_rows(row: bytes, code: str, root: Path) -> None:
    head = "text_a,lang_a,year_a,text_b,lang_b,year_b\nKäse,de,,Käse,de,\n".encode()
    (root / "p.csv").write_bytes(head + row)
    done = run("score", "p.csv")
    assert (done.exit_code, code in done.stderr) == (0, True)
    assert "Käse" in done.stdout


@pytest.mark.parametrize(("name", "status"), [("nothing.csv", 2), ("-", 1)])
def test_score_without_a_table_of_pairs(name: str, status: int) -> None:
    done = run("score", name, stdin="a,b\n1,2\n")
    assert (done.exit_code, done.stdout) == (status, "")


@pytest.mark.parametrize("language", ["es", "nl", "klingon", ""])
@pytest.mark.parametrize(("one", "other"), [("1989", "1999"), ("144", "1440")])
def test_a_bare_year_is_one_in_any_language(language: str, one: str, other: str) -> None:
    head = "text_a,lang_a,year_a,text_b,lang_b,year_b\n"
    done = run("score", "-", stdin=f"{head}Cae el Muro,{language},{one},Cae el Muro,{language},{other}\n")
    assert next(csv.DictReader(io.StringIO(done.stdout)))["verdict"] == "conflict"
    assert "WM516" not in done.stderr


def test_a_language_is_known_in_capitals_and_an_unknown_one_is_told_once(root: Path) -> None:
    (root / "p.csv").write_text(
        "text_a,lang_a,year_a,text_b,lang_b,year_b\nRom brennt,DE,64 n. Chr.,Rom brennt, de,44 v. Chr.\n"
        "Rome burns,en-GB,,Rom brennt,de_AT,\nRome burns,en-GB,,Rom brennt,,\nRoma,tlh-Latn,,Rom,de,\n"
    )
    done = run("score", "p.csv")
    assert next(csv.DictReader(io.StringIO(done.stdout)))["verdict"] == "conflict"
    assert done.stderr.count("WM505") == 2
    assert "p.csv:4:30: note[WM505]: the language is missing; words are compared letter by letter" in done.stderr
    assert "p.csv:5:6: note[WM505]: the language `tlh` is not known; its words are" in done.stderr
    assert "WM516" not in done.stderr
