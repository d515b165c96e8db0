"""Each invariant of the model: a file that keeps it is clean, a file that breaks it gives its finding."""

from datetime import date
from typing import Any

import pytest
from corrigenda_samples import DAYS, FIRST, SOURCES, codes, entry, file, printed_with, series, swap, text_entry

from pipeline.cards import Deck
from pipeline.corrigenda import Corrigendum, apply, check, mark_applied
from pipeline.diagnostics import Severity, worst

DECKS = {1: FIRST}


def second(deck: Deck = FIRST, *, released: bool = False) -> Deck:
    """Return edition 2 as it stands, with D1 mended."""
    made = printed_with(deck, "D1", "year", "1905")
    return Deck("dorf/2", {"dorf": series(1, *[2] * released)}, made.cards, 2)


@pytest.mark.parametrize("status", ["reported", "held", "rejected", "withdrawn", "verified"])
def test_a_sound_entry_is_clean(status: str) -> None:
    assert check(file(entry(status=status)), DECKS) == []


def test_a_sound_text_correction_is_clean() -> None:
    assert codes(check(file(text_entry(translations={"en": "done"})), DECKS)) == ["WM460"]  # the English has it too
    both = text_entry(
        2, field="event_en", old="Marie Currie is born.", new="Marie Curie is born.", translations={"de": "done"}
    )
    assert check(file(text_entry(), both), DECKS) == []


def test_an_applied_entry_is_clean() -> None:
    assert check(file(entry(status="applied")), {1: FIRST, 2: second()}) == []


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        # 1: edition, card, field
        ({"found_in": [4]}, "WM413"),
        ({"card": "D9"}, "WM410"),
        ({"field": "event_fr", "old": "", "type": "factual-text"}, "WM411"),
        ({"field": "edtf"}, "WM411"),
        ({"field": "colour"}, "WM411"),
        # 2: stale
        ({"old": "1904"}, "WM412"),
        # 3: the new value
        ({"new": None}, "WM420"),
        ({"new": "1903"}, "WM421"),
        ({"new": ""}, "WM422"),
        ({"new": "neulich"}, "WM422"),
        ({"new": " 1905"}, "WM422"),
        ({"field": "event_de", "old": "Ereignis D1", "new": "Anderes\u00a0", "type": "editorial"}, "WM422"),
        ({"field": "tags", "old": "", "new": "a;b", "type": "editorial"}, "WM422"),
        ({"field": "event_de", "old": "Ereignis D1", "new": "Tab\there", "type": "editorial"}, "WM422"),
        ({"field": "sources", "old": "", "new": "See: there", "type": "source"}, "WM422"),
        # 4: reason and sources
        ({"reason": " "}, "WM430"),
        ({"sources": []}, "WM431"),
        ({"sources": [{**source, "locator": ""} for source in SOURCES]}, "WM431"),
        ({"sources": [{**source, "states_value": ""} for source in SOURCES]}, "WM432"),
        ({"sources": [{**source, "states_value": "1903"} for source in SOURCES]}, "WM432"),
        ({"sources": SOURCES[:1]}, "WM433"),
        ({"sources": [SOURCES[0], SOURCES[0]]}, "WM433"),
        ({"sources": [*SOURCES, {"kind": "letter", "ref": "answer of ChatGPT"}]}, "WM434"),
        ({"sources": [*SOURCES, {"kind": "url", "ref": "https://chatgpt.com/share/1"}]}, "WM434"),
        # 6: links
        ({"supersedes": "CORR-dorf-099"}, "WM441"),
        ({"supersedes": "CORR-dorf-001"}, "WM441"),
        ({"duplicate_of": "CORR-dorf-099", "status": "rejected"}, "WM441"),
        # 8: translations
        ({"field": "event_de", "old": "Ereignis D1", "new": "Anderes", "type": "factual-text"}, "WM461"),
        # 14: history
        ({"reported_on": "2026-01-09"}, "WM472"),
        ({"reported_on": "2020-12-31"}, "WM475"),
    ],
)
def test_a_broken_entry_gives_its_finding(parts: dict[str, Any], code: str) -> None:
    assert code in codes(check(file(entry(**parts)), DECKS))


@pytest.mark.parametrize("source", ["Claude Lévi-Strauss: Tristes Tropiques", "Project Gemini", "Der Copilot", "Bard"])
def test_people_and_things_named_like_a_model_are_sources(source: str) -> None:
    sources = [*SOURCES, {"kind": "book", "ref": source}]
    assert check(file(entry(sources=sources)), DECKS) == []


