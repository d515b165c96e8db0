"""What an expression carries besides its interval: kind, flags, comment, printed form, errors with place and advice."""

from typing import Any

import pytest

from pipeline.years import YearError, YearInterval, format_year, parse_year
from pipeline.years.explain import explain
from pipeline.years.profile import profile_named, profiles


@pytest.mark.parametrize(
    ("text", "printed", "edtf"),
    [
        ("1903-1907", "1903–1907", "1903/1907"),
        ("1903–07", "1903–1907", "1903/1907"),
        ("5. Jahrhundert v.Chr.", "5. Jh. v. Chr.", "-0499/-0400"),
        ("ca. 1900", "um 1900", "1895/1905"),
        ("nach 1815", "nach 1815", "1816/.."),
        ("bis 1500", "spätestens 1500", "../1500"),
        ("vor 66 Millionen Jahren", "vor 66 Mio. Jahren", "Y-66500000/Y-65500000"),
        ("wohl 1520", "1520 (?)", "1520?"),
        ("zwischen 1854 und 1861?", "1854–1861 (?)", "1854?/1861?"),
        ("79 nach Christus", "79 n. Chr.", "0079"),
        ("1 v. Chr.", "1 v. Chr.", "0000"),
        ("10000 v. Chr.", "10'000 v. Chr.", "-9999"),
        ("490 v. Chr. – 80 v. Chr.", "490 v. Chr. – 80 v. Chr.", "-0489/-0079"),
        ("14. Jh. – 15. Jh.", "14.–15. Jh.", "1301/1500"),
        ("50 v. Chr. bis 20 n. Chr.", "50 v. Chr. – 20 n. Chr.", "-0049/0020"),
        ("12.5.1987", "12. Mai 1987", "1987"),
        ("1949 bis heute", "seit 1949", "1949"),
    ],
)
def test_printed_and_edtf(text: str, printed: str, edtf: str) -> None:
    read = parse_year(text)
    assert (format_year(read, "de"), read.edtf) == (printed, edtf)


@pytest.mark.parametrize(
    ("text", "language", "printed"),
    [
        ("um 1900", "en", "around 1900"),
        ("5. Jh. v. Chr.", "en", "5th century BC"),
        ("5. Jh. v. Chr.", "fr", "Ve siècle av. J.-C."),
        ("5. Jh. v. Chr.", "it", "V secolo a.C."),
        ("2. Hälfte 19. Jh.", "en", "second half of the 19th century"),
        ("2. Hälfte 19. Jh.", "fr", "seconde moitié du XIXe siècle"),
        ("2. Hälfte 19. Jh.", "it", "seconda metà del XIX secolo"),
        ("21. Jh.", "en", "21st century"),
        ("11. Jh.", "en", "11th century"),
        ("1. Mai 1987", "fr", "1er mai 1987"),
        ("1950er Jahre", "fr", "années 1950"),
        ("vor den 1950er Jahren", "de", "vor den 1950er Jahren"),
        ("79 n. Chr.", "en", "AD 79"),
    ],
)
def test_printed_in_other_languages(text: str, language: str, printed: str) -> None:
    assert format_year(parse_year(text), language) == printed


