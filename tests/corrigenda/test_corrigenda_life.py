"""A year's life as a golden test, commands that meet, and commands that are killed: nothing is lost."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from corrigenda_life import BAD, CHAIN, HELD, LETTERS, Publisher, first_printing, live_a_year

Year = tuple[Path, dict[str, int], dict[str, int]]
GOLDEN = LETTERS / "expected.txt"
WILDMIX = Path(sys.executable).with_name("wildmix")


@pytest.fixture(scope="module")
def year(tmp_path_factory: pytest.TempPathFactory) -> Year:
    here = first_printing(tmp_path_factory.mktemp("year"))
    return here, *live_a_year(here)


def test_a_year_gives_the_same_bytes_every_time(year: Year) -> None:
    here, *_ = year
    files = sorted(path for path in (here / "data" / "decks").glob("*/*") if path.suffix != ".toml")
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.parent.name}/{path.name}" for path in files]
    found = "\n".join(lines) + "\n"
    if os.environ.get("WILDMIX_UPDATE"):
        GOLDEN.write_text(found, encoding="utf-8")
    assert found == GOLDEN.read_text(encoding="utf-8")


def test_sixty_letters_find_their_entries(year: Year) -> None:
    here, spring, summer = year
    assert (spring, summer) == ({"new": 39, "joined": 15}, {"rejected": 3, "joined": 2, "new": 1})
    entries = [entry for code in ("frauen", "seefahrer") for entry in Publisher(here).entries(code)]
    assert len(entries) == 43
    reporters = [reporter for entry in entries for reporter in entry["reported_by"]]
    assert sorted(reporters) == [f"letter-{number:03d}" for number in range(1, 61)]
    assert [(entry["card"], entry["group"]) for entry in entries if entry.get("group")] == [
        ("F091", "swap-1"),
        ("F028", "swap-1"),
    ]
    states = Counter(entry["status"] for entry in entries)
    assert states == {"applied": 30, "rejected": 9, "superseded": 1, "held": 1, "withdrawn": 1, "reported": 1}
    assert sum("duplicate_of" in entry for entry in entries) == 3


def test_the_year_ends_clean_and_values_came_back(year: Year) -> None:
    here, *_ = year
    findings = Publisher(here)("check")["findings"]
    assert [found for found in findings if found["severity"] == "error"] == []
    history = Publisher(here)("history", CHAIN)["history"]
    printed = [event["what"] for event in history if not event["entry"]]
    assert [re.findall(r"`(\d+)`", what) for what in printed] == [["2020"], ["2020", "2022"], ["2022", "2020"]]
    assert [event["entry"][-3:] for event in history if event["entry"]] == ["003"] * 3 + ["029", "003", "029", "029"]


def test_what_was_reverted_waits_for_the_next_edition(year: Year) -> None:
    here, *_ = year
    entry = next(entry for entry in Publisher(here).entries("frauen") if entry["id"] == "CORR-frauen-005")
    steps = [(change["state"], change.get("edition")) for change in entry["history"]]
    assert steps == [("reported", None), ("verified", None), ("applied", 2), ("verified", None), ("applied", 3)]
    decks = {number: (here / f"data/decks/frauen/{number}.csv").read_text(encoding="utf-8") for number in (1, 2, 3)}
    rows = {
        number: next(line for line in deck.splitlines() if line.startswith("F008,")) for number, deck in decks.items()
    }
    assert rows[1] == rows[2] != rows[3]


def test_publishing_again_changes_no_byte(year: Year, tmp_path: Path) -> None:
    here, *_ = year
    published = here / "print" / "out" / "corrigenda"
    Publisher(here)("publish", "--out", str(tmp_path / "again"))
    names = sorted(path.name for path in published.iterdir())
    assert names == sorted(path.name for path in (tmp_path / "again").iterdir())
    assert "frauen-1-replacements.pdf" in names
    for name in names:
        assert (published / name).read_bytes() == (tmp_path / "again" / name).read_bytes(), name


def test_letters_taken_in_again_change_nothing(year: Year, tmp_path: Path) -> None:
    here = Path(shutil.copytree(year[0], tmp_path / "here"))
    before = {code: Publisher(here).entries(code) for code in ("frauen", "seefahrer")}
    outcomes = Publisher(here)("report", "--letters", str(LETTERS / "summer.csv"), "--on", "2027-12-01")["outcomes"]
    assert outcomes == {"known": 6}
    assert {code: Publisher(here).entries(code) for code in ("frauen", "seefahrer")} == before


@pytest.fixture(scope="module")
def verified(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a workspace with verified entries that no edition has taken up yet."""
    here = first_printing(tmp_path_factory.mktemp("verified"))
    publisher = Publisher(here)
    publisher("report", "--letters", str(LETTERS / "spring.csv"), "--on", "2027-02-01")
    publisher(
        "reject",
        *publisher.ids(HELD, *(key for key in BAD if key.startswith("frauen"))),
        "--on",
        "2027-02-20",
        "--note",
        "No.",
    )
    left = [one["id"] for one in publisher.entries("frauen") if one["status"] == "reported" and one.get("new")]
    publisher("verify", *left, "--on", "2027-03-01")
    return here


