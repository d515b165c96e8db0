"""Names and what describes them: a Soviet cosmonaut is Gagarin, unless the text names somebody else."""

import csv
from importlib.resources import files

import numpy as np
import pytest

from pipeline.duplicates import EventText, score_texts
from pipeline.duplicates.columns import columns
from pipeline.duplicates.lexicon import LEXICON_LANGUAGES, lexicon, stem
from pipeline.duplicates.normalise import normalise
from pipeline.duplicates.pair import verdict
from pipeline.duplicates.rows import WordRows
from pipeline.duplicates.score import Score, weights

DESCRIBED = list(csv.DictReader(files("pipeline.duplicates").joinpath("described.csv").read_text().splitlines()))


def scored(first: str, second: str, languages: str) -> Score:
    return score_texts(EventText(first, languages[:2]), EventText(second, languages[2:]))


def answers(score: Score) -> set[tuple[str, str]]:
    return {(match.ours.text, match.theirs.text) for match in score.alignment.matches}


@pytest.mark.parametrize(
    ("first", "second", "languages", "answer"),
    [
        ("Juri Gagarin umkreist die Erde", "A cosmonaut circles the Earth", "deen", ("Gagarin", "cosmonaut")),
        ("A cosmonaut circles the Earth", "Juri Gagarin umkreist die Erde", "ende", ("Gagarin", "cosmonaut")),
        ("Die „Vasa“ sinkt im Hafen", "Ein Kriegsschiff sinkt im Hafen", "dede", ("Vasa", "Kriegsschiff")),
        ("Christiaan Barnard is honoured", "A surgeon is honoured", "enen", ("Barnard", "surgeon")),
    ],
)
def test_a_name_is_answered_by_what_describes_it(
    first: str, second: str, languages: str, answer: tuple[str, str]
) -> None:
    score = scored(first, second, languages)
    assert answer in answers(score) or answer[::-1] in answers(score)
    assert not score.features["name_clash"]


def test_what_describes_a_name_beside_its_answer_speaks_against_nothing() -> None:
    score = scored("Juri Gagarin circles the Earth", "A Soviet cosmonaut circles the Earth", "enen")
    assert not score.alignment.only_theirs


def test_a_name_that_both_have_says_nothing_of_what_else_they_tell() -> None:
    score = scored("Marie Curie entdeckt das Radium", "Marie Curie entdeckt das Polonium", "dede")
    assert {token.text for token in (*score.alignment.only_ours, *score.alignment.only_theirs)} == {
        "Radium",
        "Polonium",
    }


def test_a_text_with_a_name_of_its_own_describes_no_other() -> None:
    score = scored("Gagarin lands in a field", "The cosmonaut Xaver Qualling lands in a field", "enen")
    assert "Gagarin" not in {token for answer in answers(score) for token in answer}
    assert score.features["name_clash"]


def test_what_happens_is_not_told_by_a_name() -> None:
    score = scored("Die Titanic verlässt Southampton", "Ein Schiff sinkt", "dede")
    assert "sinkt" in {token.text for token in (*score.alignment.only_ours, *score.alignment.only_theirs)}


def test_a_nation_alone_is_no_answer_to_a_name() -> None:
    assert not answers(scored("Gagarin gets a medal", "A Soviet triumph", "enen"))


@pytest.mark.parametrize(
    ("text", "language", "word"),
    [
        ("Gagarins Flug", "de", "Gagarins"),
        ("Neil Armstrong betritt den Mond", "de", "Armstrong"),
        ("The Mona Lisa is stolen", "en", "Mona Lisa"),
    ],
)
def test_the_last_word_of_a_famous_name_knows_what_describes_it(text: str, language: str, word: str) -> None:
    assert [token.text for token in normalise(text, language).told if token.described] == [word]


@pytest.mark.parametrize("text", ["Louis Armstrong spielt Trompete", "Ein Barnard", ""])
def test_part_of_a_name_is_not_the_name(text: str) -> None:
    assert not [token for token in normalise(text, "de").told if token.described & {"astronaut", "surgeon"}]


