"""Laws and cases of breaking and fitting lines."""

import re
import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.pdf.fonts import typeface
from pipeline.pdf.hyphenation import hyphenator
from pipeline.pdf.lines import Fit, Room, clean, fit, pieces

FACE = typeface("Regular")
hyphenator("de")  # its patterns and those of the kerning take longer to load than an example may run
FACE.width("AV")
ROOM = Room(width=133, height=200, largest=15, smallest=8, leading=1.24)
WORDS = st.text(st.sampled_from("abcdefghiklmnorstuwzäöüß-–,."), min_size=1, max_size=24)
TEXTS = st.lists(WORDS, min_size=1, max_size=60).map(" ".join)


def set_text(text: str, room: Room = ROOM, language: str = "de") -> Fit:
    return fit(pieces(clean(text), FACE, hyphenator(language).breaks), FACE, room)


@given(TEXTS)
def test_no_letter_is_lost_and_no_line_too_wide(text: str) -> None:
    result = set_text(text)
    assert re.sub(r"[\s-]", "", "".join(result.lines)) == re.sub(r"[\s-]", "", text)
    for line in result.lines:
        assert FACE.width(line) * result.size / 1000 <= ROOM.width + 1e-6


@given(TEXTS)
def test_lines_stay_in_the_height(text: str) -> None:
    result = set_text(text)
    needed = (FACE.ascent - FACE.descent) * result.size / 1000
    assert needed + (len(result.lines) - 1) * ROOM.leading * result.size <= ROOM.height + 1e-6
    assert result.fits == (result.size >= ROOM.smallest)


@given(TEXTS)
def test_a_larger_room_never_makes_the_type_smaller(text: str) -> None:
    larger = Room(ROOM.width + 20, ROOM.height + 20, ROOM.largest, ROOM.smallest, ROOM.leading)
    assert set_text(text, larger).size >= set_text(text).size


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\tb\n c", "a b c"),
        ("  Rand  ", "Rand"),
        ("e\u0301", "é"),
        ("10\u202f000", "10\u00a0000"),
        ("a\u200bb\ufeff", "ab"),
        ("Links\u200e\u202eherum", "Linksherum"),
        ("a\u034f\u061c\u180eb\u206f\ufffac\U000e0041\ufe0f", "abc"),
        ("Zeile\u2028Zwei\u2029Drei\x0b\x0cVier\r\nFünf", "Zeile Zwei Drei Vier Fünf"),
        ("weich\u00adtrennen", "weich\u00adtrennen"),
    ],
)
def test_text_is_cleaned(text: str, shown: str) -> None:
    assert clean(text) == shown


def test_lines_are_balanced() -> None:
    result = set_text("Eine frühere Konkubine erklärt sich selbst zum Kaiser von China.")
    widths = [FACE.width(line) for line in result.lines]
    assert result.size == 15
    assert min(widths) > 0.6 * max(widths)


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("weich\u00adtrennen", 60, ("weich-", "trennen")),
        ("weich\u00adtrennen", 200, ("weichtrennen",)),
        ("Schiff-Fahrten", 60, ("Schiff-", "Fahrten")),
        ("Schiff\u2011Fahrten", 200, ("Schiff-Fahrten",)),
        ("1846–1848", 45, ("1846–", "1848")),
        ("am 3. Mai", 35, ("am", "3. Mai")),
    ],
)
def test_where_lines_end(text: str, width: float, lines: tuple[str, ...]) -> None:
    assert set_text(text, Room(width, 200, 10, 10, 1.2)).lines == lines


def test_a_no_break_hyphen_does_not_break() -> None:
    result = set_text("Schiff\u2011Fahrten", Room(60, 200, 10, 5, 1.2))
    assert result.lines == ("Schiff-Fahrten",)
    assert result.size < 10


@pytest.mark.parametrize("word", ["x" * 60, "x" * 400, "1" * 400, "https://example.org/" + "a1" * 90])
def test_a_word_wider_than_the_room_is_cut_at_the_smallest_size_and_said(word: str) -> None:
    result = set_text(f"Ein {word} dazu.")
    assert (result.fits, result.size) == (False, ROOM.smallest)
    widths = [FACE.width(line) * result.size / 1000 for line in result.lines]
    assert max(widths) <= ROOM.width
    assert min(widths[:-1]) > 0.9 * ROOM.width
    assert [line[-1] == "-" for line in result.lines[:-1]] == [word[0] == "x"] * (len(result.lines) - 1)
    assert "".join(line.removesuffix("-") for line in result.lines).replace(" ", "") == f"Ein{word}dazu."


def test_what_fits_at_no_size_is_set_whole_and_said() -> None:
    for text, room in (("Wort " * 400 + "x" * 99, ROOM), ("x" * 60, ROOM._replace(most_lines=1))):
        result = set_text(text, room)
        assert not result.fits
        assert result.size < ROOM.smallest
        assert re.sub("[ -]", "", "".join(result.lines)) == text.replace(" ", "")


def test_a_word_of_thousands_of_letters_takes_no_time() -> None:
    start = time.process_time()
    set_text("Donaudampfschifffahrt" * 300)
    assert time.process_time() - start < 3


@pytest.mark.parametrize(
    ("language", "word", "divided"),
    [
        ("de", "Donaudampfschifffahrt", "Donau-dampf-schiff-fahrt"),
        ("de", "Kaufmannstochter", "Kauf-manns-toch-ter"),
        ("de", "kopfüber", "kopf-über"),
        ("de", "Militärarzt", "Mili-tär-arzt"),
        ("de", "Stückchen", "Stück-chen"),
        ("de", "Wortspiel", "Wortspiel"),
        ("de", "Straffreiheit", "Straf-frei-heit"),
        ("de", "Auge", "Auge"),
        ("en", "hyphenation", "hyphen-ation"),
        ("fr", "aujourd", "aujourd"),
        ("pl", "konstytucja", "kon-sty-tu-cja"),
        ("xx", "Konstitution", "Konstitution"),
    ],
)
def test_words_are_divided(language: str, word: str, divided: str) -> None:
    breaks = hyphenator(language).breaks(word)
    bounds = [0, *breaks, len(word)]
    assert "-".join(word[start:end] for start, end in pairwise(bounds)) == divided


@pytest.mark.parametrize(
    ("text", "shown", "missing"),
    [
        ("Ąęłńóśźż Đđ Őű Șț Ωω Жя", "Ąęłńóśźż Đđ Őű Șț Ωω Жя", ()),
        ("Ĳsselmeer, mĳl", "IJsselmeer, mijl", ()),
        ("Ein 🚀 und 🚀", "Ein ☐ und ☐", ("🚀",)),
        ("שלום", "☐☐☐☐", ("ש", "ל", "ו", "ם")),
    ],
)
def test_every_character_is_looked_up(text: str, shown: str, missing: tuple[str, ...]) -> None:
    assert FACE.substitute(text) == (shown, missing)
