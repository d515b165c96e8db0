"""The timeline: years in order at every scale, bars that do not cover each other, ticks with room."""

import re
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from pipeline.desk.words import words
from pipeline.publish.levels import ERAS, decades, levels
from pipeline.publish.speech import LANGUAGES, Speech
from pipeline.publish.timeline import (
    NARROWEST,
    TICK_ROOM,
    WIDTH,
    Bar,
    Scale,
    lanes,
    strip,
    ticks,
    timeline,
    whole,
    zoomed,
)
from pipeline.years import YearInterval, parse_year

NOW = 2026
YEARS = st.one_of(st.integers(-4_600_000_000, 2100), st.integers(-4000, 2100), st.integers(1800, 2100))
WINDOWS = st.tuples(YEARS, YEARS).map(sorted).filter(lambda ends: ends[1] - ends[0] >= 10)
INTERVALS = st.tuples(YEARS, YEARS, st.booleans(), st.booleans()).map(
    lambda row: YearInterval(None if row[2] else min(row[:2]), None if row[3] else max(row[:2]))
)


@given(WINDOWS, YEARS, YEARS)
def test_later_years_lie_farther_right(window: list[int], one: int, other: int) -> None:
    scale = Scale((window[0], window[1]), NOW)
    first, second = sorted((one, other))
    assert 0 <= scale.at(first) <= scale.at(second) <= 1
    assert scale.at(window[0]) == 0
    assert scale.at(window[1] + 1) == 1


@given(WINDOWS)
def test_ticks_have_room_and_stand_at_their_years(window: list[int]) -> None:
    scale = Scale((window[0], window[1]), NOW)
    places = [place for place, _ in ticks(scale)]
    assert all(later - earlier >= 0.999 * TICK_ROOM / WIDTH for earlier, later in pairwise(places))
    assert all(scale.at(year) == place for place, year in ticks(scale))


def test_ticks_are_round_in_print_on_both_sides_of_the_era() -> None:
    years = [year for _, year in ticks(Scale((-2999, 2026), NOW))]
    assert {(1 - year if year <= 0 else year) % 10 for year in years} == {0}
    assert min(years) < 0 < max(years)


@given(WINDOWS, st.sampled_from(LANGUAGES))
def test_what_ticks_say_does_not_overlap(window: list[int], language: str) -> None:
    say = Speech(language, {}).year
    shown = ticks(Scale((window[0], window[1]), NOW), WIDTH, say)
    ends = [(place * WIDTH - 3 * len(say(year)), place * WIDTH + 3 * len(say(year))) for place, year in shown]
    assert all(earlier[1] < later[0] for earlier, later in pairwise(ends))
    assert not ends or (ends[0][0] >= 0 and ends[-1][1] <= WIDTH)
    assert len({say(year) for _, year in shown}) == len(shown)


def test_deep_time_has_ticks_up_to_now() -> None:
    say = Speech("de", {}).year
    told = [say(year) for _, year in ticks(Scale((-13_850_000_000, NOW), NOW), WIDTH, say)]
    assert told[:3] == ["vor 2\u202f000 Mio. Jahren", "vor 100 Mio. Jahren", "vor 10 Mio. Jahren"]
    assert {"vor 1 Mio. Jahren", "vor 100\u202f000 Jahren", "10\u202f000 v. Chr."} <= set(told)
    assert told[-1].isdecimal()


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)).map(sorted), max_size=40).map(sorted))
def test_bars_of_one_lane_do_not_cover_each_other(spans: list[list[float]]) -> None:
    placed = lanes([(begin, end) for begin, end in spans])
    for lane in set(placed):
        own = [span for span, at in zip(spans, placed, strict=True) if at == lane]
        assert all(earlier[1] <= later[0] for earlier, later in pairwise(own))


@given(st.lists(INTERVALS, max_size=12))
def test_every_interval_has_its_bar(intervals: list[YearInterval]) -> None:
    scale = Scale(whole(intervals, NOW), NOW)
    bars = [Bar(dates, "#123456", f"C{at}", f"<{at}>", f"#{at}") for at, dates in enumerate(intervals)]
    drawn = timeline(bars, scale, str, "<name>", None)
    assert set(re.findall(r'href="#(\d+)"', drawn)) == {str(at) for at in range(len(intervals))}
    assert all(float(x) >= 0 for x in re.findall(r'<rect x="([-\d.]+)"', drawn))
    assert "<name>" not in drawn


