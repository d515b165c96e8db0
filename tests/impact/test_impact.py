"""What an entry does elsewhere: to the order of play, to recorded games, to cards of other series."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.cards import Card, Colour, Deck, Series
from pipeline.corrigenda import Corrigendum
from pipeline.duplicates import Decisions
from pipeline.impact import Timeline, effect
from pipeline.impact.games import Recorded, flips
from pipeline.impact.others import also_affected, decided_others, likely_affected
from pipeline.source import SourceText
from pipeline.years import YearInterval


def series(code: str = "dorf") -> Series:
    colour = Colour(cmyk=(0, 0, 0, 100), srgb="#000000")
    return Series(code=code, titles={"de": code}, languages=("de",), colour=colour)


def card(name: str, year: str, text: str = "", code: str = "dorf") -> Card:
    made = Card(series=code, id=name, event={"de": text or f"Ereignis {name}"}, year="1")
    return made.with_value("year", year, series(code))


def deck(*cards: Card, number: int = 1) -> Deck:
    code = cards[0].series
    return Deck(f"{code}/{number}", {code: series(code)}, cards, number)


def entry(card_: str, old: str, new: str | None, field: str = "year", **parts: Any) -> Corrigendum:
    row = {"id": "CORR-dorf-001", "card": card_, "found_in": [1], "field": field, "old": old, "new": new}
    more = {"type": "factual-year", "status": "reported", "reported_on": "2026-01-01"}
    history = [{"state": "reported", "on": "2026-01-01", "by": "reader"}]
    return Corrigendum.model_validate({**row, **more, "history": history, **parts})


@pytest.mark.parametrize(
    ("correction", "expected"),
    [
        (entry("A", "1900", "1905"), "order"),  # over B, 1903
        (entry("A", "1900", "1902"), "visible"),
        (entry("A", "1900", "um 1900"), "order"),  # may stand on either side of B now
        (entry("A", "19o0", "1900"), "order"),
        (entry("A", "1900", None), "visible"),
        (entry("A", "Das Haus brennt", "Das Schloss brennt", "event_de"), "visible"),
        (entry("A", "Das „Haus“ brennt", "Das Haus brennt.", "event_de"), "cosmetic"),
        (entry("A", "book: A", "book: B", "sources"), "cosmetic"),
        (entry("A", "A", "", "id"), "visible"),
    ],
)
def test_the_effect_of_an_entry(correction: Corrigendum, expected: str) -> None:
    cards = (card("A", "1900"), card("B", "1903"), card("C", "2000"))
    assert effect(correction, Timeline(cards), series()) == expected


bounds = st.none() | st.integers(0, 12)
intervals = st.tuples(bounds, bounds).map(
    lambda pair: YearInterval(*(sorted(pair) if None not in pair else pair))  # type: ignore[type-var]
)


def may_precede(one: YearInterval, other: YearInterval) -> bool:
    return one.earliest is None or other.latest is None or one.earliest <= other.latest


@given(st.lists(intervals, max_size=6), intervals, intervals)
def test_the_timeline_finds_every_changed_pair(
    others: list[YearInterval], old: YearInterval, new: YearInterval
) -> None:
    made = [card(f"K{at}", "1000").model_copy(update={"interval": date}) for at, date in enumerate([old, *others])]
    changed = any(
        may_precede(old, other) != may_precede(new, other) or may_precede(other, old) != may_precede(other, new)
        for other in others
    )
    assert Timeline(made).changes(old, new) == changed


GAME = deck(*(card(f"D{at}", str(1900 + 10 * at)) for at in range(8)))
ORDER = [f"D{at}" for at in range(8)]


def recorded(*actions: dict[str, Any], sha256: str = "a" * 64) -> Recorded:
    header = {"replay": 1, "rules": "anno-domini", "options": {"hand": 2}, "deck": "dorf/1", "sha256": "a" * 64}
    lines = [{**header, "players": ["Ada", "Berta"], "order": ORDER}, *actions]
    return Recorded(SourceText("game.jsonl", "\n".join(map(json.dumps, lines))), GAME, sha256)


# Hands D0 D1 and D2 D3, D4 lies on the table: D0 is laid before it, and Berta doubts what is right.
DOUBTED = ({"by": 0, "do": "insert", "card": "D0", "at": 0}, {"by": 1, "do": "doubt"})


def test_a_verdict_that_flips_is_listed_with_the_pair_responsible() -> None:
    (flip,) = flips(recorded(*DOUBTED), [entry("D0", "1900", "1950")])
    assert (flip.line, flip.before, flip.after, flip.pair) == (3, True, False, ("D0", "D4"))


def test_every_row_of_a_game_is_judged() -> None:
    header = {"replay": 1, "rules": "we-can-play-solo", "options": {"anonymous": 0}, "deck": "dorf/1"}
    dealt = {"sha256": "a" * 64, "players": ["Ada"], "order": ORDER}
    placed = [{"by": 0, "do": "place", "at": at} for at in (1, 2, 3)]
    log = "\n".join(map(json.dumps, [{**header, **dealt}, *placed]))
    found = flips(Recorded(SourceText("game.jsonl", log), GAME, "a" * 64), [entry("D1", "1910", "1950")])
    assert [(flip.line, flip.after, flip.pair) for flip in found] == [
        (3, False, ("D1", "D2")),
        (4, False, ("D1", "D3")),
    ]


def test_a_correction_that_was_made_already_flips_the_other_way_round() -> None:
    (flip,) = flips(recorded(*DOUBTED), [entry("D0", "1950", "1900")])
    assert (flip.before, flip.after, flip.pair) == (False, True, ("D0", "D4"))


@pytest.mark.parametrize(
    "harmless",
    [
        entry("D0", "1900", "1910"),
        entry("D0", "1900", "1940"),  # the same year as D4: in dubio pro reo
        entry("D7", "1970", "1800"),  # not in the row
        entry("D0", "1950", "1960"),  # wrong either way
        entry("D0", "1900", None),
        entry("D0", "1900", "neulich"),
        entry("D0", "Ereignis", "Begebenheit", "event_de"),
        entry("F1", "1900", "1950"),
    ],
)
def test_what_does_not_touch_the_row_flips_nothing(harmless: Corrigendum) -> None:
    assert flips(recorded(*DOUBTED), [harmless]) == []


def test_games_that_do_not_fit_are_left_to_replay() -> None:
    wrong = entry("D0", "1900", "1950")
    assert flips(recorded(*DOUBTED, sha256="b" * 64), [wrong]) == []
    assert flips(recorded({"by": 1, "do": "insert", "card": "D0", "at": 0}, *DOUBTED), [wrong]) == []
    assert flips(Recorded(SourceText("x", "no game"), GAME, "a" * 64), [wrong]) == []


MOON = "Neil Armstrong betritt als erster Mensch den Mond."
HERE, THERE = card("A", "1968", MOON), card("T1", "1969", "Als erster Mensch betritt Neil Armstrong den Mond.", "stadt")
EDITIONS = {"dorf": {1: deck(HERE, card("B", "1900"))}, "stadt": {1: deck(THERE)}}


def test_what_people_decided_names_the_cards_also_affected() -> None:
    decided = Decisions().with_answer(HERE, THERE, "same", "2026-01-01", "editor")
    joined = decided_others(decided, EDITIONS)
    (wrong,) = also_affected(entry("A", "1968", "1970"), joined, EDITIONS)
    assert (wrong.card, wrong.year, wrong.agrees) == ("stadt:T1", "1969", False)
    (right,) = also_affected(entry("A", "1968", "1969"), joined, EDITIONS)
    assert right.agrees
    assert also_affected(entry("B", "1900", "1901"), joined, EDITIONS) == ()


def test_a_decision_outlives_the_correction_of_a_year() -> None:
    decided = Decisions().with_answer(HERE, THERE, "same", "2026-01-01", "editor")
    mended = {**EDITIONS, "dorf": {1: deck(HERE), 2: deck(card("A", "1969", MOON), number=2)}}
    assert decided_others(decided, mended) == {"dorf:A": ("stadt:T1",), "stadt:T1": ("dorf:A",)}
    other = {**EDITIONS, "dorf": {1: deck(card("A", "1968", "Etwas ganz anderes."))}}
    assert decided_others(decided, other) == {}


def test_decisions_that_two_cards_differ_join_nothing() -> None:
    decided = Decisions().with_answer(HERE, THERE, "different", "2026-01-01", "editor")
    assert decided_others(decided, EDITIONS) == {}


def test_cards_that_nobody_compared_are_found_by_their_texts() -> None:
    (likely,) = likely_affected(entry("A", "1968", "1969"), HERE, [THERE, card("T2", "1900", code="stadt")], EDITIONS)
    assert (likely.card, likely.agrees, likely.decided) == ("stadt:T1", True, False)