@pytest.mark.parametrize(
    ("first", "second", "languages"),
    [
        ("Paul is murdered", "An American chemist is murdered", "enen"),
        ("Anne dies", "A British woman dies", "enen"),
        ("The Goths settle in Italy", "A poet settles in Italy", "enen"),
        ("München wird berühmt", "Ein Künstler aus Norwegen wird berühmt", "dede"),
        ("Der Handel mit Sklaven wird verboten", "Die Oper wird verboten", "dede"),
        ("Das Glück endet", "Eine Oper endet", "dede"),
        ("Die Römer werden besiegt", "Eine Hauptstadt wird besiegt", "dede"),
        ("Hamburger werden verkauft", "Ein deutscher Hafen wird verkauft", "dede"),
        ("Food aid reaches Africa", "A virus reaches Africa", "enen"),
        ("The voyage begins", "A space probe begins its flight", "enen"),
    ],
)
def test_a_word_that_is_spelt_like_a_name_is_none(first: str, second: str, languages: str) -> None:
    score = scored(first, second, languages)
    assert not score.is_described
    assert score.value < weights().duplicate


@pytest.mark.parametrize(
    ("first", "second", "languages"),
    [
        ("Die Titanic sinkt", "A British liner is torpedoed by a German submarine", "deen"),
        ("Nero dies", "A Roman emperor dies", "enen"),
        ("Walentina Tereschkowa fliegt ins All", "Ein sowjetischer Kosmonaut fliegt ins All", "dede"),
        ("Paris fällt", "Eine Hauptstadt fällt", "dede"),
        ("Juri Gagarin circles the Earth", "A Soviet cosmonaut circles the Earth", "enen"),
    ],
)
def test_who_is_only_described_may_be_somebody_else_and_people_decide(first: str, second: str, languages: str) -> None:
    assert verdict(scored(first, second, languages), None, None) in {"uncertain", "distinct"}


def test_a_name_that_both_have_needs_no_description() -> None:
    score = scored("Amundsen reaches the South Pole", "The explorer Roald Amundsen gets to the South Pole", "enen")
    assert not score.is_described
    assert verdict(score, None, None) == "duplicate"


def test_the_search_finds_who_is_only_described() -> None:
    told = {
        "Gagarin": "Ein Kosmonaut",
        "Christiaan Barnard": "Ein Chirurg",
        "Tutanchamun": "Ein Pharao",
        "Die Vasa": "Ein Kriegsschiff",
        "Die Mona Lisa": "Ein Gemälde",
        "Bach": "Ein Komponist",
    }
    texts = [normalise(text, "de") for text in (*told, *told.values())]
    each = np.arange(len(texts))
    rows = np.concatenate(list(WordRows(columns(texts), each, each, len(texts))))
    likeness = rows[: len(told)] @ rows[len(told) :].T
    own = np.eye(len(told), dtype=bool)
    # Terms are thrown into columns at random, so that one pair alone may be near by chance.
    assert likeness[own].min() > 0.1
    assert abs(likeness[~own].mean()) < 0.05


def test_described_names_stand_once_and_their_words_are_in_the_lexicon() -> None:
    known = lexicon().phrases["en"]
    assert [
        (row["en"], word)
        for row in DESCRIBED
        for word in row["as"].split()
        if tuple(stem(part, "en") for part in word.split("_")) not in known
    ] == []
    for language in LEXICON_LANGUAGES:
        names = [name for row in DESCRIBED for name in row[language].casefold().split()]
        assert len(names) == len(set(names)) > 1000


def test_only_descriptions_count_as_such_whatever_else_an_answer_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pipeline.duplicates.fame.DESCRIBED", 1.0)
    assert scored("Nero dies", "A Roman emperor dies", "enen").is_described
    assert not scored("Nero dies", "Nero dies in Rome", "enen").is_described