@pytest.mark.parametrize(
    ("text", "flags"),
    [
        ("1903", set()),
        ("um 1900", {"circa"}),
        ("1520?", {"uncertain"}),
        ("vor 1500", {"before"}),
        ("spätestens 1500", {"before"}),
        ("nach 1500", {"after"}),
        ("seit 1387", {"ongoing"}),
        ("1903–", {"ongoing"}),
        ("wohl um 1900", {"circa", "uncertain"}),
        ("1903-07", {"ambiguous-month"}),
        ("1903–07", set()),
        ("1903-13", set()),
        ("1903/07", set()),
        ("1903.0", {"spreadsheet-float"}),
        ("1900 – um 1910", {"circa"}),
    ],
)
def test_flags(text: str, flags: set[str]) -> None:
    assert parse_year(text).flags == flags


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("1903", "year"),
        ("um 1903", "year"),
        ("Mai 1903", "date"),
        ("19. Jh.", "century"),
        ("2. Jt.", "millennium"),
        ("1950er", "decade"),
        ("Anfang 19. Jh.", "part"),
        ("Wende vom 18. zum 19. Jh.", "turn"),
        ("1903–1907", "span"),
        ("1903 oder 1904", "either"),
        ("vor 1500", "before"),
        ("frühestens 1500", "after"),
        ("seit 1500", "since"),
        ("vor 66 Mio. Jahren", "age"),
        ("18--", "mask"),
    ],
)
def test_kind(text: str, kind: str) -> None:
    assert parse_year(text).kind == kind


def test_comment_is_split_off() -> None:
    read = parse_year("um 1900 (Uraufführung in Bern)")
    assert (read.comment, read.text) == ("Uraufführung in Bern", "um 1900 (Uraufführung in Bern)")


@pytest.mark.parametrize(
    ("text", "code", "offset", "suggestion"),
    [
        ("68", "two-digit-year", 0, "68 n. Chr."),
        ("1907–1903", "reversed-span", 0, "1903–1907"),
        ("404–431 v. Chr.", "reversed-span", 0, "431–404 v. Chr."),
        ("1912-05", "reversed-span", 5, "Mai 1912"),
        ("um l923", "letter-for-digit", 3, "um 1923"),
        ("19O3", "letter-for-digit", 0, "1903"),
        ("167–63 v. Chr.", "ambiguous-span", 4, "167 v. Chr. – 63 v. Chr."),
        ("1789–89", "no-span", 4, "1789"),
        ("vor 3 Jahrhunderten", "length-of-time", 4, "3. Jh."),
        ("vor 2.588 Mio. Jahren", "ambiguous-number", 4, "vor 2588 Mio. Jahren"),
        ("vor 4,500 Mio. Jahren", "ambiguous-number", 4, "vor 4,5 Mio. Jahren"),
        ("00476", "leading-zero", 0, "476"),
        ("Mai 1900 – April 1900", "reversed-span", 0, "April 1900 – Mai 1900"),
        ("18. Jh. / 1920", "ambiguous-span", 8, "18. Jh. – 1920"),
        ("1903¹", "footnote", 4, "1903"),
        ("60er Jahre", "short-decade", 0, "1960er Jahre"),
        ("1900er Jahre", "ambiguous-decade", 0, "1900–1909"),
        ("199?", "ambiguous-mask", 0, "1990–1999"),
        ("MCMXIV", "roman-year", 0, "1914"),
        ("5. Jahrhundret v. Chr.", "unknown-word", 3, "5. jahrhundert v. Chr."),
        ("-43", "minus-sign", 0, "43 v. Chr."),
        ("1903,1907", "list", 4, "1903–1907"),
        ("1.969", "spreadsheet-number", 0, "1969"),
        ("12.5.87", "two-digit-year", 0, "12.5.1987"),
        ("um 68", "two-digit-year", 3, "um 68 n. Chr."),
        ("14–37", "two-digit-year", 0, "1914–37"),
        ("Mai '68", "two-digit-year", 4, "Mai 1968"),
        ("Mai 03", "spreadsheet-date", 0, "Mai 2003"),
        ("Mai-03", "spreadsheet-date", 0, "Mai 1903"),
        ("um 45234", "spreadsheet-serial", 3, "um 4. November 2023"),
        ("=1903", "formula", 0, "1903"),
        ("16. und 18. Jh.", "list", 4, "16. oder 18. Jh."),
        ("1903, 1905, 1907", "list", 4, "1903 oder 1905 oder 1907"),
        ("1903 in Bern", "unexpected", 5, "1903 (in Bern)"),
        ("„1903“", "unknown-word", 0, "1903"),
        ("44 (v. Chr.)", "unclear-comment", 3, "44 v. Chr."),
        ("27 v. Chr. – 14", "missing-era", 13, "27 v. Chr. - 14 n. Chr."),
        ("kurz vor 1500", "vague", 0, "um 1500"),
        ("vor ca. 1500", "vague", 4, "vor 1500"),
        ("66 Mio. Jahre", "incomplete", 0, "vor 66 Mio. Jahren"),
        ("5. v. Chr.", "incomplete", 0, "5. Jh. v. Chr."),
        ("Wende zum 20. Jh.", "ambiguous-turn", 10, "Wende vom 19. zum 20. Jh."),
        ("Anfang der 60er Jahre", "short-decade", 0, "Anfang der 1960er Jahre"),
        ("Anfang der 1900er Jahre", "ambiguous-decade", 0, "Anfang 20. Jh."),
        ("500er Jahre v. Chr.", "ambiguous-decade", 0, "599–500 v. Chr."),
        ("XlX. Jh.", "letter-for-digit", 0, "XIX. Jh."),
    ],
)
def test_error_says_where_and_what_may_be_meant(text: str, code: str, offset: int, suggestion: str) -> None:
    with pytest.raises(YearError) as caught:
        parse_year(text)
    error = caught.value
    assert (error.code, error.offset) == (code, offset)
    assert suggestion in error.suggestions


