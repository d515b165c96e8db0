"""What the desk says: every word in both languages, none missing, none left over."""

import re
from datetime import date
from pathlib import Path

import pytest

from pipeline.desk.words import speech, words
from pipeline.publish.report import report_words
from pipeline.publish.speech import LANGUAGES, common_words
from pipeline.years import YearInterval

ROOT = Path(__file__).parents[2]
DESK = ROOT / "pipeline" / "desk"
CALL = re.compile(r"""say(?:\(\))?\(\s*f?["']([^"'{]+?)["'{]""")
PART = re.compile(r"\{\d*\}")
SAID_IN_PARTS = {
    "say({true:": ("agrees", "disagrees", "not comparable"),
    "homes, name, address": ("overview", "letters", "duplicates", "timeline", "printing"),
    "key, letter in": ("earlier", "zoom in", "zoom out", "later", "all time"),
    "flip right": ("flip right", "flip wrong"),
    "edition exists": ("edition exists", "edition to be made"),
    "cannot be used": ("cannot be used", "not mixed"),
}


def used() -> set[str]:
    texts = [path.read_text(encoding="utf-8") for path in (*DESK.rglob("*.html"), *DESK.rglob("*.py"))]
    found = {match for text in texts for match in CALL.findall(text)}
    return found | {key for keys in SAID_IN_PARTS.values() for key in keys}


def test_all_that_is_said_has_words() -> None:
    known = {**common_words(), **words()}
    missing = {key for key in used() if key not in known and not any(each.startswith(key) for each in known)}
    assert missing == set()


def test_no_words_are_left_over() -> None:
    said = used()
    beginnings = tuple(key for key in said if key.endswith(" "))
    states = {"nothing more"} | {f"status {code}" for code in (400, 403, 404, 405, 413, 500)}
    errors = {"bad host", "bad origin", "bad token", "bad form", "stale", "impossible", "not written"}
    left = {key for key in words() if key not in said | states | errors and not key.startswith(beginnings)}
    assert left == set()


SAID = {**common_words(), **report_words(), **words()}


@pytest.mark.parametrize("key", SAID)
def test_both_languages_say_the_same(key: str) -> None:
    german, english = SAID[key]
    assert german.strip()
    assert english.strip()
    for one, other in zip(german.split("|"), english.split("|"), strict=True):
        assert len(PART.findall(one)) == len(PART.findall(other))


def test_numbers_days_and_years_are_written_as_people_do() -> None:
    german, english = (speech(language) for language in LANGUAGES)
    assert (german("cards", 11088), english("cards", 11088)) == ("11.088 Karten", "11,088 cards")
    assert (german("cards", 1), english("cards", 1)) == ("1 Karte", "1 card")
    assert [german("share", number) for number in (1.0, 2.0, 2.5)] == ["ein Anteil", "2 Anteile", "2,5 Anteile"]
    assert [english("share", number) for number in (1.0, 2.0, 2.5)] == ["one share", "2 shares", "2.5 shares"]
    assert german("edition made", 1, "3") == "Auflage 3 ist hergestellt; ein Feld ist anders als in der vorigen."
    assert english("edition made", 2, "3") == "Edition 3 is made; 2 fields differ from the one below."
    assert (german.percent(0.042), english.percent(0.042)) == ("4,2 %", "4.2%")
    assert (german.day(date(2026, 3, 1)), english.day(date(2026, 3, 1))) == ("1.3.2026", "1 Mar 2026")
    assert (german.year(-43), english.year(-43), english.year(0)) == ("44 v. Chr.", "44 BC", "1 BC")
    assert german.year(-66_000_000) == "vor 66 Mio. Jahren"
    assert german.year(-13_850_000_000) == "vor 13\u202f850 Mio. Jahren"
    assert english.year(-13_850_000_000) == "13,850 million years ago"
    assert (german.year(-999_600_000), german.year(-1_500_000)) == ("vor 1\u202f000 Mio. Jahren", "vor 1,5 Mio. Jahren")
    assert (german.year(-998_000), german.year(-18_000)) == ("vor 1 Mio. Jahren", "vor 20\u202f000 Jahren")
    assert english.years(YearInterval(None, 1500)) == "up to 1500"
    assert german.years(YearInterval(-42, 5)) == "43 v. Chr. – 5"
