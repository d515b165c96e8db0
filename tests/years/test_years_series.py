"""A series means its years by its own conventions: `[dating]` of series.toml."""

from typing import Any

import pytest

from pipeline.cards import Colour, Dating, Edition, Series
from pipeline.years import YearError, YearInterval

COLOUR = Colour(cmyk=(0, 0, 0, 100), srgb="#000000")


def _series(*printed: int, **dating: Any) -> Series:
    return Series(
        code="test",
        titles={"de": "Test"},
        languages=("de",),
        colour=COLOUR,
        dating=Dating(**dating),
        editions=tuple(Edition(number=number, year=year) for number, year in enumerate(printed, start=1)),
    )


@pytest.mark.parametrize(
    ("dating", "text", "earliest", "latest"),
    [
        ({}, "um 1900", 1895, 1905),
        ({"circa": 10}, "um 1900", 1890, 1910),
        ({"circa": 0}, "um 19. Jh.", 1801, 1900),
        ({"profile": "ssrq"}, "um 1900", 1890, 1910),
        ({"profile": "ssrq", "circa": 3}, "um 1900", 1897, 1903),
        ({}, "seit 1387", 1387, 1387),
        ({"ongoing": "open"}, "seit 1387", 1387, None),
        ({"ongoing": "open"}, "1949 bis heute", 1949, None),
        ({"ongoing": "open"}, "1903–", 1903, None),
        ({"ongoing": "open"}, "1903–1907", 1903, 1907),
        ({"reference_year": 2024}, "vor 200 Jahren", 1824, 1824),
        ({"reference_year": 2024}, "vor 66 Mio. Jahren", -66_500_000, -65_500_000),
        ({"profile": "museum", "language": "en"}, "19th century", 1800, 1899),
    ],
)
def test_overrides(dating: dict[str, Any], text: str, earliest: int | None, latest: int | None) -> None:
    series = _series(**dating)
    assert series.read_year(text).interval == YearInterval(earliest, latest)
    read = series.read_years([text, text])[text]
    assert not isinstance(read, YearError)
    assert read.interval == YearInterval(earliest, latest)


def test_ages_count_from_the_year_of_the_edition() -> None:
    assert _series(2019).read_year("vor 200 Jahren").interval == YearInterval(1819, 1819)
    assert _series(2019, reference_year=2024).read_year("vor 200 Jahren").interval == YearInterval(1824, 1824)


@pytest.mark.parametrize("printed", [(), (2019, 2024)])
def test_ages_are_refused_where_editions_do_not_share_a_year(printed: tuple[int, ...]) -> None:
    with pytest.raises(YearError) as caught:
        _series(*printed).read_year("vor 200 Jahren")
    assert caught.value.code == "needs-reference-year"