@pytest.mark.parametrize(
    ("text", "code", "offset"),
    [
        ("", "empty", 0),
        ("27 v. Chr. – 395", "missing-era", 13),
        ("0 v. Chr.", "year-zero", 0),
        ("0. Jh.", "century-zero", 0),
        ("Mai 03", "spreadsheet-date", 0),
        ("45234", "spreadsheet-serial", 0),
        ("=SUMME(A1)", "formula", 0),
        ("1903 Krieg", "unknown-word", 5),
        ("\u200bum\u00a0Krieg", "unknown-word", 4),
        ("1903, 1907", "list", 4),
        ("o. J.", "undated", 0),
        ("29. Februar 1900", "impossible-date", 0),
        ("kurz vor 1500", "vague", 0),
        ("vor 200 Jahren", "needs-reference-year", 4),
        ("1" * 201, "too-long", 200),
    ],
)
def test_error_codes(text: str, code: str, offset: int) -> None:
    with pytest.raises(YearError) as caught:
        parse_year(text)
    assert (caught.value.code, caught.value.offset) == (code, offset)


@pytest.mark.parametrize("text", ["C19", "C19th", "late C19"])
def test_the_c_of_a_century_is_explained(text: str) -> None:
    with pytest.raises(YearError) as caught:
        parse_year(text, "en")
    assert caught.value.code == "ambiguous-century"
    assert "19th century" in caught.value.suggestions


def test_conventions_of_a_series() -> None:
    assert parse_year("um 1900", circa=10).interval == YearInterval(1890, 1910)
    assert parse_year("um 1900", circa=0).interval == YearInterval(1900, 1900)
    assert parse_year("seit 1387", ongoing="open").interval == YearInterval(1387, None)
    assert parse_year("vor 200 Jahren", reference_year=2024).interval == YearInterval(1824, 1824)


@pytest.mark.parametrize(("language", "profile"), [("xx", "rulebook"), ("de", "guesswork")])
def test_unknown_conventions_are_refused(language: str, profile: str) -> None:
    with pytest.raises(YearError, match="known are"):
        parse_year("1903", language, profile)


@pytest.mark.parametrize(
    "conventions",
    [{"circa": -3}, {"circa": "5"}, {"circa": 2.5}, {"ongoing": "later"}, {"reference_year": "2024"}],
)
def test_wrong_conventions_are_refused(conventions: dict[str, Any]) -> None:
    with pytest.raises(YearError) as caught:
        parse_year("um 1900", **conventions)
    assert caught.value.code == "wrong-convention"


