"""What `ingest --write` notes in the series file, texts joined to cards that are there, cards renumbered."""

from pathlib import Path

import pytest
from test_ingest_verb import SERIES, wildmix

TABLE = """Nr,Was war,Wann genau
1,Der Müller zieht fort und kommt nicht zurück.,1904
2,Die Mühle brennt in der Nacht.,um 1900
"""
FRENCH = """id,event_de,event_fr,comment_fr
2,Die Mühle brennt in der Nacht.,Le moulin brûle.,La nuit.
1,,Le meunier s’en va.,
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for folder in ("data/raw", "data/decks/dorf"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "wildmix.toml").write_text("", encoding="utf-8")
    series = "# mine\n" + SERIES.replace('"de"]', '"de", "fr"]')
    (tmp_path / "data/decks/dorf/series.toml").write_text(series, encoding="utf-8")
    (tmp_path / "data/raw/dorf.csv").write_text(TABLE, encoding="utf-8")
    (tmp_path / "data/raw/dorf-fr.csv").write_text(FRENCH, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def series_file(here: Path) -> str:
    return (here / "data/decks/dorf/series.toml").read_text(encoding="utf-8")


def deck(here: Path) -> list[str]:
    return (here / "data/decks/dorf/1.csv").read_text(encoding="utf-8").splitlines()


def test_a_guessed_mapping_is_noted_and_no_longer_guessed(here: Path) -> None:
    before = series_file(here)
    assert "WM130" in wildmix("ingest", "data/raw/dorf.csv").stdout
    assert series_file(here) == before
    result = wildmix("ingest", "data/raw/dorf.csv", "--write")
    assert "noted in data/decks/dorf/series.toml" in result.stdout
    after = series_file(here)
    assert after.startswith("# mine\n")
    assert '[raw.columns]\n\nid = "Nr"\nevent_de = "Was war"\nyear = "Wann genau"\n' in after
    again = wildmix("ingest", "data/raw/dorf.csv", "--write")
    assert "WM130" not in again.stdout
    assert series_file(here) == after


def test_texts_are_joined_by_id_and_stay_joined(here: Path) -> None:
    wildmix("ingest", "--write")
    result = wildmix("ingest", "data/raw/dorf-fr.csv", "--series", "dorf", "--join", "--write")
    assert result.exit_code == 0
    assert 'join = ["data/raw/dorf-fr.csv"]' in series_file(here)
    joined = deck(here)
    assert joined[2].startswith("2,Die Mühle brennt in der Nacht.,Le moulin brûle.,um 1900")
    assert joined[1].startswith("1,Der Müller zieht fort und kommt nicht zurück.,Le meunier s’en va.,1904")
    assert "unchanged: data/decks/dorf/1.csv" in wildmix("ingest", "--write").stdout
    assert wildmix("build", "-q").exit_code == 0
    assert deck(here) == joined


@pytest.mark.parametrize(
    ("table", "place"),
    [
        ("event_fr\nx\n", ":1:1: error[WM136]"),
        ("id,event_it\n1,x\n", ":1:1: error[WM136]"),
        ("id,event_fr\n7,x\n", ":2:1: warning[WM137]"),
        ("id,event_fr\n1,x\n1,y\n", ":3:1: error[WM127]"),
        ("id,event_de,event_fr\n1,Ein Müller.,x\n", ":2:3: warning[WM138]"),
    ],
)
def test_faults_of_a_table_of_texts(table: str, place: str, here: Path) -> None:
    wildmix("ingest", "--write")
    before = deck(here)
    (here / "x.csv").write_text(table, encoding="utf-8")
    result = wildmix("ingest", "x.csv", "--series", "dorf", "--join", "--write")
    assert f"x.csv{place}" in result.stdout
    if "error" in place:
        assert result.exit_code == 1
        assert deck(here) == before


def test_texts_need_cards(here: Path) -> None:
    result = wildmix("ingest", "data/raw/dorf-fr.csv", "--series", "dorf", "--join")
    assert result.exit_code == 2
    assert "ingest its table first" in result.stderr
    assert wildmix("ingest", "data/raw/dorf-fr.csv", "--join").exit_code == 2
    assert not (here / "data/decks/dorf/1.csv").exists()


def test_cards_renumbered_against_the_edition_before_are_an_error(here: Path) -> None:
    wildmix("ingest", "--write")
    path = here / "data/decks/dorf/series.toml"
    path.write_text(series_file(here) + "[[editions]]\nnumber = 2\nyear = 2026\n", encoding="utf-8")
    (here / "new.csv").write_text(TABLE.replace("\n1,", "\n3,"), encoding="utf-8")
    result = wildmix("ingest", "new.csv", "--series", "dorf", "--edition", "2", "--write")
    assert "new.csv:2:1: error[WM301]: `3` has the event of `1` in `dorf/1`" in result.stdout
    assert not (here / "data/decks/dorf/2.csv").exists()
    lines = [line.replace("1,Der", "3,Der", 1) for line in deck(here)]
    (here / "data/decks/dorf/2.csv").write_text("\n".join([lines[0], lines[2], lines[1]]) + "\n", encoding="utf-8")
    assert "2.csv:3:1: error[WM301]" in wildmix("check", "dorf").stdout
