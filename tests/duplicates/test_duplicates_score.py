"""The score of two texts: its laws, the traps, and how well it does on labelled pairs."""

import csv
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz import fuzz

from pipeline.duplicates import EventText, reasons, score_texts, verdict
from pipeline.duplicates.arrays import NONE
from pipeline.duplicates.normalise import normalise
from pipeline.duplicates.score import weights

FOLDER = Path(__file__).parent
PAIRS, HELD_OUT = (
    list(csv.DictReader((FOLDER / name).read_text(encoding="utf-8").splitlines()))
    for name in ("pairs.csv", "held-out.csv")
)


def score(first: str, second: str, languages: str = "dede") -> float:
    return score_texts(EventText(first, languages[:2]), EventText(second, languages[2:])).value


def judged(first: str, second: str, languages: str = "dede") -> str:
    return verdict(score_texts(EventText(first, languages[:2]), EventText(second, languages[2:])), None, None)


TEXTS = st.sampled_from(sorted({(row[f"text_{side}"], row[f"lang_{side}"]) for row in PAIRS for side in "ab"}))


@given(TEXTS, TEXTS)
def test_the_score_is_between_0_and_1_and_the_same_both_ways(first: tuple[str, str], second: tuple[str, str]) -> None:
    one, other = EventText(*first), EventText(*second)
    assert 0 <= score_texts(one, other).value <= 1
    assert score_texts(one, other).value == score_texts(other, one).value


@given(TEXTS)
def test_a_text_is_itself_however_it_is_written(text: tuple[str, str]) -> None:
    words, language = text
    assert score(words, words, 2 * language) == 1.0
    assert score(words, words.upper().rstrip("."), 2 * language) == 1.0


@given(TEXTS, TEXTS)
def test_the_words_left_alone_belong_to_their_side(first: tuple[str, str], second: tuple[str, str]) -> None:
    alignment = score_texts(EventText(*first), EventText(*second)).alignment
    turned = score_texts(EventText(*second), EventText(*first)).alignment
    assert alignment.only_ours == turned.only_theirs
    assert {match.ours for match in alignment.matches} == {match.theirs for match in turned.matches}


@pytest.mark.parametrize("empty", ["", "   ", "!?", "—"])
def test_a_text_without_words_is_like_nothing(empty: str) -> None:
    assert score(empty, "Rom brennt.") == 0.0
    assert score(empty, empty) == 0.0


@pytest.mark.parametrize(
    ("first", "second", "languages"),
    [
        ("Erste Frau im Weltraum", "Erste Frau auf dem Matterhorn", "dede"),
        ("The World Cup 1986 begins", "The World Cup 1982 begins", "enen"),
        ("Das zweite Luftschiff startet.", "Das dritte Luftschiff startet.", "dede"),
        ("Der Krieg beginnt.", "Der Krieg endet.", "dede"),
        ("Der Krieg beginnt.", "The war ends.", "deen"),
        ("Friedrich VI. wird König von Dänemark.", "Friedrich VII. wird König von Dänemark.", "dede"),
        ("In Wien wird die erste Oper eröffnet.", "In Hamburg wird die erste Oper eröffnet.", "dede"),
        ("Fritz Lang dreht „Metropolis“ in Berlin.", "Fritz Lang dreht „M“ in Berlin.", "dede"),
        ("Vitamin C is isolated.", "Vitamin B is isolated.", "enen"),
    ],
)
def test_templates_are_not_duplicates(first: str, second: str, languages: str) -> None:
    assert judged(first, second, languages) != "duplicate"


@pytest.mark.parametrize(
    ("first", "second", "languages"),
    [
        ("Schweden besiegt Russland.", "Russland besiegt Schweden.", "dede"),
        ("Sweden defeats Russia.", "Russia defeats Sweden.", "enen"),
        ("Sweden defeats Russia.", "Russland besiegt Schweden.", "ende"),
        ("France declares war on Spain.", "Spain declares war on France.", "enen"),
    ],
)
def test_who_did_it_to_whom_is_left_to_people(first: str, second: str, languages: str) -> None:
    assert judged(first, second, languages) == "uncertain"


