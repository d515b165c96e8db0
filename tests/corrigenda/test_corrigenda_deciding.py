"""Reports taken in and decided on: nothing is edited, nothing comes back unnoticed, imports bring no error back."""

from datetime import date
from typing import Any

import pytest
from corrigenda_samples import FIRST, SOURCES, card, codes, deck, entry, file, printed_with, swap, text_entry

from pipeline.corrigenda import (
    TRANSITIONS,
    Change,
    CorrigendaFile,
    NotAllowedError,
    Report,
    State,
    Supplement,
    Taken,
    apply,
    brought_back,
    card_history,
    check,
    decide,
    mark_applied,
    supersede,
    take_report,
    with_printings,
)
from pipeline.sources import Source, parse_sources

ON = date(2026, 6, 1)
DECKS = {1: FIRST}


def change(state: State, **parts: Any) -> Change:
    return Change(state=state, on=parts.pop("on", ON), by="editor", **parts)


def report(**parts: Any) -> Report:
    return Report(**{"card": "D1", "field": "year", "reporter": "letter-009", "on": ON, "new": "1905", **parts})


def take(entries: CorrigendaFile, **parts: Any) -> Taken:
    return take_report(entries, DECKS, report(**parts), "editor")


STATES = {status: entry(status=status) for status in TRANSITIONS}


def test_the_changes_of_state_are_those_of_the_model() -> None:
    after = {
        "reported": {"verified", "rejected", "held", "withdrawn"},
        "held": {"verified", "rejected"},
        "verified": {"applied"},
        "applied": {"verified"},  # by a revert
        "rejected": set(),
        "withdrawn": set(),
    }
    assert {state: set(states) for state, states in TRANSITIONS.items()} == {
        **{state: {*states, "superseded"} for state, states in after.items()},
        "superseded": set(),
    }


@pytest.mark.parametrize("before", TRANSITIONS)
@pytest.mark.parametrize("after", TRANSITIONS)
def test_only_allowed_changes_of_state_are_appended(before: State, after: State) -> None:
    entries = file(STATES[before])
    if after not in TRANSITIONS[before]:
        with pytest.raises(NotAllowedError, match=f"is {before} and cannot become {after}"):
            decide(entries, ["CORR-dorf-001"], change(after), reverting=before == "applied")
        return
    (decided,) = decide(entries, ["CORR-dorf-1"], change(after), reverting=before == "applied")
    assert decided.status == after
    assert decided.history == (*STATES[before].history, change(after))
    assert decided.model_copy(update={"status": before, "history": STATES[before].history}) == STATES[before]


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"new": "neulich"}, "the new year `neulich` cannot be read"),
        ({"field": "event_de", "new": "\x07"}, "control character"),
        ({"field": "event_de", "new": "1\u202e2"}, "control character"),
        ({"field": "comment_en", "new": "a\u200bb"}, "control character"),
        ({"field": "sources", "new": "book: A\u2066"}, "control character"),
        ({"field": "event_en", "new": "a\x9bb"}, "control character"),
        ({"field": "tags", "new": "a,,b"}, "would be printed as `a, b`"),
        ({"field": "id", "new": "D99"}, "no card `D99` to take the place of `D1`"),
        ({"sources": parse_sources("ChatGPT; locator: answer 1")}, "`ChatGPT` is a language model"),
        ({"group": "swap"}, "group `swap` is verified already"),
    ],
)
def test_a_letter_that_the_list_could_not_hold_is_refused(parts: dict[str, Any], message: str) -> None:
    with pytest.raises(NotAllowedError, match=message):
        take(file(*swap()), **parts)


def test_a_decision_before_the_last_one_is_refused() -> None:
    with pytest.raises(NotAllowedError, match="give a later day"):
        decide(file(entry(status="reported")), ["CORR-dorf-001"], change("held", on=date(2026, 1, 9)))


def test_all_entries_are_decided_or_none() -> None:
    with pytest.raises(NotAllowedError, match="no corrigendum `CORR-dorf-009`"):
        decide(file(entry(status="reported")), ["CORR-dorf-001", "CORR-dorf-009"], change("held"))


