"""Texts as tokens: stems, meanings, numbers, names, compounds, split verbs, what is said aside."""

import csv
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.duplicates.forms import WEIGHTS
from pipeline.duplicates.lexicon import fold, lexicon
from pipeline.duplicates.normalise import LONGEST, Token, normalise
from pipeline.duplicates.numerals import Number, read_number
from pipeline.duplicates.vectors import LONGEST as LONGEST_TEXT


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Württemberg", "WUERTTEMBERG"),
        ("Straße", "strasse"),
        ("Björn", "bjorn"),
        ("Œuvre", "oeuvre"),
        ("Łódź", "Lodz"),
        ("Königin", "Koenigin"),
        ("Cafe\u0301", "café"),
    ],
)
def test_spellings_of_one_word_are_folded_to_one(first: str, second: str) -> None:
    assert fold(first) == fold(second)


@given(st.text(max_size=30))
def test_folding_twice_changes_nothing_more_than_once_in_case(text: str) -> None:
    assert fold(text) == fold(text.casefold())


@pytest.mark.parametrize(
    ("word", "value", "ordinal"),
    [
        ("57", 57, False),
        ("siebenundfünfzig", 57, False),
        ("fifty-seven", 57, False),
        ("12th", 12, True),
        ("zwölfte", 12, True),
        ("zwanzigsten", 20, True),
        ("twenty-first", 21, True),
        ("VIII", 8, True),
        ("XIV", 14, True),
        ("1.000", 1000, False),
        ("4,800", 4800, False),
        ("dozen", 12, False),
    ],
)
def test_numbers_are_read(word: str, value: int, ordinal: bool) -> None:
    assert Number(value, ordinal) in (read_number(word, "de"), read_number(word, "en"))


@pytest.mark.parametrize("word", ["I", "ein", "one", "CIVIL", "MIX", "Elfe", "tent", "vi"])
def test_words_that_only_look_like_numbers_are_none(word: str) -> None:
    assert read_number(word, "de") is read_number(word, "en") is None


def meanings(text: str, language: str) -> set[str]:
    return {meaning for token in normalise(text, language).tokens for meaning in token.word.meanings}


@pytest.mark.parametrize(
    ("text", "language", "meaning"),
    [
        ("Der Zar löst das Parlament auf.", "de", "dissolve"),
        ("Magellan bricht mit fünf Schiffen auf.", "de", "depart"),
        ("In London fährt die erste U-Bahn.", "de", "underground"),
        ("The London Underground opens.", "en", "underground"),
        ("Das Farbfernsehen kommt.", "de", "television"),
        ("Die Pockenimpfung wird Pflicht.", "de", "smallpox"),
        ("Der Zweite Weltkrieg endet.", "de", "war_world"),
        ("World War II ends.", "en", "war_world"),
    ],
)
def test_words_and_phrases_have_meanings(text: str, language: str, meaning: str) -> None:
    assert meaning in meanings(text, language)


def token(text: str, language: str, word: str) -> Token:
    return next(token for token in normalise(text, language).tokens if token.text == word)


@pytest.mark.parametrize(
    ("text", "language", "word", "kind"),
    [
        ("Amelia Earhart landet.", "de", "Earhart", "name"),
        ("Die Gazelle kommt in Paris an.", "de", "Gazelle", "word"),
        ("Eine seltsame Gazelle kommt.", "de", "Gazelle", "word"),
        ("A gazelle walks to Paris.", "en", "gazelle", "word"),
        ("A gazelle walks to Paris.", "en", "Paris", "place"),
        ("DIE GAZELLE KOMMT", "de", "GAZELLE", "word"),
        ("Heinrich VIII. heiratet.", "de", "VIII", "ordinal"),
        ("Otto I becomes emperor.", "en", "I", "ordinal"),
        ("Neil Armstrong betritt am 21. Juli den Mond.", "de", "21", "date"),
        ("Apollo 11 lands on 20 July", "en", "11", "number"),
        ("Apollo 11 lands on 20 July", "en", "20", "date"),
        ("A dynasty that ruled from 618 to 907", "en", "907", "date"),
        ("The crusade (1147–1149) fails", "en", "1149", "date"),
        ("World Cup 1954", "en", "1954", "number"),
        ("A fleet of 1500 ships", "en", "1500", "number"),
    ],
)
def test_kinds_of_words(text: str, language: str, word: str, kind: str) -> None:
    assert token(text, language, word).word.kind == kind


def test_neighbouring_capitals_are_one_name() -> None:
    runs = [token.run for token in normalise("Amelia Earhart meets Amy Johnson", "en").tokens if token.is_name]
    assert runs[0] == runs[1] != runs[2] == runs[3]