def test_a_passive_does_not_change_places() -> None:
    assert judged("Sweden defeats Russia.", "Russia is defeated by Sweden.", "enen") == "duplicate"


@pytest.mark.parametrize(
    ("first", "second", "languages"),
    [
        ("Kolumbus erreicht Amerika.", "Columbus reaches America.", "deen"),
        ("Der Erste Weltkrieg beginnt.", "World War I begins.", "deen"),
        ("Die DDR tritt der UNO bei.", "Die Deutsche Demokratische Republik tritt den Vereinten Nationen bei.", "dede"),
        ("Johannes Kepler veröffentlicht seine Gesetze.", "Kepler veroeffentlicht seine Gesetze", "dede"),
        ("The KGB is dissolved.", "Das Komitee für Staatssicherheit wird aufgelöst.", "ende"),
        ("Vitamin C is discovered.", "Das Vitamin C wird entdeckt.", "ende"),
    ],
)
def test_other_words_for_one_event_are_duplicates(first: str, second: str, languages: str) -> None:
    assert judged(first, second, languages) == "duplicate"


def test_a_person_in_other_words_is_uncertain_at_least() -> None:
    first = "A red monoplane lands among cows; at the controls, alone: Amelia Earhart."
    second = "After a lonely night Amelia Earhart, all alone, startles the cows of a farmer."
    assert judged(first, second, "enen") in {"uncertain", "duplicate"}
    assert judged(first, second.replace("Earhart", "Bloomer"), "enen") == "distinct"


def test_a_comment_tells_what_the_front_hides() -> None:
    first = EventText("A plumber’s daughter flies.", "en", "Raymonde de Laroche held licence no. 36.")
    second = EventText("An actress takes off in a biplane.", "en", "Raymonde de Laroche got licence no. 36.")
    fronts = score_texts(first._replace(aside=""), second._replace(aside=""))
    assert score_texts(first, second).value > fronts.value


def test_weights_name_every_feature_and_keep_their_signs() -> None:
    found = score_texts(EventText("Rom brennt.", "de"), EventText("Wien brennt.", "de")).features
    assert set(found) == set(weights().features)
    speaking_for = {"cover_low", "plenty", "uneven", "meaning"}
    assert all((weight > 0) == (name in speaking_for) for name, weight in weights().features.items())


def test_every_weight_is_told_in_words() -> None:
    told = {*reasons.FOR, *reasons.AGAINST}
    shown = reasons.SHOWN_BY_SHARED_WORDS | reasons.SHOWN_BY_WORDS_LEFT
    assert told | shown == set(weights().features)
    assert told.isdisjoint(shown)
    assert all(weights().features[name] > 0 for name in {*reasons.FOR, *reasons.SHOWN_BY_SHARED_WORDS})
    assert all(weights().features[name] < 0 for name in {*reasons.AGAINST, *reasons.SHOWN_BY_WORDS_LEFT})


@pytest.mark.parametrize(
    ("first", "second", "languages", "told"),
    [
        ("Amy Johnson fliegt nach Rom.", "Amy Mollison fliegt nach Rom.", "dede", "name_clash"),
        ("Das Schiff bringt Tee nach Rom.", "Das Schiff bringt Öl nach Rom.", "dede", "template"),
        ("Amy Johnson fliegt nach Rom.", "Elly Beinhorn fliegt weit.", "dede", "name_replaced"),
        ("Apollo 11 lands on the Moon", "Apollo 12 lands on the Moon", "enen", "number_clash"),
        ("Dune is shown in cinemas", "Dune II is shown in cinemas", "enen", "number_beyond"),
        ("Friedrich wird in Dänemark König.", "Friedrich wird in Norwegen König.", "dede", "replaced"),
        ("Mozart stirbt in Wien.", "Mozart fliegt nach Wien.", "dede", "deed_gap"),
        ("Marie Curie discovers radium.", "Marie Curie is elected president.", "enen", "family_gap"),
        ("Nelson Mandela dies at home", "Nelson Mandela becomes president", "enen", "life_gap"),
        ("Rom brennt nicht.", "Rom brennt.", "dede", "negation"),
        ("Schweden besiegt Russland.", "Russland besiegt Schweden.", "dede", "role_swap"),
        ("Kolumbus entdeckt einen Kontinent.", "Columbus eats chocolate.", "deen", "strange"),
        ("Kepler stirbt.", "Nach langer Krankheit stirbt Kepler in Regensburg am Fieber.", "dede", "uneven"),
        ("Kepler stirbt.", "Kepler dies.", "deen", "meaning"),
    ],
)
def test_what_speaks_for_and_against_is_told(first: str, second: str, languages: str, told: str) -> None:
    found = score_texts(EventText(first, languages[:2]), EventText(second, languages[2:]))
    words = {**reasons.FOR, **reasons.AGAINST}[told].words.replace("{}", f"{100 * found.features[told]:.0f} %")
    assert words in list(reasons.reasons(found.features))


