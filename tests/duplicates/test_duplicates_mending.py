"""What `wildmix duplicates`, `decide` and `review` say to do next, and what they leave out where it cannot be done."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from plain_series import SWIM, SWUM, write_series

from pipeline.cli import main

SOURCE = "book: X; locator: p. 1; states: 1926; checked: yes"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "wildmix.toml").write_text("")
    write_series(tmp_path, "a", [("1", SWIM, 1926), ("2", "Bern brennt", 1405), ("3", "Amundsen am Südpol", 1911)])
    write_series(tmp_path, "b", [("1", SWUM, 1927), ("2", "In Bern brennt es", 1405)])
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str, stdin: str = "", status: int | None = None) -> Result:
    done = CliRunner().invoke(main, words, input=stdin, catch_exceptions=False)
    assert status is None or done.exit_code == status, done.output
    return done


def below_conflict() -> list[str]:
    """What stands below the conflict, and the help of its finding."""
    lines = run("duplicates").stdout.splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith("conflict"))
    said = [line.strip() for line in lines[at + 1 :] if line.startswith(" " * 10)]
    helps = [line.partition("help: ")[2] for line in lines[at:] if "help: " in line]
    return [*said, *helps[:1]]


def test_what_mends_a_conflict_follows_the_list_of_corrigenda(root: Path) -> None:
    assert root.is_dir()
    draft = "wildmix corrigenda report --card {} --new '{}' --reason '{} tells the same event'"
    drafts = [draft.format("a:1", 1927, "b:1"), draft.format("b:1", 1926, "a:1")]
    wrong = f"check both years against sources and report the wrong one: `{drafts[0]}` or `{drafts[1]}`"
    different = "or decide it: `wildmix duplicates decide a:1 b:1 different`"
    assert below_conflict() == [*drafts, f"{wrong}; {different}"]
    run("corrigenda", "report", "--card", "b:1", "--new", "1926", status=0)
    command = "wildmix corrigenda verify CORR-b-001 --source SOURCE --reason REASON"
    told = f"CORR-b-001 (reported) mends it if it is right: `{command}`"
    assert below_conflict() == [told, told]
    run("corrigenda", "verify", "CORR-b-001", "--source", SOURCE, "--reason", "misread")
    assert below_conflict() == ["CORR-b-001 (verified) mends it: `wildmix corrigenda apply b --edition 2`"] * 2
    (pair,) = [one for one in json.loads(run("duplicates", "--format", "json").stdout)["pairs"] if one["a"] == "a:1"]
    command = "wildmix corrigenda apply b --edition 2"
    assert pair["corrigenda"] == [{"id": "CORR-b-001", "status": "verified", "command": command}]
    assert "drafts" not in pair
    run("duplicates", "decide", "a:1", "b:1", "same", status=0)
    assert below_conflict() == ["CORR-b-001 (verified) mends it: `wildmix corrigenda apply b --edition 2`"] * 2
    asked = run("corrigenda", "apply", "b", status=2).stderr
    assert asked == "wildmix: error: say which edition with --edition; the next of `b` is 2\n"
    run(*command.split()[1:])
    assert "conflict" not in run("duplicates").stdout
    older = run("duplicates", "a/1", "b/1").stdout
    assert "CORR-b-001 mends it in edition 2" in older
    assert "(decided when a card read otherwise: same)" not in older
    assert "WM514" in run("duplicates").stdout
    run("duplicates", "decide", "a:1", "b:1", "same", status=0)
    older = run("duplicates", "a/1", "b/1").stdout
    assert "(decided when a card read otherwise: same)" in older
    assert "WM514" not in older
    assert "1 pair is open; judge it with `wildmix review a/1 b/1`" in older


@pytest.mark.parametrize("new", ["1930", "um 1400"])
def test_an_entry_that_mends_nothing_is_not_taken_for_one_that_does(root: Path, new: str) -> None:
    assert root.is_dir()
    run("corrigenda", "report", "--card", "b:1", "--new", new, status=0)
    assert below_conflict()[0].startswith("wildmix corrigenda report --card a:1")


def test_a_rejected_entry_mends_nothing(root: Path) -> None:
    assert root.is_dir()
    run("corrigenda", "report", "--card", "b:1", "--new", "1926", status=0)
    run("corrigenda", "reject", "CORR-b-001", "--reason", "no", status=0)
    assert below_conflict()[0].startswith("wildmix corrigenda report --card a:1")


def test_the_answer_same_says_how_to_mend_the_years_at_every_place(root: Path) -> None:
    assert root.is_dir()
    decided = run("duplicates", "decide", "a:1", "b:1", "same", status=0).stdout
    drafts = "one of the years is wrong; draft the corrigendum with one of:\n  wildmix corrigenda report --card a:1 "
    assert f"a:1 and b:1: same; the verdict is conflict\n{drafts}" in decided
    (root / "data/decks/duplicates.csv").unlink()
    assert drafts in run("review", stdin="s\nq\n").stdout
    assert "draft" not in run("duplicates", "decide", "a:1", "b:1", "different", status=0).stdout


def test_decide_says_whose_answer_it_replaces(root: Path) -> None:
    assert root.is_dir()
    same = ("duplicates", "decide", "a:2", "b:2", "same", "--by", "Eva", "--on", "2026-11-30")
    assert "replaces" not in run(*same).stdout
    assert "replaces" not in run(*same).stdout
    told = run("duplicates", "decide", "a:2", "b:2", "different", "--by", "Udo", "--on", "2026-12-01").stdout
    assert "a:2 and b:2: different; the verdict is distinct; replaces `same` (Eva, 2026-11-30)" in told
    report = json.loads(run(*same, "--format", "json").stdout)
    assert report["replaced"] == {"decision": "different", "by": "Udo", "decided_on": "2026-12-01"}


def test_open_pairs_are_counted_at_the_end_with_the_command_that_judges_them(root: Path) -> None:
    assert root.is_dir()
    assert run("duplicates").stdout.splitlines()[-2] == "2 pairs are open; judge them with `wildmix review`"
    assert "judge them with `wildmix review a b/1`" in run("duplicates", "a", "b/1").stdout
    lines = run("review", stdin="s\nq\n").stdout.splitlines()
    assert lines[-1] == "1 of 2 pairs judged, 1 left; go on with `wildmix review`"
    assert "is open" not in run("duplicates", "a").stdout
    assert run("review", stdin="s\n").stdout.splitlines()[-2:] == [
        "1 of 1 pairs judged, 0 left",
        "checked 5 cards: no findings",
    ]


def test_without_a_workspace_nothing_is_said_that_works_in_one_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, event, year in (("eins", SWIM, 1926), ("zwei", SWUM, 1927), ("drei", "Ederle schwimmt im Kanal", 1926)):
        Path(f"{name}.csv").write_text(f"event;year\n{event};{year}\n", encoding="utf-8")
    done = run("duplicates", "eins.csv", "zwei.csv", "drei.csv", "-v")
    assert "conflict" in done.stdout
    assert "help: check both years against sources\n" in done.stdout
    assert not [word for word in ("corrigenda", "decide", "review") if word in done.stdout]


def test_a_verb_that_is_misspelt_is_one_error(root: Path) -> None:
    assert root.is_dir()
    done = run("duplicates", "decides", "a:1", "b:1", "same", status=2)
    assert done.stderr == "wildmix: error: there is no deck `decides`; is `wildmix duplicates decide` meant?\n"
    done = run("duplicates", "scoer", "pairs.csv", status=2)
    assert "is `wildmix duplicates score` meant?" in done.stderr


def test_a_deck_that_is_called_nearly_as_a_verb_is_compared(root: Path) -> None:
    write_series(root, "scores", [("1", "Bern brennt", 1405)])
    assert "checked 4 cards" in run("duplicates", "scores", "a").stdout


def test_a_question_mark_tells_the_keys(root: Path) -> None:
    assert root.is_dir()
    shown = run("review", stdin="?\nq\n").stdout
    assert "u  take back the last answer of this sitting" in shown
    assert "is no answer" not in shown


@pytest.mark.parametrize("words", [("--json",), ("--format", "json")])
def test_what_is_refused_in_json_is_an_object_and_the_sitting_goes_on(root: Path, words: tuple[str, ...]) -> None:
    assert root.is_dir()
    answers = [{"a": "a:1", "b": "a:3", "answer": "same"}, {"answer": "undo"}, {"answer": "same"}, {"answer": "quit"}]
    done = run("review", *words, stdin="\n".join(map(json.dumps, answers)), status=0)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["refused"] for line in lines if "refused" in line] == [
        "`a:1` and `a:3` are not among the pairs in question",
        "there is nothing to undo in this sitting",
    ]
    assert [(line["a"], len(line["drafts"])) for line in lines if "drafts" in line] == [("a:1", 2)]
    assert {key: lines[-1][key] for key in ("judged", "left", "checked")} == {
        "judged": 1,
        "left": 1,
        "checked": {"cards": 5},
    }
    assert done.stderr == ""


def test_review_asks_about_a_pair_whose_card_changed_and_says_so(root: Path) -> None:
    run("duplicates", "decide", "a:3", "b:2", "same", "--by", "Eva", "--on", "2026-11-30", status=0)
    path = root / "data/decks/a/1.csv"
    path.write_text(path.read_text(encoding="utf-8").replace("Amundsen", "Roald"), encoding="utf-8")
    lapsed = "warning[WM514]: `a:3` changed since the decision `same` (Eva, 2026-11-30)"
    assert lapsed in run("review", stdin="q\n").stdout
    shown = run("review", stdin="l\nl\nd\n").stdout
    assert "it was decided to be one event when a card read otherwise; no word is shared" in shown
    assert lapsed not in shown
    assert "replaces `same` (Eva, 2026-11-30)" in shown
    assert "WM514" not in run("duplicates").stdout


def test_drafts_are_for_the_newest_edition_and_name_an_older_one(root: Path) -> None:
    draft = "wildmix corrigenda report --card {}:1{} --new '{}' --reason '{}:1 tells the same event'"
    for code in ("a", "b"):
        series = root / "data" / "decks" / code / "series.toml"
        series.write_text(series.read_text() + "[[editions]]\nnumber = 2\nyear = 2026\n")
        deck = (series.parent / "1.csv").read_text()
        (series.parent / "2.csv").write_text(deck)

    def drafted(*decks: str) -> list[str]:
        pairs = json.loads(run("duplicates", *decks, "--format", "json").stdout)["pairs"]
        return next(one.get("drafts", []) for one in pairs if one["verdict"] == "conflict")

    assert drafted() == [draft.format("a", "", 1927, "b"), draft.format("b", "", 1926, "a")]
    named = [draft.format("a", " --edition 1", 1927, "b"), draft.format("b", "", 1926, "a")]
    assert drafted("a/1", "b/2") == named
    newest = root / "data" / "decks" / "b" / "2.csv"
    newest.write_text(newest.read_text().replace("1927", "1928"))
    changed = [draft.format("a", " --edition 1", 1928, "b"), draft.format("b", " --edition 2", 1926, "a")]
    assert drafted("a/1", "b/1") == changed
    newest.write_text(newest.read_text().replace("1928", "1926"))
    assert drafted("a/1", "b/1") == []
    newest.write_text("".join(newest.read_text().splitlines(keepends=True)[:1]))
    assert drafted("a/1", "b/1") == []


def edited(root: Path, code: str, old: str, new: str) -> None:
    """Write a second edition of a series, in which something reads otherwise."""
    folder = root / "data" / "decks" / code
    series = folder / "series.toml"
    series.write_text(series.read_text() + "[[editions]]\nnumber = 2\nyear = 2026\n")
    (folder / "2.csv").write_text((folder / "1.csv").read_text(encoding="utf-8").replace(old, new), encoding="utf-8")


@pytest.mark.parametrize("compared", ["1927", "1926"])
def test_no_decision_is_proposed_on_an_older_edition_that_would_not_hold(root: Path, compared: str) -> None:
    edited(root, "b", "1927", "1930")
    first = root / "data/decks/b/1.csv"
    first.write_text(first.read_text(encoding="utf-8").replace("1927", compared), encoding="utf-8")
    older = run("duplicates", "a/1", "b/1").stdout
    line = "decide it: `wildmix duplicates decide a:1 b:1 same` or `different`"
    assert f"help: take the newest edition of `b`; if that says the same, {line}\n" in older
    assert "1 pair is open; judge it with `wildmix review a/1 b/1`" in older
    asked = run("review", "a/1", "b/1", stdin="s\ns\ns\n", status=0).stdout
    assert "judge it with `wildmix review a b`" in asked
    assert "a:1" not in (root / "data/decks/duplicates.csv").read_text()
    run("duplicates", "decide", "a:1", "b:1", "same", status=0)
    assert "WM514" not in run("duplicates", "a/1", "b/1").stdout + run("duplicates").stdout


def test_a_card_that_the_newest_edition_has_no_more_is_not_asked_about(root: Path) -> None:
    edited(root, "b", "1,", "7,")
    asked = run("review", "a/1", "b/1", stdin="s\ns\n", status=0).stdout
    assert "1 pair reads otherwise in the newest edition of `b`" in asked
    assert "WM513" not in run("duplicates").stdout


def test_a_mix_of_older_cards_says_nothing_of_decisions_on_the_newest(root: Path) -> None:
    (root / "data/decks/m.mix.toml").write_text(
        'seed = 1\ntitle = { de = "m" }\n[[series]]\ncode = "a"\n[[series]]\ncode = "b"\nedition = 1\n'
    )
    run("duplicates", "decide", "a:1", "b:1", "different", status=0)
    run("mix", "m", status=0)
    edited(root, "b", "1927", "1926")
    run("duplicates", "decide", "a:1", "b:1", "same", status=0)
    assert "WM514" not in run("duplicates", "m").stdout


def test_of_a_bare_table_of_equal_texts_nothing_is_said_of_decisions_or_corrections(root: Path) -> None:
    for year in (1926, 1927):
        rows = [f"{number},{SWIM},{1926 if number < 9 else year}" for number in range(1, 12)]
        (root / "many.csv").write_text("id,event_de,year\n" + "\n".join(rows) + "\n")
        said = run("duplicates", "many.csv", status=year - 1926).stdout
        assert "help: " in said
        assert not [word for word in ("corrigenda", "decide", "review") if word in said]


def test_many_cards_with_equal_texts_are_one_finding(root: Path) -> None:
    rows = [f"{number},{SWIM},{1926 + (number > 8)}" for number in range(1, 12)]
    (root / "many.csv").write_text("id,event_de,year\n" + "\n".join(rows) + "\n")
    report = json.loads(run("duplicates", "many.csv", "--format", "json", status=1).stdout)
    (found,) = [one for one in report["findings"] if one["code"].startswith("WM5")]
    assert (found["code"], found["message"]) == (
        "WM502",
        (
            "`many:1` and 10 more cards tell the same event in the same words and give different years: "
            "`1926` (many:1, many:2, many:3 and 5 more), `1927` (many:10, many:11, many:9)"
        ),
    )
    assert [len(group["cards"]) for group in report["groups"]] == [11]
    assert not any("drafts" in pair for pair in report["pairs"])
    assert run("duplicates", "many.csv").stdout.startswith("same words     many:1  and 10 more\n")
    few = [f"{number},{SWIM},1926" for number in range(1, 9)]
    (root / "many.csv").write_text("id,event_de,year\n" + "\n".join(few) + "\n")
    codes = [one["code"] for one in json.loads(run("duplicates", "many.csv", "--format", "json").stdout)["findings"]]
    assert codes.count("WM501") == 28


@pytest.mark.parametrize(
    ("table", "told"),
    [
        (
            "card_a,card_b,decision,decided_on,by,hash_a,hash_b\na:1,b:1,same,2026-01-01,,0,0\n",
            "decisions on pairs of cards",
        ),
        ("text_a,lang_a,year_a,text_b,lang_b,year_b\nRom,de,1,Bern,de,2\n", "pairs of texts"),
    ],
)
def test_a_table_that_another_verb_reads_is_no_table_of_cards(root: Path, table: str, told: str) -> None:
    (root / "other.csv").write_text(table)
    done = run("duplicates", "other.csv", status=1)
    assert f"error[WM120]: the table holds {told}, and no cards" in done.stdout


def test_an_answer_that_nests_too_deeply_is_refused_and_asked_again(root: Path) -> None:
    assert root.is_dir()
    lines = [json.loads(line) for line in run("review", "--json", stdin="[" * 100_000 + "\n").stdout.splitlines()]
    assert lines[1]["refused"].startswith("no answer (there are same, ")
    assert lines[1]["refused"].endswith(": " + "[" * 80)
    assert lines[-1]["judged"] == 0
