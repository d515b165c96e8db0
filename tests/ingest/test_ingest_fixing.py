"""`wildmix check --fix`: how a table is written is mended, what it says never."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st
from ingest_samples import series

from pipeline.cli import main
from pipeline.ingest import apply_fixes, fixes, guess_mapping, ingest
from pipeline.tables import Table, read_table

SERIES = series(languages=("de",))


def read(data: bytes) -> Table:
    table, _ = read_table(data, "t.csv", encoding="utf-8", delimiter=";")
    assert table
    return table


def fixed(data: bytes) -> bytes:
    table = read(data)
    return apply_fixes(data, table, fixes(table, guess_mapping(table, ("de",))[0], SERIES))[0]


def one(event: str = "a", year: str = "1900") -> str:
    before, after = "Ereignis;Jahr;x\n", ";\u00a0 y-1\n"
    new = fixed(f"{before}{event};{year}{after}".encode()).decode()
    assert new.startswith(before)
    assert new.endswith(after)
    return new.removeprefix(before).removesuffix(after)


@pytest.mark.parametrize(
    ("event", "mended"),
    [
        ("a\u0308rmlich", "ärmlich"),
        (" Das Schiff\u00a0 ", "Das Schiff"),
        ("vor \u00a0Christus", "vor Christus"),
        ("im 5.\u00a0Jahr", "im 5.\u00a0Jahr"),
        ('" Die ""Titanic"" "', '"Die ""Titanic"""'),
        ('"zwei\r\nZeilen "', '"zwei\r\nZeilen"'),
        ('5" Rohr ', '5" Rohr'),
        ('\u00a0"x" y', '\u00a0"x" y'),
        ("Was\u037e", "Was\u037e"),
        ("1914-1918 - 3", "1914-1918 - 3"),
    ],
)
def test_texts(event: str, mended: str) -> None:
    assert one(event) == f"{mended};1900"


@pytest.mark.parametrize(
    ("year", "mended"),
    [
        ("1914-1918", "1914–1918"),
        ("1914 - 1918", "1914–1918"),
        ("44\u00a0v.\u00a0Chr. ", "44 v. Chr."),
        ("um  1900", "um 1900"),
        ("Mai-03 ", "Mai-03 "),
        ("", ""),
    ],
)
def test_years(year: str, mended: str) -> None:
    assert one(year=year) == f"a;{mended}"


CELLS = st.text(
    st.sampled_from("aä\u0308\u00a0 -\"'=190.\u037e") | st.characters(exclude_categories=["Cs", "Cc"]), max_size=8
)


@given(st.lists(st.tuples(CELLS, CELLS, st.booleans()), min_size=1, max_size=4))
def test_the_cards_stay_and_a_second_time_changes_nothing(rows: list[tuple[str, str, bool]]) -> None:
    lines = ["Ereignis;Jahr"]
    for event, year, quoted in rows:
        cells = [f'"{cell.replace(chr(34), chr(34) * 2)}"' if quoted else cell for cell in (event, year)]
        lines.append(";".join(cells))
    data = "\n".join(lines).encode()
    before, after = (ingest(read(content), SERIES, 1)[0] for content in (data, fixed(data)))
    if before is None or after is None:  # the columns look swapped, with and without the mending
        assert before == after
    else:
        assert [(card.event, card.interval) for card in before] == [(card.event, card.interval) for card in after]
    assert fixed(fixed(data)) == fixed(data)


TABLE = '\ufeffEreignis;Jahr\r\n"Das ""Schiff"" sinkt. ";1914-1918\rÄrger\u00a0;1900\n'


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def wildmix(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, catch_exceptions=False)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "cp1252"])
def test_encoding_mark_quotes_and_line_ends_stay(encoding: str, here: Path) -> None:
    text = TABLE.lstrip("\ufeff") if encoding == "cp1252" else TABLE
    (here / "t.csv").write_bytes(text.encode(encoding))
    wanted = text.replace('sinkt. "', 'sinkt."').replace("1914-1918", "1914–1918").replace("Ärger\u00a0", "Ärger")
    shown = wildmix("check", "t.csv", "--fix", "--diff")
    assert "+Ärger;1900\n" in shown.stdout
    assert "would mend 3 cells" in shown.stdout
    assert (here / "t.csv").read_bytes() == text.encode(encoding)
    assert "mended 3 cells" in wildmix("check", "t.csv", "--fix").stdout
    assert (here / "t.csv").read_bytes() == wanted.encode(encoding)
    assert "mended 0 cells" in wildmix("check", "t.csv", "--fix").stdout


def test_what_would_be_mended_does_not_steer_the_terminal(here: Path) -> None:
    (here / "t.csv").write_text("Ereignis;Jahr\nEin\x1b[1m\u202eSchiff ;1912\n", encoding="utf-8")
    shown = wildmix("check", "t.csv", "--fix", "--diff").stdout
    assert "+Ein�[1m�Schiff;1912\n" in shown
    assert not {"\x1b", "\u202e"} & set(shown)


def test_a_dash_that_the_encoding_does_not_have_is_left_out() -> None:
    data = "Ereignis;Jahr\nä ;1914-1918\n".encode("cp850")
    table, _ = read_table(data, "t.csv", encoding="cp850")
    assert table
    new, number = apply_fixes(data, table, fixes(table, guess_mapping(table, ("de",))[0], SERIES))
    assert (new.decode("cp850"), number) == ("Ereignis;Jahr\nä;1914-1918\n", 1)


@pytest.mark.parametrize("arguments", [("--fix",), ("--diff", "t.csv"), ("--fix", "frauen"), ("--fix", "bad.csv")])
def test_wrong_usage(arguments: tuple[str, ...], here: Path) -> None:
    (here / "t.csv").write_text("Ereignis;Jahr\na;1900\n", encoding="utf-8")
    (here / "bad.csv").write_bytes("Ereignis;Jahr\nä;1900\nGrüße €, größte Wörter für ö\n".encode() + b"\xff;1\n")
    assert wildmix("check", *arguments).exit_code == 2
    assert (here / "bad.csv").read_bytes().endswith(b"\xff;1\n")


def test_a_folder_stands_for_its_tables_of_text(here: Path) -> None:
    (here / "alle").mkdir()
    for name in ("a.csv", "b.tsv", "c.json"):
        (here / "alle" / name).write_text("Ereignis\tJahr\na \t1900\n" if name != "c.json" else "[]", encoding="utf-8")
    shown = wildmix("check", "alle", "--fix").stdout
    assert f"{Path('alle/a.csv')}: mended 1 cell\n{Path('alle/b.tsv')}: mended 1 cell\n" in shown
    assert [path.read_bytes() for path in sorted((here / "alle").iterdir())] == [b"Ereignis\tJahr\na\t1900\n"] * 2 + [
        b"[]"
    ]