def test_a_stated_value_that_is_no_year_is_believed() -> None:
    sources = [SOURCES[0], {**SOURCES[1], "states_value": "in the year after the flood"}]
    assert check(file(entry(sources=sources)), DECKS) == []


@pytest.mark.parametrize("old", ['Das "Fest" war laut.', "Das »Fest« war\u00a0laut."])
def test_quote_shapes_and_no_break_spaces_are_not_stale(old: str) -> None:
    comment = entry(field="comment_de", old=old, new="Das Fest war leise.", type="editorial")
    assert check(file(comment), DECKS) == []


def test_a_different_word_or_dash_is_stale() -> None:
    comment = entry(field="comment_de", old="Das – „Fest“ war laut.", new="Leise.", type="editorial")
    assert codes(check(file(comment), DECKS)) == ["WM412"]


@pytest.mark.parametrize(("status", "severity"), [("reported", Severity.WARNING), ("verified", Severity.ERROR)])
def test_stale_is_a_warning_until_decided(status: str, severity: Severity) -> None:
    assert worst(check(file(entry(status=status, old="1904")), DECKS)) is severity


@pytest.mark.parametrize("status", ["rejected", "withdrawn"])
def test_what_was_turned_down_may_err(status: str) -> None:
    assert check(file(entry(status=status, old="1904", new=None)), DECKS) == []


def test_a_reported_entry_needs_no_new_value() -> None:
    assert check(file(entry(status="reported", new=None, reason="", sources=[])), DECKS) == []


def test_another_printing_with_the_same_error_is_named() -> None:
    decks = {1: FIRST, 2: Deck("dorf/2", {"dorf": series(1, 2)}, FIRST.cards, 2)}
    assert codes(check(file(entry()), decks)) == ["WM414"]
    assert check(file(entry(found_in=[1, 2])), decks) == []
    at_work = {1: FIRST, 2: Deck("dorf/2", {"dorf": series(1)}, FIRST.cards, 2)}
    assert check(file(entry()), at_work) == []  # edition 2 takes it up


def test_two_verified_entries_on_one_field_contradict_each_other() -> None:
    assert codes(check(file(entry(1), entry(2, new="1906-1907", sources=SOURCES)), DECKS)).count("WM440") == 1


def test_a_reported_rival_is_no_conflict() -> None:
    assert check(file(entry(1), entry(2, "reported", new="1907")), DECKS) == []


def test_a_superseded_rival_is_no_conflict() -> None:
    assert check(file(entry(1, "superseded"), entry(2, supersedes="CORR-dorf-001")), DECKS) == []


def test_superseding_a_verified_entry_must_be_said_on_both_sides() -> None:
    assert codes(check(file(entry(1), entry(2, supersedes="CORR-dorf-001")), DECKS)) == ["WM443"]
    assert codes(check(file(entry(1, "superseded")), DECKS)) == ["WM443"]


def test_a_successor_corrects_the_same_field() -> None:
    other = entry(2, card="D4", old="1950", new="1905", supersedes="CORR-dorf-001")
    assert codes(check(file(entry(1, "superseded"), other), DECKS)) == ["WM441"]


def test_a_circle_of_entries_is_one_finding() -> None:
    circle = [entry(n, supersedes=f"CORR-dorf-{n % 3 + 1:03d}", status="superseded") for n in (1, 2, 3)]
    assert codes(check(file(*circle), DECKS)).count("WM442") == 1


def test_values_may_come_back() -> None:
    back = [{**source, "states_value": "1903"} for source in SOURCES]
    first = entry(1, "applied").model_copy(update={"status": "superseded"})
    change = first.history[-1].model_copy(update={"state": "superseded", "edition": None})
    first = first.model_copy(update={"history": (*first.history, change)})
    parts: dict[str, Any] = {"found_in": [2], "old": "1905", "new": "1903", "sources": back}
    decks = {1: FIRST, 2: second(released=True)}
    assert check(file(first, entry(2, supersedes=first.id, **parts)), decks) == []
    unlinked = file(entry(1, "applied"), entry(2, **parts))
    assert codes(check(unlinked, decks)) == ["WM444"]
    made = apply(decks[2], unlinked, 3)
    assert (codes(made.findings), made.entries) == (["WM444"], [])
    assert check(file(entry(1, "applied"), entry(2, "reported", **parts)), decks) == []