@pytest.mark.parametrize("text", [None, 1903, b"1903"])
def test_what_is_no_text_is_a_type_error(text: Any) -> None:
    with pytest.raises(TypeError, match="is a text"):
        parse_year(text)


def test_what_no_words_say_is_unprintable() -> None:
    read = parse_year("1790~/1810")
    with pytest.raises(YearError) as caught:
        format_year(read, "de")
    assert caught.value.code == "unprintable"


@pytest.mark.parametrize(
    ("profile", "language", "text", "earliest", "latest"),
    [
        ("ssrq", "de", "um 1700", 1690, 1710),
        ("ssrq", "de", "Mitte 15. Jh.", 1440, 1460),
        ("ssrq", "de", "vor 1700", 1675, 1699),
        ("ssrq", "de", "nach 1700", 1701, 1725),
        ("ssrq", "de", "vor 20. November 1700", 1700, 1700),
        ("museum", "en", "19th century", 1800, 1899),
        ("museum", "en", "exhibited 1835", 1835, 1835),
        ("museum", "en", "late 18th century", 1775, 1799),
        ("museum", "en", "1834–5, ?exhibited 1835", 1834, 1835),
        ("museum", "en", "1913, posthumous cast", 1913, 1913),
        ("museum", "de", "1913, späterer Guss", 1913, 1913),
        ("ssrq", "de", "nach 1480, vor 1500", 1481, 1499),
        ("hgv", "de", "V v.Chr.", -499, -400),
        ("hgv", "de", "Mitte – Ende V", 426, 500),
        ("hgv", "de", "Mitte III – Anfang (?) V", 226, 425),
    ],
)
def test_profiles(profile: str, language: str, text: str, earliest: int, latest: int) -> None:
    read = parse_year(text, language, profile)
    assert read.interval == YearInterval(earliest, latest)
    assert parse_year(format_year(read, language), language, profile).interval == read.interval


@pytest.mark.parametrize("text", ["V", "exhibited 1835"])
def test_profiles_do_not_leak_into_the_rulebook(text: str) -> None:
    with pytest.raises(YearError):
        parse_year(text, "en")


@pytest.mark.parametrize("text", ["1951, cast 1962", "1903, 1903", "1903,", "exhibited 1835, 1835"])
def test_a_second_year_that_adds_something_is_refused(text: str) -> None:
    with pytest.raises(YearError) as caught:
        parse_year(text, "en", "museum")
    assert caught.value.code == "list"


def test_explanation_names_years_and_rules() -> None:
    said = explain(parse_year("um 3 v. Chr."), profile_named("rulebook"))
    assert said == "8 BC to AD 3: around means five years either side (rulebook), and there is no year 0"


def test_a_width_that_was_asked_for_is_not_the_rulebook() -> None:
    conventions = profile_named("rulebook")._replace(circa=100)
    said = explain(parse_year("um 1900", circa=100), conventions)
    assert said == "1800 to 2000: around means 100 years either side (as asked)"


def test_a_round_decade_beside_another_is_explained() -> None:
    said = explain(parse_year("1800s–1810s", "en"), profile_named("rulebook"))
    assert "beside another decade, 1800s is the decade" in said


def test_every_profile_is_explained() -> None:
    for profile in profiles().values():
        assert explain(parse_year("um 19. Jh.", profile=profile.name), profile).endswith(f"({profile.name})")


@pytest.mark.parametrize(
    "conventions",
    [
        {"language": []},
        {"language": None},
        {"profile": {}},
        {"profile": None},
        {"circa": 1.5},
        {"circa": True},
        {"circa": []},
        {"reference_year": "2024"},
        {"ongoing": []},
    ],
)
def test_conventions_that_do_not_exist_are_refused(conventions: dict[str, Any]) -> None:
    with pytest.raises(YearError):
        parse_year("um 1987", **conventions)