def average_precision(items: Iterable[tuple[float, bool]]) -> float:
    hits = total = 0.0
    for rank, (_, good) in enumerate(sorted(items, key=lambda item: -item[0]), 1):
        if good:
            hits += 1
            total += hits / rank
    return total / hits


def precision_of(scorer: Callable[[dict[str, str]], float], rows: list[dict[str, str]], *, across: bool) -> float:
    rows = [row for row in rows if (row["lang_a"] != row["lang_b"]) == across]
    return average_precision((scorer(row), row["label"] == "1") for row in rows)


def ours(row: dict[str, str]) -> float:
    return score(row["text_a"], row["text_b"], row["lang_a"] + row["lang_b"])


# The second bound of a language is low: these pairs hold many that only knowledge of the world can tell apart
# ("October Revolution" / "The Bolsheviks under Lenin seize power"), and false ones that differ in a single word.
# Those from 947 on were written without sight of the program.
@pytest.mark.parametrize(
    ("first", "last", "across", "least"),
    [
        (0, 112, False, 0.93),
        (0, 112, True, 0.96),
        (112, 947, False, 0.62),
        (112, 947, True, 0.91),
        (947, None, False, 0.76),
        (947, None, True, 0.77),
    ],
)
def test_labelled_pairs_are_ranked_better_than_by_rapidfuzz(
    first: int, last: int | None, across: bool, least: float
) -> None:
    rows = PAIRS[first:last]
    by_rapidfuzz = precision_of(lambda row: fuzz.token_set_ratio(row["text_a"], row["text_b"]), rows, across=across)
    assert precision_of(ours, rows, across=across) > max(least, by_rapidfuzz + 0.1)


# Natural pairs are what a search finds in three series whose authors did not know of each other.
@pytest.mark.parametrize(
    ("natural", "across", "least"),
    [(True, False, 0.97), (True, True, 0.96), (False, False, 0.75), (False, True, 0.72)],
)
def test_pairs_from_which_no_weight_learns_are_ranked_well(natural: bool, across: bool, least: float) -> None:
    rows = [row for row in HELD_OUT if (row["kind"] == "natural") == natural]
    assert precision_of(ours, rows, across=across) > least


def test_no_weight_learns_from_a_text_that_is_held_out() -> None:
    ours, others = (
        {(row[f"text_{side}"], row[f"lang_{side}"]) for row in rows for side in "ab"} for rows in (PAIRS, HELD_OUT)
    )
    assert ours.isdisjoint(others)


def test_the_labelled_pairs_are_told_once_each() -> None:
    rows = [*PAIRS, *HELD_OUT]
    told = [frozenset(((row["text_a"], row["lang_a"]), (row["text_b"], row["lang_b"]))) for row in rows]
    assert len(set(told)) == len(told)


@pytest.mark.parametrize(
    ("told", "same", "other"),
    [
        ("Nelson Mandela dies at home", "Death of Nelson Mandela", "Nelson Mandela becomes president"),
        ("Mozart wird in Salzburg geboren", "Geburt Mozarts", "Mozart führt in Salzburg eine Messe auf"),
        ("Marie Curie marries Pierre", "Wedding of Marie and Pierre Curie", "Marie Curie discovers radium"),
    ],
)
def test_deeds_of_other_families_tell_events_of_one_person_apart(told: str, same: str, other: str) -> None:
    language = "de" if "wird" in told else "en"
    assert score(told, same, 2 * language) > 0.5 > score(told, other, 2 * language)


