"""Laws that hold for every expression, tried on expressions made at random and on random text."""

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.years import YearError, YearExpression, YearInterval, format_year, parse_year
from pipeline.years.edtf import read_edtf_bounds, write_edtf
from pipeline.years.language import LANGUAGES, language_named

LANGUAGE = st.sampled_from(LANGUAGES)
CENTURY = st.builds("{}. Jh.{}".format, st.integers(1, 21), st.sampled_from(["", " v. Chr."]))
YEAR = st.one_of(st.integers(100, 2100).map(str), st.integers(1, 12_000).map("{} v. Chr.".format))
PART = st.sampled_from(
    ["Anfang", "Mitte", "Ende", *(f"{n}. Hälfte" for n in (1, 2)), *(f"{n}. Drittel" for n in (1, 2, 3))]
    + [f"{n}. Viertel" for n in (1, 2, 3, 4)]
)
DECADE = st.integers(11, 202).filter(lambda n: n % 10 != 0).map("{}0er Jahre".format)
WHOLE = st.one_of(CENTURY, YEAR, DECADE)
PLAIN = st.one_of(WHOLE, st.builds("{} {}".format, PART, CENTURY))
ANY = st.one_of(
    PLAIN,
    st.builds(
        "{} {}".format, st.sampled_from(["um", "vor", "nach", "seit", "spätestens", "frühestens", "wohl"]), PLAIN
    ),
    st.builds("{} – {}".format, PLAIN, PLAIN),
    st.builds("{} oder {}".format, PLAIN, PLAIN),
    st.builds("um {} – {}".format, PLAIN, PLAIN),
    st.builds("vor {} Mio. Jahren".format, st.integers(1, 999)),
    st.builds("vor {}{} Mrd. Jahren".format, st.integers(1, 9), st.sampled_from(["", ",5", ",25"])),
)


def _read(text: str, language: str = "de") -> YearExpression | None:
    try:
        return parse_year(text, language)
    except YearError as error:
        if error.code and 0 <= error.offset <= len(text):
            return None
        raise


@given(ANY, LANGUAGE)
def test_printed_form_has_the_same_meaning(text: str, language: str) -> None:
    if read := _read(text):
        again = parse_year(format_year(read, language), language)
        assert again.interval == read.interval
        assert format_year(again, language) == format_year(read, language)


@given(ANY)
def test_edtf_has_the_same_bounds(text: str) -> None:
    if read := _read(text):
        assert read_edtf_bounds(read.edtf) == read.interval


@given(st.integers(-20_000, 20_000), st.integers(0, 5_000), st.booleans())
def test_edtf_of_any_bounds_reads_back(first: int, length: int, uncertain: bool) -> None:
    for interval in (YearInterval(first, first + length), YearInterval(first, None), YearInterval(None, first)):
        assert read_edtf_bounds(write_edtf(interval, uncertain=uncertain)) == interval


@given(PLAIN, st.integers(0, 50))
def test_around_contains_the_plain_reading(text: str, circa: int) -> None:
    plain, around = parse_year(text).interval, parse_year(f"um {text}", circa=circa).interval
    assert (around.earliest, around.latest) == (
        None if plain.earliest is None else plain.earliest - circa,
        None if plain.latest is None else plain.latest + circa,
    )


AGE_SPANS = [
    ("de", "vor ", "{}–{}", " Mio. Jahren"),
    ("en", "", "{} to {}", " million years ago"),
    ("it", "", "{}-{}", " Ma"),
]


@given(st.integers(1, 999), st.integers(1, 999), st.sampled_from(AGE_SPANS))
def test_ages_span_the_same_years_either_way_round(one: int, other: int, words: tuple[str, str, str, str]) -> None:
    language, before, span, behind = words
    ages = [parse_year(f"{before}{age}{behind}", language).interval for age in (one, other)]
    for order in ((one, other), (other, one)) if one != other else ():  # equal ends are refused
        read = parse_year(f"{before}{span.format(*order)}{behind}", language)
        assert read.interval == ages[0].hull(ages[1])


@given(PART, CENTURY)
def test_a_part_lies_in_its_century(part: str, century: str) -> None:
    inner, whole = parse_year(f"{part} {century}").interval, parse_year(century).interval
    assert inner.hull(whole) == whole
    assert inner != whole


@given(CENTURY)
def test_halves_and_quarters_and_thirds_make_the_century(century: str) -> None:
    whole = parse_year(century).interval
    for name, count in (("Hälfte", 2), ("Drittel", 3), ("Viertel", 4)):
        parts = [parse_year(f"{n}. {name} {century}").interval for n in range(1, count + 1)]
        assert parts[0].hull(parts[-1]) == whole
        assert all(one.gap(next_one) == 1 for one, next_one in pairwise(parts))


@given(st.text(max_size=40), LANGUAGE)
def test_no_text_raises_anything_else(text: str, language: str) -> None:
    if read := _read(text, language):
        assert read.interval == parse_year(format_year(read, language), language).interval


WORDS = [
    " ".join((first, *rest))
    for code in LANGUAGES
    for first, all_ in language_named(code).phrases.items()
    for rest, _ in all_
]
PIECES = st.sampled_from(
    [*WORDS, *"–-/()[],?. ", "1903", "07", "19.", "XIX", "4,5", "10'000", "44", "195x", "12.5.1987", "..", "~"]
)


@given(st.lists(PIECES, min_size=1, max_size=7), st.sampled_from([" ", ""]), LANGUAGE)
def test_no_row_of_known_words_raises_anything_else(pieces: list[str], glue: str, language: str) -> None:
    text = glue.join(pieces)
    if read := _read(text, language):
        again = parse_year(format_year(read, language), language)
        assert (text, again.interval) == (text, read.interval)
        assert read_edtf_bounds(read.edtf) == read.interval


@pytest.mark.parametrize("piece", ["9", "(", "1903–", "v. Chr. ", "um ", "1. ", "\u0308", "\u200b", "I", "[?]"])
def test_long_text_is_refused_at_once(piece: str) -> None:
    start = time.perf_counter()
    for length in (100_000, 200 // len(piece)):
        with pytest.raises(YearError):
            parse_year(piece * length)
    assert time.perf_counter() - start < 0.5
