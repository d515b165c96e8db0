"""`wildmix review`: asked once, kept at once, taken back, in words and in JSON; and rules beside the model."""

import io
import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from time import process_time
from typing import IO, Any, cast

import pytest
from click.testing import CliRunner, Result
from duplicates_samples import card, deck
from plain_series import HEAD, SERIES

from pipeline.cli import main
from pipeline.duplicates import Decisions, Rules, compare, find_pairs, pair_findings, questions, read_rules
from pipeline.duplicates.rules import Rule

ROWS = {
    "a": "1,Gertrude Ederle durchschwimmt den Ärmelkanal,1926\n2,In Bern brennt die Kornmühle am Tor,1405\n",
    "b": "1,Den Ärmelkanal durchschwimmt Gertrude Ederle,1927\n2,Am Tor brennt in Bern die Kornmühle,1405\n",
}


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "wildmix.toml").write_text("")
    for code, rows in ROWS.items():
        folder = tmp_path / "data" / "decks" / code
        folder.mkdir(parents=True)
        (folder / "series.toml").write_text(SERIES.format(code=code))
        full = "".join(f"{row},{row[-4:]},{row[-4:]},{row[-4:]},,,\n" for row in rows.splitlines())
        (folder / "1.csv").write_text(HEAD + full)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def review(stdin: str, *words: str) -> Result:
    return CliRunner().invoke(main, ["review", "--on", "2026-01-02", *words], input=stdin, catch_exceptions=False)


def kept(root: Path) -> list[str]:
    path = root / "data" / "decks" / "duplicates.csv"
    return [",".join(line.split(",")[:5]) for line in path.read_text().splitlines()[1:]] if path.is_file() else []


def test_conflicts_come_first_and_each_answer_is_kept(root: Path) -> None:
    done = review("c\nd\n", "--by", "Eva")
    assert done.exit_code == 0
    assert kept(root) == ["a:1,b:1,same,2026-01-02,Eva", "a:2,b:2,different,2026-01-02,Eva"]
    assert "1 of 2   conflict" in done.stdout
    assert "wildmix corrigenda report --card a:1 --new '1927' --reason 'b:1 tells the same event'" in done.stdout
    assert "2 of 2 pairs judged, 0 left" in done.stdout


def test_what_was_judged_is_not_asked_again_and_the_rest_is(root: Path) -> None:
    assert "1 of 2 pairs judged, 1 left" in review("s\nq\n").stdout
    again = review("")
    assert "1 of 1" in again.stdout
    assert "a:2" in again.stdout
    assert "a:1" not in again.stdout
    assert len(kept(root)) == 1


def test_the_last_answer_can_be_taken_back(root: Path) -> None:
    review("s\nu\nd\nq\n")
    assert kept(root) == ["a:1,b:1,different,2026-01-02,"]
    assert "there is nothing to undo" in review("u\nq\n").stdout


def test_later_decides_nothing_and_an_unknown_key_asks_again(root: Path) -> None:
    done = review("x\nl\nl\n")
    assert "`x` is no answer" in done.stdout
    assert kept(root) == []
    assert "0 of 2 pairs judged, 2 left" in done.stdout


def test_blind_shows_neither_score_nor_verdict(root: Path) -> None:
    assert root.is_dir()
    assert "conflict 0" in review("q\n").stdout.replace("conflict 1", "conflict 0")
    assert "conflict 0" not in review("q\n", "--blind").stdout.replace("conflict 1", "conflict 0")


