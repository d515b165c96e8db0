"""The verbs on a workspace on disk: what they print, write, refuse, and leave alone."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from corrigenda_samples import FIRST, entry, file, swap, text_entry

from pipeline.cli import main
from pipeline.corrigenda import CorrigendaFile, write_corrigenda
from pipeline.ingest import write_deck

SERIES = """\
# The village.
code = "dorf"
languages = ["de", "en"]

[titles]
de = "Dorf"

[colour]
cmyk = [0, 50, 50, 0]
srgb = "#cc8888"

[[editions]]
number = 1  # the first box
year = 2021
"""


class Village:
    """A workspace with one series."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / "data" / "decks" / "dorf"
        self.folder.mkdir(parents=True)
        (root / "wildmix.toml").write_text("")
        (self.folder / "series.toml").write_text(SERIES)
        (self.folder / "1.csv").write_bytes(write_deck(FIRST))
        self.keep(file(entry(1), text_entry(2, translations={"en": "done"}, type="editorial")))

    def keep(self, entries: CorrigendaFile) -> None:
        (self.folder / "corrigenda.json").write_bytes(write_corrigenda(entries))

    def run(self, *words: str) -> Result:
        return CliRunner().invoke(main, ["--workspace", str(self.root), "corrigenda", *words], catch_exceptions=False)

    def json(self, *words: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.run(*words, "--format", "json").stdout)
        return found

    def files(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in self.folder.iterdir()}


@pytest.fixture
def village(tmp_path: Path) -> Village:
    return Village(tmp_path)


APPLY = ("apply", "dorf", "--edition", "2", "--on", "2026-03-01")


def test_applying_writes_deck_series_and_history(village: Village) -> None:
    result = village.run(*APPLY)
    assert result.exit_code == 0
    files = village.files()
    assert b"D1,Ereignis D1,Event D1,1905,1905,1905,1905," in files["2.csv"]
    assert b"Marie Curie kommt" in files["2.csv"]
    assert b"# the first box" in files["series.toml"]
    entries = json.loads(files["corrigenda.json"])["corrigenda"]
    last = {"state": "applied", "on": "2026-03-01", "by": "editor", "edition": 2}
    assert [one["history"][-1] for one in entries] == [last, last]
    assert files["1.csv"] == write_deck(FIRST)
    assert village.run("check").exit_code == 0


def test_applying_again_changes_no_byte(village: Village) -> None:
    village.run(*APPLY)
    before = village.files()
    result = village.json("apply", "dorf", "--edition", "2", "--on", "2026-09-09")
    assert (result["applied"], result["written"]) == ([], [])
    assert village.files() == before


def test_a_new_edition_to_which_nothing_is_due_is_made_only_as_a_reprint(village: Village) -> None:
    village.keep(file(entry(1, "held")))
    before = village.files()
    for words in (APPLY, (*APPLY, "--diff")):
        result = village.run(*words)
        assert (result.exit_code, result.stdout.splitlines()[0][:39]) == (0, "nothing is due for edition 2 of dorf: n")
        assert village.files() == before
    village.run(*APPLY, "--reprint")
    assert village.files()["2.csv"] == before["1.csv"]


def test_what_cannot_be_applied_makes_no_new_edition(village: Village) -> None:
    village.keep(file(entry(1, old="1904")))
    before = village.files()
    result = village.json(*APPLY)
    assert ([one["code"] for one in result["findings"]], result["written"]) == (["WM412"], [])
    assert village.files() == before


def test_numbers_of_editions_leave_no_gap(village: Village) -> None:
    result = village.run("apply", "dorf", "--edition", "3")
    assert result.exit_code == 2
    assert "the newest edition of `dorf` is 1, so that the next is 2, not 3" in result.stderr


def test_a_deck_lost_on_the_way_is_made_again(village: Village) -> None:
    village.run(*APPLY)
    before = village.files()
    (village.folder / "2.csv").write_bytes(write_deck(FIRST))
    village.run(*APPLY)
    assert village.files() == before


def test_a_difference_is_shown_and_nothing_written(village: Village) -> None:
    before = village.files()
    result = village.run(*APPLY, "--diff")
    assert result.exit_code == 0
    assert "D1\n  year\n    - 1903\n    + 1905\n" in result.stdout
    assert village.files() == before


def test_a_stale_entry_is_reported_and_the_rest_applied(village: Village) -> None:
    village.keep(file(entry(1, old="1904"), text_entry(2, translations={"en": "done"}, type="editorial")))
    result = village.json(*APPLY)
    assert ([one["code"] for one in result["findings"]], result["applied"]) == (["WM412"], ["CORR-dorf-002"])
    assert village.run("check").exit_code == 1


def test_nothing_is_written_while_an_entry_cannot_be_read(village: Village) -> None:
    path = village.folder / "corrigenda.json"
    path.write_bytes(path.read_bytes().replace(b'"field": "event_de"', b'"feild": "event_de"'))
    before = village.files()
    result = village.run(*APPLY)
    assert result.exit_code == 1
    assert "corrigenda.json:" in result.stdout
    assert village.files() == before


