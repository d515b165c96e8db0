"""Letters: a table of them with the place of every fault, and the card that is meant."""

from datetime import date
from pathlib import Path

import pytest

from pipeline.cards import Card
from pipeline.letters import find_card, read_letters
from pipeline.workspace import Workspace

ON = date(2026, 5, 1)
ROOT = Path(__file__).parent.parent.parent
HEAD = b"letter,on,series,card,text,edition,field,old,new,type,reason,sources\n"
ROW = b'letter-001,2026-04-01,frauen,F001,,1,year,1964,1965,,Why,"book: A; locator: p. 1; states: 1965"\n'


def test_a_letter_is_read_with_all_its_parts() -> None:
    (letter,), findings = read_letters(HEAD + ROW, "letters.csv", ON)
    report = letter.report
    assert findings == []
    assert (letter.series, report.card, report.field, report.edition) == ("frauen", "F001", "year", 1)
    assert (report.reporter, report.on, report.old, report.new) == ("letter-001", date(2026, 4, 1), "1964", "1965")
    assert [(source.ref, source.locator) for source in report.sources] == [("A", "p. 1")]


def test_empty_cells_say_nothing() -> None:
    (letter,), _ = read_letters(b"letter;field;text\nletter-002;event_de;Bessie Coleman\n", "letters.csv", ON)
    report = letter.report
    assert (letter.text, report.on, report.old, report.new, report.edition) == ("Bessie Coleman", ON, None, None, None)


@pytest.mark.parametrize(
    ("row", "column", "told"),
    [
        (ROW.replace(b"letter-001", b"Erika M."), 1, "`Erika M.` is not a code"),
        (ROW.replace(b",year,", b",,"), 38, "names no field"),
        (ROW.replace(b"F001", b""), 1, "names no card"),
        (ROW.replace(b"2026-04-01", b"1.4.2026"), 12, "`1.4.2026` is not a date"),
        (ROW.replace(b"2026-04-01", b"2026-02-30"), 12, "`2026-02-30` is not a date"),
        (ROW.replace(b"2026-04-01", b"2062-04-01"), 12, "a letter of 2062-04-01 cannot come in on 2026-05-01"),
        (ROW.replace(b",1,year", b",first,year"), 36, "`first` is not the number of an edition"),
        (ROW.replace(b"1965,,", b"1965,typo,"), 53, "there is no type `typo`"),
    ],
)
def test_a_bad_row_is_one_finding_at_its_cell_and_the_others_are_read(row: bytes, column: int, told: str) -> None:
    letters, (found,) = read_letters(HEAD + row + ROW.replace(b"001", b"002"), "letters.csv", ON)
    assert [letter.report.reporter for letter in letters] == ["letter-002"]
    assert found.code == "WM406"
    assert told in found.message
    assert found.span is not None
    assert (found.span.line, found.span.column) == (2, column)


def test_unknown_and_missing_columns_are_one_finding() -> None:
    letters, (found,) = read_letters(b"letter,date,card\nletter-001,x,F001\n", "letters.csv", ON)
    assert letters == []
    assert found.message == "there is no column `date` in letters; the column `field` is missing"


@pytest.fixture(scope="module")
def cards() -> list[Card]:
    space = Workspace(ROOT)
    decks = [space.load_edition(code, 1).deck for code in ("frauen", "seefahrer")]
    return [card for deck in decks if deck for card in deck]


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("A housewife and mother from Ohio is the first woman to fly solo around the world", "frauen:F001"),
        ("Eine Hausfrau und dreifache Muter aus Ohio fliegt als erste Frau allein um die Wlt.", "frauen:F001"),
        ("Blutgräfin Burg", "frauen:F003"),
        ("Blood Countess castle stormed", "frauen:F003"),
        ("Pfeiffer reist allein um die Welt", "frauen:F002"),
        ("In the Northwest Passage with the Gjøa", "seefahrer:S044"),
        ("Magellan's ships come home", "seefahrer:S077"),
    ],
)
def test_a_card_is_found_by_words_of_it(cards: list[Card], text: str, card: str) -> None:
    found = find_card(text, cards)
    assert found.card is not None
    assert found.card.key == card


def test_what_two_cards_answer_is_not_guessed(cards: list[Card]) -> None:
    found = find_card("Bessie Coleman pilot licence", cards)
    assert found.card is None
    assert {card.key for _, card in found.candidates} == {"frauen:F066", "seefahrer:S100"}
    only = find_card("Bessie Coleman pilot licence", [card for card in cards if card.series == "frauen"])
    assert only.card is not None
    assert only.card.id == "F066"


def test_the_exact_text_of_a_card_is_that_card(cards: list[Card]) -> None:
    for card in cards[::10]:
        assert find_card(card.event["de"], cards).card == card


@pytest.mark.parametrize("text", ["something about bananas", "", "1912"])
def test_what_no_card_answers_finds_none(cards: list[Card], text: str) -> None:
    assert find_card(text, cards) == (None, ())
