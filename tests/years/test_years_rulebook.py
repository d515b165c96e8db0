"""The rulebook's own examples: spans, `um`, centuries, and events that overlap (In dubio pro reo)."""

from pipeline.years import YearInterval, parse_year


def _years(text: str) -> YearInterval:
    return parse_year(text).interval


def test_spans_of_the_rulebook() -> None:
    assert _years("1903–1907") == YearInterval(1903, 1907)
    assert _years("5. Jh. v. Chr.") == YearInterval(-499, -400)


def test_twentieth_century_began_in_1901() -> None:
    assert _years("20. Jh.") == YearInterval(1901, 2000)


def test_around_1900_is_1895_to_1905() -> None:
    assert _years("um 1900") == YearInterval(1895, 1905)


def test_example_a_of_overlapping_events() -> None:
    first, second, third = _years("8. Jh. v. Chr."), _years("805 v. Chr."), _years("1. Jahrtausend v. Chr.")
    assert first == YearInterval(-799, -700)
    assert second.may_precede(first)
    assert not first.may_precede(second)
    assert third.overlaps(first)
    assert third.overlaps(second)


def test_example_b_of_overlapping_events() -> None:
    first, second, third, fourth = _years("1987"), _years("Mai 1987"), _years("um 1990"), _years("1991")
    assert third == YearInterval(1985, 1995)
    assert first == second
    assert first.may_precede(fourth)
    assert not fourth.may_precede(first)
    assert all(third.overlaps(other) for other in (first, second, fourth))
