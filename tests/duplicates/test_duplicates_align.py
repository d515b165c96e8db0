"""Which words answer each other, for many pairs at once: as if the best answers were chosen one by one."""

import numpy as np
import pytest
from duplicates_samples import card
from hypothesis import given
from hypothesis import strategies as st

from pipeline.duplicates import EventText, score_all, score_cards, score_texts
from pipeline.duplicates.align import align
from pipeline.duplicates.arrays import blocks, ints, meeting
from pipeline.duplicates.columns import columns
from pipeline.duplicates.normalise import normalise

WORDS = "Rom Roms Kolumbus Columbus Pocken Pockenimpfung impft DDR Deutsche Demokratische Republik zwei 2 Tod stirbt"
TEXTS = st.lists(st.sampled_from(WORDS.split()), max_size=8).map(" ".join)


@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=6))
def test_a_word_answers_at_most_once_but_for_the_parts_of_longer_ones(pairs: list[tuple[str, str]]) -> None:
    texts = columns(normalise(text, "de") for pair in pairs for text in pair)
    left = 2 * np.arange(len(pairs))
    found = align(texts, left, left + 1, None)
    plain = (found.likeness != 0.85) & (found.likeness != 0.95)
    for alone, answers in zip(found.alone, (found.ours[plain], found.theirs[plain]), strict=True):
        assert len(set(answers.tolist())) == len(answers)
        assert not alone[answers].any()
    assert (found.sides[0].pair[found.ours] == found.sides[1].pair[found.theirs]).all()


@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=6))
def test_the_best_answers_are_chosen_first(pairs: list[tuple[str, str]]) -> None:
    texts = columns(normalise(text, "de") for pair in pairs for text in pair)
    left = 2 * np.arange(len(pairs))
    together = align(texts, left, left + 1, None)
    for at in range(len(pairs)):
        alone = align(texts, left[at : at + 1], left[at : at + 1] + 1, None)
        here = together.pair == at
        answers = [
            (together.ours[here] - together.sides[0].first[at]).tolist(),
            (together.theirs[here] - together.sides[1].first[at]).tolist(),
            together.likeness[here].tolist(),
        ]
        assert answers == [alone.ours.tolist(), alone.theirs.tolist(), alone.likeness.tolist()]


@pytest.mark.parametrize(
    ("first", "second", "languages", "answers", "only"),
    [
        ("Rom brennt", "Rom brennt", "dede", [("Rom", "Rom", 1.0), ("brennt", "brennt", 1.0)], ([], [])),
        (
            "Kolumbus segelt",
            "Columbus sails",
            "deen",
            [("Kolumbus", "Columbus", 0.9), ("segelt", "sails", 0.9)],
            ([], []),
        ),
        (
            "Kepler rechnet",
            "Keppler rechnet",
            "dede",
            [("Kepler", "Keppler", 12 / 13), ("rechnet", "rechnet", 1.0)],
            ([], []),
        ),
        (
            "Otto II. siegt",
            "Otto III. siegt",
            "dede",
            [("Otto", "Otto", 1.0), ("siegt", "siegt", 1.0)],
            (["II"], ["III"]),
        ),
        ("XYZ tagt", "Xaver Yoda Zuse tagt", "dede", [("tagt", "tagt", 1.0), ("XYZ", "Xaver", 0.95)], ([], [])),
        (
            "Torfstecher tagt",
            "Torf und Stecher tagt",
            "dede",
            [("tagt", "tagt", 1.0), ("Torfstecher", "Torf", 0.85)],
            ([], []),
        ),
        (
            "Goethe, ja Goethe, reist",
            "Goethe reist",
            "dede",
            [("Goethe", "Goethe", 1.0), ("reist", "reist", 1.0)],
            (["ja"], []),
        ),
    ],
)
def test_words_that_answer_each_other(
    first: str, second: str, languages: str, answers: list[tuple[str, str, float]], only: tuple[list[str], list[str]]
) -> None:
    found = score_texts(EventText(first, languages[:2]), EventText(second, languages[2:])).alignment
    assert [(one.ours.text, one.theirs.text, round(one.likeness, 9)) for one in found.matches] == [
        (ours, theirs, round(likeness, 9)) for ours, theirs, likeness in answers
    ]
    assert ([one.text for one in found.only_ours], [one.text for one in found.only_theirs]) == only


@given(st.lists(st.integers(0, 400_000), max_size=30))
def test_blocks_hold_each_row_once(sizes: list[int]) -> None:
    found = list(blocks(ints(sizes)))
    assert [at for block in found for at in range(block.start, block.stop)] == list(range(len(sizes)))
    assert all(sum(sizes[block]) <= 1_000_000 for block in found)


KEYS = st.lists(st.integers(0, 9) | st.sampled_from([2**40, 2**40 + 1]), max_size=30)


@given(KEYS, KEYS)
def test_equal_keys_meet_each_with_each(ours: list[int], theirs: list[int]) -> None:
    one, other = meeting(ints(ours), ints(theirs))
    wanted = [(a, b) for a, key in enumerate(ours) for b, their in enumerate(theirs) if key == their]
    assert list(zip(one.tolist(), other.tolist(), strict=True)) == wanted


def test_many_pairs_of_cards_are_scored_as_each_alone() -> None:
    cards = [card(f"a:{at}", text) for at, text in enumerate(["Rom brennt.", "In Rom brennt es.", "", "Wien brennt."])]
    pairs = [(cards[0], cards[1]), (cards[1], cards[0]), (cards[0], cards[2]), (cards[3], cards[0])]
    assert score_all(pairs) == [score_cards(*pair) for pair in pairs]
    assert score_all([]) == []
