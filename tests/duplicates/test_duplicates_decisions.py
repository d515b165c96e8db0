"""The file of decisions: what is read, refused, written."""

import pytest
from duplicates_samples import card
from hypothesis import example, given
from hypothesis import strategies as st

from pipeline.diagnostics import Diagnostic
from pipeline.duplicates import (
    Decisions,
    card_hash,
    compare,
    decision_findings,
    read_decisions,
    still_says,
    write_decisions,
)
from pipeline.tables.error_values import ERROR_VALUES

HEAD = "card_a,card_b,decision,decided_on,by,hash_a,hash_b\n"
HASHES = "0123456789abcdef,fedcba9876543210"
LINE = f"a:1,b:1,same,2025-11-30,Eva,{HASHES}\n"


CARDS = card("a:1", "Rom brennt", 64), card("b:1", "Cook landet auf Tahiti", 1769)
HASHES_NOW = ",".join(map(card_hash, CARDS))


def merged(*lines: str) -> str:
    """Lines on the two cards, those with the hashes above as they are now."""
    turned = ",".join(reversed(HASHES_NOW.split(",")))
    return HEAD + "".join(
        line.replace(HASHES, turned if line.startswith("b:") else HASHES_NOW).replace(
            "fedcba9876543210", card_hash(CARDS[1])
        )
        for line in lines
    )


def told(*lines: str) -> list[Diagnostic]:
    decisions, findings = read_decisions(merged(*lines).encode(), "duplicates.csv")
    assert findings == []
    return list(decision_findings(decisions, {one.key: one for one in CARDS}, complete=True))


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
        (f"a:1,b:1,same,05/04/2025,Eva,{HASHES}", 14),
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
    decisions, findings = read(merged(LINE, turned))
    assert findings == []
    assert [decisions.answer(*CARDS), decisions.before(*CARDS)] == [None, "both"]
    assert compare(*CARDS, decisions).verdict == "uncertain"
    assert compare(*CARDS, decisions).reasons[0] == "it was decided to be one event and to be two events"


def test_a_contradiction_names_both_lines() -> None:
    (found,) = told(LINE, LINE.replace("same", "different"))
    assert (found.code, found.severity) == ("WM512", "error")
    assert "line 2" in found.message
    assert found.help == "decide it: `wildmix duplicates decide a:1 b:1 same` or `different`"
    assert found.span
    assert found.span.line == 3


def test_a_pair_decided_twice_alike_is_reported_and_the_later_line_counts() -> None:
    (found,) = told(LINE, LINE.replace("Eva", "Udo"))
    assert (found.code, found.span and found.span.line) == ("WM517", 2)
    decisions, _ = read(merged(LINE, LINE.replace("Eva", "Udo")))
    held = decisions.get(*CARDS)
    assert held
    assert held.by == "Udo"


STALE = LINE.replace(HASHES, "aaaaaaaaaaaaaaaa,fedcba9876543210")


@pytest.mark.parametrize("lines", [(LINE, STALE), (STALE, LINE)])
@pytest.mark.parametrize("other", ["same", "different"])
def test_a_line_that_holds_beats_one_that_does_not_wherever_it_stands(lines: tuple[str, str], other: str) -> None:
    rows = [line.replace("same", other) if line is STALE else line for line in lines]
    decisions, _ = read(merged(*rows))
    assert [decisions.answer(*CARDS), decisions.before(*CARDS)] == ["same", None]
    (found,) = told(*rows)
    assert (found.code, found.severity, found.span and found.span.line) == ("WM517", "warning", 2 + lines.index(STALE))


def test_lines_of_which_none_holds_are_one_finding() -> None:
    (found,) = told(STALE, STALE.replace("same", "different"))
    assert (found.code, found.span and found.span.line) == ("WM514", 3)


def test_a_new_answer_takes_the_place_of_all_lines_on_its_pair_and_others_are_kept() -> None:
    others = LINE.replace("a:1", "a:2") + LINE.replace("a:1", "a:2").replace("same", "different")
    decisions, _ = read(merged(LINE, LINE.replace("same", "different")) + others)
    data = write_decisions(decisions.with_answer(*CARDS, "different", "2026-01-02", "Udo"))
    assert data.decode() == merged("a:1,b:1,different,2026-01-02,Udo," + HASHES_NOW + "\n") + others


def test_columns_that_people_added_are_kept() -> None:
    head, first = HEAD.replace("decision,", "note,decision,").rstrip() + ",seen\n", LINE.rstrip() + ",yes\n"
    noted = first.replace("same", '"a, b",same')
    decisions, findings = read(head + noted + noted.replace("a:1", "a:2").replace('"a, b"', ""))
    assert findings == []
    again = decisions.with_answer(card("a:0", "x"), card("b:0", "y"), "same", "", "").with_answer(
        *CARDS, "different", "2026-01-02", "Udo"
    )
    lines = [line.split(",", 7) for line in write_decisions(again).decode().splitlines()]
    assert [(line[0], line[2], line[7]) for line in lines] == [
        ("card_a", "decision", "note,seen"),
        ("a:0", "same", ","),
        ("a:1", "different", '"a, b",yes'),
        ("a:2", "same", ",yes"),
    ]