def test_a_decision_adds_what_was_missing() -> None:
    bare = entry(status="reported", new=None, reason="", sources=[])
    sources = tuple(Source.model_validate(source) for source in SOURCES)
    added = Supplement(new="1905", reason="So it is.", sources=sources, translations={"en": "done"})
    (decided,) = decide(file(bare), [bare.id], change("verified"), added)
    assert (decided.new, decided.reason, decided.sources) == ("1905", "So it is.", sources)
    assert check(file(decided), DECKS) == []


def test_what_an_entry_says_is_not_changed() -> None:
    with pytest.raises(NotAllowedError, match="`1905` as new already, and nothing is edited"):
        decide(file(entry(status="reported")), ["CORR-dorf-001"], change("verified"), Supplement(new="1906"))


def test_a_new_report_is_a_new_entry_with_the_next_number() -> None:
    taken = take(file(text_entry(7)))
    assert (taken.outcome, taken.entry.id, taken.entry.status) == ("new", "CORR-dorf-008", "reported")
    assert (taken.entry.old, taken.entry.found_in, taken.entry.type) == ("1903", (1,), "factual-year")
    assert [one.id for one in taken.file] == ["CORR-dorf-007", "CORR-dorf-008"]
    assert check(taken.file, DECKS) == check(file(text_entry(7)), DECKS)


@pytest.mark.parametrize("status", ["reported", "held", "verified", "applied"])
@pytest.mark.parametrize("new", ["1905", None, " 1905".strip()])
def test_the_same_report_adds_a_reporter(status: str, new: str | None) -> None:
    taken = take(file(entry(status=status)), new=new)
    assert (taken.outcome, len(taken.file)) == ("joined", 1)
    assert taken.entry.reported_by == ("letter-001", "letter-009")
    assert taken.entry.history == entry(status=status).history


def test_a_letter_taken_in_twice_changes_nothing() -> None:
    first = take(file(entry(status="rejected")))
    assert first.outcome == "rejected"
    again = take(first.file)
    assert (again.outcome, again.file) == ("known", first.file)


@pytest.mark.parametrize("status", ["rejected", "superseded"])
def test_what_was_turned_down_before_is_turned_down_with_a_link(status: str) -> None:
    old = file(entry(status=status), entry(2, old="1905", new="1903", supersedes="CORR-dorf-001", found_in=[2]))
    taken = take(old if status == "superseded" else file(entry(status=status)))
    assert (taken.outcome, taken.entry.status) == ("rejected", "rejected")
    assert taken.entry.duplicate_of == "CORR-dorf-001"
    assert "CORR-dorf-001" in taken.entry.history[-1].note
    assert [found for found in codes(check(taken.file, DECKS)) if found == "WM441"] == []


def test_a_third_report_of_what_was_turned_down_names_the_first() -> None:
    taken = take(take(file(entry(status="rejected"))).file, reporter="letter-010")
    assert taken.entry.duplicate_of == "CORR-dorf-001"


@pytest.mark.parametrize("status", ["rejected", "withdrawn"])
def test_another_value_is_another_report(status: str) -> None:
    assert take(file(entry(status=status)), new="1906").outcome == "new"


def test_another_value_for_an_open_entry_stands_beside_it() -> None:
    taken = take(file(entry()), new="1906")
    assert (taken.outcome, [one.id for one in taken.beside]) == ("new", ["CORR-dorf-001"])


def test_what_was_taken_back_may_be_reported_again() -> None:
    assert take(file(entry(status="withdrawn"))).outcome == "new"


def test_two_spellings_of_one_year_are_one_report() -> None:
    assert take(file(entry(new="um 1905")), new="ca. 1905").outcome == "joined"


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ({"card": "D9"}, "no card `D9`"),
        ({"edition": 3}, "no edition 3"),
        ({"field": "earliest"}, "no field `earliest`"),
        ({"field": "event_fr"}, "no texts for `event_fr`"),
        ({"field": "colour"}, "no field `colour`"),
        ({"new": "1903"}, "asks for nothing"),
    ],
)
def test_what_cannot_be_reported_is_refused(parts: dict[str, Any], told: str) -> None:
    with pytest.raises(NotAllowedError, match=told):
        take(file(), **parts)


