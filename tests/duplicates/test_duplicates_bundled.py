"""Two bundled series: all events that both tell are found, in edition 1 with wrong years, and a few questions more."""

from pathlib import Path

import pytest

from pipeline.cards import Card
from pipeline.duplicates import Pair, find_pairs
from pipeline.workspace import Workspace
from pipeline.years import YearInterval

ROOT = Path(__file__).parent.parent.parent

SHARED = {
    ("frauen:F001", "seefahrer:S006"): "duplicate",  # Jerrie Mock
    ("frauen:F026", "seefahrer:S079"): "conflict",  # Amy Johnson, a year late among the fliers
    ("frauen:F037", "seefahrer:S001"): "duplicate",  # Jeanne Baret
    ("frauen:F045", "seefahrer:S084"): "uncertain",  # Amelia Earhart, told in words that have nothing in common
    ("frauen:F049", "seefahrer:S030"): "duplicate",  # Anne Bonny and Mary Read
    ("frauen:F066", "seefahrer:S100"): "conflict",  # Bessie Coleman, digits transposed among the women
    ("frauen:F074", "seefahrer:S046"): "duplicate",  # Raymonde de Laroche
    ("frauen:F094", "seefahrer:S029"): "duplicate",  # Valentina Tereshkova
}


@pytest.fixture(scope="module")
def cards() -> list[Card]:
    workspace = Workspace(ROOT)
    decks = [workspace.load_edition(code, 1).deck for code in ("frauen", "seefahrer")]
    return [card for deck in decks if deck for card in deck]


@pytest.fixture(scope="module")
def pairs(cards: list[Card]) -> list[Pair]:
    return find_pairs(cards)


def test_every_shared_event_is_found_and_else_there_are_few_questions(pairs: list[Pair], cards: list[Card]) -> None:
    found = {(pair.a, pair.b): pair.verdict for pair in pairs}
    assert {key: found.get(key) for key in SHARED} == SHARED
    others = {key: verdict for key, verdict in found.items() if key not in SHARED}
    assert set(others.values()) <= {"uncertain"}
    assert len(others) <= len(cards) / 20


def test_moving_a_year_changes_no_score_and_makes_duplicates_conflicts(cards: list[Card], pairs: list[Pair]) -> None:
    moved = [card.model_copy(update={"interval": _later(card)}) if card.series == "frauen" else card for card in cards]
    after = {(pair.a, pair.b): pair for pair in find_pairs(moved)}
    assert {key: pair.score for key, pair in after.items()} == {(pair.a, pair.b): pair.score for pair in pairs}
    assert {after[key].verdict for key, verdict in SHARED.items() if verdict != "uncertain"} == {"conflict"}


def _later(card: Card) -> YearInterval | None:
    """Return the years of a card fifty years on."""
    if card.interval is None or card.interval.earliest is None or card.interval.latest is None:
        return card.interval
    return YearInterval(card.interval.earliest + 50, card.interval.latest + 50)
