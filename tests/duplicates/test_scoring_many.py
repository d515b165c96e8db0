"""Many pairs are scored at once: each as it would be alone."""

import csv
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path

import numpy as np
from duplicates_samples import card
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.duplicates import EventText, Score, compare, find_pairs, score_cards, score_pairs, score_texts
from pipeline.duplicates.collection import Collection
from pipeline.duplicates.score import Alignment, weights

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


TEXTS = st.sampled_from(SIDES) | st.tuples(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).map(" ".join), st.sampled_from(["de", "en", "fr", "xx"])
)
EVENTS: st.SearchStrategy[Mapping[str, str]] = st.lists(TEXTS, min_size=1, max_size=2).map(
    lambda texts: {language: text for text, language in texts}
)


@settings(max_examples=25)
@given(st.lists(st.tuples(EVENTS, st.none() | TEXTS), min_size=2, max_size=5))
def test_cards_score_alone_as_among_many(rows: list[tuple[Mapping[str, str], tuple[str, str] | None]]) -> None:
    cards = [
        card(f"a:{at}", event, comment=dict.fromkeys(event, aside[0]) if aside else None)
        for at, (event, aside) in enumerate(rows)
    ]
    each = list(combinations(range(len(cards)), 2))
    left, right = np.array(each).T
    scored = list(Collection(cards).judge(left, right, np.ones(len(each), dtype=bool)))
    assert [at for at, _ in scored] == list(range(len(each)))
    assert [told(score) for _, score in scored] == [told(score_cards(cards[a], cards[b])) for a, b in each]
    worth = [at for at, score in scored if score.is_open or score.value >= weights().uncertain]
    assert [at for at, _ in Collection(cards).judge(left, right, np.zeros(len(each), dtype=bool))] == worth


def told(score: Score) -> tuple[float, Mapping[str, float], Alignment]:
    return score.value, score.features, score.alignment


def test_what_scores_rest_on_is_found_again_anywhere_among_many() -> None:
    events = [EventText(text, language) for text, language in SIDES[:60]]
    pairs = list(combinations(events, 2))
    scores = score_pairs(pairs)
    assert len(scores) > 1500
    for at in (0, 999, 1000, 1001, len(pairs) - 1, 7):
        assert told(scores[at]) == told(score_texts(*pairs[at]))


def test_long_texts_score_alone_as_among_many() -> None:
    told = {language: [text for text, spoken in SIDES if spoken == language] for language in ("de", "en")}
    events = [
        EventText(". ".join(told[language][at : at + 60]), language) for language in told for at in range(0, 360, 60)
    ]
    pairs = list(combinations(events, 2))
    assert [score.value for score in score_pairs(pairs)] == [score_texts(*pair).value for pair in pairs]


def test_a_pair_scores_alone_as_it_does_among_many() -> None:
    cards = [card(f"a:{at:04}", {language: text}) for at, (text, language) in enumerate(SIDES[:300])]
    by_key = {one.key: one for one in cards}
    found = find_pairs(cards)
    assert len(found) > 20
    alone = [compare(by_key[pair.a], by_key[pair.b]) for pair in found]
    assert [pair.score for pair in alone] == [pair.score for pair in found]
    # How rare a word is only many cards tell: then a person should look.
    rare = [pair for pair, one in zip(found, alone, strict=True) if one.verdict == "distinct"]
    assert len(rare) < len(found) / 10
    assert {pair.verdict for pair in rare} <= {"uncertain"}
    others = [pair for pair in found if pair not in rare]
    assert [pair for pair in alone if pair.verdict != "distinct"] == others
    assert [pair.why for pair in alone if pair.verdict != "distinct"] == [pair.why for pair in others]
    assert all(find_pairs([by_key[pair.a], by_key[pair.b]]) == [pair] for pair in others[:20])