def test_a_report_belongs_to_the_editions_that_print_what_it_quotes() -> None:
    decks = {1: FIRST, 2: printed_with(deck(2, *FIRST), "D1", "year", "1905"), 3: deck(3, *FIRST, released=(1, 2, 3))}
    quoted = take_report(file(), decks, report(old="1905", new="1907"), "editor").entry
    assert (quoted.old, quoted.found_in) == ("1905", (2,))
    assert take_report(file(), decks, report(), "editor").entry.found_in == (1, 3)
    assert take_report(file(), decks, report(edition=2, new="1907"), "editor").entry.found_in == (2,)


def test_an_edition_at_work_does_not_bear_the_error_that_it_shall_mend() -> None:
    same = {1: FIRST, 2: deck(2, *FIRST, card("D9", "1700"))}
    assert take_report(file(), same, report(), "editor").entry.found_in == (1,)
    assert take_report(file(), same, report(edition=2), "editor").entry.found_in == (1,)
    assert take_report(file(), same, report(card="D9"), "editor").entry.found_in == (2,)  # nobody else prints it
    mended = {1: FIRST, 2: printed_with(deck(2, *FIRST), "D1", "year", "1905")}
    assert take_report(file(), mended, report(), "editor").entry.old == "1903"  # what readers own


def test_what_an_edition_prints_all_the_same_is_listed_when_it_is_closed() -> None:
    editions = {number: deck(number, *FIRST, released=(1, 2)) for number in (1, 2, 3)}
    listed = with_printings(file(entry(), entry(2, "rejected"), entry(3, "reported", card="D2", old="1905")), editions)
    assert [one.found_in for one in listed] == [(1, 2), (1,), (1,)]
    assert with_printings(listed, editions) is listed


def test_a_quotation_that_nothing_prints_stays_and_is_stale() -> None:
    taken = take(file(), old="1904")
    assert (taken.entry.old, taken.entry.found_in) == ("1904", (1,))
    assert codes(check(taken.file, DECKS)) == ["WM412"]


def test_a_successor_takes_the_place_of_an_entry_that_was_right_once() -> None:
    taken = take(file(entry()), new="1906", supersedes="CORR-dorf-001")
    older, newer = taken.file
    assert (older.status, newer.supersedes, newer.status) == ("superseded", older.id, "reported")
    assert older.history[-1].note == "See CORR-dorf-002."


def test_a_successor_joins_the_group_of_one_not_yet_printed() -> None:
    entries = file(*swap(), entry(3, "reported", new="1906"))
    made = supersede(entries, "CORR-dorf-001", "CORR-dorf-003", change("superseded"))
    assert made.by_id["CORR-dorf-003"].group == "swap"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [("1", "1", "a circle"), ("1", "2", "a circle"), ("1", "3", "same field")],
)
def test_what_cannot_supersede_is_refused(old: str, new: str, told: str) -> None:
    entries = file(entry(1, supersedes="CORR-dorf-002"), entry(2), text_entry(3))
    with pytest.raises(NotAllowedError, match=told):
        supersede(entries, f"CORR-dorf-{old}", f"CORR-dorf-{new}", change("superseded"))


# Invariant 9 ---------------------------------------------------------------------------------------------------------


SECOND = apply(FIRST, file(entry()), 2).deck


def test_an_import_that_brings_a_corrected_value_back_is_an_error() -> None:
    (found,) = brought_back(file(entry(status="applied")), deck(2, *FIRST), 2)
    assert (found.code, found.card) == ("WM491", "D1")
    assert "`1903`" in found.message
    assert "CORR-dorf-001" in found.message


@pytest.mark.parametrize("status", ["reported", "verified", "rejected", "superseded"])
def test_what_was_not_corrected_may_be_imported(status: str) -> None:
    assert list(brought_back(file(entry(status=status)), deck(2, *FIRST), 2)) == []


