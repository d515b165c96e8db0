"""Applying and reverting: pure, idempotent, invertible; groups whole or not at all; nothing stale or contradicted."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from corrigenda_samples import FIRST, codes, deck, entry, file, printed_with, series, swap, text_entry, values
from hypothesis import given
from hypothesis import strategies as st

from pipeline.cards import Card, Deck
from pipeline.corrigenda import (
    CorrigendaFile,
    FieldChange,
    apply,
    difference,
    mark_applied,
    rederive,
    revert,
    write_corrigenda,
)
from pipeline.corrigenda.values import PLAIN_YEAR
from pipeline.ingest import write_deck
from pipeline.years import LANGUAGES, format_year, parse_year

ON = date(2026, 3, 1)


def released(file_: CorrigendaFile, edition: int = 2) -> CorrigendaFile:
    """Return the file after `edition` has taken up all that is verified."""
    return mark_applied(file_, [one.id for one in file_], edition, ON, "editor")


def test_applying_changes_one_field_and_what_derives_from_it() -> None:
    made = apply(FIRST, file(entry()), 2)
    assert list(difference(FIRST, made.deck)) == [FieldChange("D1", "year", "1903", "1905")]
    card = made.deck.card("D1")
    assert card is not None
    assert (card.edtf, card.interval) == ("1905", series().read_year("1905").interval)
    assert (made.deck.name, made.deck.edition, made.findings) == ("dorf/2", 2, [])


@pytest.mark.parametrize("status", ["reported", "held", "rejected", "withdrawn", "superseded"])
def test_only_verified_entries_are_applied(status: str) -> None:
    assert apply(FIRST, file(entry(status=status)), 2).deck.cards == FIRST.cards


def test_entries_of_an_earlier_edition_are_not_applied_again() -> None:
    assert apply(FIRST, file(entry(status="applied", edition=2)), 3).deck.cards == FIRST.cards


def test_what_the_edition_itself_was_found_to_print_waits() -> None:
    made = apply(FIRST, file(entry(found_in=[1, 2])), 2)
    assert made.deck.cards == FIRST.cards
    assert codes(made.findings) == ["WM415"]


def test_an_edition_at_work_is_made_with_what_it_took_up_before() -> None:
    both = file(entry(1, "applied"), text_entry(2))
    made = apply(FIRST, both, 2)
    assert [one.id for one in made.entries] == ["CORR-dorf-001", "CORR-dorf-002"]


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ({"old": "1904"}, "WM412"),
        ({"card": "D9"}, "WM410"),
        ({"field": "earliest"}, "WM411"),
        ({"new": None}, "WM420"),
        ({"new": "neulich"}, "WM422"),
        ({"sources": []}, "WM431"),
        ({"reason": ""}, "WM430"),
    ],
)
def test_what_cannot_be_applied_is_reported_and_the_rest_applied(parts: dict[str, Any], code: str) -> None:
    made = apply(FIRST, file(entry(1, **parts), text_entry(2)), 2)
    assert code in codes(made.findings)
    assert [change.card for change in difference(FIRST, made.deck)] == ["D3"]
    assert [one.id for one in made.entries] == ["CORR-dorf-002"]


def test_an_old_year_that_cannot_be_read_is_no_fault() -> None:
    broken = Deck("dorf/1", FIRST.series, (Card(series="dorf", id="D1", event={"de": "x"}, year="19o3"),), 1)
    made = apply(broken, file(entry(old="19o3")), 2)
    assert values(made.deck) == {"D1": "1905"}
    assert revert(made.deck, file(entry(old="19o3")), ["CORR-dorf-001"], broken)[0].cards == broken.cards


def test_contradicting_entries_are_both_left_out() -> None:
    made = apply(FIRST, file(entry(1), entry(2, new="1905-1906"), text_entry(3)), 2)
    assert codes(made.findings).count("WM440") == 1
    assert [one.id for one in made.entries] == ["CORR-dorf-003"]


def test_entries_in_a_circle_are_left_out() -> None:
    circle = file(entry(1, supersedes="CORR-dorf-002"), entry(2, supersedes="CORR-dorf-001", new="1905 oder 1906"))
    assert apply(FIRST, circle, 2).deck.cards == FIRST.cards


def test_a_successor_is_applied_in_place_of_its_predecessor() -> None:
    made = apply(FIRST, file(entry(1, old="1904"), entry(2, supersedes="CORR-dorf-001")), 2)
    assert (values(made.deck)["D1"], made.findings) == ("1905", [])


def test_a_swap_is_applied_whole() -> None:
    made = apply(FIRST, file(*swap()), 2)
    assert {name: year for name, year in values(made.deck).items() if name in {"D1", "D2"}} == {
        "D1": "1905",
        "D2": "1903",
    }


@pytest.mark.parametrize("fault", [{"old": "1904"}, {"sources": []}, {"card": "D9"}])
def test_a_swap_with_one_fault_is_not_applied_at_all(fault: dict[str, Any]) -> None:
    one, other = swap()
    for broken in ((one.model_copy(update=fault), other), (one, other.model_copy(update=fault))):
        made = apply(FIRST, file(*broken), 2)
        assert made.deck.cards == FIRST.cards
        assert "WM450" in codes(made.findings)


@pytest.mark.parametrize("status", ["reported", "held", "rejected"])
def test_a_swap_with_one_undecided_half_is_not_applied(status: str) -> None:
    made = apply(FIRST, file(swap()[0], swap(status)[1]), 2)
    assert made.deck.cards == FIRST.cards
    assert codes(made.findings) == ["WM450"]


def test_a_group_with_a_contradicted_half_is_not_applied() -> None:
    made = apply(FIRST, file(*swap(), entry(3, new="1905-1906")), 2)
    assert made.deck.cards == FIRST.cards
    assert codes(made.findings) == ["WM440", "WM450"]


def test_a_withdrawn_card_leaves_and_comes_back_when_reverted() -> None:
    gone = file(entry(card="D4", field="id", old="D4", new="D2", type="identity"))
    made = apply(FIRST, gone, 2)
    assert list(difference(FIRST, made.deck)) == [FieldChange("D4", "id", "D4", "")]
    assert apply(made.deck, gone, 2).deck == made.deck
    assert revert(made.deck, gone, ["CORR-dorf-001"], FIRST)[0].cards == FIRST.cards


def test_the_old_value_elsewhere_on_the_card_is_a_warning_after_applying() -> None:
    said = printed_with(FIRST, "D1", "comment_en", "In 1903, they say.")
    assert codes(apply(said, file(entry()), 2).findings) == ["WM460"]
    mended = entry(2, field="comment_en", old="In 1903, they say.", new="In 1905, they say.", type="editorial")
    assert apply(said, file(entry(), mended), 2).findings == []


def test_a_corrected_name_is_searched_in_the_other_language() -> None:
    assert codes(apply(FIRST, file(text_entry()), 2).findings) == ["WM460"]
    assert apply(FIRST, file(text_entry(type="editorial")), 2).findings == []


def test_longer_numbers_and_words_are_not_the_old_value() -> None:
    said = printed_with(FIRST, "D1", "comment_en", "It cost 19030 crowns.")
    assert apply(said, file(entry()), 2).findings == []


@pytest.mark.parametrize("old", ['Das "Fest" war laut.', "Das »Fest« war\u00a0laut."])
def test_reverting_gives_back_the_printed_quotes_not_those_of_the_entry(old: str) -> None:
    one = file(entry(field="comment_de", old=old, new="Es war laut.", type="editorial"))
    made = apply(FIRST, one, 2).deck
    assert values(made, "comment_de")["D1"] == "Es war laut."
    assert revert(made, one, ["CORR-dorf-001"], FIRST) == (replace(made, cards=FIRST.cards), [])


def test_reverting_half_a_swap_reverts_the_whole() -> None:
    both = file(*swap())
    assert revert(apply(FIRST, both, 2).deck, both, ["CORR-dorf-002"], FIRST)[0].cards == FIRST.cards


def test_reverting_leaves_alone_what_somebody_else_changed() -> None:
    later = printed_with(apply(FIRST, file(entry()), 2).deck, "D1", "year", "1907")
    kept, findings = revert(later, file(entry()), ["CORR-dorf-001"], FIRST)
    assert (kept.cards, codes(findings)) == (later.cards, ["WM490"])


def test_values_that_come_back_make_every_edition_again() -> None:
    first = released(file(entry(1)))
    second_deck = apply(FIRST, first, 2).deck
    older = first.entries[0].model_copy(update={"status": "superseded"})
    sources = [{**source.model_dump(), "states_value": "1903"} for source in older.sources]
    back = entry(2, found_in=[2], old="1905", new="1903", sources=sources, supersedes=older.id)
    both = released(file(older, back), 3)
    both = replace(both, entries=(older, both.entries[1]))
    third = apply(second_deck, both, 3).deck
    assert values(third) == values(FIRST)
    decks = {1: FIRST, 2: second_deck, 3: third}
    assert [rederive(both, decks, number)[0].cards for number in decks] == [one.cards for one in decks.values()]


def test_rederiving_keeps_new_cards_in_order_of_ids() -> None:
    new = FIRST.cards[0].model_copy(update={"id": "D0"})
    second = deck(2, new, *apply(FIRST, file(entry()), 2).deck.cards)
    assert rederive(released(file(entry())), {1: FIRST, 2: second}, 2)[0].cards == second.cards


def test_marking_twice_writes_the_same_bytes() -> None:
    once = released(file(entry(), text_entry(2)))
    assert {one.status for one in once} == {"applied"}
    assert write_corrigenda(released(once)) == write_corrigenda(once)
    assert once.entries[0].printed_state == "fixed in edition 2"
    assert file(entry()).entries[0].printed_state == "open"


YEARS = st.integers(1000, 2000).map(str)
DECKS = st.lists(YEARS, min_size=1, max_size=5).map(
    lambda years: deck(
        1,
        *(
            FIRST.cards[0].with_value("year", year, series()).model_copy(update={"id": f"D{n}"})
            for n, year in enumerate(years)
        ),
    )
)


@st.composite
def decks_with_entries(draw: st.DrawFn) -> tuple[Deck, CorrigendaFile]:
    """Return a deck and a corrigendum for some of its cards, right and stale ones, some in a group."""
    printed = draw(DECKS)
    chosen = []
    for number, card in enumerate(printed, start=1):
        new = draw(YEARS)
        source = {"kind": "book", "ref": "Chronicle", "locator": "p. 1", "states_value": new}
        parts: dict[str, Any] = {
            "old": draw(st.sampled_from([card.year, card.year, "1"])),
            "new": new,
            "sources": [source],
        }
        group = draw(st.sampled_from([None, "a", "b"]))
        status = draw(st.sampled_from(["verified", "verified", "verified", "held"]))
        chosen.append(entry(number, status, card=card.id, group=group, **parts))
    return printed, file(*chosen)


@given(decks_with_entries())
def test_laws(case: tuple[Deck, CorrigendaFile]) -> None:
    printed, entries = case
    made = apply(printed, entries, 2)
    again = apply(made.deck, entries, 2)
    applied = {one.id for one in made.entries}
    assert again.deck.cards == made.deck.cards
    assert again.entries == made.entries
    reverted = revert(made.deck, entries, applied, printed)[0]
    assert reverted.cards == printed.cards
    assert write_deck(reverted) == write_deck(printed)
    for group in entries.groups.values():
        assert {one.id in applied for one in group} != {True, False}
    for one in entries:
        if one.id in applied:
            assert values(made.deck)[one.card] == one.new
    changed = {change.card for change in difference(printed, made.deck)}
    assert changed <= {one.card for one in made.entries}


def test_what_the_new_value_says_too_is_not_searched() -> None:
    said = printed_with(FIRST, "D1", "comment_en", "In 1903, they say.")
    made = apply(said, file(entry(new="um 1903", type="precision", sources=[*entry().sources, *swap()[1].sources])), 2)
    assert (values(made.deck)["D1"], made.findings) == ("um 1903", [])


def test_an_old_value_that_two_entries_leave_is_told_once() -> None:
    said = printed_with(FIRST, "D3", "comment_en", "Currie was a Currie.")
    english = {"field": "event_en", "old": "Marie Currie is born.", "new": "Marie Curie is born."}
    made = apply(said, file(text_entry(1), text_entry(2, **english)), 2)
    assert [(one.code, one.message) for one in made.findings] == [
        ("WM460", "`CORR-dorf-001`: comment_en of `D3` still says `Currie`")
    ]


@given(st.integers(1, 9999), st.sampled_from(LANGUAGES))
def test_a_plain_year_is_the_same_in_every_language(year: int, language: str) -> None:
    text = str(year)
    if PLAIN_YEAR.fullmatch(text):
        assert format_year(parse_year(text, "de"), language) == text
    else:
        assert year < 100 or year > 2999
