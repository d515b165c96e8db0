"""``wildmix print``: what is written where, and what is refused."""

import json
from pathlib import Path

import pypdfium2 as pdfium  # type: ignore[import-untyped]  # has no types
import pytest
from click.testing import CliRunner, Result
from pdf_samples import make_deck

from pipeline.cli.print import command
from pipeline.ingest import write_deck

SERIES = """\
code = "frauen"
languages = ["de", "en"]
[titles]
de = "Frauen"
en = "Women"
[colour]
cmyk = [0, 90, 60, 10]
srgb = "#d02050"
[[editions]]
number = 1
year = 2024
"""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data" / "decks" / "frauen"
    folder.mkdir(parents=True)
    (tmp_path / "wildmix.toml").write_text('title = "Test"\n', encoding="utf-8")
    (folder / "series.toml").write_text(SERIES, encoding="utf-8")
    (folder / "1.csv").write_bytes(write_deck(make_deck(["Etwas geschieht."] * 10)))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, arguments, catch_exceptions=False)


def test_a_deck_is_printed_by_the_profile_that_comes_with_the_program(root: Path) -> None:
    result = run("frauen")
    assert result.exit_code == 0, result.output
    assert "wrote print/out/frauen-1.pdf: 10 cards, `de`, 2 sheets, 4 pages" in result.output
    assert len(pdfium.PdfDocument(root / "print" / "out" / "frauen-1.pdf")) == 4


def test_a_second_run_changes_nothing(root: Path) -> None:
    run("frauen")
    before = (root / "print" / "out" / "frauen-1.pdf").read_bytes()
    assert "unchanged: print/out/frauen-1.pdf" in run("frauen/1").output
    assert (root / "print" / "out" / "frauen-1.pdf").read_bytes() == before


def test_the_report_counts_and_names_the_file(root: Path) -> None:
    report = json.loads(run("frauen", "--format", "json", "--out", "elsewhere.pdf").stdout)
    assert report["file"] == "elsewhere.pdf"
    assert report["checked"] == {"cards": 10, "sheets": 2, "pages": 4}
    assert (root / "elsewhere.pdf").is_file()


def test_texts_missing_in_a_language_are_warnings(root: Path) -> None:
    result = run("frauen", "--language", "en", "--format", "json")
    codes = {found["code"] for found in json.loads(result.stdout)["findings"]}
    assert result.exit_code == 0
    assert codes <= {"WM604", "WM605"}
    assert "WM605" in codes
    assert (root / "print" / "out" / "frauen-1.en.pdf").is_file()


@pytest.mark.parametrize(
    ("verb", "usual", "other"),
    [
        (("frauen",), "frauen-1.pdf", "frauen-1.en.pdf"),
        (("proof", "frauen"), "frauen-1-proof.html", "frauen-1-proof.en.html"),
    ],
)
def test_another_language_takes_no_file_of_the_usual_one(
    root: Path, verb: tuple[str, ...], usual: str, other: str
) -> None:
    folder = root / "print" / "out"
    run(*verb)
    before = (folder / usual).read_bytes()
    run(*verb, "--language", "en")
    assert (folder / usual).read_bytes() == before
    assert (folder / other).read_bytes() != before
    assert f"unchanged: print/out/{usual}" in run(*verb, "--language", "de").stdout
    # In a workspace that prints in English, it is the other way round.
    (root / "wildmix.toml").write_text('print_language = "en"\n', encoding="utf-8")
    assert f"wrote print/out/{usual}" in run(*verb).stdout
    assert (folder / usual).read_bytes() == (folder / other).read_bytes()


def test_a_table_needs_no_workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "karten.csv").write_text("id,event_de,year\n1,Etwas geschieht.,1900\n", encoding="utf-8")
    result = run("karten.csv")
    assert result.exit_code == 0, result.output
    assert (tmp_path / "karten.pdf").is_file()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("seefahrt",), "there is no deck, mix or table `seefahrt`"),
        (("frauen", "--profile", "office"), "there is no print profile `office` (known: business-cards, fold, home,"),
        (("frauen", "--profile", "../x.toml"), "cannot read"),
        (("frauen", "--language", "fr"), "has no texts in `fr` (languages: de, en)"),
        (("frauen", "--out", "data"), "data"),
        (("frauen", "--out", "wildmix.toml/x.pdf"), "wildmix.toml"),
    ],
)
def test_wrong_usage_is_one_line(root: Path, arguments: tuple[str, ...], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.output
    assert not (root / "print" / "out").exists()


def test_a_broken_profile_is_a_finding_and_the_earlier_print_stays(root: Path) -> None:
    run("frauen")
    earlier = (root / "print" / "out" / "frauen-1.pdf").read_bytes()
    (root / "print" / "home.toml").write_text('[sheet]\ncard = "tarot"\ncolumns = 3\n', encoding="utf-8")
    result = run("frauen")
    assert result.exit_code == 1
    assert "print/home.toml: error[WM602]" in result.output
    assert (root / "print" / "out" / "frauen-1.pdf").read_bytes() == earlier


def test_pictures_of_an_earlier_printing_are_told_and_left(root: Path) -> None:
    wanted = ("frauen", "--profile", "the-game-crafter")
    assert "WM620" not in run(*wanted).output
    folder = root / "print/out/frauen-1"
    old = folder / "011-frauen-F010-front.png"
    old.write_bytes(b"old")
    result = run(*wanted)
    assert "print/out/frauen-1: warning[WM620]: pictures of another printing lie there too: `011-" in result.output
    assert result.exit_code == 0
    assert old.read_bytes() == b"old"
    assert len(list(folder.iterdir())) == 21
