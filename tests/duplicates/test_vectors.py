"""Vectors: made once, remembered, never trusted when damaged; and the lexical way when there are none."""

from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from duplicates_samples import card, deck
from hypothesis import given
from hypothesis import strategies as st

from pipeline.duplicates import find_pairs, language_findings
from pipeline.duplicates import languages as languages_module
from pipeline.duplicates import report as report_module
from pipeline.duplicates import score as score_module
from pipeline.duplicates import texts as texts_module
from pipeline.duplicates.meaning import tellings
from pipeline.duplicates.vectors import Floats, UniversalEncoder, Vectors


class Letters:
    """Counts letters; remembers how often it was asked."""

    name = "letters"
    size = 26
    asked = 0

    def encode(self, texts: Sequence[str]) -> Floats:
        Letters.asked += len(texts)
        rows = np.array([[text.count(chr(97 + at)) + 1.0 for at in range(26)] for text in texts], dtype=np.float32)
        unit: Floats = rows / np.linalg.norm(rows, axis=1, keepdims=True)
        return unit


def test_a_text_is_encoded_once() -> None:
    known, before = Vectors(Letters), Letters.asked
    known.of(["rom", "bern", "rom"])
    known.of(["bern"])
    assert (Letters.asked - before, known.count) == (2, 2)


@given(st.lists(st.text(max_size=20), min_size=1, max_size=10))
def test_what_is_remembered_is_what_was_made(texts: list[str]) -> None:
    made = Vectors(Letters)
    rows = made.of(texts)
    again, before = Vectors(Letters), Letters.asked
    assert again.load(made.dump())
    assert np.array_equal(again.of(texts), rows)
    assert before == Letters.asked


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 no archive", b"\x93NUMPY"])
def test_damaged_bytes_are_not_taken(data: bytes) -> None:
    assert not Vectors(Letters).load(data)


def test_vectors_of_another_encoder_are_not_taken() -> None:
    made = Vectors(Letters)
    made.of(["rom"])
    assert not Vectors(UniversalEncoder).load(made.dump())


def test_meaning_joins_languages() -> None:
    near = Vectors(UniversalEncoder).of(["Le roi est mort.", "Der König ist tot.", "A bridge is built."])
    assert near[0] @ near[1] > near[0] @ near[2] + 0.3


def test_a_long_text_is_compared_by_its_first_sentence_too() -> None:
    assert tellings("Rom brennt lange. Nero singt dazu.") == ("Rom brennt lange. Nero singt dazu.", "Rom brennt lange")
    assert tellings("Rom brennt.") == ("Rom brennt.",)


@pytest.fixture
def without_package(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for module in (languages_module, report_module, score_module, texts_module):
        monkeypatch.setattr(module, "vectors", lambda: None)
    score_module.weights.cache_clear()
    yield
    score_module.weights.cache_clear()


@pytest.mark.usefixtures("without_package")
def test_without_the_package_words_decide_and_it_is_said() -> None:
    cards = card("a:1", "Rom brennt in der Nacht.", 64), card("b:1", "In der Nacht brennt Rom.", 65)
    assert [pair.verdict for pair in find_pairs(cards)] == ["conflict"]
    assert "meaning" not in score_module.weights().features
    assert [one.code for one in language_findings([deck("a/1", *cards)])] == ["WM507"]
