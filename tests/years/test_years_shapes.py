"""Reading by recipe gives what reading in full gives, whatever the digits."""

import csv
import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.years import YearError, parse_years
from pipeline.years.edtf import write_edtf
from pipeline.years.language import LANGUAGES, language_named
from pipeline.years.profile import profiles
from pipeline.years.reading import Conventions, read
from pipeline.years.shapes import Shapes
from pipeline.years.text import plain

with (Path(__file__).parent / "cases.tsv").open(encoding="utf-8", newline="") as file:
    CASES = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
EDGES = [
    "0",
    "1",
    "12",
    "13",
    "28",
    "29",
    "31",
    "32",
    "99",
    "100",
    "210",
    "1700",
    "1900",
    "2000",
    "9999",
    "10000",
    "45234",
]


def _conventions(language: str, profile: str = "rulebook", reference_year: int | None = 2024) -> Conventions:
    return Conventions(language_named(language), profiles()[profile], reference_year, leave_open=False)


def _in_full(text: str, conventions: Conventions) -> tuple[object, ...]:
    """Read with plain numbers, remembering nothing."""
    typed, _ = plain(text)
    try:
        found = read(text, typed, conventions, lambda start, end: int(typed[start:end]))
    except YearError:
        return ("refused",)
    comment = typed[slice(*found.comment)].strip() if found.comment else ""
    edtf = write_edtf(found.interval, uncertain="uncertain" in found.flags)
    return found.structure, found.interval, edtf, found.flags, found.kind, comment


def _by_shape(text: str, shapes: Shapes) -> tuple[object, ...]:
    try:
        found = shapes.read(text)
    except YearError:
        return ("refused",)
    assert found.text == text
    return found.structure, found.interval, found.edtf, found.flags, found.kind, found.comment


def _with_other_digits(text: str, chance: random.Random) -> str:
    def other(run: re.Match[str]) -> str:
        if chance.random() < 0.3:
            return run[0]
        fitting = [edge.zfill(len(run[0])) for edge in EDGES if len(edge) <= len(run[0])]
        digits = "".join(chance.choices("0123456789", k=len(run[0])))
        return chance.choice([digits, digits, chance.choice(fitting)])

    return re.sub("[0-9]+", other, text)


@pytest.mark.parametrize("profile", profiles())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_case_with_other_digits(language: str, profile: str) -> None:
    conventions = _conventions(language, profile)
    shapes = Shapes(conventions)
    chance = random.Random(1904)  # noqa: S311 - not a secret
    texts = [row["expression"] for row in CASES if row["language"] == language]
    for _ in range(6):
        for text in texts:
            tried = _with_other_digits(text, chance)
            assert (tried, _by_shape(tried, shapes)) == (tried, _in_full(tried, conventions))


DATES = [
    "{}",
    "{} v. Chr.",
    "{}. Jh.",
    "{}.{}.{}",
    "{}. Februar {}",
    "{}-{}-{}",
    "vor {} Jahren",
    "vor {},{} Mio. Jahren",
]
TIES = [
    "{}–{}",
    "{}-{}",
    "{}/{} v. Chr.",
    "{} oder {}",
    "um {} – {} n. Chr.",
    "{}. bis {}. Jh.",
    "{}er–{}er Jahre",
    "{} (Op. {})",
]


@given(
    st.sampled_from([*DATES, *TIES]),
    st.lists(st.lists(st.integers(0, 12_000), min_size=3, max_size=3), min_size=2, max_size=6),
)
def test_one_shape_with_many_numbers(template: str, tries: list[list[int]]) -> None:
    conventions = _conventions("de")
    shapes = Shapes(conventions)
    for numbers in tries:
        text = template.format(*numbers)
        assert (text, _by_shape(text, shapes)) == (text, _in_full(text, conventions))


def test_digits_that_are_not_ascii_are_never_remembered() -> None:
    shapes = Shapes(_conventions("de"))
    for text, year in (("19٠3", 1903), ("19٤3", 1943), ("1９03", 1903), ("1９07", 1907)):
        assert shapes.read(text).interval.earliest == year


def test_a_column_is_read_once_for_each_distinct_text() -> None:
    read_once = parse_years(["1903", "68", "1903", "um 1900"])
    assert list(read_once) == ["1903", "68", "um 1900"]
    assert isinstance(read_once["68"], YearError)
    assert not isinstance(read_once["1903"], YearError)