@pytest.mark.parametrize(
    ("told", "more", "cancelled", "language"),
    [
        ("Battle of Marathon", "The Battle of Marathon takes place", "The Battle of Marathon is called off", "en"),
        (
            "Olympische Spiele in Tokio",
            "In Tokio finden Olympische Spiele statt",
            "Olympische Spiele in Tokio abgesagt",
            "de",
        ),
    ],
)
def test_that_an_event_takes_place_says_nothing_until_it_does_not(
    told: str, more: str, cancelled: str, language: str
) -> None:
    assert score(told, more, language * 2) >= weights().duplicate
    assert score(more, cancelled, language * 2) < weights().uncertain


@pytest.mark.parametrize(
    ("held", "freed"),
    [
        ("Nelson Mandela is held on Robben Island", "Nelson Mandela is released from Robben Island"),
        ("Hostages are held in the embassy in Tehran", "Hostages are freed from the embassy in Tehran"),
        ("The prisoners are held in Alcatraz", "The prisoners are freed from Alcatraz"),
    ],
)
def test_who_is_held_is_not_freed(held: str, freed: str) -> None:
    assert judged(held, freed, "enen") == "distinct"


def test_dates_in_a_text_clash_with_dates_alone() -> None:
    landing = "Apollo 11 lands on the Moon"
    assert score(landing, "Apollo 11 lands on the Moon on 20 July", "enen") > 0.8
    assert score(f"{landing} on 20 July", f"{landing} on 16 July", "enen") < score(landing, landing, "enen")
    assert score(landing, "Apollo 12 lands on the Moon", "enen") < 0.5


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("Ray Croc opens his first restaurant in Illinois", "Ray Kroc opens his first restaurant in Illinois"),
        ("Kublai Kahn receives Marco Polo at court", "Kublai Khan receives Marco Polo at court"),
    ],
)
def test_a_slip_of_the_pen_is_seen_where_all_else_is_said(wrong: str, right: str) -> None:
    assert judged(wrong, right, "enen") == "duplicate"


def test_two_names_spelt_nearly_alike_are_no_slip_where_little_else_is_said() -> None:
    assert judged("Manet dies", "Monet dies", "enen") == "distinct"


@pytest.mark.parametrize(
    ("words", "digits"),
    [
        ("Four hundred and thirty-seven days in space", "437 days in space"),
        ("15 million people starve", "15,000,000 people starve"),
    ],
)
def test_a_number_of_several_words_is_one(words: str, digits: str) -> None:
    assert judged(words, digits, "enen") == "duplicate"
    assert judged(words, digits.replace("5", "8").replace("7", "8"), "enen") == "distinct"


def test_a_text_that_shares_nothing_is_distinct_however_short() -> None:
    long = "Ein Psychiater und ein Ballonlehrer fahren in zwanzig Tagen um die Erde"
    assert [judged(short, long, "dede") for short in ("Bessie Coleman", "Kaffee", "Pulververschwörung")] == [
        "distinct"
    ] * 3


def test_endless_digits_are_compared_as_words() -> None:
    assert judged("9" * 5000, "A battle", "enen") == "distinct"


def test_not_only_no_36_and_not_guilty_deny_nothing() -> None:
    texts = ("Not only Rome burns", "Licence no. 36", "A jury finds him not guilty", "Rome does not burn")
    assert [normalise(text, "en").denied for text in texts] == [NONE, NONE, NONE, 1]


def test_a_denial_speaks_against_what_a_first_sentence_tells_alone() -> None:
    cave = EventText("Grass blazes in the Wonderwerk Cave, where no lightning could have lit it.", "en")
    fire = EventText("Grass glows in the Wonderwerk Cave.", "en", "Nobody knows whether lightning lit it.")
    assert score_texts(cave, fire).features["negation"] == 0
    assert score_texts(cave, fire._replace(text="Lightning lit the grass in the Wonderwerk Cave.")).features["negation"]