def test_other_front_ends_ask_and_answer_in_json(root: Path) -> None:
    answers = [{"a": "b:2", "b": "a:2", "answer": "same"}, {"answer": "nonsense"}, {"answer": "conflict"}]
    done = review("\n".join(map(json.dumps, answers)), "--json", "--blind")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["ask"]["number"] for line in lines if "ask" in line] == [1, 1]
    assert "score" not in lines[0]
    assert "".join(piece["text"] for piece in lines[0]["a"]["pieces"]) == lines[0]["a"]["event"]["de"]
    assert ["refused" in line for line in lines].count(True) == 1
    assert [line["drafts"][0][:35] for line in lines if "drafts" in line] == [
        "wildmix corrigenda report --card a:1"[:35]
    ]
    assert (lines[-1]["judged"], lines[-1]["left"], lines[-1]["findings"]) == (2, 0, [])
    assert kept(root) == ["a:1,b:1,same,2026-01-02,", "a:2,b:2,same,2026-01-02,"]


@pytest.mark.parametrize(
    "said",
    [
        {"a": 1, "b": 2, "answer": "same"},
        {"a": "a:1", "answer": "same"},
        {"b": "b:1", "answer": "same"},
        {"a": "a:1", "b": None, "answer": "same"},
        {"a": "a:1", "b": ["b:1"], "answer": "same"},
        {"A": "a:2", "B": "b:2", "answer": "same"},
        {"a": "a:1", "b": "b:1", "answer": "undo"},
        {"a": "a:1", "b": "b:1", "answer": "quit"},
        {"a": "a:1", "b": "b:2", "answer": "same"},
        {"answer": ["same"]},
    ],
)
def test_an_answer_meant_for_one_pair_is_never_kept_for_another(root: Path, said: dict[str, object]) -> None:
    done = review(json.dumps({"answer": "different"}) + "\n" + json.dumps(said), "--json")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert ["refused" in line for line in lines].count(True) == 1
    assert kept(root) == ["a:1,b:1,different,2026-01-02,"]
    assert done.exit_code == 0


def test_undo_goes_back_step_by_step_on_one_pair_too(root: Path) -> None:
    named = [{"a": "a:2", "b": "b:2", "answer": answer} for answer in ("same", "different", "later")]
    states = [["a:2,b:2,different,2026-01-02,"], ["a:2,b:2,different,2026-01-02,"], ["a:2,b:2,same,2026-01-02,"], []]
    for number, state in enumerate(states):
        done = review("\n".join(map(json.dumps, [*named, *[{"answer": "undo"}] * number])), "--json")
        assert kept(root) == state
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        assert lines[-1]["left"] == 2 - len(state)
        # What is undone is asked about at once; while an earlier answer stands, the sitting goes on where it was.
        assert [line["a"]["card"] for line in lines if "ask" in line][-1] == ("a:1" if state else "a:2")
        (root / "data" / "decks" / "duplicates.csv").unlink()


def test_undoing_an_answer_on_a_later_pair_leaves_no_question_out(root: Path) -> None:
    named = {"a": "a:2", "b": "b:2", "answer": "same"}
    answers = [named, {"answer": "undo"}, {"answer": "different"}, {"answer": "conflict"}]
    done = review("\n".join(map(json.dumps, answers)), "--json")
    asked = [line["a"]["card"] for line in map(json.loads, done.stdout.splitlines()) if "ask" in line]
    assert asked == ["a:1", "a:1", "a:2", "a:1"]
    assert kept(root) == ["a:1,b:1,same,2026-01-02,", "a:2,b:2,different,2026-01-02,"]


class Typing(io.RawIOBase):
    """A reviewer who types line after line, while others do something before some of them."""

    def __init__(self, *lines: str | Callable[[], object]) -> None:
        self._lines = list(lines)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while len(buffer) and self._lines:
            line = self._lines.pop(0)
            if isinstance(line, str):
                data = line.encode()
                buffer[: len(data)] = data
                return len(data)
            line()
        return 0


def decide(*words: str) -> Callable[[], object]:
    line = ["duplicates", "decide", *words, "--by", "Eva", "--on", "2026-01-01"]
    return lambda: CliRunner().invoke(main, line, catch_exceptions=False)


def sitting(*lines: str | Callable[[], object]) -> Result:
    words = ["review", "--on", "2026-01-02", "--by", "Adam"]
    return CliRunner().invoke(main, words, input=cast("IO[bytes]", Typing(*lines)), catch_exceptions=False)


