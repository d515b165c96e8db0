"""The commands that draft the corrigendum of a conflict: in the words of the card's series, for its newest edition."""

import pytest

from pipeline.cards import Card, Series
from pipeline.duplicates import Printed, drafts
from pipeline.duplicates.pair import slip_of
from pipeline.years import parse_year


def series(code: str, language: str) -> Series:
    colour = {"cmyk": (0, 0, 0, 70), "srgb": "#4d4d4d"}
    return Series.model_validate({"code": code, "languages": [language], "titles": {language: code}, "colour": colour})


def printed(code: str, language: str, year: str, edition: int | None = None) -> Printed:
    known = series(code, language)
    interval = known.read_year(year).interval
    card = Card(id="1", series=code, event={language: "Rom"}, year=year, interval=interval)
    return Printed(card, known, edition)


def new_values(first: Printed, second: Printed) -> list[str]:
    return [line.split("'")[1] for line in drafts(first, second)]


@pytest.mark.parametrize(
    ("german", "english", "to_german", "to_english"),
    [
        ("44 v. Chr.", "AD 44", "44 n. Chr.", "44 BC"),
        ("um 600", "600 BC", "600 v. Chr.", "around 600"),
        ("5. Jh. v. Chr.", "5th century", "5. Jh.", "5th century BC"),
        ("333 v. Chr.", "c. 333", "um 333", "333 BC"),
        ("14. Jh.", "15th century", "15. Jh.", "14th century"),
        ("vor 1500", "1600–1610", "1600–1610", "before 1500"),
        ("1903", "1905", "1905", "1903"),
        ("3. Mai 1903", "winter 1905", "Winter 1905", "3 May 1903"),
    ],
)
def test_the_new_year_is_in_the_language_of_the_card_to_be_corrected(
    german: str, english: str, to_german: str, to_english: str
) -> None:
    first, second = printed("a", "de", german), printed("b", "en", english)
    assert new_values(first, second) == [to_german, to_english]
    for wrong, new, right in ((first, to_german, second), (second, to_english, first)):
        assert right.card.interval is not None
        assert wrong.series.read_year(new).interval.overlaps(right.card.interval)


def test_a_year_in_the_same_language_stays_as_it_is_written() -> None:
    assert new_values(printed("a", "de", "ca. 600"), printed("b", "de", "17. Jhd.")) == ["17. Jhd.", "ca. 600"]


def test_the_edition_is_named_if_it_must_be() -> None:
    first, second = drafts(printed("a", "de", "1903", 1), printed("b", "de", "1905"))
    assert first == "wildmix corrigenda report --card a:1 --edition 1 --new '1905' --reason 'b:1 tells the same event'"
    assert second == "wildmix corrigenda report --card b:1 --new '1903' --reason 'a:1 tells the same event'"


def test_years_that_overlap_need_no_draft() -> None:
    assert drafts(printed("a", "de", "um 1903"), printed("b", "en", "1905")) == ()


ERA = "an era is wrong or missing in one of them"
ZERO = "perhaps somebody counted a year zero"


@pytest.mark.parametrize(
    ("first", "second", "slip"),
    [
        ("44 BC", "AD 44", ERA),
        ("around 600", "600 BC", ERA),
        ("333 BC", "c. 333", ERA),
        ("480–470 BC", "475", ERA),
        ("5th century BC", "5th century", ERA),
        ("431–404 BC", "404–431", ERA),
        ("AD 44", "43 BC", f"{ERA}, and {ZERO}"),
        ("45 BC", "AD 44", f"{ERA}, and {ZERO}"),
        ("44 BC", "43 BC", ZERO),
        ("753 BC", "754 BC", ZERO),
        ("AD 44", "42 BC", ""),
        ("AD 44", "AD 45", ""),
        ("100 BC", "700", ""),
        ("before 300 BC", "300", ""),
        ("30 BC – AD 14", "AD 20", ""),
        ("1903", "1911", ""),
    ],
)
def test_slips_of_the_era_are_seen_in_approximate_years_too(first: str, second: str, slip: str) -> None:
    ours, theirs = (parse_year(text, "en").interval for text in (first, second))
    assert slip_of(ours, theirs) == slip
    assert slip_of(theirs, ours) == slip
