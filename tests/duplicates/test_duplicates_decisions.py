"""The file of decisions: what is read, refused, written."""

import pytest
from duplicates_samples import card
from hypothesis import given
from hypothesis import strategies as st

from pipeline.duplicates import Decisions, card_hash, read_decisions, write_decisions

HEAD = "card_a,card_b,decision,decided_on,by,hash_a,hash_b\n"
HASHES = "0123456789abcdef,fedcba9876543210"
LINE = f"a:1,b:1,same,2025-11-30,Eva,{HASHES}\n"


def read(text: str) -> tuple[Decisions, list[tuple[str, int | None, int | None]]]:
    decisions, findings = read_decisions(text.encode(), "duplicates.csv")
    return decisions, [(one.code, one.span.line, one.span.column) for one in findings if one.span]


def test_a_line_is_read_with_its_place() -> None:
    decisions, findings = read(HEAD + LINE)
    decision = decisions.answers["a:1", "b:1"]
    assert (decision.answer, decision.decided_on, decision.by, findings) == ("same", "2025-11-30", "Eva", [])
    assert decision.span
    assert decision.span.line == 2


@pytest.mark.parametrize("text", ["", "\n", HEAD])
def test_no_decisions_are_no_fault(text: str) -> None:
    assert read(text) == (Decisions(), [])


@pytest.mark.parametrize(
    ("line", "column"),
    [
        (f"F001,b:1,same,2025-11-30,Eva,{HASHES}", 1),
        (f"a:1,a:1,same,2025-11-30,Eva,{HASHES}", 5),
        (f"a:1,b:1,maybe,2025-11-30,Eva,{HASHES}", 9),
        (f"a:1,b:1,same,30.11.2025,Eva,{HASHES}", 14),
        (f"a:1,b:1,same,2025-02-30,Eva,{HASHES}", 14),
        ("a:1,b:1,same,2025-11-30,Eva,0123,fedcba9876543210", 29),
        ("a:1,b:1,same,2025-11-30,Eva,0123456789abcdef,", 46),
    ],
)
def test_a_broken_line_is_one_finding_and_the_others_are_used(line: str, column: int) -> None:
    decisions, findings = read(HEAD + line + "\n" + LINE.replace("a:1", "a:9"))
    assert findings == [("WM511", 2, column)]
    assert set(decisions.answers) == {("a:9", "b:1")}


def test_missing_columns_are_one_finding() -> None:
    assert read("card_a,card_b,decision\na:1,b:1,same\n") == (Decisions(), [("WM511", 1, 1)])


def test_conflict_markers_are_one_finding_and_lines_keep_their_places() -> None:
    ours, theirs = LINE, LINE.replace("same", "different")
    text = (
        f"{HEAD}<<<<<<< HEAD\n{ours}=======\n{theirs}>>>>>>> branch\n{LINE.replace('a:1', 'a:2')}broken,b:1,same,,,,\n"
    )
    decisions, findings = read(text)
    assert findings == [("WM510", 2, 1), ("WM511", 8, 1)]
    assert set(decisions.answers) == {("a:2", "b:1")}


def test_decisions_that_contradict_each_other_do_not_count() -> None:
    turned = f"b:1,a:1,different,2025-12-01,Eva,{HASHES}\n"
    decisions, findings = read(HEAD + LINE + turned + LINE.replace("a:1", "a:2"))
    assert findings == [("WM512", 3, 1)]
    assert set(decisions.answers) == {("a:2", "b:1")}


def test_a_contradiction_names_both_lines() -> None:
    _, (found,) = read_decisions((HEAD + LINE + LINE.replace("same", "different")).encode(), "duplicates.csv")
    assert found.severity == "error"
    assert "line 2" in found.message
    assert found.span
    assert found.span.line == 3


def test_a_pair_decided_twice_alike_is_reported_and_the_later_line_counts() -> None:
    decisions, findings = read(HEAD + LINE + LINE.replace("Eva", "Udo"))
    assert findings == [("WM517", 3, 1)]
    assert decisions.answers["a:1", "b:1"].by == "Udo"


def test_a_card_is_no_pair() -> None:
    with pytest.raises(ValueError, match="one card"):
        Decisions().with_answer(card("a:1", "x"), card("a:1", "y"), "same", "2025-11-30", "")


def test_the_hash_rests_on_texts_and_year_alone() -> None:
    plain = card("a:1", {"de": "Rom", "en": "Rome"}, 64)
    assert card_hash(plain) == card_hash(plain.model_copy(update={"tags": ("x",), "comment": {"de": "Nero"}}))
    assert card_hash(plain) == card_hash(plain.model_copy(update={"event": {"en": "Rome", "de": "Rom"}}))
    assert card_hash(plain) != card_hash(plain.model_copy(update={"year": "65"}))
    assert card_hash(plain) != card_hash(plain.model_copy(update={"event": {"de": "Rom"}}))


NUMBERS = st.integers(1, 30)
NAMES = st.text(st.characters(blacklist_categories=("Cs", "Cc"), blacklist_characters="\u2028\u2029\x85"), max_size=8)


@given(st.lists(st.tuples(NUMBERS, NUMBERS, st.sampled_from(["same", "different"]), NAMES.map(str.strip)), max_size=6))
def test_what_is_written_is_read_back(rows: list[tuple[int, int, str, str]]) -> None:
    decisions = Decisions()
    for first, second, answer, by in rows:
        one, other = card(f"a:{first}", "Rom brennt"), card(f"b:{second}", "Rom steht in Flammen")
        decisions = decisions.with_answer(other, one, "same" if answer == "same" else "different", "2025-11-30", by)
    data = write_decisions(decisions)
    again, findings = read_decisions(data, "duplicates.csv")
    assert (again, findings) == (decisions, [])
    assert write_decisions(again) == data
    assert data.splitlines()[1:] == sorted(data.splitlines()[1:])
