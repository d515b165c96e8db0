"""Cards that break other programs: all are printed, inside their cut, and what is wrong is said."""

import pytest
from pdf_samples import by_card, euro_boxes, glyphs, make_deck, page_text, printed

COMPOUND = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz"
EVERY_ACCENT = "Ærø Čačak Đà Nẵng Łódź Ñandú Œuvre Şanlıurfa Þingvellir Żółć Ελλάδα Київ"

FINE = {
    "compound": COMPOUND,
    "runes": "ᚠ ᚦ und μῆνιν ἄειδε",
    "long": "Ein Ereignis mit sehr vielen Wörtern, die alle auf die Karte sollen. " * 6,
    "tabs": "Mit\tTabulator\t\tund\u00a0festem Raum",
    "soft": "Do\u00adnau\u00addampf\u00adschiff\u00adfahrts\u00adge\u00adsell\u00adschaft",
    "only soft": "\u00ad\u00ada\u00ad",
    "markup": "AT&T <b>fett</b> x<y & </para> <img src=x>",
    "accents": EVERY_ACCENT,
    "decomposed": "Ma\u0308rz und Cafe\u0301",
    "controls": "vor\u0000nach\u001b[0m\u202e",
    "quotes": "„So“, sagte sie, »und so« – ‚immer‘ …",
}
FAULTY = {
    "unbreakable": ("x" * 80, "WM601"),
    "endless": ("Wort " * 1200, "WM601"),
    "address": ("https://example.org/" + "a1" * 60, "WM601"),
    "emoji": ("Start 🚀 zum Mond 👩‍🚀", "WM603"),
    "hebrew": ("שלום", "WM603"),
    "gothic": ("𐌰𐌱𐌲", "WM603"),
    "runes": ("Ein Stein mit ᚠᚢᚦᚨᚱᚲ", "WM603"),
    "marks": ("t\u0335\u0321e\u0323\u0324", "WM603"),
    "chinese": ("武則天 wird Kaiser", "WM603"),
}


@pytest.mark.parametrize("text", FINE.values(), ids=FINE)
def test_hard_texts_fit(text: str) -> None:
    result, findings = printed(make_deck([text] * 2, [text[:40], "1900"], comment=text[:160]))
    assert {found.code for found in findings} <= {"WM601"}, findings
    assert not [found for found in findings if "event" in found.message]
    by_card(glyphs(result.files[".pdf"], 0), euro_boxes(2, mirrored=False))
    by_card(glyphs(result.files[".pdf"], 1), euro_boxes(2, mirrored=True))


@pytest.mark.parametrize(("text", "code"), FAULTY.values(), ids=FAULTY)
def test_what_cannot_be_set_well_is_said_and_printed(text: str, code: str) -> None:
    result, findings = printed(make_deck(["Gut.", text]))
    assert [(found.code, found.card) for found in findings] == [(code, "F001")]
    by_card(glyphs(result.files[".pdf"], 0), euro_boxes(2, mirrored=False))


def test_a_missing_character_is_named() -> None:
    _, findings = printed(make_deck(["Start 🚀 zum 🚀"]))
    assert [found.message for found in findings] == ["no font has `🚀` (U+1F680) in the `event_de` of card `F000`"]


@pytest.mark.parametrize(
    "year",
    [
        "1. Jahrtausend v. Chr.",
        "vor 4,5 Mrd. Jahren",
        "Mitte des 19. Jahrhunderts",
        "um 31.000–29.000 v. Chr.",
        "zwischen 1523 und 1541",
        "September/Oktober 1938",
        "60–61 n. Chr.",
        "5. Jh. v. Chr.",
    ],
)
def test_long_years_fit(year: str) -> None:
    result, findings = printed(make_deck(["Etwas geschieht."], [year]))
    assert findings == []
    assert "".join(page_text(result.files[".pdf"], 1).split()).startswith(year.replace(" ", ""))
    by_card(glyphs(result.files[".pdf"], 1), euro_boxes(1, mirrored=True))


def test_what_belongs_together_stands_on_one_line() -> None:
    result, _ = printed(make_deck(["Etwas geschieht."], ["3. Jahrtausend v. Chr."]))
    assert page_text(result.files[".pdf"], 1).splitlines()[:2] == ["3. Jahrtausend", "v. Chr."]