def test_a_group_is_in_one_state() -> None:
    assert check(file(*swap()), DECKS) == []
    one, other = swap()[0], swap("reported")[1]
    assert codes(check(file(one, other), DECKS)) == ["WM450"]


def test_a_successor_stays_in_the_group() -> None:
    one, other = swap("superseded")[0], swap()[1]
    newer = entry(3, supersedes=one.id)
    assert codes(check(file(one, other, newer), DECKS)) == ["WM451"]
    assert check(file(one, other, newer.model_copy(update={"group": "swap"})), DECKS) == []


def test_the_old_year_in_a_comment_is_a_warning() -> None:
    deck = printed_with(FIRST, "D1", "comment_en", "So 1903 it was.")
    assert codes(check(file(entry()), {1: deck})) == ["WM460"]


def test_an_entry_found_in_the_edition_at_work_waits() -> None:
    decks = {1: FIRST, 2: Deck("dorf/2", {"dorf": series(1)}, FIRST.cards, 2)}
    assert codes(check(file(entry(found_in=[1, 2])), decks)) == ["WM415"]


def with_history(*states: str, **last: Any) -> Corrigendum:
    """Return an entry whose history goes through `states`; `last` changes the last step."""
    history: list[dict[str, Any]] = [{"state": state, "on": DAYS[state], "by": "editor"} for state in states]
    for step in history:
        if step["state"] == "applied":
            step["edition"] = 2
    history[-1] |= last
    return entry(status=states[-1], history=history)


@pytest.mark.parametrize(
    ("states", "last", "code"),
    [
        (["verified"], {}, "WM470"),
        (["reported", "applied"], {}, "WM470"),
        (["reported", "rejected", "verified"], {}, "WM470"),
        (["reported", "withdrawn", "held"], {}, "WM470"),
        (["reported", "held", "withdrawn"], {"on": "2026-02-01"}, "WM470"),
        (["reported", "verified"], {"on": "2026-01-09"}, "WM472"),
        (["reported", "verified", "applied"], {"on": "2026-01-20"}, "WM472"),
        (["reported", "verified"], {"edition": 2}, "WM473"),
        (["reported", "verified", "applied"], {"edition": None}, "WM473"),
        (["reported", "verified", "applied"], {"edition": 1}, "WM473"),
        (["reported", "verified", "applied"], {"edition": 7}, "WM474"),
    ],
)
def test_histories_are_checked(states: list[str], last: dict[str, Any], code: str) -> None:
    decks = {1: FIRST, 2: second()}
    assert code in codes(check(file(with_history(*states, **last)), decks))


def test_the_state_is_the_last_of_the_history() -> None:
    assert codes(check(file(entry().model_copy(update={"status": "held"})), DECKS)) == ["WM471"]


def test_a_held_and_a_reverted_entry_are_clean() -> None:
    assert check(file(with_history("reported", "held", "verified")), DECKS) == []
    reverted = with_history("reported", "verified", "applied", "verified", on="2026-03-05")
    assert reverted.applied_in is None
    assert check(file(reverted), DECKS) == []
    same = {number: Deck(f"dorf/{number}", {"dorf": series(1, 2)}, FIRST.cards, number) for number in (1, 2)}
    assert check(file(reverted.model_copy(update={"found_in": (1, 2)})), same) == []  # 2 was printed without it


@pytest.mark.parametrize(("released", "severity"), [(True, Severity.ERROR), (False, Severity.WARNING)])
def test_an_unexplained_change_between_editions(released: bool, severity: Severity) -> None:
    changed = printed_with(second(released=released), "D4", "year", "1951")
    findings = check(file(entry(status="applied")), {1: FIRST, 2: changed})
    assert [(found.code, found.severity, found.card) for found in findings] == [("WM480", severity, "D4")]


def test_a_lost_correction_is_found() -> None:
    lost = Deck("dorf/2", {"dorf": series(1, 2)}, FIRST.cards, 2)
    assert "WM480" in codes(check(file(entry(status="applied")), {1: FIRST, 2: lost}))


