"""The bound on scores: leaving out pairs by it changes no result, and one pair fares as it does among many."""

import csv
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path

import numpy as np
from duplicates_samples import card
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.cards import Card
from pipeline.duplicates import compare, find_pairs
from pipeline.duplicates.collection import Collection

PAIRS = list(csv.DictReader((Path(__file__).parent / "pairs.csv").read_text(encoding="utf-8").splitlines()))
SIDES = sorted({(row[f"text_{side}"], row[f"lang_{side}"]) for row in PAIRS for side in "ab"})
WORDS = [
    "Rom",
    "brennt",
    "Pockenimpfung",
    "Pocken",
    "impft",
    "DDR",
    "Deutsche",
    "Demokratische",
    "Republik",
    "NATO",
    "Amelia",
    "Earhart",
    "Friedrich",
    "VI.",
    "zweite",
    "Kolumbus",
    "Columbus",
    "erreicht",
    "reaches",
    "Atlantik",
    "Atlantic",
    "Tod",
    "dies",
    "König",
    "king",
    "besiegt",
    "defeats",
    "von",
    "by",
    "nicht",
    "not",
    "1900",
    "zwei",
]


def kept(cards: list[Card]) -> set[tuple[str, str]]:
    """Return the keys of all pairs that the bound leaves."""
    left, right = np.array(list(combinations(range(len(cards)), 2)), dtype=np.int64).reshape(-1, 2).T
    worth = Collection(cards).worth_comparing(left, right)
    return {(cards[a].key, cards[b].key) for a, b in zip(left[worth].tolist(), right[worth].tolist(), strict=True)}


def reported(cards: list[Card]) -> set[tuple[str, str]]:
    pairs = [compare(first, second) for first, second in combinations(cards, 2)]
    return {(pair.a, pair.b) for pair in pairs if pair.verdict != "distinct"}


def test_no_labelled_pair_that_may_be_reported_is_left_out() -> None:
    cards = [card(f"a:{at:04}", {language: text}) for at, (text, language) in enumerate(SIDES)]
    key = {side: one.key for side, one in zip(SIDES, cards, strict=True)}
    place = {one.key: at for at, one in enumerate(cards)}
    pairs = sorted({tuple(sorted(key[row[f"text_{side}"], row[f"lang_{side}"]] for side in "ab")) for row in PAIRS})
    left, right = (np.array([place[pair[side]] for pair in pairs]) for side in (0, 1))
    worth = Collection(cards).worth_comparing(left, right)
    wanted = [compare(cards[a], cards[b]).verdict != "distinct" for a, b in zip(left, right, strict=True)]
    assert all(worth[wanted])
    assert worth.sum() < 1.15 * sum(wanted)


TEXTS = st.sampled_from(SIDES) | st.tuples(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).map(" ".join), st.sampled_from(["de", "en", "fr", "xx"])
)
EVENTS: st.SearchStrategy[Mapping[str, str]] = st.lists(TEXTS, min_size=1, max_size=2).map(
    lambda texts: {language: text for text, language in texts}
)


@settings(max_examples=25)
@given(st.lists(st.tuples(EVENTS, st.none() | TEXTS), min_size=2, max_size=5))
def test_what_is_left_out_would_not_be_reported(rows: list[tuple[Mapping[str, str], tuple[str, str] | None]]) -> None:
    cards = [
        card(f"a:{at}", event, comment=dict.fromkeys(event, aside[0]) if aside else None)
        for at, (event, aside) in enumerate(rows)
    ]
    assert reported(cards) <= kept(cards)
    assert {(pair.a, pair.b) for pair in find_pairs(cards)} <= reported(cards)


def test_a_word_may_answer_twice_where_a_longer_one_has_it_in_it() -> None:
    first = card("a:1", {"de": "Die Galileo Galilei Armada scheitert an Nantes."})
    second = card("a:2", {"it": "Galileo abiura davanti all'Inquisizione."})
    assert reported([first, second]) <= kept([first, second])


def test_a_pair_scores_alone_as_it_does_among_many() -> None:
    cards = [card(f"a:{at:04}", {language: text}) for at, (text, language) in enumerate(SIDES[:300])]
    by_key = {one.key: one for one in cards}
    found = find_pairs(cards)
    assert len(found) > 20
    assert all(compare(by_key[pair.a], by_key[pair.b]) == pair for pair in found)
    assert all(find_pairs([by_key[pair.a], by_key[pair.b]]) == [pair] for pair in found[:20])
