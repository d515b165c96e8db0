"""`wildmix ingest` and `wildmix check` on a small workspace."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pipeline.cli import main

SERIES = """
code = "dorf"
languages = ["de"]
[titles]
de = "Dorf"
[colour]
cmyk = [0, 0, 0, 50]
srgb = "#808080"
[raw]
file = "data/raw/dorf.csv"
edition = 1
[[editions]]
number = 1
year = 2025
"""
TABLE = "Nr;Ereignis;Jahr;Quelle;geprüft\r\nD2;Der Bäcker zieht fort.;1904;https://example.org/b;ja\r\n"
TABLE += 'D1;"Die Mühle\r\nbrennt.";um 1900;https://example.org/a;ja\r\n'
DECK = """id,event_de,year,earliest,latest,edtf,comment_de,sources,tags
D1,Die Mühle brennt.,um 1900,1895,1905,1895/1905,,url: https://example.org/a; checked: yes,
D2,Der Bäcker zieht fort.,1904,1904,1904,1904,,url: https://example.org/b; checked: yes,
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for folder in ("data/raw", "data/decks/dorf"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "wildmix.toml").write_text('title = "Probe"\n', encoding="utf-8")
    (tmp_path / "data/decks/dorf/series.toml").write_text(SERIES, encoding="utf-8")
    (tmp_path / "data/raw/dorf.csv").write_bytes(TABLE.encode("cp1252"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def wildmix(*arguments: str, stdin: bytes = b"") -> Result:
    return CliRunner().invoke(main, arguments, input=stdin, catch_exceptions=False)


def deck(here: Path) -> Path:
    return here / "data/decks/dorf/1.csv"


def test_nothing_is_written_without_write(here: Path) -> None:
    result = wildmix("ingest", "data/raw/dorf.csv")
    assert result.exit_code == 0
    assert "cp1252, separated by `;`, lines end in CR LF" in result.stdout
    assert "id: `Nr`; event_de: `Ereignis`; year: `Jahr`; sources: `Quelle`; checked: `geprüft`" in result.stdout
    assert "checked 2 cards: no findings" in result.stdout
    assert not deck(here).exists()


def test_a_deck_is_written_once(here: Path) -> None:
    assert wildmix("ingest", "--write").exit_code == 0
    assert deck(here).read_text(encoding="utf-8") == DECK
    before = deck(here).stat()
    assert "unchanged: data/decks/dorf/1.csv" in wildmix("ingest", "--write").stdout
    assert deck(here).stat() == before


def test_a_faulty_table_leaves_the_old_deck_whole(here: Path) -> None:
    wildmix("ingest", "--write")
    (here / "data/raw/dorf.csv").write_bytes((TABLE + "D3;a;1905;b;ja;zu viel\r\n").encode("cp1252"))
    result = wildmix("ingest", "--write")
    assert result.exit_code == 1
    assert "data/raw/dorf.csv:5:16: error[WM109]" in result.stdout
    assert "is not written" in result.stdout
    assert deck(here).read_text(encoding="utf-8") == DECK


def test_an_unreadable_year_is_written_as_it_is_printed(here: Path) -> None:
    (here / "data/raw/dorf.csv").write_bytes(TABLE.replace("1904", "Mai 03").encode("cp1252"))
    assert wildmix("ingest", "--write").exit_code == 1
    assert ",Mai 03,,,," in deck(here).read_text(encoding="utf-8")


def test_a_released_edition_is_only_compared(here: Path) -> None:
    wildmix("ingest", "--write")
    sealed = f'{SERIES}released = true\nsha256 = "{"0" * 64}"\n'
    (here / "data/decks/dorf/series.toml").write_text(sealed, encoding="utf-8")
    assert wildmix("ingest", "--write").exit_code == 0
    (here / "data/raw/dorf.csv").write_bytes(TABLE.replace("1904", "1905").encode("cp1252"))
    result = wildmix("ingest", "--write", "--diff")
    assert result.exit_code == 1
    assert "~ D2 year: `1904` → `1905`" in result.stdout
    assert "error[WM010]" in result.stdout
    assert deck(here).read_text(encoding="utf-8") == DECK


def test_a_difference_does_not_steer_the_terminal(here: Path) -> None:
    wildmix("ingest", "--write")
    bold = TABLE.replace("1904", "1904\x1b[1m\u202e")
    (here / "data/raw/dorf.csv").write_bytes(bold.encode("utf-8-sig"))
    shown = wildmix("ingest", "--write", "--diff").stdout
    assert "~ D2 year: `1904` → `1904�[1m�`" in shown
    assert not {"\x1b", "\u202e"} & set(shown)


def test_cards_without_ids_keep_those_they_were_given(here: Path) -> None:
    (here / "data/raw/dorf.csv").write_text("Ereignis;Jahr\na;1900\nb;1901\n", encoding="utf-8")
    wildmix("ingest", "--write")
    (here / "data/raw/dorf.csv").write_text("Ereignis;Jahr\nneu;1899\nb;1902\na;1900\n", encoding="utf-8")
    result = wildmix("ingest", "--write", "--diff")
    lines = [line.strip() for line in result.stdout.splitlines()]
    assert "~ 2 year: `1901` → `1902`" in lines
    assert "+ 3" in lines
    assert [line.split(",")[:2] for line in deck(here).read_text(encoding="utf-8").splitlines()[1:]] == [
        ["1", "a"],
        ["2", "b"],
        ["3", "neu"],
    ]


@pytest.mark.usefixtures("here")
def test_a_missing_file_does_not_stop_the_others() -> None:
    result = wildmix("ingest", "nix.csv", "data/raw/dorf.csv", "--format", "json")
    assert result.exit_code == 2
    report = json.loads(result.stdout)
    unusable = next(found for found in report["findings"] if found["code"] == "WM016")
    assert unusable["message"] == "cannot read nix.csv: No such file or directory"
    assert report["checked"] == {"cards": 2}
    assert report["tables"][0]["columns"]["event_de"] == "Ereignis"


@pytest.mark.parametrize(
    "arguments",
    [
        ["ingest", "--encoding", "klingon", "data/raw/dorf.csv"],
        ["ingest", "--delimiter", ";;", "data/raw/dorf.csv"],
        ["ingest", "--edition", "7", "data/raw/dorf.csv"],
        ["ingest", "--series", "stadt", "data/raw/dorf.csv"],
        ["ingest", "--write", "-"],
        ["ingest", "missing.csv"],
        ["check", "stadt"],
    ],
)
@pytest.mark.usefixtures("here")
def test_wrong_usage(arguments: list[str]) -> None:
    result = wildmix(*arguments, stdin=b"Ereignis;Jahr\na;1900\n")
    assert result.exit_code == 2
    assert "rror: " in result.stderr


def test_a_table_without_workspace_is_read_from_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = wildmix("ingest", "-", "--delimiter", "tab", stdin=b"event\tyear\na, b\t1903\nc\t19O3\n")
    assert result.exit_code == 1
    assert "<stdin>:3:3: error[WM201]" in result.stdout
    assert "2 cards of series `stdin`" in result.stdout


def test_check_says_what_it_looked_at(here: Path) -> None:
    deck(here).write_text(DECK.replace("Die Mühle brennt.", "Die Mühle (1900) brennt."), encoding="utf-8")
    result = wildmix("check")
    assert result.exit_code == 0
    assert "data/decks/dorf/1.csv:2:14: warning[WM305]" in result.stdout
    assert result.stdout.endswith("1 warning\n")
    assert "2 cards" in result.stdout


@pytest.mark.usefixtures("here")
def test_check_reads_any_table() -> None:
    result = wildmix("check", "data/raw/dorf.csv", "--format", "json")
    assert result.exit_code == 0
    assert json.loads(result.stdout) == {"findings": [], "checked": {"decks": 1, "cards": 2}}
