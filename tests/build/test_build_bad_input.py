"""Each kind of bad input gives one clear finding at its place; the rest goes on, and nothing written is lost."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from bundled import WILDMIX, build, contents, copy

FRAUEN = "data/raw/frauen.csv"
SEAFARERS = "data/raw/seafarers-and-fliers.csv"


def edit(name: str, old: str, new: str, encoding: str = "utf-8") -> Callable[[Path], None]:
    def change(here: Path) -> None:
        data = (here / name).read_bytes()
        assert data.count(old.encode(encoding)) >= 1, old
        (here / name).write_bytes(data.replace(old.encode(encoding), new.encode(encoding), 1))

    return change


def remove(name: str) -> Callable[[Path], None]:
    return lambda here: (here / name).unlink()


def folder(name: str) -> Callable[[Path], None]:
    def change(here: Path) -> None:
        (here / name).unlink()
        (here / name).mkdir()

    return change


def dangling(name: str) -> Callable[[Path], None]:
    def change(here: Path) -> None:
        (here / name).unlink()
        (here / name).symlink_to("nowhere")

    return change


def unreadable(here: Path) -> None:
    data = (here / SEAFARERS).read_bytes()
    lines = data.split(b"\n")
    lines[9] = lines[9][:20] + b"\x81" + lines[9][20:]
    (here / SEAFARERS).write_bytes(b"\n".join(lines))


def unreleased(here: Path) -> None:
    """Make edition 1 of the women one that is still at work, without a second."""
    series = here / "data/decks/frauen/series.toml"
    text = series.read_text(encoding="utf-8").split("[[editions]]")[0]
    series.write_text(f"{text}[[editions]]\nnumber = 1\nyear = 2025\n", encoding="utf-8")
    (here / "data/decks/frauen/2.csv").unlink()
    (here / "data/decks/frauen/corrigenda.json").unlink()


CASES = {
    "a missing raw table": (remove(FRAUEN), ("WM009", "data/decks/frauen/series.toml", None)),
    "an unreadable byte": (unreadable, ("WM104", SEAFARERS, 10)),
    "a changed raw table": (edit(FRAUEN, "Hausfrau", "Hausdame", "cp1252"), ("WM010", "data/decks/frauen/1.csv", None)),
    "a changed sealed deck": (
        edit("data/decks/frauen/2.csv", "Hausfrau", "Hausdame"),
        ("WM005", "data/decks/frauen/2.csv", None),
    ),
    "a broken series file": (
        edit("data/decks/frauen/series.toml", "cmyk = [25,", "cmyk = [250,"),
        ("WM003", "data/decks/frauen/series.toml", 10),
    ),
    "an old value that is not printed": (
        edit("data/decks/seefahrer/corrigenda.json", '"old": "1931"', '"old": "1932"'),
        ("WM412", "data/decks/seefahrer/corrigenda.json", None),
    ),
    "an entry that cannot be read": (
        edit("data/decks/seefahrer/corrigenda.json", '"status": "applied"', '"status": "apllied"'),
        ("WM402", "data/decks/seefahrer/corrigenda.json", None),
    ),
    "a missing deck": (remove("data/decks/seefahrer/2.csv"), ("WM006", "data/decks/seefahrer/2.csv", None)),
    "an unknown dating profile": (
        edit("data/decks/frauen/series.toml", "[raw]", '[dating]\nprofile = "nix"\n\n[raw]'),
        ("WM003", "data/decks/frauen/series.toml", 15),
    ),
    "a year language that is not read": (
        edit("data/decks/frauen/series.toml", 'languages = ["de", "en"]', 'languages = ["es", "de", "en"]'),
        ("WM003", "data/decks/frauen/series.toml", None),
    ),
    "a list of corrections lost": (
        remove("data/decks/seefahrer/corrigenda.json"),
        ("WM014", "data/decks/seefahrer/corrigenda.json", None),
    ),
    "a folder in place of the corrigenda": (
        folder("data/decks/seefahrer/corrigenda.json"),
        ("WM013", "data/decks/seefahrer/corrigenda.json", None),
    ),
    "a folder in place of the decisions": (
        folder("data/decks/duplicates.csv"),
        ("WM013", "data/decks/duplicates.csv", None),
    ),
    "a folder in place of a series file": (
        folder("data/decks/frauen/series.toml"),
        ("WM013", "data/decks/frauen/series.toml", None),
    ),
    "a broken link in place of a recipe": (
        dangling("data/decks/wildmix.mix.toml"),
        ("WM013", "data/decks/wildmix.mix.toml", None),
    ),
    "a folder in place of a PDF": (
        lambda here: (here / "print/out/frauen-2.pdf").mkdir(parents=True),
        ("WM015", "print/out/frauen-2.pdf", None),
    ),
    "a byte after the end of a replay": (
        edit("data/replays/frauen-correction.jsonl", '"claim":{"winner":0}}', '"claim":{"winner":0}}\0'),
        ("WM707", "data/replays/frauen-correction.jsonl", None),
    ),
    "an unknown series in a mix": (
        edit("data/decks/wildmix.mix.toml", 'code = "seefahrer"', 'code = "seeleute"'),
        ("WM521", "data/decks/wildmix.mix.toml", None),
    ),
    "an illegal move": (
        edit("data/replays/frauen-correction.jsonl", '"by":0', '"by":1'),
        ("WM709", "data/replays/frauen-correction.jsonl", 2),
    ),
    "a broken recipe": (
        edit("data/decks/wildmix.mix.toml", "seed = ", "seed == "),
        ("WM002", "data/decks/wildmix.mix.toml", None),
    ),
    "a missing print profile": (
        edit("wildmix.toml", 'print_profile = "home"', 'print_profile = "away"'),
        ("WM011", "wildmix.toml", None),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_one_fault_is_one_error_and_the_rest_goes_on(name: str, tmp_path: Path) -> None:
    damage, (code, file, line) = CASES[name]
    here = copy(tmp_path)
    damage(here)
    before = contents(here)
    status, report = build(here)
    errors = [found for found in report["findings"] if found["severity"] == "error"]
    assert status == 1
    assert [(found["code"], found["file"]) for found in errors] == [(code, file)]
    assert line is None or errors[0]["line"] == line
    assert errors[0]["help"]
    after = contents(here)
    assert {path: data for path, data in after.items() if path in before} == before
    if code != "WM011":
        assert "print/out/seefahrer-2.pdf" in after


@pytest.mark.parametrize(
    ("damage", "code", "line"),
    [
        (edit(FRAUEN, ";1964;", ";1964;;;;;;;;;x;", "cp1252"), "WM1", 2),
        (edit(FRAUEN, ";1654;", ";l654;", "cp1252"), "WM2", None),
    ],
    ids=["a row with too many cells", "a broken year"],
)
def test_a_broken_row_is_one_error_and_the_other_cards_are_read(
    damage: Callable[[Path], None], code: str, line: int | None, tmp_path: Path
) -> None:
    here = copy(tmp_path)
    unreleased(here)
    _, clean = build(here)
    damage(here)
    status, report = build(here)
    known = {(found["code"], found["card"]) for found in clean["findings"]}
    new = [
        found for found in report["findings"] if (found["code"], found["card"]) not in known and found["file"] == FRAUEN
    ]
    assert status == 1
    assert [found["code"][:3] for found in new if found["severity"] == "error"] == [code]
    assert line is None or new[0]["line"] == line
    assert report["checked"]["cards"] >= 199


def test_a_missing_named_file_is_wrong_usage_and_the_others_are_read(tmp_path: Path) -> None:
    here = copy(tmp_path)
    done = subprocess.run(
        [WILDMIX, "ingest", "nothing.csv", SEAFARERS, "--format", "json"],
        cwd=here,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    report = json.loads(done.stdout)
    assert report["checked"] == {"cards": 100}
    assert ("WM016", "cannot read nothing.csv: No such file or directory") in [
        (found["code"], found["message"]) for found in report["findings"]
    ]


def test_outside_a_workspace_build_says_what_to_do(tmp_path: Path) -> None:
    done = subprocess.run([WILDMIX, "build"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "wildmix init" in done.stderr


def test_a_new_workspace_builds(tmp_path: Path) -> None:
    made = subprocess.run([WILDMIX, "init", "cards"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert made.returncode == 0
    status, report = build(tmp_path / "cards")
    assert status == 0
    assert (tmp_path / "cards/print/out/beispiel-1.pdf").read_bytes().startswith(b"%PDF")
    again = subprocess.run([WILDMIX, "init", "cards"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert again.returncode == 2
    assert report["checked"]["cards"] == 9
