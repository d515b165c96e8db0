"""Why two cards are one event, told in German on German pages: each reason that there is."""

import csv
import re
from pathlib import Path

import pytest
from duplicates_samples import card

from pipeline.cards import Card
from pipeline.desk.explaining import because
from pipeline.duplicates import Pair, compare, compare_all, reasons
from pipeline.publish.german import german
from pipeline.sources import parse_sources

PAIRS = list(csv.DictReader((Path(__file__).parent / "pairs.csv").read_text(encoding="utf-8").splitlines()))
MANY = "Bern, Basel, Chur, Davos, Genf, Olten und Zug feiern"
FEWER = "feiern Bern, Basel, Chur, Davos, Genf und Olten"
CITED = card("b:1", "Rom brennt.", -63).model_copy(
    update={"sources": parse_sources("Tacitus; states: 64 n. Chr. | https://www.example.org/a/b")}
)


def sides(row: dict[str, str], second: int) -> tuple[Card, Card]:
    one, other = (card(f"{side}:1", {row[f"lang_{side}"]: row[f"text_{side}"]}, 1) for side in "ab")
    return one, other.model_copy(update={"interval": card("b:1", "", second).interval})


def english(told: str) -> set[str]:
    """The English words of a text, but for what stands in back quotes."""
    words = set(re.findall(r"[a-z]+", re.sub(r"`[^`]*`", "", told)))
    return words & {"the", "of", "has", "have", "each", "other", "years", "only", "and", "more", "cites", "they"}


@pytest.mark.parametrize("reason", [*reasons.FOR.values(), *reasons.AGAINST.values()])
def test_each_feature_has_german_words(reason: reasons.Reason) -> None:
    assert german(reason.words.format("61 %"), "pairs")


def test_each_reason_of_a_labelled_pair_has_german_words() -> None:
    pairs: list[Pair] = compare_all([sides(row, year) for row in PAIRS[::4] for year in (1, 2, 9)])
    told = {reason for pair in pairs for reason in pair.reasons}
    assert len(told) > 200
    assert {reason for reason in told if (german := because([reason], "de")).quoted or english(german.text)} == set()


@pytest.mark.parametrize(
    ("length", "told"), [(100, "haben dieselben Wörter"), (5_000, "beginnen mit denselben Wörtern")]
)
def test_of_endless_texts_no_more_is_said_than_is_read(length: int, told: str) -> None:
    ends = ("", "") if length == 100 else (" Rom", " Bern")
    first, second = (card(f"{code}:1", "Feuer " * length + end, 64) for code, end in zip("ab", ends, strict=True))
    assert because(compare(first, second).reasons, "de").text.startswith(f"die Texte {told}")


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        (
            card("a:1", "Rom brennt.", 64),
            CITED,
            "bei einem von ihnen fehlt „v. Chr.“ oder steht zu Unrecht; a:1 nennt keine Quelle",
        ),
        (card("a:1", "Rom brennt.", 64), CITED, "b:1 nennt Tacitus (64 n. Chr.); www.example.org"),
        (card("a:1", "Rom brennt.", -63), card("b:1", "Rom brennt."), "; das liegt 1963 Jahre auseinander"),
        (
            card("a:1", "Rom brennt.", -63),
            card("b:1", "Rom brennt.", -64),
            "vielleicht hat jemand ein Jahr null gezählt",
        ),
        (card("a:1", "Rom brennt.", None), card("b:1", "Rom brennt."), "ein unlesbares Jahr passt zu jedem"),
        (card("a:1", f"In Rom {MANY}."), card("b:1", "In Rom feiern"), "`Genf` (und 2 weitere Wörter); auf beiden"),
        (card("a:1", f"In Rom {FEWER}."), card("b:1", "In Rom feiern"), "`Genf` (und ein weiteres Wort); auf beiden"),
        (
            card("a:1", "Rom brennt."),
            card("b:1", "Rom brennt.").model_copy(update={"year": "July 1900"}),
            "auf den Karten steht `1900` und `July 1900`; das überschneidet sich",
        ),
        (
            card("a:1", "Ganz Rom brennt sechs Tage", 64, {"de": "Kaiser Nero singt dazu."}),
            card("b:1", "Kaiser Nero lässt Rom brennen", 64),
            "nur a:1 hat `sechs`, `Tage`; nur der Kommentar von a:1 hat `singt`, `dazu`; auf beiden steht `64`",
        ),
    ],
)
def test_what_years_and_words_say_is_told_in_german(first: Card, second: Card, told: str) -> None:
    pair = compare(first, second)
    assert pair.why == because(pair.reasons, "en").text
    assert told in because(pair.reasons, "de").text


def test_what_has_no_german_words_is_a_quotation_as_a_whole() -> None:
    assert because(["both have `Rom`", "nobody foresaw this"], "de") == ("", "both have `Rom`; nobody foresaw this")


def test_a_word_that_both_have_twice_is_named_once() -> None:
    pair = compare(card("a:1", "Schafe und Schafe fliegen."), card("b:1", "Schafe, nur Schafe fliegen."))
    assert pair.reasons[0] == "both have `Schafe`, `fliegen`"
