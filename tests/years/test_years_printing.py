"""The printed form means the same, read again: tried on spans and alternatives composed of every kind of part."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.years import YearError, YearExpression, format_year, parse_year, parse_years
from pipeline.years.language import LANGUAGES

LANGUAGE = st.sampled_from(LANGUAGES)
MEANING = {"circa", "uncertain", "before", "after", "ongoing"}
NUMBERS = st.sampled_from([44, 476, 800, 1790, 1800, 1810, 1812, 1900, 1907, 2000])
ROMAN = {1: "I", 5: "V", 18: "XVIII", 19: "XIX"}

# Templates of a date by language: of a year `y`, a decade `d`, the century `c` as a number and `r` in Roman letters.
DATES = {
    "de": [
        "{y}", "{y} v. Chr.", "{y} n. Chr.", "12. Mai {y}", "Mai {y}", "Winter {y}", "{d}er Jahre", "{c}. Jh.",
        "{c}. Jh. v. Chr.", "Anfang {c}. Jh.", "Ende der {d}er Jahre", "Mitte {y}", "2. Hälfte {c}. Jh.", "{c}. Jt.",
        "18--", "195x", "{y}–1950", "vor {c} Mio. Jahren", "vor 300 000 Jahren",
    ],
    "en": [
        "{y}", "{y} BC", "AD {y}", "12 May {y}", "May {y}", "summer {y}", "{d}s", "{c}th century", "{c}th century BC",
        "early {c}th century", "late {d}s", "early {y}", "second half of the {c}th century", "18--", "195x", "{y}–1950",
        "{c} million years ago", "300 ka",
    ],
    "fr": [
        "{y}", "{y} av. J.-C.", "{y} apr. J.-C.", "12 mai {y}", "mai {y}", "été {y}", "années {d}", "{r}e siècle",
        "{r}e siècle av. J.-C.", "début du {r}e siècle", "fin des années {d}", "fin {y}",
        "seconde moitié du {r}e siècle", "18--", "195x", "{y}–1950", "il y a {c} millions d'années", "300 ka",
    ],
    "it": [
        "{y}", "{y} a.C.", "{y} d.C.", "12 maggio {y}", "maggio {y}", "estate {y}", "anni {d}", "{r} secolo",
        "{r} secolo a.C.", "inizio del {r} secolo", "fine degli anni {d}", "fine {y}", "seconda metà del {r} secolo",
        "18--", "195x", "{y}–1950", "{c} milioni di anni fa", "300 ka",
    ],
}  # fmt: skip
BEFORE = {
    "de": ["", "", "um ", "wohl ", "vor ", "nach ", "spätestens ", "frühestens ", "seit ", "vor dem ", "seit den "],
    "en": ["", "", "c. ", "probably ", "before ", "after ", "no later than ", "not before ", "since "],
    "fr": ["", "", "vers ", "vers les ", "peut-être ", "avant ", "après le ", "au plus tard en ",
           "au plus tôt en ", "depuis "],
    "it": ["", "", "circa ", "forse ", "prima del ", "dopo il ", "entro il ", "non prima del ", "dal "],
}  # fmt: skip
TIES = {
    "de": [" – ", " bis ", " oder ", "/", " und "],
    "en": [" – ", " to ", " or ", "/", " and "],
    "fr": [" – ", " à ", " ou ", "/", " et "],
    "it": [" – ", " a ", " o ", "/", " e "],
}


@st.composite
def dates(draw: st.DrawFn, language: str) -> str:
    """One date of any kind, with what may stand before and behind it."""
    century = draw(st.sampled_from(list(ROMAN)))
    number = draw(NUMBERS)
    words = draw(st.sampled_from(DATES[language]))
    text = words.format(y=number, d=number // 10 * 10, c=century, r=ROMAN[century])
    return draw(st.sampled_from(BEFORE[language])) + text + draw(st.sampled_from(["", "", "?", " (?)"]))


@st.composite
def expressions(draw: st.DrawFn) -> tuple[str, str]:
    """One to three dates, joined in any way, and their language."""
    language = draw(LANGUAGE)
    text = draw(dates(language))
    for _ in range(draw(st.integers(0, 2))):
        text += draw(st.sampled_from(TIES[language])) + draw(dates(language))
    return text, language


def _same_meaning(read: YearExpression, language: str) -> None:
    """Check the printed form, which all that words say has."""
    printed = format_year(read, language)
    again = parse_year(printed, language)
    said = (read.text, printed)
    assert (said, again.interval, again.flags & MEANING) == (said, read.interval, read.flags & MEANING)
    assert (said, format_year(again, language)) == (said, printed)


@settings(max_examples=400)
@given(expressions())
def test_the_printed_form_means_the_same_in_every_language(expression: tuple[str, str]) -> None:
    text, language = expression
    read = parse_years([text], language)[text]
    if isinstance(read, YearError):
        assert 0 <= read.offset <= len(text)
        for meant in read.suggestions:
            parse_year(meant, language)
        return
    for other in LANGUAGES:
        _same_meaning(read, other)


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_dates_of_any_kind_are_printed(language: str) -> None:
    """Every pair of kinds, in every language: what is understood is printed, and means the same."""
    words = [template.format(y=1812, d=1790, c=18, r="XVIII") for template in DATES[language]]
    understood = 0
    for first, tie, second in product(words, TIES[language][:3], words):
        try:
            read = parse_year(f"{first}{tie}{second}", language)
        except YearError:
            continue
        understood += 1
        for other in LANGUAGES:
            assert format_year(read, other)
    assert understood > 200
