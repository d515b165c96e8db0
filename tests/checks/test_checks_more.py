"""Sources that are none, letters of other alphabets, unlikely years, cards renumbered between editions."""

from importlib.resources import files

import pytest
from test_checks import GERMAN, card, codes, deck

from pipeline.cards import Card, Edition
from pipeline.checks import renumbered, run_checks
from pipeline.cli.glyphs import page


@pytest.mark.parametrize("source", ["book: ChatGPT, 3. Mai", "https://chatgpt.com/share/x", "Ein Sprachmodell"])
def test_a_language_model_is_no_source(source: str) -> None:
    assert codes(card("1900", sources=f"{source}; checked: yes")) == ["WM317"]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("M\u0430rie Curie forscht.", "a letter of another alphabet: cyrillic small letter a"),
        ("Die \u0391thener siegen.", "a letter of another alphabet: greek capital letter alpha"),
        ("In \u041c\u043eskau brennt es.", "a letter of another alphabet: cyrillic small letter o"),
    ],
)
def test_letters_of_another_alphabet_in_a_word(text: str, word: str) -> None:
    (found,) = run_checks(deck(card("1900", text)))
    assert found.code == "WM318"
    assert word in found.message or found.message.endswith("capital letter em")


@pytest.mark.parametrize("text", ["\u03b1-Teilchen und \u03c0 und 5 µm", "Die Αθήνα fährt aus.", "Łódź und Þingvellir"])
def test_letters_that_are_at_home(text: str) -> None:
    assert codes(card("1900", text)) == []


def test_a_character_that_no_font_has() -> None:
    (found,) = run_checks(deck(card("1900", "Ein \U0001f6a2 sinkt, ein \u05d0 bleibt.")))
    assert found.code == "WM603"
    assert found.message == ("no font has `\U0001f6a2` (U+1F6A2), `\u05d0` (U+05D0) in the `event_de` of card `1`")


def test_the_list_of_characters_is_that_of_the_fonts() -> None:
    assert files("pipeline.checks").joinpath("glyphs.txt").read_text("ascii") == page(), "run `make docs`"


def years(*texts: str) -> list[Card]:
    return [card(text, f"Ereignis {number}.", name=str(number)) for number, text in enumerate(texts, 1)]


SONGS = [str(1950 + number) for number in range(60)]


@pytest.mark.parametrize("odd", ["196", "204", "690", "1076", "1960 v. Chr."])
def test_a_year_far_from_all_others(odd: str) -> None:
    (found,) = run_checks(deck(*years(*SONGS, odd)))
    assert (found.code, found.card) == ("WM321", "61")


def test_few_years_far_from_all_others_and_a_slip_of_the_other_kind() -> None:
    assert codes(*years(*SONGS, *SONGS, "204", "9999", "1960 v. Chr.")) == ["WM321", "WM321"]


@pytest.mark.parametrize(
    "texts",
    [
        SONGS,
        [*SONGS, "1877"],
        [*SONGS[:18], "204"],
        ["10000 v. Chr.", "3000 v. Chr.", "500 v. Chr.", "44 v. Chr.", *map(str, range(100, 2000, 60))],
        ["1900"] * 30,
        [*["1900"] * 30, "1850"],
        [*SONGS, "204", "205"],  # two of 62 are too many for slips
        [*["1900"] * 700, *["8 v. Chr."] * 100],
        [*SONGS, "vor 1 Mio. Jahren", "vor 13,8 Mrd. Jahren"],
    ],
)
def test_years_that_may_well_be(texts: list[str]) -> None:
    assert codes(*years(*texts)) == []


def test_a_year_that_was_still_to_come() -> None:
    of_2025 = GERMAN.model_copy(update={"editions": (Edition(number=1, year=2025),)})
    assert codes(card("2107"), series=of_2025) == ["WM322"]
    assert codes(card("2025"), series=of_2025) == []
    assert codes(card("2107")) == []


def test_a_year_in_brackets_does_not_tell_two_cards_apart() -> None:
    first, second = card("1900", "Spiele in Paris (1900)"), card("1924", "Spiele in Paris (1924)", name="2")
    assert sorted(codes(first, second)) == ["WM305", "WM305", "WM308"]
    assert codes(card("1900", "Spiele in Paris"), card("1924", "Spiele in London", name="2")) == []


def test_a_card_with_another_number_than_before() -> None:
    before = deck(card("1900", "a", name="1"), card("1901", "b", name="2"))
    swapped = deck(card("1900", "a", name="2"), card("1901", "b", name="1"))
    assert [(found.code, found.card) for found in renumbered(before, swapped)] == [("WM301", "2"), ("WM301", "1")]
    more = deck(*before, card("1902", "a", name="3"))
    assert list(renumbered(before, more)) == []
    assert list(renumbered(before, deck(card("1900", "a, neu", name="1"), card("1901", "b", name="2")))) == []


def test_a_whole_column_of_new_numbers_is_one_finding() -> None:
    before = deck(*(card("1900", f"Ereignis {number}", name=str(number)) for number in range(10)))
    after = deck(*(card("1900", f"Ereignis {number}", name=str(number + 1)) for number in range(10)))
    (found,) = renumbered(before, after)
    assert found.message == "10 cards have other ids than in `frauen/1`: `0` is `1` now, and so on"