def test_nothing_is_written_when_an_applied_entry_no_longer_fits(village: Village) -> None:
    village.run(*APPLY)
    path = village.folder / "corrigenda.json"
    path.write_bytes(path.read_bytes().replace(b'"old": "1903"', b'"old": "1904"'))
    before = village.files()
    assert village.run(*APPLY).exit_code == 1
    assert village.files() == before


def test_releasing_seals_and_the_sealed_edition_stays(village: Village) -> None:
    village.run(*APPLY)
    assert village.run("release", "dorf", "--edition", "2").exit_code == 2  # edition 1 is not released
    assert village.run("release", "dorf", "--edition", "1", "--on", "2021-05-01").exit_code == 0
    result = village.json("release", "dorf", "--edition", "2", "--on", "2027-05-01")
    digest = hashlib.sha256((village.folder / "2.csv").read_bytes()).hexdigest()
    assert result["released"] == {"number": 2, "year": 2027, "released": True, "sha256": digest, "cards": 4}
    before = village.files()
    assert digest.encode() in before["series.toml"]
    assert b"# the first box" in before["series.toml"]
    for words in (APPLY, ("release", "dorf", "--edition", "2"), ("apply", "dorf", "--edition", "1")):
        assert village.run(*words).exit_code == 2
    assert village.files() == before
    assert village.run("check").exit_code == 0


def test_an_edition_that_is_not_what_its_entries_make_is_not_released(village: Village) -> None:
    village.run(*APPLY)
    village.run("release", "dorf", "--edition", "1", "--on", "2021-05-01")
    path = village.folder / "2.csv"
    path.write_bytes(path.read_bytes().replace(b"Event D4", b"Event D-four"))
    result = village.run("release", "dorf", "--edition", "2")
    assert result.exit_code == 2
    assert "is not what its corrigenda make" in result.stderr


def test_an_edition_that_prints_an_error_all_the_same_is_listed_with_it_when_it_is_released(village: Village) -> None:
    village.keep(file(entry(1, "reported"), text_entry(2, translations={"en": "done"}, type="editorial")))
    village.run("release", "dorf", "--edition", "1", "--on", "2021-05-01")
    village.run(*APPLY)
    listed = ("show", "CORR-dorf-001")
    assert "found in  edition 1\n" in village.run(*listed).stdout
    assert village.run("verify", "CORR-dorf-001", "--on", "2026-03-02").exit_code == 0
    assert "found in  edition 1\n" in village.run(*listed).stdout  # edition 2 can still take it up
    assert village.run("release", "dorf", "--edition", "2", "--on", "2026-03-03").exit_code == 0
    assert "found in  edition 1, 2\n" in village.run(*listed).stdout
    assert village.run("check").exit_code == 0
    assert "WM414" not in village.run("check", "-v").stdout


def test_days_go_forward(village: Village) -> None:
    assert village.run("apply", "dorf", "--edition", "2", "--on", "2026-01-31").exit_code == 2
    village.run(*APPLY)
    village.run("release", "dorf", "--edition", "1", "--on", "2021-05-01")
    assert village.run("release", "dorf", "--edition", "2", "--on", "2026-02-28").exit_code == 2


@pytest.mark.parametrize(
    "words",
    [
        ("apply", "dorf", "--edition", "1"),
        ("apply", "stadt", "--edition", "2"),
        ("apply", "dorf", "--edition", "0"),
        ("apply", "dorf", "--edition", "2", "--on", "1.3.2026"),
        ("apply", "dorf", "--edition", "2", "--on", "3026-03-01"),
        ("hold", "CORR-dorf-001", "--on", "2206-02-01"),
        ("report", "--card", "D1", "--new", "1907", "--on", "9999-12-31"),
        ("apply", "dorf", "--edition", "2", "--by", "Erika Muster"),
        ("release", "dorf", "--edition", "7"),
        ("show", "CORR-dorf-099"),
        ("show", "CORR-../..-1"),
        ("check", "stadt"),
        ("list", "../dorf"),
    ],
)
def test_what_does_not_exist_is_wrong_usage(village: Village, words: tuple[str, ...]) -> None:
    before = village.files()
    result = village.run(*words)
    assert result.exit_code == 2
    assert result.stderr
    assert village.files() == before


def test_checking_counts_and_goes_on_after_an_unknown_series(village: Village) -> None:
    village.keep(file(*swap(), text_entry(3, "held")))
    result = village.json("check", "stadt", "dorf")
    assert result["states"] == {"dorf": {"held": 1, "verified": 2}}
    assert result["checked"] == {"entries": 3, "editions": 1}
    assert "dorf: 3 corrigenda (1 held, 2 verified)" in village.run("check").stdout


def test_a_series_without_a_list_has_none(village: Village) -> None:
    (village.folder / "corrigenda.json").unlink()
    assert village.json("check")["states"] == {"dorf": {}}
    assert village.run("list").exit_code == 0
    assert village.run(*APPLY, "--reprint").exit_code == 0
    assert "2.csv" in village.files()
    assert "corrigenda.json" not in village.files()