def test_a_card_does_not_vanish_without_a_tombstone() -> None:
    fewer = Deck("dorf/2", {"dorf": series(1, 2)}, second().cards[:-1], 2)
    assert codes(check(file(entry(status="applied")), {1: FIRST, 2: fewer})) == ["WM481"]
    gone = entry(2, "applied", card="D4", field="id", old="D4", new="D2", type="identity")
    assert check(file(entry(status="applied"), gone), {1: FIRST, 2: fewer}) == []
    assert codes(check(file(entry(status="applied"), gone), {1: FIRST, 2: second(released=True)})) == ["WM482"]


def test_a_withdrawal_names_a_card_that_exists() -> None:
    nowhere = entry(card="D4", field="id", type="identity", old="D4", new="D9")
    assert codes(check(file(nowhere), DECKS)) == ["WM422"]
    other = entry(card="D4", field="id", type="identity", old="D3", new="D2")
    assert codes(check(file(other), DECKS)) == ["WM412"]


ONE_MODEL = [{"kind": "url", "ref": "https://chatgpt.com/x", "locator": "a", "states_value": "1905"}]
TO_1904 = [{**source, "states_value": "1904"} for source in SOURCES]


@pytest.mark.parametrize(
    ("entries", "code"),
    [
        ([entry(new="1903")], "WM421"),
        ([entry(1, "reported", new="1903")], "WM421"),
        ([entry(found_in=[7])], "WM413"),
        ([entry(found_in=[1, 7])], "WM413"),
        ([entry(card="D9")], "WM410"),
        ([entry(card="D9", old="x", new="neulich")], "WM410"),
        ([entry(field="earliest")], "WM411"),
        ([entry(old="1904")], "WM412"),
        ([entry(new="neulich")], "WM422"),
        ([entry(new=None)], "WM420"),
        ([entry(sources=[])], "WM431"),
        ([entry(reason="")], "WM430"),
        ([entry(sources=ONE_MODEL)], "WM434"),
        ([entry(sources=[*SOURCES, *ONE_MODEL])], "WM434"),
        ([entry(1), entry(2, new="1904", sources=TO_1904)], "WM440"),
        ([entry(supersedes="CORR-dorf-009")], "WM441"),
        ([entry(supersedes="CORR-dorf-001")], "WM441"),
        ([entry(1, supersedes="CORR-dorf-002"), entry(2, supersedes="CORR-dorf-001")], "WM442"),
        ([entry(1, "superseded")], "WM443"),
        ([entry(1), entry(2, new="1904", sources=TO_1904, supersedes="CORR-dorf-001")], "WM443"),
        ([entry(1, "applied", edition=5)], "WM474"),
        ([entry(1, "applied", edition=1)], "WM473"),
        ([entry(reported_on="2026-01-11")], "WM472"),
    ],
)
def test_one_fault_is_one_finding(entries: list[Corrigendum], code: str) -> None:
    assert codes(check(file(*entries), DECKS)) == [code]


def test_an_edition_made_already_is_not_made_again_and_changes_no_finding() -> None:
    both = file(entry(1), text_entry(2), entry(3, card="D2", old="1999"))
    made = apply(FIRST, both, 2)
    after = mark_applied(both, [one.id for one in made.entries], 2, date(2026, 3, 1), "editor")
    decks = {1: FIRST, 2: made.deck}
    assert apply(FIRST, both, 2, made) is made
    assert apply(FIRST, file(entry(1)), 2, made) is not made
    assert check(both, DECKS, made) == check(both, DECKS)
    assert check(after, decks, made) == check(after, decks)


def test_new_cards_are_no_difference() -> None:
    more = Deck("dorf/3", {"dorf": series(1, 2, 3)}, (*FIRST.cards, FIRST.cards[0].model_copy(update={"id": "D5"})), 3)
    assert check(file(), {1: FIRST, 3: more}) == []


def test_a_missing_edition_is_one_finding_however_many_entries_it_took_up() -> None:
    assert codes(check(file(*swap("applied")), DECKS)) == ["WM474"]


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ({"card": "D9"}, "WM410"),
        ({"field": "edtf"}, "WM411"),
        ({"sources": [{"kind": "letter", "ref": "a language model"}]}, "WM434"),
    ],
)
def test_what_was_only_reported_is_checked_too(parts: dict[str, Any], code: str) -> None:
    assert codes(check(file(entry(status="reported", **parts)), DECKS)) == [code]


