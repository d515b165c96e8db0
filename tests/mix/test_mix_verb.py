"""`wildmix mix` on a workspace."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from plain_series import HEAD, SERIES

from pipeline.cli import main
from pipeline.office import Notes
from pipeline.office.journal import Item
from pipeline.office.mixing import draw_mix
from pipeline.workspace import Workspace

RECIPE = """\
seed = 7
[title]
de = "Probe"
[[series]]
code = "b"
[[series]]
code = "a"
count = 2
"""
CARDS = {
    "a": ["1,Basel brennt,1417", "2,Ein Chor singt,1500", "3,Ein Drachen fliegt,1600"],
    "b": ["1,Basel brennt,1417", "2,Die Bank platzt,1700"],
}


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "wildmix.toml").write_text("")
    for code, rows in CARDS.items():
        folder = tmp_path / "data" / "decks" / code
        folder.mkdir(parents=True)
        (folder / "series.toml").write_text(SERIES.format(code=code))
        years = (row + 3 * f",{row.rpartition(',')[2]}" + ",,,\n" for row in rows)
        (folder / "1.csv").write_text(HEAD + "".join(years))
    (tmp_path / "data" / "decks" / "probe.mix.toml").write_text(RECIPE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["mix", *words], catch_exceptions=False)


def test_a_mix_is_written_beside_its_recipe_and_a_second_run_changes_no_byte(root: Path) -> None:
    path = root / "data" / "decks" / "probe.csv"
    assert run("probe").exit_code == 0
    first, when = path.read_bytes(), path.stat().st_mtime_ns
    lines = first.decode().splitlines()
    assert lines[0].startswith("series,edition,id,event_de,year,")
    assert [line.split(",")[:3] for line in lines[1:]] == [list("b11"), list("b12"), list("a12"), list("a13")]
    done = run(str(root / "data" / "decks" / "probe.mix.toml"))
    assert "unchanged: data/decks/probe.csv" in done.stdout
    assert (path.read_bytes(), path.stat().st_mtime_ns) == (first, when)


def test_diff_shows_and_writes_nothing(root: Path) -> None:
    done = run("probe", "--diff")
    assert "+b,1,1,Basel brennt,1417," in done.stdout
    assert not (root / "data" / "decks" / "probe.csv").exists()


def test_json_tells_what_was_drawn(root: Path) -> None:
    assert root.is_dir()
    report = json.loads(run("probe", "--format", "json").stdout)
    assert sum(number for _, _, number in report["mix"].pop("periods")) == 4
    assert 0 <= report["mix"].pop("undecidable") <= 1
    assert report["mix"].pop("fullest_decade") == 0.25
    assert report["mix"] == {
        "name": "probe",
        "file": "data/decks/probe.csv",
        "cards": {"b": 2, "a": 2},
        "editions": {"b": 1, "a": 1},
    }
    assert [found["code"] for found in report["findings"]] == ["WM529"]


def test_a_refused_mix_leaves_the_old_one(root: Path) -> None:
    path = root / "data" / "decks" / "probe.csv"
    path.write_text("series,edition,id,old")
    table = root / "data" / "decks" / "b" / "1.csv"
    table.write_text(table.read_text().replace("1417", "1471"))
    done = run("probe")
    assert done.exit_code == 1
    assert "WM525" in done.stdout
    assert path.read_text() == "series,edition,id,old"


@pytest.mark.parametrize(("old", "new", "code"), [('"a"', '"x"', "WM521"), ("count", "edition", "WM522")])
def test_a_mix_with_an_unknown_part_is_not_written(root: Path, old: str, new: str, code: str) -> None:
    recipe = root / "data" / "decks" / "probe.mix.toml"
    recipe.write_text(RECIPE.replace(old, new))
    done = run("probe")
    assert (done.exit_code, done.stdout.count(f"[{code}]")) == (1, 1)
    assert not (root / "data" / "decks" / "probe.csv").exists()


@pytest.mark.parametrize("name", ["nothing", "nothing.mix.toml", "wildmix.toml"])
def test_a_recipe_that_does_not_exist_is_wrong_usage(root: Path, name: str) -> None:
    assert root.is_dir()
    assert run(name).exit_code == 2


def test_a_series_that_gives_no_card_is_listed(root: Path) -> None:
    (root / "data" / "decks" / "a" / "1.csv").write_text(HEAD + "1,Basel brennt,1417,1417,1417,1417,,,\n")
    recipe = root / "data" / "decks" / "probe.mix.toml"
    recipe.write_text(RECIPE.replace("count = 2\n", ""))
    assert "2 of b/1, 0 of a/1" in run("probe").stdout


def test_what_somebody_decided_to_be_one_event_is_mixed_with_a_warning_while_the_years_disagree(root: Path) -> None:
    table = root / "data" / "decks" / "b" / "1.csv"
    table.write_text(table.read_text().replace("1417", "1471"))
    main_words = ["duplicates", "decide", "a:1", "b:1", "same"]
    assert CliRunner().invoke(main, main_words, catch_exceptions=False).exit_code == 0
    done = run("probe")
    assert done.exit_code == 0
    assert "warning[WM534]: `b:1` (`1471`, that is 1471 in data/decks/b/1.csv) is drawn" in done.stdout
    assert "wrote data/decks/probe.csv" in done.stdout
    recipe = root / "data" / "decks" / "probe.mix.toml"
    recipe.write_text('conflicts = "leave-out"\n' + RECIPE)
    done = run("probe")
    assert done.exit_code == 0
    assert "1 of b/1, 2 of a/1" in done.stdout
    assert "warning[WM532]" in done.stdout


class Watched(Notes):
    """Notes which steps were shown."""

    def progress(self, items: Iterable[Item], label: str, total: int | None = None) -> Iterator[Item]:
        del total
        self.say(label)
        yield from items


def test_a_mix_shows_how_far_it_is(root: Path) -> None:
    notes = Watched(Workspace(root))
    assert draw_mix(notes, root / "data" / "decks" / "probe.mix.toml")
    assert {"reading", "comparing"} <= set(notes.lines)  # meanings are read once in a process


DECISIONS = "card_a,card_b,decision,decided_on,by,hash_a,hash_b\n"


@pytest.mark.parametrize(
    ("name", "there", "said"),
    [
        ("duplicates", DECISIONS, "no mix can be called `duplicates`: the remembered decisions are"),
        ("duplicates", None, "no mix can be called `duplicates`: the remembered decisions are"),
        ("a", None, "no mix can be called `a`: a series is"),
        ("published-series", "number,title\n1,Natur\n", "`data/decks/published-series.csv` is no mixed deck"),
        ("mine", "series,edition\n", "`data/decks/mine.csv` is no mixed deck"),
        ("mine", "id,event_de,year\n", "`data/decks/mine.csv` is no mixed deck"),
    ],
)
def test_a_mix_overwrites_nothing_but_a_mix(root: Path, name: str, there: str | None, said: str) -> None:
    (root / "data" / "decks" / "probe.mix.toml").rename(root / "data" / "decks" / f"{name}.mix.toml")
    path = root / "data" / "decks" / f"{name}.csv"
    if there is not None:
        path.write_text(there)
    for words in ([name], [name, "--diff"], [str(path.with_suffix(".mix.toml"))]):
        done = run(*words)
        assert (done.exit_code, done.stdout.count("error[")) == (1, 1)
        assert f"error[WM537]: {said}" in done.stdout
        assert "give the recipe another name" in done.stdout
        assert (path.read_text() if path.exists() else None) == there
    built = CliRunner().invoke(main, ["build"], catch_exceptions=False)
    assert "error[WM537]" in built.stdout
    assert (path.read_text() if path.exists() else None) == there


@pytest.mark.parametrize("there", ["", "\ufeffseries;edition;id;event_de\n", '"series","edition","id"\n'])
def test_a_mix_takes_the_place_of_an_older_one_however_it_was_saved(root: Path, there: str) -> None:
    path = root / "data" / "decks" / "probe.csv"
    path.write_text(there, encoding="utf-8")
    assert run("probe").exit_code == 0
    assert path.read_text().startswith("series,edition,id,event_de,year,")


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("duplicates.csv", DECISIONS + "<<<<<<< ours\n=======\n>>>>>>> theirs\n", "WM510"),
        ("duplicates.csv", DECISIONS + "a:1,b:1,perhaps,,,,\n", "WM511"),
        ("duplicates.toml", '[[always]]\nboth = ["Basel"]\n[[never]]\nnote = "nothing"\n', "WM003"),
        ("duplicates.toml", "[[never]\n", "WM002"),
    ],
)
def test_a_mix_waits_for_decisions_and_rules_that_can_be_read(root: Path, name: str, text: str, code: str) -> None:
    path = root / "data" / "decks" / "probe.csv"
    path.write_text("series,edition,id,old")
    (root / "data" / "decks" / name).write_text(text)
    done = run("probe")
    assert (done.exit_code, done.stdout.count("error["), done.stdout.count(f"error[{code}]")) == (1, 1, 1)
    assert "nothing was written" in done.stdout
    built = CliRunner().invoke(main, ["build"], catch_exceptions=False).stdout
    assert f"left out, because `data/decks/{name}` has errors" in built
    assert path.read_text() == "series,edition,id,old"
