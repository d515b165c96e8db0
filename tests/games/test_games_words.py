"""How the reason of a verdict tells the years of two cards."""

import pytest

from pipeline.games.core import told
from pipeline.years import YearInterval


@pytest.mark.parametrize(
    ("earliest", "latest", "said"),
    [
        (1900, 1900, "1900"),
        (-799, -700, "800 to 701 BC"),
        (-700_500_000, -699_500_000, "700.5 to 699.5 million years before our era"),
        (None, 1199, "1199 or earlier"),
        (-4, 5, "5 BC to AD 5"),
    ],
)
def test_years_are_told_as_by_the_year_command(earliest: int | None, latest: int | None, said: str) -> None:
    dates = {"a": YearInterval(earliest, latest), "b": YearInterval(1, 1)}
    assert told(("a", "b"), dates) == f"`a` ({said}) cannot stand before `b` (AD 1)"
