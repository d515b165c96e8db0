"""Canonical decks and mixes: written and read back equal, and what is wrong with edited ones."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from ingest_samples import FILLED, card_lists, imported, outline, series

from pipeline.cards import Card, Deck
from pipeline.ingest import read_deck, read_mix, write_deck, write_mix
from pipeline.ingest.ids import id_order

FRAUEN, MEER = series(), series("meer", ("en", "fr"))
HEADER = "id,event_de,event_en,year,earliest,latest,edtf,comment_de,comment_en,sources,tags\n"


def by_id(cards: list[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=lambda card: id_order(card.id)))


@given(card_lists(FRAUEN))
def test_a_deck_is_read_back_equal_and_written_back_to_the_byte(cards: list[Card]) -> None:
    deck = Deck("frauen/3", {"frauen": FRAUEN}, by_id(cards), 3)
    data = write_deck(deck)
    read, findings = read_deck(data, "3.csv", FRAUEN, 3)
    assert read == deck
    assert write_deck(read) == data
    assert {found.code[:3] for found in findings} <= {"WM2"}


@given(st.permutations([f"F{number}" for number in range(8, 12)]))
def test_the_order_of_cards_does_not_matter(ids: list[str]) -> None:
    cards = tuple(Card(series="frauen", id=card_id, event={"de": card_id}, year="x") for card_id in ids)
    data = write_deck(Deck("d", {"frauen": FRAUEN}, cards))
    assert [line.split(",")[0] for line in data.decode().splitlines()] == ["id", "F8", "F9", "F10", "F11"]


@given(st.sets(st.text("aK019-.٣", min_size=1, max_size=3), min_size=1, max_size=4), st.randoms())
def test_cards_are_written_in_the_order_of_their_ids(ids: set[str], random: Random) -> None:
    mixed = random.sample(sorted(ids), len(ids))
    cards = tuple(
        Card(series="frauen", id="x", event={"de": "x"}, year="x").model_copy(update={"id": one}) for one in mixed
    )
    data = write_deck(Deck("d", {"frauen": FRAUEN}, cards))
    assert [line.split(",")[0] for line in data.decode().splitlines()[1:]] == sorted(ids, key=id_order)


@given(card_lists(FRAUEN), card_lists(MEER), st.booleans())
def test_a_mix_is_read_back_equal(women: list[Card], sea: list[Card], sea_first: bool) -> None:
    parts = [("frauen", FRAUEN, by_id(women)), ("meer", MEER, by_id(sea))]
    ordered = parts[::-1] if sea_first else parts
    deck = Deck(
        "bunt", {code: owner for code, owner, _ in ordered}, tuple(card for *_, cards in ordered for card in cards)
    )
    data = write_mix(deck, {"frauen": 2, "meer": 1})
    read, findings = read_mix(data, "decks/bunt.csv", {"meer": MEER, "frauen": FRAUEN})
    assert read == deck
    assert list(read.series) == list(deck.series)
    assert write_mix(read, {"frauen": 2, "meer": 1}) == data
    assert {found.code[:3] for found in findings} <= {"WM2"}


def read(text: str) -> tuple[Deck | None, list[tuple[str, int | None, int | None]]]:
    deck, findings = read_deck(text.encode(), "1.csv", FRAUEN, 1)
    return deck, outline(findings)


def test_derived_columns_that_disagree_are_found() -> None:
    deck, found = read(HEADER + "1,a,,1903,1903,1903,1903,,,,\n2,b,,1904,1904,1940,1904,,,,\n")
    assert found == [("WM141", 3, 16)]
    assert deck
    assert deck.cards[1].interval
    assert deck.cards[1].interval.latest == 1904


def test_an_unreadable_year_is_found_at_its_place() -> None:
    deck, found = read(HEADER + '1,"a\nb",,Mai 03,,,,,,,\n')
    assert [item[1:] for item in found] == [(3, 5)]
    assert deck
    assert deck.cards[0].interval is None


def test_other_columns_are_an_error() -> None:
    assert read("id,event_de,year\n1,a,1903\n")[1] == [("WM140", 1, 1)]
    assert read("id;event_de;year\n1;a;1903\n") == (None, [("WM140", 1, 1)])


def test_a_file_in_another_form_is_named_with_the_first_line_that_differs() -> None:
    rows = ["1,a,,1903,1903,1903,1903,,,,\n", "2,b,,1904,1904,1904,1904,,,,\n"]
    assert read(HEADER + "".join(rows))[1] == []
    assert read(HEADER + "".join(rows[::-1]))[1] == [("WM142", 2, 1)]
    assert read(HEADER + rows[0] + rows[1].replace("b", '"b"'))[1] == [("WM142", 3, 1)]
    assert read((HEADER + rows[0]).replace("\n", "\r\n"))[1] == [("WM142", 1, 1)]
    assert read("\ufeff" + HEADER + rows[0])[1] == [("WM142", 1, 1)]


def test_wrong_ids_are_found_and_their_cards_left_out() -> None:
    row = ",a,,1903,1903,1903,1903,,,,\n"
    deck, found = read(HEADER + "1" + row + "1" + row + "a b" + row + "2" + row)
    assert found == [("WM127", 3, 1), ("WM125", 4, 1)]
    assert deck
    assert [card.id for card in deck] == ["1", "2"]


def test_a_mix_with_an_unknown_series_or_two_editions() -> None:
    head = "series,edition," + HEADER
    row = ",a,,1903,1903,1903,1903,,,,\n"
    text = head + "frauen,1,1" + row + "frauen,2,2" + row + "luft,1,1" + row
    deck, findings = read_mix(text.encode(), "bunt.csv", {"frauen": FRAUEN})
    assert outline(findings) == [("WM144", 3, 8), ("WM143", 4, 1)]
    assert deck
    assert [card.key for card in deck] == ["frauen:1", "frauen:2"]


def test_a_deck_is_no_mix() -> None:
    deck, findings = read_mix((HEADER + "1,a,,1903,1903,1903,1903,,,,\n").encode(), "x.csv", {"frauen": FRAUEN})
    assert deck is None
    assert outline(findings) == [("WM140", 1, 1)]


@given(FILLED)
def test_a_table_imported_twice_gives_the_same_bytes(text: str) -> None:
    table = "Nr;Ereignis;Jahr\n1;" + '"' + text.replace('"', '""') + '";1903\n'
    deck, _ = imported(table)
    data = write_deck(deck)
    again, findings = read_deck(data, "1.csv", FRAUEN, 1)
    assert findings == []
    assert again == deck