@given(WINDOWS, st.floats(-1, 1), st.floats(0.05, 2))
def test_a_nearer_window_stays_within_all_time(window: list[int], left: float, wide: float) -> None:
    limits = (window[0], window[1])
    first, last = zoomed(Scale(limits, NOW), left, left + wide, limits)
    assert window[0] <= first
    assert last <= window[1]
    assert last - first >= NARROWEST


@given(st.lists(INTERVALS, min_size=1, max_size=2))
def test_a_strip_draws_all(intervals: list[YearInterval]) -> None:
    drawn = strip([(dates, "#123456", "a & b") for dates in intervals], str, "years", NOW)
    assert drawn.count("<rect") == len(intervals)
    assert "a & b" not in drawn


@given(
    st.integers(-13_850, -2).map(lambda thousand: thousand * 1_000_000)
    | st.integers(-9_999, 0)
    | st.integers(100, 2_100)
)
def test_years_are_said_as_they_are_read(year: int) -> None:
    for language in LANGUAGES:
        read = parse_year(Speech(language, {}).year(year), language, reference_year=2000).interval
        assert read.overlaps(YearInterval(year, year))


@given(st.lists(INTERVALS, max_size=40), WINDOWS)
def test_closer_stretches_hold_each_card_of_the_window_once(intervals: list[YearInterval], window: list[int]) -> None:
    found = levels(intervals, (window[0], window[1]))
    closed = [(one.earliest, one.latest) for one in intervals]
    ends = [[year for year in pair if year is not None] for pair in closed]
    middles = [sum(years) // len(years) for years in ends if years]
    inside = sum(window[0] <= year <= window[1] for year in middles)
    assert sum(level.cards for level in found) == (inside if window[1] - window[0] > 25 else 0)
    assert all(level.cards for level in found)
    assert all(earlier.window[1] < later.window[0] for earlier, later in pairwise(found))


def test_one_looks_closer_by_eras_centuries_and_decades() -> None:
    years = [YearInterval(year, year) for year in (-66_000_000, -43, 800, 1850, 1856, 1912, 2020)]
    assert [(level.era, level.cards) for level in levels(years, (-66_000_000, NOW))] == [
        ("earth", 1),
        ("antiquity", 1),
        ("middle ages", 1),
        ("19th century", 2),
        ("20th century", 1),
        ("21st century", 1),
    ]
    assert [level[0] for level in levels(years, (1501, 2026))] == [(1801, 1900), (1901, 2000), (2001, 2100)]
    assert [level[0] for level in levels(years, (1801, 1900))] == [(1850, 1859)]
    assert levels(years, (1850, 1859)) == []
    assert {f"era {era}" for era, _ in ERAS} <= words().keys()


@given(st.lists(INTERVALS, min_size=1, max_size=60))
def test_rows_are_as_dark_as_cards_lie_there(intervals: list[YearInterval]) -> None:
    scale = Scale(whole(intervals, NOW), NOW)
    bars = [Bar(dates, "#123456" if at % 2 else "#654321", "<a>", "") for at, dates in enumerate(intervals)]
    drawn = timeline(bars, scale, str, "n", lambda window: f"#{window[0]}", with_bars=False)
    assert "<a>" not in drawn
    opacities = [float(text) for text in re.findall(r'fill-opacity="([\d.]+)"', drawn)]
    assert max(opacities) == 1
    assert min(opacities) > 0.1
    rows = set(re.findall(r'<rect x="[\d.]+" y="(\d+)" width="10.0"', drawn))
    assert len(rows) == min(2, len(intervals))


def test_the_fullest_decades_are_named_and_lead_there() -> None:
    years = [1961, 1962, 1969, 1871, 1872, 1500]
    bars = [Bar(YearInterval(year, year), "#123456", "Serie", "") for year in years]
    drawn = timeline(bars, Scale((1500, NOW), NOW), str, "n", lambda window: f"#{window}", with_bars=False)
    assert re.findall(r'class="peak">([^<]+)<', drawn) == ["1870 – 1879: 2", "1960 – 1969: 3"]
    assert 'href="#(1960, 1969)"' in drawn
    assert decades([(bar.dates, year) for bar, year in zip(bars, years, strict=True)], 1) == [(1960, years[:3])]
