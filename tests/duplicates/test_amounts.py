"""Amounts: one in any of its spellings is one number, and two different ones clash."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.duplicates import EventText, score_texts
from pipeline.duplicates.normalise import normalise


def numbers(text: str, language: str) -> list[Fraction | int]:
    return [word.number for word in normalise(text, language).told if word.number is not None]


@pytest.mark.parametrize(
    ("value", "german", "english"),
    [
        (
            2_500_000,
            "2,5 Millionen|2.500.000|2 500 000|2\u2009500\u2009000|2’500’000|zweieinhalb Millionen|2,5 Mio.",
            "2.5 million|2,500,000|2 500 000|2½ million|two and a half million|two million five hundred thousand",
        ),
        (2_600_000, "Zwei Millionen sechshunderttausend|2,6 Millionen", "two million six hundred thousand"),
        (500_000, "500.000|eine halbe Million|fünfhunderttausend", "500,000|half a million|a half-million"),
        (1_500_000, "anderthalb Millionen|eineinhalb Millionen", "a million and a half|one and a half million"),
        (100_000, "Hunderttausend|100.000|hundert Tausend", "a hundred thousand|one hundred thousand|100,000"),
        (120_000, "hundertzwanzigtausend", "one hundred and twenty thousand"),
        (101, "101|hunderteins|hundertundeins", "101|one hundred one|one hundred and one|one-hundred-and-one"),
        (1500, "1.500|1500|fünfzehnhundert|eintausendfünfhundert", "1,500|fifteen hundred|one thousand five hundred"),
        (1984, "Neunzehnhundertvierundachtzig", "nineteen eighty-four|nineteen hundred and eighty-four"),
        (1234, "tausendzweihundertvierunddreißig", "one thousand two hundred and thirty-four"),
        (12, "ein Dutzend|zwölf|12|Dutzend", "a dozen|twelve|one dozen"),
        (6, "ein halbes Dutzend|sechs", "half a dozen|six"),
        (Fraction(3, 2), "anderthalb|eineinhalb|1,5|1½|1,500", "one and a half|1.5|1½|1.500"),
        (10**9, "eine Milliarde|1 Mrd.", "a billion|1bn"),
        (10**12, "eine Billion|1.000 Milliarden", "a trillion|1,000 billion"),
        (21, "der 21. Zusatz|der einundzwanzigste|einundzwanzigster", "the 21st|the twenty-first|the twenty first"),
        (200, "zum zweihundertsten Mal", "the two hundredth time|the 200th time"),
        (14, "Ludwig XIV. stirbt|Ludwig der Vierzehnte|der 14. Ludwig", "Louis XIV|Louis the Fourteenth"),
        (42, "Super Bowl XLII", "Super Bowl XLII|Super Bowl 42"),
        (30, "dreißigjährig|30-jährig|dreißigjähriger Friede|30 Jahre", "thirty-year|30-year|30 years"),
        (3, "dreimal|dreifache|dreitägig", "thrice|three times|three-day"),
        (100, "100-m-Lauf|100 Meter|100m", "100 metres|100m|one-hundred-metre dash"),
        (50, "50 %|50 Prozent|fünfzig Prozent", "50 %|50 percent|fifty per cent"),
        (218, "§ 218|Paragraph 218", "section 218"),
        (1, "Nummer eins|Otto I. siegt", "number one|Air Force One"),
    ],
)
def test_one_amount_in_any_of_its_spellings_is_one_number(value: Fraction | int, german: str, english: str) -> None:
    for language, spellings in (("de", german), ("en", english)):
        for spelling in spellings.split("|"):
            assert numbers(spelling, language) == [value], spelling


@pytest.mark.parametrize(
    ("text", "language", "values"),
    [
        ("Tausende fliehen, Millionen hungern, Zehntausende sterben", "de", []),
        ("Thousands flee, millions starve, tens of thousands die", "en", []),
        ("Mehrere hundert Menschen und viele Millionen Mark", "de", []),
        ("Several hundred people, a few thousand marks", "en", []),
        ("An elf, no one and a man and a half", "en", []),
        ("Ein Achtungszeichen von Einstein am Jahrhundertende", "de", []),
        ("am 20.7.1969", "de", []),
        ("between two hundred and three hundred", "en", [200, 300]),
        ("between one million and two million", "en", [10**6, 2 * 10**6]),
        ("Of the hundred, twenty die", "en", [100, 20]),
        ("two and three are five", "en", [2, 3, 5]),
        ("Er siegt 3:2", "de", [3, 2]),
        ("1914–18, 1914-1918, 1918/19, 1999-11", "de", [1914, 1918, 1914, 1918, 1918, 1919, 1999, 11]),
        ("in 1066 200 ships", "en", [1066, 200]),
        ("2,5 millions", "fr", [2_500_000]),
    ],
)
def test_what_is_no_amount_or_two_is_not_read_as_one(text: str, language: str, values: list[int]) -> None:
    assert numbers(text, language) == values


@given(st.integers(min_value=0, max_value=10**12))
def test_signs_between_thousands_change_nothing(value: int) -> None:
    english = f"{value:,}"
    assert numbers(english, "en") == numbers(str(value), "en") == [value]
    assert [numbers(english.replace(",", sign), "de") for sign in ".’ \u202f"] == [[value]] * 4


@given(st.integers(0, 999), st.integers(0, 99))
def test_the_decimal_point_is_a_comma_in_german(whole: int, part: int) -> None:
    value = whole + Fraction(part, 100)
    assert numbers(f"{whole},{part:02}", "de") == numbers(f"{whole}.{part:02}", "en") == [value]


def clashes(first: str, second: str, languages: str) -> bool:
    features = score_texts(EventText(first, languages[:2]), EventText(second, languages[2:])).features
    return bool(features) and features["number_clash"] > 0


@pytest.mark.parametrize(
    ("first", "second", "languages"),
    [
        ("2,5 Millionen Menschen hungern", "3,5 Millionen Menschen hungern", "dede"),
        ("2.5 million people starve", "25 million people starve", "enen"),
        ("Half a million people march", "Eine Million Menschen marschiert", "ende"),
        ("Die Reise dauert anderthalb Jahre", "Die Reise dauert zweieinhalb Jahre", "dede"),
        ("A dozen ships leave Genoa", "Two dozen ships leave Genoa", "enen"),
        ("The twenty-first amendment", "The twenty-second amendment", "enen"),
        ("The debt is 4 billion marks", "Die Schuld beträgt 4 Billionen Mark", "ende"),
        ("1.500 ships sail to Troy", "1.500 Schiffe segeln nach Troja", "ende"),
        ("Deutschland besiegt Ungarn 3:2", "Deutschland besiegt Ungarn 4:2", "dede"),
        ("Heard three thousand miles away", "Heard two thousand miles away", "enen"),
        ("Windows 3.0 is released", "Windows 3.1 is released", "enen"),
    ],
)
def test_two_amounts_clash(first: str, second: str, languages: str) -> None:
    assert clashes(first, second, languages)
    features = score_texts(EventText(first, languages[:2]), EventText(second, languages[2:])).features
    assert features["number_beyond"] == 0  # is told once


def test_miles_and_kilometres_do_not_clash() -> None:
    assert not clashes("It is heard three thousand miles away", "Es ist fünftausend Kilometer weit zu hören", "ende")


@pytest.mark.parametrize(
    ("first", "second", "languages"),
    [
        ("Dune premieres", "Dune: Part Two premieres", "enen"),
        ("Der Film „Rocky“ kommt ins Kino.", "Der Film „Rocky III“ kommt ins Kino.", "dede"),
        ("Apollo 11 launches from Florida", "Apollo launches from Florida", "enen"),
        ("Sony stellt die PlayStation vor.", "Sony stellt die PlayStation 4 vor.", "dede"),
        ("The World War ends", "World War II ends", "enen"),
        ("Der Weltkrieg beginnt.", "World War II begins.", "deen"),
        ("Ludwig wird König von Frankreich.", "Ludwig XIV. wird König von Frankreich.", "dede"),
        ("The Vatican Council opens in Rome", "The Second Vatican Council opens in Rome", "enen"),
        ("Das Erste Vatikanische Konzil wird eröffnet.", "Das Zweite Vatikanische Konzil wird eröffnet.", "dede"),
    ],
)
def test_a_number_that_alone_says_which_of_several_clashes(first: str, second: str, languages: str) -> None:
    assert clashes(first, second, languages)


@pytest.mark.parametrize(
    ("first", "second", "languages"),
    [
        ("Columbus reaches America with three ships", "Columbus reaches America", "enen"),
        (
            "Die Hindenburg verbrennt in Lakehurst, 36 Menschen sterben.",
            "Die Hindenburg verbrennt in Lakehurst.",
            "dede",
        ),
        ("Queen Elizabeth opens the Channel Tunnel", "Queen Elizabeth II opens the Channel Tunnel", "enen"),
        ("Zar Nikolaus dankt ab.", "Nikolaus II. dankt als Zar ab.", "dede"),
        ("Sputnik 1 is launched", "Sputnik is launched", "enen"),
        ("Henry VIII beheads Anne Boleyn", "König Heinrich lässt Anne Boleyn enthaupten.", "ende"),
        ("Two brothers send a sheep up over a palace", "Louis XVI watches a sheep float off over a palace", "enen"),
    ],
)
def test_a_number_that_one_text_adds_or_a_ruler_without_his_does_not(first: str, second: str, languages: str) -> None:
    assert not clashes(first, second, languages)