@pytest.mark.parametrize(
    "data",
    [
        (HEAD + LINE).encode("utf-16"),
        (HEAD + LINE).replace(",", ";").encode(),
        (HEAD + LINE).replace(",", "\t").encode("utf-16"),
        b"\xef\xbb\xbf" + (HEAD + LINE).encode(),
        (HEAD.replace("card_a", "Card_A ").replace("by", " BY") + LINE).encode(),
        (HEAD.upper() + LINE).replace(",", ";").replace("2025-11-30", "30.11.2025").encode(),
    ],
)
def test_what_a_spreadsheet_saved_is_read_as_all_tables_are(data: bytes) -> None:
    decisions, findings = read_decisions(data, "duplicates.csv")
    assert [(key, one.answer, one.by) for key, one in decisions.answers.items()] == [(("a:1", "b:1"), "same", "Eva")]
    assert findings == []


@pytest.mark.parametrize("sign", [",", ";"])
def test_what_a_german_spreadsheet_saved_is_read_and_written_anew(sign: str) -> None:
    saved = (HEAD + LINE).replace("Eva", "Jürg").replace("2025-11-30", "30.11.2025").replace(",", sign)
    decisions, findings = read_decisions(saved.encode("cp1252"), "duplicates.csv")
    assert findings == []
    assert write_decisions(decisions).decode() == HEAD + LINE.replace("Eva", "Jürg")


@pytest.mark.parametrize(
    ("day", "told"),
    [
        ("1.2.2026", "2026-02-01"),
        ("31. 12. 2026", "2026-12-31"),
        ("12/31/2026", "2026-12-31"),
        ("31/12/2026", "2026-12-31"),
        ("4/4/2026", "2026-04-04"),
        ("05/04/2026", None),
        ("31.2.2026", None),
        ("13/13/2026", None),
        ("31.12.26", None),
    ],
)
def test_a_day_is_read_unless_it_can_be_two_or_is_none(day: str, told: str | None) -> None:
    decisions, findings = read_decisions((HEAD + LINE.replace("2025-11-30", day)).encode(), "duplicates.csv")
    assert [one.decided_on for one in decisions.answers.values()] == [told] * (told is not None)
    assert [found.message for found in findings] == [f"`{day}` is not a date such as 2025-11-30"] * (told is None)


def test_what_to_do_about_a_broken_line_is_what_can_be_done() -> None:
    broken = "a:1,b:1,maybe,,,,\n", "a,b:1,same,,,,\n"
    found = read_decisions((HEAD + "".join(broken)).encode(), "duplicates.csv")[1]
    decide = "decide it: `wildmix duplicates decide a:1 b:1 same` or `different`"
    assert [one.help for one in found] == [
        f"correct the line, or take it out and {decide}",
        "correct the line, or take it out",
    ]
    (found_head,) = read_decisions(b"card_a,card_b\na:1,b:1\n", "duplicates.csv")[1]
    assert found_head.help == f"let the first line be `{HEAD.strip()}`"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (HEAD + LINE + LINE.replace("a:1", '"a:2') + LINE.replace("a:1", "a:3"), "WM111"),
        (HEAD + LINE + LINE.replace("a:1", '"a:2" x') + LINE.replace("a:1", "a:3"), "WM112"),
        (HEAD.replace("card_b", "card_a") + LINE, "WM108"),
    ],
)
def test_one_mistake_is_one_finding(text: str, code: str) -> None:
    decisions, findings = read(text)
    assert [found[0] for found in findings] == [code]
    assert set(decisions.answers) == ({("a:1", "b:1"), ("a:3", "b:1")} if code != "WM108" else set())


def test_a_table_of_something_else_is_one_finding() -> None:
    for data in ("Karte;Urteil\na:1;same\n".encode("utf-16"), b"no table\n"):
        decisions, findings = read_decisions(data, "duplicates.csv")
        assert (decisions, [found.code for found in findings]) == (Decisions(), ["WM511"])


def test_a_text_added_says_nothing_against_a_decision_and_one_changed_does() -> None:
    plain = card("a:1", {"de": "Rom", "en": "Rome"}, 64)
    digest = card_hash(plain)

    def says(year: str = "64", **texts: str) -> bool:
        return still_says(plain.model_copy(update={"event": texts, "year": year}), digest)

    assert says(de="Rom", en="Rome")
    assert says(de="Rom", en="Rome", fr="Rome", it="Roma", es="Roma")
    assert not says(de="Rom")
    assert not says(de="Rom", en="Roma", fr="Rome")
    assert not says(de="Rom", fr="Rome")
    assert not says(de="Rom", en="Rome", fr="Rome", year="65")
    assert not still_says(card("a:1", "Rom", 64), card_hash(card("a:1", {}, 64)))
    many = {f"{one}{other}": f"{one}" for one in "abcdefgh" for other in "abcdefgh"}
    assert not says(**many)


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
@example([(1, 1, "same", "#NUL!"), (2, 1, "different", "#N")])
def test_what_is_written_is_read_back(rows: list[tuple[int, int, str, str]]) -> None:
    decisions = Decisions()
    for first, second, answer, by in rows:
        one, other = card(f"a:{first}", "Rom brennt"), card(f"b:{second}", "Rom steht in Flammen")
        decisions = decisions.with_answer(other, one, "same" if answer == "same" else "different", "2025-11-30", by)
    data = write_decisions(decisions)
    again, findings = read_decisions(data, "duplicates.csv")
    assert again == decisions
    # Whoever is called `#NUL!` is taken for what a spreadsheet shows where it could not calculate.
    shown = {decision.by for decision in decisions.answers.values()} & ERROR_VALUES
    assert {found.code for found in findings} == ({"WM151"} if shown else set())
    assert write_decisions(again) == data
    assert data.splitlines()[1:] == sorted(data.splitlines()[1:])