def kill_everywhere(here: Path, *words: str) -> int:
    program = Path(__file__).with_name("killing.py")
    done = subprocess.run(
        [sys.executable, program, here, "corrigenda", *words], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return int(done.stdout)


def test_a_kill_at_any_write_of_apply_loses_nothing(verified: Path, tmp_path: Path) -> None:
    here = Path(shutil.copytree(verified, tmp_path / "here"))
    # Deck, series file and list, each with two calls for its bytes and one for its name.
    assert kill_everywhere(here, "apply", "frauen", "--edition", "2", "--on", "2027-04-01") == 9


def test_a_kill_at_any_write_of_release_loses_nothing(verified: Path, tmp_path: Path) -> None:
    here = Path(shutil.copytree(verified, tmp_path / "here"))
    Publisher(here)("apply", "frauen", "--edition", "2", "--on", "2027-04-01")
    assert kill_everywhere(here, "release", "frauen", "--edition", "2", "--on", "2027-05-01") == 6


def test_a_kill_at_any_write_of_revert_loses_nothing(verified: Path, tmp_path: Path) -> None:
    here = Path(shutil.copytree(verified, tmp_path / "here"))
    publisher = Publisher(here)
    publisher("apply", "frauen", "--edition", "2", "--on", "2027-04-01")
    one = next(entry["id"] for entry in publisher.entries("frauen") if entry.get("group"))
    assert kill_everywhere(here, "revert", one, "--on", "2027-04-02") == 6


def test_a_kill_at_any_write_of_report_loses_nothing(tmp_path: Path) -> None:
    here = first_printing(tmp_path)
    letters = tmp_path / "letters.csv"
    letters.write_text(
        "letter,on,card,field,new\nletter-1,2027-01-01,F001,year,1611\nletter-2,2027-01-01,S001,year,1234\n"
    )
    # Two lists, which are new.
    assert kill_everywhere(here, "report", "--letters", str(letters), "--on", "2027-01-02") == 6


def test_a_kill_at_any_write_of_publish_leaves_files_that_are_old_or_new(verified: Path, tmp_path: Path) -> None:
    here = Path(shutil.copytree(verified, tmp_path / "here"))
    shutil.rmtree(here / "data" / "decks" / "seefahrer")
    for mix in (here / "data" / "decks").glob("*.mix.toml"):
        mix.unlink()
    # Feed, table, index and two pages.
    assert kill_everywhere(here, "publish", "--no-pdf") == 15


def test_two_that_apply_at_once_lose_nothing(verified: Path, tmp_path: Path) -> None:
    here = Path(shutil.copytree(verified, tmp_path / "here"))
    words = [str(WILDMIX), "corrigenda", "apply", "frauen", "--edition", "2", "--on", "2027-04-01", "--format", "json"]
    both = [subprocess.Popen(words, cwd=here, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    reports = [json.loads(process.communicate()[0]) for process in both]
    assert [process.returncode for process in both] == [0, 0]
    applied = sorted(len(report["applied"]) for report in reports)
    assert applied[0] == 0
    assert applied[1] == sum(entry["status"] == "applied" for entry in Publisher(here).entries("frauen")) > 15
    assert [found for found in Publisher(here)("check")["findings"] if found["severity"] == "error"] == []