EVA, ADAM = "a:1,b:1,different,2026-01-01,Eva", "a:1,b:1,same,2026-01-02,Adam"


@pytest.mark.parametrize(("then", "now"), [("l\n", EVA), ("q\n", EVA), ("c\n", ADAM), ("c\nu\n", EVA)])
def test_an_answer_on_a_pair_decided_meanwhile_is_told_of_and_asked_for_again(root: Path, then: str, now: str) -> None:
    done = sitting(decide("a:1", "b:1", "different"), "s\n", then)
    told = "not kept: `a:1` and `b:1` were decided meanwhile: different, on 2026-01-01 by Eva"
    before, after = done.stdout.split(told)
    assert (before.count("1 of 2   "), after.count("1 of 2   ")) == (1, 2 if "u" in then else 1)
    assert kept(root) == [now]
    assert ("replaces `different` (Eva, 2026-01-01)" in after) == ("c" in then)
    assert ("1 decided meanwhile by others" in after) == (now == EVA)


def test_pairs_decided_meanwhile_by_others_are_not_asked_about(root: Path) -> None:
    done = sitting(decide("a:2", "b:2", "same"), "s\n")
    assert "2 of 2" not in done.stdout
    assert "1 of 2 pairs judged, 1 decided meanwhile by others, 0 left" in done.stdout
    assert kept(root) == [ADAM, "a:2,b:2,same,2026-01-01,Eva"]


def test_contradictions_of_merged_files_are_asked_about_and_the_answer_replaces_both(root: Path) -> None:
    path = root / "data" / "decks" / "duplicates.csv"
    review("d\ns\n", "--by", "Eva")
    ours = path.read_text()
    path.unlink()
    review("s\n", "--by", "Udo")
    path.write_text(ours + path.read_text().splitlines()[1] + "\n")
    assert "error[WM512]" in review("q\n").output
    done = review("s\n", "--by", "Ida")
    assert "WM512" not in done.output
    assert "1 of 1" in done.stdout
    assert "replaces `different` (Eva, 2026-01-02) and `same` (Udo, 2026-01-02)" in done.stdout
    assert kept(root) == ["a:1,b:1,same,2026-01-02,Ida", "a:2,b:2,same,2026-01-02,Eva"]


@pytest.mark.parametrize("name", ["duplicates.csv", "duplicates.toml"])
def test_a_folder_in_the_place_of_the_file_is_refused(root: Path, name: str) -> None:
    (root / "data" / "decks" / name).mkdir()
    for words in (["duplicates"], ["review"], ["duplicates", "decide", "a:1", "b:1", "same"]):
        done = CliRunner().invoke(main, words, catch_exceptions=False)
        assert done.exit_code == 2
        assert f"cannot read {Path('data/decks', name)}: Is a directory" in done.output


def test_a_damaged_decisions_file_is_not_rewritten(root: Path) -> None:
    path = root / "data" / "decks" / "duplicates.csv"
    path.write_text("card_a,card_b,decision,decided_on,by,hash_a,hash_b\n<<<<<<< ours\n")
    done = review("s\n")
    assert done.exit_code == 2
    assert "WM510" in done.output
    assert path.read_text().endswith("<<<<<<< ours\n")