def test_the_edition_before_the_correction_may_be_imported() -> None:
    assert list(brought_back(file(entry(status="applied")), FIRST, 1)) == []
    assert list(brought_back(file(entry(status="applied")), SECOND, 2)) == []


def test_of_a_chain_the_last_value_counts() -> None:
    back = {"old": "1905", "new": "1903", "found_in": [2], "supersedes": "CORR-dorf-001"}
    first = mark_applied(file(entry()), ["CORR-dorf-001"], 2, date(2026, 3, 1), "editor")
    chain = file(
        *decide(first, ["CORR-dorf-001"], change("superseded")),
        entry(2, "applied", edition=3, **back),
    )
    assert list(brought_back(chain, deck(3, *FIRST), 3)) == []
    assert codes(list(brought_back(chain, SECOND, 3))) == ["WM491"]
    assert codes(list(brought_back(chain, deck(2, *FIRST), 2))) == ["WM491"]
    assert list(brought_back(chain, SECOND, 2)) == []


def test_a_withdrawn_card_is_not_imported_again() -> None:
    gone = entry(status="applied", card="D4", field="id", old="D4", new="D2", type="identity")
    assert codes(list(brought_back(file(gone), deck(2, *FIRST), 2))) == ["WM491"]


# History -------------------------------------------------------------------------------------------------------------


def test_the_history_of_a_card_is_dated_and_spans_all_editions() -> None:
    events = card_history(file(entry(status="applied")), FIRST.series["dorf"], {1: FIRST, 2: SECOND}, "D1")
    assert [event.when for event in events] == ["2021", "2026-01-10", "2026-02-01", "2026-03-01", "2022"]
    assert [event.entry for event in events] == ["", *["CORR-dorf-001"] * 3, ""]
    assert events[-1].what == "edition 2 prints year: `1903` → `1905`"


def test_the_history_says_where_a_withdrawn_card_went() -> None:
    gone = file(entry(status="applied", card="D4", field="id", old="D4", new="D2", type="identity"))
    decks = {1: FIRST, 2: apply(FIRST, gone, 2).deck}
    told = [event.what for event in card_history(gone, FIRST.series["dorf"], decks, "D4")]
    assert told[-1] == "edition 2 does not have the card"
    assert "withdrawal of D4, D2 takes its place" in told[1]
    assert len(card_history(gone, FIRST.series["dorf"], decks, "D2")) == 5


def test_what_an_edition_took_up_is_not_verified_again_but_reverted() -> None:
    with pytest.raises(NotAllowedError, match="edition 2 has taken it up; to take it out again, use `wildmix"):
        decide(file(entry(status="applied")), ["CORR-dorf-001"], change("verified", on=date(2026, 6, 1)))


@pytest.mark.parametrize("status", ["verified", "applied"])
def test_how_translations_stand_may_be_said_later_and_again(status: str) -> None:
    told = file(text_entry(status=status, translations={}))
    for stands in ("open", "done"):
        told = decide(told, ["CORR-dorf-001"], change("verified"), Supplement(translations={"en": stands}))
    assert told == file(text_entry(status=status, translations={"en": "done"}))


@pytest.mark.parametrize("status", ["verified", "applied"])
def test_nothing_else_is_added_to_what_is_verified(status: str) -> None:
    more = Supplement(translations={"en": "done"}, reason_code="typo")
    with pytest.raises(NotAllowedError, match="is verified"):
        decide(file(text_entry(status=status)), ["CORR-dorf-001"], change("verified"), more)


def test_what_says_no_value_takes_the_place_of_nothing() -> None:
    with pytest.raises(NotAllowedError, match="CORR-dorf-001 must say what to print instead"):
        take(file(entry()), new=None, supersedes="CORR-dorf-001")
    with pytest.raises(NotAllowedError, match="CORR-dorf-001 must say what to print instead"):
        supersede(file(entry(), entry(2, "reported", new=None)), "CORR-dorf-001", "CORR-dorf-002", change("superseded"))