def test_a_broken_list_is_one_finding_with_its_place(village: Village) -> None:
    (village.folder / "corrigenda.json").write_text('{"series": "dorf",\n "corrigenda": [}')
    for verb in (("check",), ("list",), ("show", "CORR-dorf-1"), APPLY):
        findings = village.json(*verb)["findings"]
        assert [(one["code"], one["line"], one["column"]) for one in findings] == [("WM401", 2, 17)]


def test_listing_filters_by_state(village: Village) -> None:
    village.keep(file(entry(1), text_entry(2, "held")))
    rows = village.json("list", "dorf", "--state", "held")["corrigenda"]
    assert [(row["id"], row["state"], row["printed"]) for row in rows] == [("CORR-dorf-002", "held", "open")]
    shown = village.run("list").stdout.splitlines()
    assert shown[0] == "dorf: 2 corrigenda (1 held, 1 verified)"
    assert shown[2].split() == ["CORR-dorf-001", "D1", "year", "verified", "open", "1903", "1905"]


def test_showing_tells_reason_sources_and_history(village: Village) -> None:
    shown = village.run("show", "CORR-dorf-1").stdout
    for part in ("1903", "1905", "The chronicle has 1905.", "p. 12", "2026-02-01  verified by editor"):
        assert part in shown
    assert village.json("show", "CORR-dorf-001")["corrigendum"]["card"] == "D1"


def test_card_text_cannot_steer_a_terminal(village: Village) -> None:
    village.keep(file(entry(1, reason="\x1b[2J gone")))
    assert "\x1b" not in village.run("show", "CORR-dorf-001").stdout


def test_every_verb_is_in_the_table_with_its_own_help() -> None:
    from pipeline.cli.corrigenda import VERBS, command  # noqa: PLC0415 - the group, beside its table

    for name, line in VERBS.items():
        found = command.get_command(None, name)  # type: ignore[arg-type]
        assert found is not None
        assert found.short_help == line
        assert found.help


def test_a_report_that_supersedes_is_about_the_same_place(village: Village) -> None:
    """Card and field need not be said again; others than those are refused, and nothing is written."""
    before = village.files()
    newer = ("report", "--supersedes", "CORR-dorf-002", "--on", "2026-03-01")
    for words, told in (
        (("--field", "year", "--new", "1906"), "the report year of `"),
        (("--card", "D4", "--field", "event_de", "--new", "Etwas"), "the report event_de of `D4`"),
    ):
        result = village.run(*newer, *words)
        assert result.exit_code == 2
        assert "CORR-dorf-002 corrects event_de of `" in result.stderr
        assert told in result.stderr
        assert village.files() == before
    assert village.run(*newer, "--new", "Marie Curie geht.").exit_code == 0
    made = json.loads(village.files()["corrigenda.json"])["corrigenda"][-1]
    assert (made["supersedes"], made["field"], made["new"]) == ("CORR-dorf-002", "event_de", "Marie Curie geht.")


def test_what_checks_find_in_a_corrected_card_is_told_and_not_sealed(village: Village) -> None:
    """An error that a correction brings is seen when the edition is made; what the card said before is not told."""
    village.keep(
        file(text_entry(1, new="Marie Cur\u061cie kommt zur Welt.", translations={"en": "done"}, type="editorial"))
    )
    assert village.run("release", "dorf", "--edition", "1", "--on", "2021-03-01").exit_code == 0
    for words in (APPLY, ("release", "dorf", "--edition", "2", "--on", "2026-03-02")):
        told = village.run(*words, "--format", "json")
        assert (told.exit_code, [found["code"] for found in json.loads(told.stdout)["findings"]]) == (1, ["WM603"])
    assert b"released = true\nsha256" not in village.files()["series.toml"].partition(b"number = 2")[2]


@pytest.mark.parametrize("words", [("apply", "dorf", "--edition", "2"), ("release", "dorf", "--edition", "2")])
def test_no_edition_is_of_a_year_before_the_one_below_it(village: Village, words: tuple[str, ...]) -> None:
    village.keep(file())
    village.run("release", "dorf", "--edition", "1", "--on", "2021-03-01")
    if words[0] == "release":
        village.run(*APPLY, "--reprint")
    before = village.files()
    refused = village.run(*words, "--on", "2020-12-31", *["--reprint"] * (words[0] == "apply"))
    assert refused.exit_code == 2
    assert "edition 1 of `dorf` is of 2021, after 2020-12-31" in refused.stderr
    assert village.files() == before


@pytest.mark.parametrize("edition", [1, 2])
def test_a_released_edition_that_was_changed_is_one_fault(village: Village, edition: int) -> None:
    for number, day in ((1, "2021-03-01"), (2, "2026-03-02")):
        if number > 1:
            village.run(*APPLY)
        assert village.run("release", "dorf", "--edition", str(number), "--on", day).exit_code == 0
    deck = village.folder / f"{edition}.csv"
    deck.write_bytes(deck.read_bytes().replace(b"Ereignis D4", b"Ereignis D5"))
    (found,) = village.json("check")["findings"]
    assert found["code"] == "WM005"
    assert found["file"].endswith(f"{edition}.csv")
    assert found["line"] == {1: None, 2: 5}[edition]