@pytest.mark.parametrize("year", ["1926", "1928"])
def test_a_decision_on_the_newest_editions_is_not_replaced_by_one_on_older_ones(root: Path, year: str) -> None:
    folder = root / "data" / "decks" / "b"
    series = folder / "series.toml"
    series.write_text(series.read_text() + "[[editions]]\nnumber = 2\nyear = 2026\n")
    (folder / "2.csv").write_text((folder / "1.csv").read_text().replace("1927", year))
    assert review("s\nq\n").exit_code == 0
    before = kept(root)
    older = review("q\n", "a", "b/1")
    assert "1 of 1   duplicate" in older.stdout
    assert "1 pair is decided as the newest editions read, and not asked about in older ones\n" in older.stdout
    assert review("s\ns\n", "a", "b/1").exit_code == 0
    assert set(before) < set(kept(root))
    (root / "data" / "decks" / "duplicates.csv").unlink()
    asked = review("s\ns\n", "a", "b/1").stdout
    assert "1 of 1   duplicate" in asked
    told = "1 pair reads otherwise in the newest edition of `b` and cannot be judged in an older one"
    assert f"{told}; judge it with `wildmix review a b`\n" in asked
    assert kept(root) == ["a:2,b:2,same,2026-01-02,"]


def test_rules_that_cannot_be_read_are_named_where_decisions_are_not_rewritten(root: Path) -> None:
    (root / "data" / "decks" / "duplicates.toml").write_text("[[never]]\n")
    done = review("s\n")
    assert done.exit_code == 2
    assert "duplicates.csv is not rewritten while data/decks/duplicates.toml cannot be read" in done.output
    assert not (root / "data" / "decks" / "duplicates.csv").exists()


def test_what_only_one_text_has_is_marked() -> None:
    cards = {one.key: one for one in (card("a:1", "Rom brennt in der Nacht."), card("b:1", "Rom brennt."))}
    (asked,) = questions(find_pairs(cards.values()), cards)
    (_, _, ours), (_, _, theirs) = asked.sides()
    assert [text for text, alone in ours if alone] == ["Nacht"]
    assert [text for text, alone in theirs if alone] == []


def test_what_is_marked_is_what_the_reasons_call_alone() -> None:
    texts = {"de": "Julius Cäsar wird im Senat ermordet.", "en": "Julius Caesar is murdered in the Senate."}
    other = card("b:1", {"en": "Caesar is stabbed to death by senators in Rome."}, -42)
    cards = {one.key: one for one in (card("a:1", texts, -43), other)}
    (asked,) = questions(find_pairs(cards.values()), cards)
    assert "`ermordet`/`death`" in asked.pair.why
    assert "only b:1 has `stabbed`, `Rome`" in asked.pair.why
    assert [(language, [text for text, alone in pieces if alone]) for _, language, pieces in asked.sides()] == [
        ("de", []),
        ("en", ["stabbed", "Rome"]),
    ]


FINAL = card("a:1", "Deutschland wird Weltmeister 1954", 1954), card("b:1", "Deutschland wird Weltmeister", 1974)


@pytest.mark.parametrize(
    ("rule", "verdict"),
    [
        ('[[never]]\nboth = ["WELTMEISTER"]\nonly_one = ["1954"]\n', "distinct"),
        ('[[always]]\nboth = ["weltmeister"]\n', "conflict"),
        ('[[always]]\nboth = ["weltmeister"]\n[[never]]\nseries = ["b", "a"]\n', "distinct"),
    ],
)
def test_rules_come_before_the_score(rule: str, verdict: str) -> None:
    rules, findings = read_rules(rule.encode(), "duplicates.toml")
    assert findings == []
    assert compare(*FINAL, Decisions(rules=rules)).verdict == verdict


def test_a_decision_comes_before_a_rule() -> None:
    rules, _ = read_rules(b'[[never]]\nseries = ["a", "b"]\n', "duplicates.toml")
    assert Decisions(rules=rules).with_answer(*FINAL, "same", "", "").answer(*FINAL) == "same"


def test_always_finds_cards_that_share_nothing_else() -> None:
    rules, _ = read_rules(b'[[always]]\nboth = ["halley"]\n', "duplicates.toml")
    cards = card("a:1", "Man fürchtet Halley.", 1910), card("b:1", "Gestirn Halley zieht Gaffer an.", 1910)
    assert [pair.verdict for pair in find_pairs(cards, Decisions(rules=rules))] == ["duplicate"]


