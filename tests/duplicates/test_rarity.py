"""Which words of two texts count as rare: each once, no light ones, none that only mean something like each other."""

import numpy as np
import pytest

from pipeline.duplicates import EventText
from pipeline.duplicates.arrays import ints
from pipeline.duplicates.score import Rarity, compare
from pipeline.duplicates.texts import Texts


def shared(first: str, second: str, languages: str = "enen") -> int:
    """Return how many words count, if each is as rare as any."""
    texts = Texts([EventText(first, languages[:2]), EventText(second, languages[2:])])
    of_words = np.ones(len(texts.columns.words.tokens))
    found = 0
    while compare(texts, ints([0]), ints([1]), Rarity(of_words, found + 1)).rows["rare"][0]:
        found += 1
    return found


@pytest.mark.parametrize(
    ("first", "second", "languages", "many"),
    [
        ("A sheep flies over the palace", "Over a palace floats a sheep", "enen", 2),
        ("A sheep, a second sheep and more sheep fly", "Sheep, sheep and sheep look on", "enen", 1),
        ("A house by the water", "Water in the house", "enen", 0),
        ("The weaver bleats", "Das Schaf webt", "ende", 0),
        ("A sheep never floats over the palace", "Over the palace floats a sheep", "enen", 0),
        ("", "A sheep", "enen", 0),
    ],
)
def test_words_that_count_as_rare(first: str, second: str, languages: str, many: int) -> None:
    assert shared(first, second, languages) == many


def test_words_whose_vectors_are_near_do_not() -> None:
    assert shared("Ein Strickrahmen klemmt im Kaminsims", "A knitting frame is stuck in a mantelpiece", "deen") == 0
