"""Cards in two languages: what stands on them, and what is said of texts that are missing."""

import pypdfium2 as pdfium  # type: ignore[import-untyped]  # has no types
import pytest
from pdf_samples import MM, home, make_card, make_deck, make_series

from pipeline.cards import Card, Deck
from pipeline.pdf import Profile, profile_text, read_profile
from pipeline.pdf.faces import Composer, FaceContent
from pipeline.pdf.readback import read_cards
from pipeline.pdf.render import render_deck


def two_languages(second: str = "en") -> Profile:
    profile, findings = read_profile(profile_text("two-languages"), "two-languages.toml")
    assert profile is not None
    assert findings == []
    return profile.model_copy(update={"face": profile.face.model_copy(update={"second_language": second})})


def make_pair(number: int, year: str = "um 1900", **texts: str) -> Card:
    card = make_card(number, "Ein Schiff fährt los.", year, "Es kam nie an.")
    return card.model_copy(
        update={
            "event": {**card.event, "en": texts.get("event", "A ship sets out.")},
            "comment": {**card.comment, "en": texts.get("comment", "It never arrived.")},
        }
    )


def deck_of(*cards: Card) -> Deck:
    return Deck("frauen/1", {"frauen": make_series()}, cards, 1)


def texts(content: FaceContent) -> list[str]:
    return [line.text for line in content.lines]


def test_the_second_language_stands_below_the_first_and_smaller() -> None:
    composer = Composer(deck_of(make_pair(1)), two_languages(), "de")
    front = composer.front(make_pair(1))
    assert texts(front) == ["Ein Schiff fährt los.", "A ship sets out."]
    assert [line.size for line in front.lines] == [14, 10.5]
    assert front.lines[0].y > front.lines[1].y
    back = composer.back(make_pair(1))
    assert texts(back) == ["um 1900", "around 1900", "Es kam nie an.", "It never arrived.", "Frauen", "F001"]
    assert composer.findings == []


@pytest.mark.parametrize(("year", "shown"), [("1900", ["1900"]), ("5. Jh.", ["5. Jh.", "5th century"])])
def test_a_year_stands_twice_only_where_the_languages_write_it_differently(year: str, shown: list[str]) -> None:
    composer = Composer(deck_of(make_pair(1, year)), two_languages(), "de")
    assert [text.replace("\N{NO-BREAK SPACE}", " ") for text in texts(composer.back(make_pair(1, year)))][:-4] == shown


def test_the_language_of_the_print_is_not_its_own_second() -> None:
    one = Composer(deck_of(make_pair(1)), two_languages("de"), "de")
    assert texts(one.front(make_pair(1))) == ["Ein Schiff fährt los."]
    assert one.findings == []


def test_a_text_that_is_missing_in_the_second_language_is_left_out_and_said() -> None:
    cards = (make_pair(1), make_pair(2, event="", comment=""))
    printed, findings = render_deck(deck_of(*cards), two_languages(), "de")
    assert printed is not None
    assert [(found.code, found.card, found.message) for found in findings] == [
        ("WM605", "F002", "card `F002` has its event in `de`, not in `en`; it is left out"),
        ("WM605", "F002", "card `F002` has its comment in `de`, not in `en`; it is left out"),
    ]


def test_a_language_that_no_card_has_is_one_finding_for_each_kind_of_text() -> None:
    deck = make_deck(["Eins.", "Zwei.", "Drei."])
    _, findings = render_deck(deck, two_languages("en"), "de")
    assert [(found.code, found.card) for found in findings] == [("WM605", None)] * 2
    _, findings = render_deck(deck, home(), "en")
    assert [found.message for found in findings] == [
        "no card of `frauen/1` has its event in `en`; it is printed in another language",
        "no card of `frauen/1` has its comment in `en`; it is left out",
    ]


def test_the_event_is_printed_once_if_only_the_second_language_has_it() -> None:
    card = make_pair(1).model_copy(update={"event": {"en": "A ship sets out."}})
    composer = Composer(deck_of(card), two_languages(), "de")
    assert texts(composer.front(card)) == ["A ship sets out."]
    assert [found.message for found in composer.findings] == [
        "card `F001` has its event in `en`, not in `de`; it is printed in another language"
    ]


def test_long_texts_in_two_languages_stay_on_the_card_and_apart() -> None:
    long = "Wer hätte gedacht, dass die Straßenbahn von Konstantinopel einmal so lang wäre? " * 5
    card = make_pair(1, "um 1900", event=long, comment=long).model_copy(
        update={"event": {"de": long, "en": long}, "comment": {"de": long, "en": long}}
    )
    composer = Composer(deck_of(card), two_languages(), "de")
    for content in (composer.front(card), composer.back(card)):
        heights = [line.y for line in content.lines][:-2]
        assert heights == sorted(heights, reverse=True)
        assert len(set(heights)) == len(heights)
        assert all(line.x >= 6 * MM - 0.01 and line.y >= 6 * MM - 0.01 for line in content.lines)
        assert all(line.y + line.size * 0.7 <= 86 * MM for line in content.lines)


LONG = "Es kam nie an, obwohl alle Häfen des Ostens nach ihm suchten und der König Boten sandte. "


@pytest.mark.parametrize("times", [1, 3, 4])
@pytest.mark.parametrize("short", ["No.", "Never.", "Lost at sea with all hands."])
def test_a_short_comment_stands_as_large_as_the_long_one(short: str, times: int) -> None:
    for german, english in ((LONG * times, short), (short, LONG * times)):
        card = make_pair(1).model_copy(update={"comment": {"de": german, "en": english}})
        composer = Composer(deck_of(card), two_languages(), "de")
        comments = composer.back(card).lines[2:-2]
        assert composer.findings == []
        assert len({line.size for line in comments}) == 1
        assert comments[0].size >= 6


def test_of_comments_that_do_not_fit_together_the_longer_one_is_said() -> None:
    card = make_pair(1).model_copy(update={"comment": {"de": LONG * 30, "en": "Never."}})
    composer = Composer(deck_of(card), two_languages(), "de")
    lines = composer.back(card).lines
    assert [(found.code, found.message.partition(" fits")[0]) for found in composer.findings] == [
        ("WM601", "the `comment_de` of card `F001`")
    ]
    assert lines[-3].text == "Never."
    assert lines[-3].y > lines[-1].y + lines[-1].size


def test_the_reader_of_printed_files_knows_both_languages() -> None:
    deck = deck_of(make_pair(1), make_pair(2, "5. Jh. v. Chr."))
    printed, _ = render_deck(deck, two_languages(), "de")
    assert printed is not None
    data = printed.files[".pdf"]
    assert "A ship sets out." in pdfium.PdfDocument(data)[0].get_textpage().get_text_range()
    assert read_cards(data, "a.pdf", deck, two_languages(), "de") == []
    assert [found.code for found in read_cards(data, "a.pdf", deck, home(), "de")] != []


def test_the_edition_stands_after_the_id_if_wanted() -> None:
    profile = home().model_copy(update={"face": home().face.model_copy(update={"edition": True})})
    deck = deck_of(make_pair(1))
    assert texts(Composer(deck, profile, "de").back(make_pair(1)))[-1] == "F001 · 1"
    assert texts(Composer(deck, home(), "de").back(make_pair(1)))[-1] == "F001"
