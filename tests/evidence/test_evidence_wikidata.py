"""Dates of Wikidata: precision, eras, calendars, ranks, and what a card may print beside them."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.cards import Card, Series
from pipeline.evidence.comparing import compare, in_words
from pipeline.evidence.wikidata import (
    Statement,
    _day_number,
    _year_of,
    read_time,
    statements,
    time_claims,
)
from pipeline.years import YearInterval

JULIAN, GREGORIAN = "Q1985786", "Q1985727"
SERIES = Series.model_validate(
    {
        "code": "probe",
        "titles": {"de": "Probe"},
        "languages": ["de"],
        "colour": {"cmyk": [0, 0, 0, 0], "srgb": "#ffffff"},
    }
)


def value(time: str, precision: int = 9, calendar: str = GREGORIAN) -> dict[str, Any]:
    return {
        "time": time,
        "timezone": 0,
        "before": 0,
        "after": 0,
        "precision": precision,
        "calendarmodel": f"http://www.wikidata.org/entity/{calendar}",
    }


def claim(
    time: str, precision: int = 9, rank: str = "normal", calendar: str = GREGORIAN, **more: Any
) -> dict[str, Any]:
    snak = {"snaktype": "value", "datavalue": {"type": "time", "value": value(time, precision, calendar)}}
    return {"mainsnak": snak, "type": "statement", "rank": rank, **more}


def qualified(name: str, *values: Any) -> dict[str, Any]:
    return {"qualifiers": {name: [{"snaktype": "value", "datavalue": {"value": one}} for one in values]}}


def dates(**claims: list[Any]) -> tuple[Statement, ...]:
    return statements(time_claims({"id": "Q1", "claims": claims}))


def card(year: str) -> Card:
    return Card(series="probe", id="P1", event={"de": "Etwas geschieht."}, year="").with_value("year", year, SERIES)


@pytest.mark.parametrize(
    ("time", "precision", "earliest", "latest"),
    [
        ("+1921-06-15T00:00:00Z", 11, 1921, 1921),
        ("+1921-06-15T12:30:00Z", 14, 1921, 1921),
        ("+1921-06-00T00:00:00Z", 10, 1921, 1921),
        ("+1921-00-00T00:00:00Z", 9, 1921, 1921),
        ("+1921-01-01T00:00:00Z", 9, 1921, 1921),
        ("-0001-00-00T00:00:00Z", 9, 0, 0),  # 1 BC
        ("-0044-00-00T00:00:00Z", 9, -43, -43),
        ("-9999-00-00T00:00:00Z", 9, -9998, -9998),
        ("+1985-00-00T00:00:00Z", 8, 1980, 1989),
        ("+1980-00-00T00:00:00Z", 8, 1980, 1989),
        ("+0004-00-00T00:00:00Z", 8, 1, 9),  # there is no year 0
        ("-0044-00-00T00:00:00Z", 8, -48, -39),  # 49 to 40 BC
        ("-0004-00-00T00:00:00Z", 8, -8, 0),
        ("+1801-00-00T00:00:00Z", 7, 1801, 1900),
        ("+1850-00-00T00:00:00Z", 7, 1801, 1900),
        ("+1900-00-00T00:00:00Z", 7, 1801, 1900),
        ("+0001-00-00T00:00:00Z", 7, 1, 100),
        ("-0044-00-00T00:00:00Z", 7, -99, 0),
        ("-0500-00-00T00:00:00Z", 7, -499, -400),
        ("+1066-00-00T00:00:00Z", 6, 1001, 2000),
        ("-2000-00-00T00:00:00Z", 6, -1999, -1000),
        ("-10000-00-00T00:00:00Z", 5, -19_999, 1),
        ("-13798000000-00-00T00:00:00Z", 3, -13_798_999_999, -13_796_999_999),
        ("-4540000000-00-00T00:00:00Z", 0, -5_539_999_999, -3_539_999_999),
    ],
)
def test_a_time_means_the_years_of_its_precision(time: str, precision: int, earliest: int, latest: int) -> None:
    read = read_time(time, precision, julian=False)
    assert read is not None
    assert read.interval == YearInterval(earliest, latest)


@pytest.mark.parametrize(
    ("time", "precision"),
    [
        ("+0000-00-00T00:00:00Z", 9),
        ("-0000-00-00T00:00:00Z", 9),
        ("1921-00-00T00:00:00Z", 9),
        ("+1921", 9),
        ("+1921-00-00T00:00:00Z", 15),
        ("+1921-00-00T00:00:00Z", -1),
        ("", 9),
    ],
)
def test_what_is_no_time_is_none(time: str, precision: int) -> None:
    assert read_time(time, precision, julian=False) is None


@pytest.mark.parametrize(
    ("time", "precision", "julian", "earliest", "latest"),
    [
        ("+1642-12-25T00:00:00Z", 11, True, 1642, 1643),  # Newton is born: 4 January 1643 by the new calendar
        ("+1643-01-04T00:00:00Z", 11, False, 1642, 1643),
        ("+1917-11-07T00:00:00Z", 11, False, 1917, 1917),
        ("+1600-12-00T00:00:00Z", 10, True, 1600, 1601),
        ("+1600-11-00T00:00:00Z", 10, True, 1600, 1600),
        ("+1600-00-00T00:00:00Z", 9, True, 1600, 1600),
        ("-0045-01-01T00:00:00Z", 11, True, -45, -44),
        ("+2000-01-05T00:00:00Z", 11, False, 2000, 2000),  # nobody counted by the old calendar any more
    ],
)
def test_days_near_the_turn_of_a_year_lie_in_both_years(
    time: str, precision: int, *, julian: bool, earliest: int, latest: int
) -> None:
    read = read_time(time, precision, julian=julian)
    assert read is not None
    assert read.interval == YearInterval(earliest, latest)


@given(st.dates())
def test_day_numbers_are_those_of_the_standard_library(day: date) -> None:
    number = _day_number(day.year, day.month, day.day, gregorian=True)
    assert number == day.toordinal() + 1_721_425
    assert _year_of(number, gregorian=True) == day.year


@given(st.integers(-9000, 9000), st.integers(1, 12), st.integers(1, 28), st.booleans())
def test_day_numbers_lead_back_to_their_year(year: int, month: int, day: int, gregorian: bool) -> None:
    assert _year_of(_day_number(year, month, day, gregorian=gregorian), gregorian=gregorian) == year


@given(st.integers(-9999, 9999).filter(bool), st.integers(0, 14))
def test_a_time_lies_in_its_own_interval(year: int, precision: int) -> None:
    read = read_time(f"{year:+05d}-00-00T00:00:00Z", precision, julian=False)
    assert read is not None
    assert (year if year > 0 else year + 1) in read.interval


@given(st.integers(-9999, 9999).filter(bool), st.integers(6, 9))
def test_what_is_proposed_means_what_the_item_says(year: int, precision: int) -> None:
    read = read_time(f"{year:+05d}-00-00T00:00:00Z", precision, julian=False)
    assert read is not None
    printed = in_words(read.words, SERIES)
    assert not printed or SERIES.read_year(printed).interval == read.interval


def test_preferred_statements_come_first_and_deprecated_ones_not_at_all() -> None:
    found = dates(
        P571=[
            claim("+1900-00-00T00:00:00Z"),
            claim("+1800-00-00T00:00:00Z", rank="deprecated"),
            claim("+1901-00-00T00:00:00Z", rank="preferred"),
        ],
        P585=[claim("+1902-00-00T00:00:00Z")],
    )
    assert [(one.property, one.interval.earliest, one.rank) for one in found] == [
        ("P571", 1901, "preferred"),
        ("P585", 1902, "normal"),
        ("P571", 1900, "normal"),
    ]


@pytest.mark.parametrize(
    "damaged",
    [
        {"mainsnak": {"snaktype": "somevalue", "property": "P585"}, "rank": "normal"},
        {"mainsnak": {"snaktype": "novalue"}, "rank": "normal"},
        {},
        None,
        "x",
        claim("yesterday"),
        {**claim("+1900-00-00T00:00:00Z"), "rank": "best"},
        {**claim("+1900-00-00T00:00:00Z"), "qualifiers": []},
        {**claim("+1900-00-00T00:00:00Z"), "qualifiers": {"P1319": [{"datavalue": 1}]}},
        {"mainsnak": {"datavalue": {"value": {"time": "+1900-00-00T00:00:00Z", "precision": "x"}}}, "rank": "normal"},
        {"mainsnak": {"datavalue": {"value": {"time": 1900}}}, "rank": "normal"},
    ],
)
def test_what_is_unknown_or_damaged_is_left_out_and_the_rest_is_read(damaged: Any) -> None:
    found = dates(P585=[damaged, claim("+1921-00-00T00:00:00Z")])
    assert [one.interval for one in found] == [YearInterval(1921, 1921)]


@pytest.mark.parametrize(
    "claims", [None, [], "x", {"P585": {}}, {"P585": None}, {"P31": [claim("+1900-00-00T00:00:00Z")]}]
)
def test_an_item_without_dates_has_none(claims: Any) -> None:
    assert statements(time_claims({"claims": claims})) == ()


def test_bounds_widen_a_date() -> None:
    made = qualified("P1319", value("+1490-00-00T00:00:00Z"))
    made["qualifiers"] |= qualified("P1326", value("+1510-00-00T00:00:00Z"))["qualifiers"]
    (found,) = dates(P571=[claim("+1500-00-00T00:00:00Z", 7, **made)])
    assert (found.interval, found.words) == (YearInterval(1401, 1510), "")


def test_a_date_that_is_about_right_is_as_wide_as_the_series_means_it() -> None:
    circa = qualified("P1480", {"entity-type": "item", "id": "Q5727902"})
    found = dates(P571=[claim("+1500-00-00T00:00:00Z", **circa)])
    assert found[0].text == "inception c. 1500 (year)"
    assert compare(card("1505"), SERIES, found).outcome == "agrees"
    assert compare(card("1506"), SERIES, found)[::2] == ("differs", "um 1500")


@pytest.mark.parametrize(
    ("claims", "year", "outcome", "new"),
    [
        ({"P585": [claim("+1921-06-15T00:00:00Z", 11)]}, "1921", "agrees", ""),
        ({"P585": [claim("+1921-06-15T00:00:00Z", 11)]}, "1912", "differs", "1921"),
        ({"P585": [claim("-0044-03-15T00:00:00Z", 11, calendar=JULIAN)]}, "44 v. Chr.", "agrees", ""),
        ({"P585": [claim("-0044-03-15T00:00:00Z", 11, calendar=JULIAN)]}, "44 n. Chr.", "differs", "44 v. Chr."),
        ({"P585": [claim("-0044-00-00T00:00:00Z")]}, "43 v. Chr.", "differs", "44 v. Chr."),
        ({"P585": [claim("+0079-10-24T00:00:00Z", 11)]}, "97 n. Chr.", "differs", "79 n. Chr."),
        ({"P571": [claim("+1900-00-00T00:00:00Z", 7)]}, "1801", "agrees", ""),
        ({"P571": [claim("+1900-00-00T00:00:00Z", 7)]}, "1901", "differs", "19. Jh."),
        ({"P577": [claim("+1985-00-00T00:00:00Z", 8)]}, "1979", "differs", "1980er Jahre"),
        ({"P585": [claim("+1921-00-00T00:00:00Z")]}, "um 1925", "agrees", ""),
        ({"P585": [claim("+1921-00-00T00:00:00Z")]}, "nach 1900", "agrees", ""),
        ({"P585": [claim("+1921-00-00T00:00:00Z"), claim("+1922-00-00T00:00:00Z")]}, "1912", "differs", ""),
        (
            {"P585": [claim("+1921-00-00T00:00:00Z"), claim("+1922-00-00T00:00:00Z", rank="preferred")]},
            "1912",
            "differs",
            "1922",
        ),
        ({"P580": [claim("+1618-00-00T00:00:00Z")], "P582": [claim("+1648-00-00T00:00:00Z")]}, "1618", "agrees", ""),
        ({"P580": [claim("+1618-00-00T00:00:00Z")], "P582": [claim("+1648-00-00T00:00:00Z")]}, "1630", "within", ""),
        (
            {"P580": [claim("+1618-00-00T00:00:00Z")], "P582": [claim("+1648-00-00T00:00:00Z")]},
            "1650",
            "differs",
            "1618–1648",
        ),
        ({"P580": [claim("+1618-00-00T00:00:00Z")]}, "1630", "differs", "1618"),
        (
            {"P569": [claim("+1892-01-26T00:00:00Z", 11)], "P570": [claim("+1926-00-00T00:00:00Z")]},
            "1921",
            "within",
            "",
        ),
        (
            {"P569": [claim("+1892-01-26T00:00:00Z", 11)], "P570": [claim("+1926-00-00T00:00:00Z")]},
            "1892",
            "agrees",
            "",
        ),
        (
            {"P569": [claim("+1892-01-26T00:00:00Z", 11)], "P570": [claim("+1926-00-00T00:00:00Z")]},
            "1821",
            "differs",
            "",
        ),
        ({"P569": [claim("+1960-00-00T00:00:00Z")]}, "1999", "within", ""),
        ({"P569": [claim("+1960-00-00T00:00:00Z")]}, "1959", "differs", "1960"),
        ({"P571": [claim("-4540000000-00-00T00:00:00Z", 3)]}, "1959", "differs", ""),
        ({}, "1959", "undated", ""),
    ],
)
def test_a_card_beside_the_dates_of_its_item(claims: dict[str, Any], year: str, outcome: str, new: str) -> None:
    compared = compare(card(year), SERIES, dates(**claims))
    assert (compared.outcome, compared.new) == (outcome, new)


def test_a_card_without_a_year_is_not_compared() -> None:
    made = card("1900").model_copy(update={"interval": None})
    assert compare(made, SERIES, dates(P585=[claim("+1921-00-00T00:00:00Z")])).outcome == "undated"


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (claim("+1921-06-15T00:00:00Z", 11), "point in time 15.6.1921 (day)"),
        (claim("-0044-03-15T00:00:00Z", 11, calendar=JULIAN), "point in time 15.3.44 BC (day, Julian)"),
        (claim("+1600-12-00T00:00:00Z", 10, calendar=JULIAN), "point in time 12/1600 (month, Julian)"),
        (claim("+1600-00-00T00:00:00Z", 9, calendar=JULIAN), "point in time 1600 (year)"),
        (claim("-0044-00-00T00:00:00Z", 7), "point in time 1st century BC (century)"),
        (claim("-0004-00-00T00:00:00Z", 8), "point in time 4 BC (decade)"),
        (claim("-10000-00-00T00:00:00Z", 5), "point in time 10000 BC (give or take 10,000 years)"),
    ],
)
def test_a_date_is_said_with_its_precision(made: dict[str, Any], text: str) -> None:
    assert dates(P585=[made])[0].text == text


@pytest.mark.parametrize("precision", ["x", None, [9], {}, "nine"])
def test_a_claim_of_an_odd_precision_says_nothing(precision: Any) -> None:
    odd = claim("+1921-00-00T00:00:00Z")
    odd["mainsnak"]["datavalue"]["value"]["precision"] = precision
    found = dates(P585=[odd, claim("+1922-00-00T00:00:00Z")])
    assert [one.interval for one in found] == [YearInterval(1922, 1922)]