@pytest.mark.parametrize(
    "text",
    [
        "[[never]]\n",
        '[[always]]\nseries = ["a"]\n',
        '[[always]]\nseries = ["a", "b"]\n',
        '[[always]]\nonly_one = ["x"]\n',
        '[[always]]\nboth = []\nseries = ["a", "b"]\n',
        "[[never]\n",
        '[[never]]\nwords = ["x"]\n',
        "[[always]]\nboth = [1]\n",
        '[[always]]\nboth = [""]\n',
        '[[always]]\nboth = ["..."]\n',
        '[[always]]\nboth = ["Mauer"]\nonly_one = ["MAUER"]\n',
        '[[never]]\nboth = ["Berliner Mauer", "1989"]\nonly_one = ["1989", "Mauer"]\n',
    ],
)
def test_a_rule_that_says_nothing_is_one_finding(text: str) -> None:
    rules, findings = read_rules(text.encode(), "duplicates.toml")
    assert rules == Rules()
    assert len(findings) == 1


def test_a_rule_on_an_unknown_series_is_a_warning_at_its_line() -> None:
    text = b'[[always]]\nboth = ["halley"]\n[[never]]\nboth = ["x"]\nseries = ["fraun", "natur"]\n'
    rules, (found,) = read_rules(text, "duplicates.toml", ["frauen", "natur"])
    assert len(rules.never) == len(rules.always) == 1
    assert (found.code, found.severity, found.span and found.span.line) == ("WM519", "warning", 5)
    assert found.message == "there is no series `fraun`; is `frauen` meant?"


@pytest.mark.parametrize("word", ["!", " ", "– …"])
def test_a_word_that_no_text_can_have_is_a_fault_of_the_rule(word: str) -> None:
    rules, (found,) = read_rules(f'[[never]]\nonly_one = ["1954", "{word}"]\n'.encode(), "duplicates.toml")
    assert rules == Rules()
    assert (found.code, found.span and found.span.line) == ("WM003", 2)
    assert f"`{word}` has no letter or digit" in found.message


def test_a_conflict_by_a_rule_names_the_rule() -> None:
    rules, _ = read_rules(b'[[always]]\nboth = ["weltmeister", "Deutschland"]\n', "duplicates.toml")
    pairs = find_pairs(FINAL, Decisions(rules=rules))
    (found,) = pair_findings(pairs, [deck("a/1", FINAL[0]), deck("b/1", FINAL[1])])
    assert found.code == "WM504"
    assert found.message.startswith(
        "`a:1` and `b:1` are the same event by the rule on `weltmeister`, `Deutschland` and"
    )
    assert found.help == "correct the wrong year, or the rule in `data/decks/duplicates.toml`"


def test_many_rules_cost_little_for_many_pairs() -> None:
    cards = [
        card(f"{'ab'[at % 2]}:{at}", f"Im Jahr {at} sieht man in Bern den Kometen Halley", at) for at in range(2_000)
    ]
    rules = Rules(never=tuple(Rule(both=("Weltmeister",), only_one=(str(year),)) for year in range(100)))
    before = process_time()
    assert [rules.find(*pair) for pair in pairwise(cards)] == [None] * 1_999
    assert process_time() - before < 4


def test_no_text_steers_the_terminal(root: Path) -> None:
    for code, rows in ROWS.items():
        row = rows.splitlines()[0].replace("Gertrude", "Ger\x1b[31mtrude\x07\x9b2J\u202e", 1)
        path = root / "data" / "decks" / code / "1.csv"
        path.write_text(f"{HEAD}{row},{row[-4:]},{row[-4:]},{row[-4:]},Im Meer\x1b[2J,,\n", encoding="utf-8")
    done = CliRunner().invoke(main, ["review"], input="\x1b[31m\nc\n", color=True, catch_exceptions=False)
    assert "1 of 1" in done.output
    assert not set("\x07\x9b\u202e") & set(done.output)
    assert "\x1b[31m" not in done.output
    assert "\x1b[2J" not in done.output
