"""A publisher's year on copies of the bundled decks: 60 letters in, decisions, two editions, a published list."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from pipeline.cli import main

ROOT = Path(__file__).parent.parent.parent
LETTERS = Path(__file__).parent / "life"
BAD = ["frauen:F074", "frauen:F063", "frauen:F093", "frauen:F081", "seefahrer:S007", "seefahrer:S066"]
HELD, TAKEN_BACK, UNKNOWN, CHAIN = "frauen:F016", "seefahrer:S093", "frauen:F027", "frauen:F046"
YOUNGER = ("erfindungen", "natur")  # series that came later
SECOND = re.compile(r"\n\[\[editions\]\]\nnumber = 2\n(?:.+\n)*")


def first_printing(folder: Path) -> Path:
    """Return a copy of two bundled series as they were when the first editions were sold and nobody had written yet."""
    here = folder / "here"
    decks = here / "data" / "decks"
    shutil.copytree(ROOT / "data" / "decks", decks, ignore=shutil.ignore_patterns(*YOUNGER, "grosse-mischung.*"))
    decisions = (decks / "duplicates.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [line for line in decisions if not any(f"{code}:" in line for code in YOUNGER)]
    (decks / "duplicates.csv").write_text("".join(kept), encoding="utf-8")
    shutil.copy(ROOT / "wildmix.toml", here)
    shutil.copytree(ROOT / "print", here / "print", ignore=shutil.ignore_patterns("out"))
    for code in ("frauen", "seefahrer"):
        series = here / "data" / "decks" / code
        (series / "2.csv").unlink()
        (series / "corrigenda.json").unlink()
        text = (series / "series.toml").read_text(encoding="utf-8")
        (series / "series.toml").write_text(SECOND.sub("", text), encoding="utf-8")
    return here


class Publisher:
    """Runs the verbs on a workspace and keeps what they printed."""

    def __init__(self, here: Path) -> None:
        self.here = here

    def __call__(self, *words: str, status: int = 0) -> dict[str, Any]:
        arguments = ["--workspace", str(self.here), "corrigenda", *words, "--format", "json"]
        result = CliRunner().invoke(main, arguments, catch_exceptions=False)
        assert result.exit_code == status, (words, result.output)
        found: dict[str, Any] = json.loads(result.stdout)
        return found

    def entries(self, code: str) -> list[dict[str, Any]]:
        path = self.here / "data" / "decks" / code / "corrigenda.json"
        found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["corrigenda"]
        return found

    def ids(self, *keys: str) -> list[str]:
        """Return the first entry on each of these cards."""
        return [
            next(entry["id"] for entry in self.entries(key.partition(":")[0]) if entry["card"] == key.partition(":")[2])
            for key in keys
        ]


def live_a_year(here: Path) -> tuple[dict[str, int], dict[str, int]]:
    """Take the letters of a year through to the third edition; return what became of the letters of both seasons."""
    publisher = Publisher(here)
    spring = publisher("report", "--letters", str(LETTERS / "spring.csv"), "--on", "2027-02-01")["outcomes"]
    for code in ("frauen", "seefahrer"):
        bad = publisher.ids(*(key for key in BAD if key.startswith(code)))
        publisher("reject", *bad, "--on", "2027-02-20", "--note", "No source says so.")
    publisher("hold", *publisher.ids(HELD), "--on", "2027-02-21", "--note", "A matter of style.")
    publisher("withdraw", *publisher.ids(TAKEN_BACK), "--on", "2027-02-22")
    for code in ("frauen", "seefahrer"):
        left = [one["id"] for one in publisher.entries(code) if one["status"] == "reported" and one.get("new")]
        publisher("verify", *left, "--on", "2027-03-01", "--by", "editor")
    publisher("apply", "frauen", "seefahrer", "--edition", "2", "--on", "2027-04-01")
    publisher("revert", "CORR-frauen-005", "--on", "2027-04-02", "--note", "Shall be looked at again.")
    for code in ("frauen", "seefahrer"):
        publisher("release", code, "--edition", "2", "--on", "2027-04-30")
    summer = publisher("report", "--letters", str(LETTERS / "summer.csv"), "--on", "2027-07-01")["outcomes"]
    (old,) = publisher.ids(CHAIN)
    new = publisher.entries("frauen")[-1]["id"]
    publisher("supersede", old, new, "--on", "2027-07-10")
    publisher("verify", new, "--on", "2027-07-11")
    publisher("apply", "frauen", "--edition", "3", "--on", "2027-09-01")
    publisher("release", "frauen", "--edition", "3", "--on", "2027-10-01")
    publisher("publish")
    return spring, summer
