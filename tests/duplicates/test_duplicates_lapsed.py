"""Decisions that hold no longer because a card changed, and decisions that cannot all be right."""

from typing import Literal

import pytest
from duplicates_samples import card, deck

from pipeline.cards import Card
from pipeline.duplicates import (
    Answer,
    Decisions,
    compare,
    decision_findings,
    find_pairs,
    pair_findings,
    questions,
    read_decisions,
    read_rules,
    write_decisions,
)
from pipeline.mix import Recipe, Share, mix
from pipeline.years import YearInterval

SHEEP = card("a:1", "Ein Schaf fliegt über den Palast", 1783)
BALLOON = card("b:1", "Die Brüder Montgolfier lassen einen Ballon steigen", 1783)
CHANGED = SHEEP.model_copy(update={"event": {"de": "Ein Hahn sieht Versailles von oben"}})
OTHERS = (card("a:2", "In Bern brennt die Kornmühle", 1405), card("b:2", "Amundsen steht am Südpol", 1911))


def decided(*rows: tuple[Card, Card, Answer]) -> Decisions:
    """Return decisions as they are read from the file, with their lines."""
    known = Decisions()
    for first, second, answer in rows:
        known = known.with_answer(first, second, answer, "2026-05-04", "Eva")
    return read_decisions(write_decisions(known), "duplicates.csv")[0]


@pytest.mark.parametrize("answer", ["same", "different"])
@pytest.mark.parametrize(
    "changed",
    [
        CHANGED,
        SHEEP.model_copy(update={"year": "1784"}),
        SHEEP.model_copy(update={"event": {"en": "A sheep flies over the palace"}}),
    ],
)
def test_a_pair_whose_card_changed_is_asked_about_whatever_its_score(changed: Card, answer: Answer) -> None:
    assert compare(changed, BALLOON).verdict == "distinct"
    known = decided((SHEEP, BALLOON, answer))
    cards = {one.key: one for one in (changed, BALLOON, *OTHERS)}
    pairs = find_pairs(cards.values(), known)
    assert [(pair.a, pair.b, pair.verdict, pair.decided, pair.before) for pair in pairs] == [
        ("a:1", "b:1", "uncertain", None, answer)
    ]
    assert pairs[0].reasons[0].startswith("it was decided to be ")
    (asked,) = questions(pairs, cards)
    assert asked.pair == pairs[0]
    (found,) = pair_findings(pairs, [deck("a/1", changed), deck("b/1", BALLOON)])
    assert (found.code, found.help) == ("WM503", "decide it: `wildmix duplicates decide a:1 b:1 same` or `different`")


def test_a_changed_pair_that_is_alike_keeps_the_verdict_of_its_texts() -> None:
    other = card("b:1", "Das Schaf fliegt über einen Palast", 1790)
    changed = SHEEP.model_copy(update={"year": "um 1783"})
    assert compare(changed, other, decided((SHEEP, other, "different"))).verdict == "conflict"


def test_no_rule_answers_in_place_of_a_person_who_is_asked_again() -> None:
    rules, _ = read_rules(b'[[never]]\nseries = ["a", "b"]\n', "duplicates.toml")
    known = Decisions(decided((SHEEP, BALLOON, "same")).answers, rules)
    assert compare(SHEEP, BALLOON, known).decided == "same"
    assert compare(CHANGED, BALLOON, known).verdict == "uncertain"
    assert compare(OTHERS[0], BALLOON, known).decided == "different"


def test_a_decision_that_no_longer_holds_is_a_warning_with_its_line_and_what_it_said() -> None:
    known = decided((SHEEP, BALLOON, "same"))
    (found,) = decision_findings(known, {"a:1": CHANGED, "b:1": BALLOON}, complete=True)
    assert (found.code, found.severity, found.span and found.span.line) == ("WM514", "warning", 2)
    assert found.message == "`a:1` changed since the decision `same` (Eva, 2026-05-04); the pair is asked about again"


@pytest.mark.parametrize(
    ("answer", "changed", "codes", "dealt"),
    [("same", CHANGED, ["WM538"], 1), ("different", CHANGED, ["WM539"], 2), ("same", SHEEP, ["WM529"], 1)],
)
def test_a_mix_deals_no_event_twice_for_a_decision_that_lapsed(
    answer: Answer, changed: Card, codes: list[str], dealt: int
) -> None:
    recipe = Recipe(title={"de": "x"}, seed=1, series=(Share(code="a"), Share(code="b")))
    decks = {"a/1": deck("a/1", changed), "b/1": deck("b/1", BALLOON)}
    mixed, findings = mix(recipe, decks, decided((SHEEP, BALLOON, answer)))
    assert [found.code for found in findings] == codes
    assert mixed
    assert len(mixed.deck) == dealt


@pytest.mark.parametrize(("conflicts", "codes"), [("refuse", ["WM525"]), ("leave-out", ["WM532", "WM526"])])
def test_a_mix_of_the_edition_that_was_corrected_is_refused(
    conflicts: Literal["refuse", "leave-out"], codes: list[str]
) -> None:
    wrong = SHEEP.model_copy(update={"year": "1790", "interval": YearInterval(1790, 1790)})
    recipe = Recipe(title={"de": "x"}, seed=1, series=(Share(code="a"), Share(code="b")), conflicts=conflicts)
    decks = {"a/1": deck("a/1", wrong), "b/1": deck("b/1", BALLOON)}
    mixed, findings = mix(recipe, decks, decided((SHEEP, BALLOON, "same")))
    assert mixed is None
    assert [found.code for found in findings] == codes


A, B, C, D = (card(f"{code}:1", f"Ereignis {code}") for code in "abcd")
EACH = {one.key: one for one in (A, B, C, D)}


@pytest.mark.parametrize(
    ("rows", "lines", "names"),
    [
        ([(A, B, "different"), (A, C, "same"), (B, C, "same")], "lines 2, 3, 4", "`c:1`"),
        ([(A, B, "different"), (A, C, "same"), (C, D, "same"), (B, D, "same")], "lines 2, 3, 4, 5", "`c:1`, `d:1`"),
    ],
)
def test_decisions_that_cannot_all_be_right_are_named(
    rows: list[tuple[Card, Card, Answer]], lines: str, names: str
) -> None:
    (found,) = decision_findings(decided(*rows), EACH, complete=True)
    assert (found.code, found.severity, found.span and found.span.line) == ("WM518", "warning", 2)
    assert f"each the same event as {names}: {lines} cannot" in found.message
    assert "`wildmix duplicates decide a:1 b:1 same`" in found.help


@pytest.mark.parametrize(
    "rows",
    [
        [(A, B, "same"), (A, C, "same"), (B, C, "same")],
        [(A, B, "different"), (A, C, "same"), (B, C, "different")],
        [(A, B, "different"), (A, C, "same"), (B, D, "same")],
        [(A, B, "different"), (A, C, "same"), (C.model_copy(update={"year": "1"}), B, "same")],
    ],
)
def test_decisions_that_agree_or_hold_no_longer_are_no_such_fault(rows: list[tuple[Card, Card, Answer]]) -> None:
    assert "WM518" not in [found.code for found in decision_findings(decided(*rows), EACH, complete=True)]