@pytest.mark.parametrize(
    ("text", "aside"),
    [
        ("Rome burns. Nero is far.", {"Nero", "far"}),
        ("Battle of Lepanto (the last of the galleys)", {"galleys", "last"}),
        ("St. Gallen burns down", set()),
        ("Heinrich VIII. heiratet Anne", set()),
        ("The Opium War was a conflict about trade", {"conflict", "trade"}),
        ("Nero was a man of many talents", set()),
    ],
)
def test_what_follows_the_first_sentence_is_said_aside(text: str, aside: set[str]) -> None:
    tokens = normalise(text, "de" if "heiratet" in text else "en").tokens
    assert {token.text for token in tokens if token.aside} == aside


def test_a_language_without_data_is_compared_by_its_words() -> None:
    assert [token.word.stem for token in normalise("Žena letí nad mořem", "cs").tokens] == [
        "zena",
        "leti",
        "nad",
        "morem",
    ]


@given(st.text(max_size=80), st.sampled_from(["de", "en", "fr", "it", "xx", ""]))
def test_any_text_can_be_read(text: str, language: str) -> None:
    read = normalise(text, language)
    assert all(0 <= token.at < len(read.words) for token in read.tokens)


NAMES = [
    ("Dschingis Khan", "Genghis Khan"),
    ("Köln", "Cologne"),
    ("Kopenhagen", "Copenhagen"),
    ("Kolumbus", "Columbus"),
    ("Sibirien", "Siberian"),
    ("Trotzki", "Trotsky"),
]


@pytest.mark.parametrize(("german", "english"), NAMES)
def test_names_that_two_languages_write_differently_have_one_meaning(german: str, english: str) -> None:
    assert meanings(german, "de") & meanings(english, "en")


def test_every_concept_of_a_family_is_in_the_lexicon_and_every_kind_has_a_weight() -> None:
    rows = csv.DictReader(files("pipeline.duplicates").joinpath("families.csv").read_text("utf-8").splitlines())
    assert {name for row in rows for name in row["concepts"].split()} <= lexicon().concepts.keys()
    assert {concept.kind for concept in lexicon().concepts.values()} <= WEIGHTS.keys()


def test_opposites_exist_and_go_both_ways() -> None:
    concepts = lexicon().concepts
    for name, concept in concepts.items():
        assert all(name in concepts[other].opposite for other in concept.opposite), name


def test_of_an_endless_text_the_beginning_is_compared() -> None:
    read = normalise("Rom sah und " * LONGEST, "de")
    assert (len(read.told), len(read.words)) == (LONGEST, 2500)
    assert normalise("Rom " * 5000, "de").words == ("rom",) * (LONGEST_TEXT // 4)


@pytest.mark.parametrize(
    ("text", "language", "letters"),
    [
        ("Vitamin C wird entdeckt.", "de", ["C"]),
        ("The crew takes Vitamin B, then Vitamin C.", "en", ["B", "C"]),
        ("Ford builds the Model A.", "en", ["A"]),
        ("Fritz Lang dreht „M“.", "de", ["M"]),
        ("Fritz Lang films 'M' in Berlin.", "en", ["M"]),
        ("Harry S. Truman and J. F. Kennedy meet.", "en", []),
        ("In A Trip to the Moon a rocket lands.", "en", []),
        ("A dog barks. A cat sleeps.", "en", []),
        ("Die erste E-Mail kommt an, die D-Mark auch.", "de", []),
        ("Sie fliegen mit dem Jumbo à la carte.", "de", []),
    ],
)
def test_a_letter_that_stands_for_itself_is_a_name(text: str, language: str, letters: list[str]) -> None:
    assert [token.text for token in normalise(text, language).tokens if len(token.text) == 1] == letters


@pytest.mark.parametrize(
    ("written", "language", "meant"),
    [
        ("Mount Everst", "en", "Mount Everest"),
        ("Mount Everst", "de", "Mount Everest"),
        ("Berlner Mauer", "de", "Berliner Mauer"),
        ("North Atlantc", "en", "North Atlantic"),
        ("Wrold War", "en", "World War"),
        ("Suez Cannal", "en", "Suez Canal"),
        ("Golden Gate Brigde", "en", "Golden Gate Bridge"),
        ("Vereinten Natonen", "de", "Vereinten Nationen"),
    ],
)
def test_a_slip_in_a_name_of_several_words_is_mended(written: str, language: str, meant: str) -> None:
    told, known = (normalise(f"x {text} x", language).told for text in (written, meant))
    assert [word.meanings for word in told] == [word.meanings for word in known] != []
    assert [word.text for word in told] == [written]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Mount Everett", "en"),  # in Massachusetts
        ("Berner Mauer", "de"),
        ("United Stations", "en"),
        ("Word War", "en"),
        ("counts its rings in", "en"),  # brings in
        ("steuert weit nach", "de"),  # weist nach
        ("Everst", "xx"),
    ],
)
def test_other_words_beside_those_of_a_name_are_none_of_it(text: str, language: str) -> None:
    assert all("_" not in word.stem for word in normalise(f"x {text} x", language).told)
