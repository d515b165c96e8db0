"""Compounds against genitives and phrases, and slips of the pen in known names: what is found, and what must not be."""

import pytest

from pipeline.duplicates import EventText, score_texts
from pipeline.duplicates.normalise import normalise
from pipeline.duplicates.score import weights


def score(first: str, second: str, languages: str) -> float:
    return score_texts(EventText(first, languages[:2]), EventText(second, languages[2:])).value


@pytest.mark.parametrize(
    ("first", "second", "languages"),
    [
        ("Völkerschlacht bei Leipzig", "Schlacht der Völker bei Leipzig", "dede"),
        ("Völkerschlacht bei Leipzig", "Battle of the Nations at Leipzig", "deen"),
        ("Bauernkrieg in Thüringen", "Krieg der Bauern in Thüringen", "dede"),
        ("Die Bücherverbrennung in Berlin", "Die Verbrennung der Bücher in Berlin", "dede"),
        ("Ein Wörterbuch der Brüder Grimm erscheint", "Das Buch der Wörter von den Brüdern Grimm erscheint", "dede"),
        ("Der Völkerbund in Genf wird gegründet", "Der Bund der Völker in Genf wird gegründet", "dede"),
        ("Der Häuserrat von Bern tagt zum ersten Mal", "Der Rat der Häuser von Bern tagt zum ersten Mal", "dede"),
        ("Die Donaudampfschifffahrt wird gegründet", "Die Dampfschifffahrt auf der Donau wird gegründet", "dede"),
        ("Nord-Ostsee-Kanal eröffnet", "Nordostseekanal eröffnet", "dede"),
        ("James Watt verbessert die Dampfmaschine", "James Watt improves the steam engine", "deen"),
        ("Erstbesteigung des Mount Everst", "Erstbesteigung des Mount Everest", "dede"),
        ("First ascent of Mount Everst", "Erstbesteigung des Mount Everest", "ende"),
        ("Die Berlner Mauer fällt", "Die Berliner Mauer fällt", "dede"),
        ("Die Berlner Mauer fällt", "The Berlin Wall falls", "deen"),
        ("The Second Wrold War ends", "The Second World War ends", "enen"),
        ("Opening of the Suez Cannal", "Opening of the Suez Canal", "enen"),
        ("The seat belt becomes compulsory", "The seatbelt becomes compulsory", "enen"),
        ("A steam ship from Bristol sinks", "A steamship from Bristol sinks", "enen"),
        ("Napoleon is exiled to Saint Helena", "Napolean is exiled to Saint Helena", "enen"),
        ("Das erste Telefongespräch wird geführt", "Das erste Telefonat wird geführt", "dede"),
        ("Die Mannschaft feiert den Titelgewinn in Bern", "The team wins the title in Berne", "deen"),
        ("Der Papst legt die Krone auf Napoleons Kopf", "The pope crowns Napoleon", "deen"),
    ],
)
def test_one_event(first: str, second: str, languages: str) -> None:
    assert score(first, second, languages) >= weights().duplicate


@pytest.mark.parametrize(
    ("first", "second", "languages"),
    [
        ("Ein Weltmeister aus Bern wird gefeiert", "Eine Weltreise aus Bern wird gefeiert", "dede"),
        ("Der Hausmeister von Wien streikt", "Das Meisterhaus von Wien brennt", "dede"),
        ("Die Seeschlacht bei Salamis", "Der Schlachtsee bei Salamis", "dede"),
        ("Die Weltmeisterschaft in Bern beginnt", "Die Meisterschaft in Bern beginnt", "dede"),
        ("Erste Weltmeisterschaft im Fußball", "Erste Europameisterschaft im Fußball", "dede"),
        ("Das Wörterbuch von Webster erscheint", "Das Buch von Webster erscheint", "dede"),
        ("Der Völkerbund wird in Genf gegründet", "Der Bund wird in Genf gegründet", "dede"),
        ("Schlacht der Völker bei Leipzig", "Wanderung der Völker nach Leipzig", "dede"),
        ("Die Handschrift des Parzival wird gefunden", "Die Hand mit der Schrift wird in Worms gefunden", "dede"),
        ("First ascent of Mount Everest", "First ascent of Mount Elbert", "enen"),
        ("The race of boats begins", "The boathouse begins", "enen"),
        ("The warship of Nelson sails", "A ship sails in the war", "enen"),
        ("The light in the house of Smeaton burns", "The lighthouse of Smeaton opens", "enen"),
        ("The Mount Everett observatory opens", "The Mount Everest observatory opens", "enen"),
        ("The First World War begins", "The Second World War begins", "enen"),
        ("Die Berliner Mauer fällt", "Die Berner Mauer fällt", "dede"),
        ("The Northwest Passage is sailed", "The Northeast Passage is sailed", "enen"),
        ("Independence of Mauritania", "Independence of Mauritius", "enen"),
    ],
)
def test_two_events(first: str, second: str, languages: str) -> None:
    assert score(first, second, languages) < weights().uncertain


@pytest.mark.parametrize("word", ["Alexander", "Föderation", "Magnetnadel", "Werkstatt"])
def test_no_compound_ends_with_the_stem_of_a_deed_alone(word: str) -> None:
    deeds = {"change", "amend", "ration", "ennoble", "place_event"}
    assert all(deeds.isdisjoint(token.word.meanings) for token in normalise(f"Sie nennt {word}", "de").tokens)


@pytest.mark.parametrize(
    ("word", "meanings"), [("Laufmaschine", {"machine"}), ("Löschpapier", {"paper_thing"}), ("Hängebrücke", {"bridge"})]
)
def test_a_compound_may_begin_with_one(word: str, meanings: set[str]) -> None:
    found = [token.word.meanings for token in normalise(word, "de").tokens]
    assert len(found) == 2
    assert meanings <= found[1]


@pytest.mark.parametrize("word", ["Instagram", "Millionenmetropole", "Balalaika", "entkoppeln"])
def test_the_name_of_a_town_ends_no_unrelated_word(word: str) -> None:
    assert not any(token.is_name and token.word.meanings for token in normalise(f"Das {word}", "de").tokens)


def test_a_word_is_not_left_alone_that_is_a_part_of_an_answered_compound() -> None:
    first, second = (
        EventText("Melitta Bentz erfindet den Kaffeefilter", "de"),
        EventText("Frau Bentz: Filter für Kaffee", "de"),
    )
    assert "Kaffee" not in [token.text for token in score_texts(first, second).alignment.only_theirs]


@pytest.mark.parametrize(
    ("first", "second", "is_slip"),
    [
        (
            "Ray Kroc eröffnet seine erste McDonald’s-Filiale in Des Plaines.",
            "Ray Croc kauft in Des Plaines sein erstes McDonald’s.",
            True,
        ),
        (
            "Amelia Earhart überquert den Atlantik in einem Flugzeug",
            "Im Flugzeug: Amelia Erhart fliegt über den Atlantik",
            True,
        ),
        (
            "Édouard Manet malt in Paris im Sommer eine Olympia",
            "Im Sommer malt Claude Monet in Paris eine Olympia",
            False,
        ),
    ],
)
def test_a_slip_in_a_name_is_seen_beside_the_rest_of_it(first: str, second: str, is_slip: bool) -> None:
    features = score_texts(EventText(first, "de"), EventText(second, "de")).features
    assert bool(features["name_clash"]) != is_slip


def test_what_one_sells_another_buys() -> None:
    told = EventText("Russia sells Alaska to the United States", "en"), EventText("Alaska is bought from Russia", "en")
    assert not score_texts(*told).features["opposed"]