def test_entries_of_editions_still_to_come_contradict_each_other() -> None:
    decks = {1: FIRST, 2: Deck("dorf/2", {"dorf": series(1)}, FIRST.cards, 2)}
    rivals = (entry(1, found_in=[1, 2]), entry(2, found_in=[1, 2]))
    assert codes(check(file(*rivals), decks)) == ["WM415", "WM415", "WM440"]


def test_composed_and_decomposed_letters_are_not_stale() -> None:
    umlaut = printed_with(FIRST, "D1", "comment_de", "F\u00fcnf Tage.")
    comment = entry(field="comment_de", old="Fu\u0308nf Tage.", new="Sechs Tage.", type="editorial")
    assert check(file(comment), {1: umlaut}) == []


def test_a_repeated_report_is_rejected() -> None:
    again = entry(2, "reported", duplicate_of="CORR-dorf-001")
    assert codes(check(file(entry(1), again), DECKS)) == ["WM441"]
    assert check(file(entry(1), entry(2, "rejected", duplicate_of="CORR-dorf-001")), DECKS) == []


def test_the_successor_of_an_applied_half_of_a_group_stands_alone() -> None:
    one, other = swap("applied")
    cards = printed_with(printed_with(FIRST, "D1", "year", "1905"), "D2", "year", "1903").cards
    decks = {1: FIRST, 2: Deck("dorf/2", {"dorf": series(1, 2)}, cards, 2)}
    step = {"state": "superseded", "on": "2026-04-01", "by": "editor"}
    history = [*(change.model_dump() for change in one.history), step]
    one = Corrigendum.model_validate({**one.model_dump(), "status": "superseded", "history": history})
    newer = entry(3, found_in=[2], old="1905", new="um 1905", supersedes=one.id)
    assert check(file(one, other, newer), decks) == []


def test_what_could_be_better_is_not_told_of_a_sealed_edition() -> None:
    weak = entry(status="applied", sources=SOURCES[:1])
    assert codes(check(file(weak), {1: FIRST, 2: second()})) == ["WM433"]
    assert check(file(weak), {1: FIRST, 2: second(released=True)}) == []


def test_half_a_group_that_was_sold_is_a_fault_though_nothing_is_due() -> None:
    one, other = swap("applied")
    waits = other.model_copy(update={"status": "reported", "history": other.history[:1]})
    decks = {1: FIRST, 2: second(released=True)}
    assert codes(check(file(one, waits), decks)) == ["WM450"]


def only(*entries: Corrigendum, decks: dict[int, Deck] = DECKS) -> tuple[str, str]:
    """Return code and message of the one finding that these entries give."""
    (found,) = check(file(*entries), decks)
    return found.code, found.message


def test_what_is_printed_already_is_no_correction() -> None:
    comment = entry(field="comment_de", old='Das "Fest" war laut.', new="Das „Fest“ war laut.", type="editorial")
    assert only(comment) == ("WM421", "`CORR-dorf-001`: edition 1 prints the new value already")


def test_a_duplicate_is_about_the_same_card() -> None:
    first, other = entry(1), entry(2, "rejected", card="D4", old="1950", new="1951", duplicate_of="CORR-dorf-001")
    assert only(first, other) == ("WM441", "`CORR-dorf-002`: repeats `CORR-dorf-001`, which is about card `D1`")


def test_a_letter_of_the_year_of_the_edition_is_no_slip() -> None:
    early = [{"state": "reported", "on": "2021-01-01", "by": "letter-001"}]
    assert check(file(entry(status="reported", reported_on="2021-01-01", history=early)), DECKS) == []


def test_an_entry_for_a_card_that_an_edition_does_not_have_is_one_fault() -> None:
    """That other editions have it, and that this one does not take the entry up, says nothing more."""
    decks = {1: FIRST, 2: Deck("dorf/2", {"dorf": series(1)}, FIRST.cards[1:], 2)}
    gone = entry(1, "applied", field="id", old="D1", new="", type="identity")
    assert only(gone, entry(2, found_in=[2]), decks=decks)[0] == "WM410"


def test_an_applied_entry_without_its_edition_is_one_fault() -> None:
    nameless = entry(status="applied").model_dump()
    nameless["history"][-1]["edition"] = None
    assert only(Corrigendum.model_validate(nameless), decks={1: FIRST, 2: second(released=True)})[0] == "WM473"


def test_an_error_found_in_the_edition_that_mended_it_is_one_fault() -> None:
    assert only(entry(status="applied", found_in=[1, 2]), decks={1: FIRST, 2: second()})[0] == "WM473"
