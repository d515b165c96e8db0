"""What a printed file holds, read back from it."""

import re
import zlib

import pypdfium2 as pdfium  # type: ignore[import-untyped]  # has no types
import pytest
from pdf_samples import (
    BLUE,
    MM,
    by_card,
    euro_boxes,
    glyphs,
    home,
    inside,
    make_deck,
    make_series,
    numbered,
    page_text,
    printed,
)

from pipeline.cards import Card, Deck
from pipeline.pdf.render import render_deck
from pipeline.sheets import Box


@pytest.mark.parametrize("count", [1, 4, 8, 9, 10, 20])
def test_each_back_lies_behind_its_front(count: int) -> None:
    result, findings = printed(numbered(count))
    assert findings == []
    assert (result.cards, result.sheets, result.pages) == (count, -(-count // 9), 2 * -(-count // 9))
    for sheet in range(result.sheets):
        first, here = 9 * sheet, min(9, count - 9 * sheet)
        fronts = by_card(glyphs(result.files[".pdf"], 2 * sheet), euro_boxes(here, mirrored=False))
        backs = by_card(glyphs(result.files[".pdf"], 2 * sheet + 1), euro_boxes(here, mirrored=True))
        assert fronts == {n: f"EreignisNummer{first + n}geschieht." for n in range(here)}
        assert backs == {n: f"{1000 + first + n}EineBemerkung.FrauenF{first + n:03}" for n in range(here)}


@pytest.mark.parametrize(
    "text", ["AT&T", "x<y", "<b>fett</b>", "<img src='/etc/passwd'>", "a\\b (c) [d]", "Müßig Ąžůĺ"]
)
def test_text_is_data_and_can_be_extracted(text: str) -> None:
    result, findings = printed(make_deck([text]))
    assert findings == []
    assert "".join(page_text(result.files[".pdf"], 0).split()) == "".join(text.split())


def test_the_same_deck_gives_the_same_bytes() -> None:
    assert printed(numbered(10)) == printed(numbered(10))


@pytest.mark.parametrize("moment", ["1", "1800000000", "yesterday"])
def test_the_environment_does_not_change_the_bytes(monkeypatch: pytest.MonkeyPatch, moment: str) -> None:
    before = printed(numbered(2))[0].files
    monkeypatch.setenv("SOURCE_DATE_EPOCH", moment)
    assert printed(numbered(2))[0].files == before
    assert b"D:20000101000000+00'00'" in before[".pdf"]


def test_fonts_are_embedded_subsets() -> None:
    content = printed(numbered(3))[0].files[".pdf"]
    names = set(re.findall(rb"/BaseFont /([\w+-]+)", content))
    assert {name.split(b"-")[1] for name in names} == {b"Regular", b"Semibold", b"Black"}
    assert all(re.fullmatch(rb"[A-Z]{6}\+SourceSerifPro-\w+", name) for name in names)
    assert content.count(b"/FontFile2") == len(names)
    assert b"Helvetica" not in content


def test_the_printer_is_told_not_to_scale_and_where_to_turn() -> None:
    content = printed(numbered(1))[0].files[".pdf"]
    assert b"/PrintScaling /None" in content
    assert b"/Duplex /DuplexFlipLongEdge" in content
    assert b"/Lang (de)" in content


def test_page_boxes_show_paper_and_cut() -> None:
    page = pdfium.PdfDocument(printed(numbered(1))[0].files[".pdf"])[1]
    assert page.get_mediabox() == pytest.approx((0, 0, 210 * MM, 297 * MM), abs=0.01)
    assert page.get_trimbox() == pytest.approx((16.5 * MM, 10.5 * MM, 193.5 * MM, 286.5 * MM), abs=0.01)
    assert page.get_bleedbox() == page.get_trimbox()


def test_colours_are_cmyk_only() -> None:
    page = pdfium.PdfDocument(printed(numbered(1))[0].files[".pdf"])
    assert page.get_metadata_dict()["Title"] == "Frauen (frauen/1)"
    result = printed(numbered(9))[0].files[".pdf"]
    streams = pdf_streams(result)
    assert streams
    assert any(re.search(rb"^0 0\.9 0\.6 0\.1 k$", stream, re.MULTILINE) for stream in streams)
    assert not any(re.search(rb"\b(rg|RG|g|G)\b", without_text(stream)) for stream in streams)


def pdf_streams(content: bytes) -> list[bytes]:
    """Return the page contents."""
    found = re.findall(rb"/Filter \[ /FlateDecode \] /Length \d+\s*>>\s*stream\r?\n(.*?)endstream", content, re.DOTALL)
    plain = [zlib.decompressobj().decompress(data) for data in found]
    return [data for data in plain if data.startswith(b"1 0 0 1 0 0 cm")]


def without_text(stream: bytes) -> bytes:
    return re.sub(rb"\((?:\\.|[^)\\])*\)", b"()", stream)


def test_a_mix_keeps_the_title_and_colour_of_each_series() -> None:
    series = {"frauen": make_series(), "seefahrt": make_series("seefahrt", "Seefahrt", BLUE)}
    cards = tuple(
        Card(series=code, id=f"X{number}", event={"de": "Etwas geschieht."}, year="1900")
        for number, code in enumerate(series)
    )
    content = printed(Deck("wild", series, cards))[0].files[".pdf"]
    backs = by_card(glyphs(content, 1), euro_boxes(2, mirrored=True))
    assert backs == {0: "1900FrauenX0", 1: "1900SeefahrtX1"}
    back = pdf_streams(content)[1]
    assert b"0 0.9 0.6 0.1 k" in back
    assert b"0.9 0.6 0 0.1 k" in back


def test_text_keeps_away_from_the_cut() -> None:
    content = printed(make_deck(["Ein sehr langes Ereignis mit vielen Wörtern. " * 8] * 9, comment="Wörter " * 40))[0]
    for page, mirrored in ((0, False), (1, True)):
        safe = [box.grown(-5.5) for box in euro_boxes(9, mirrored=mirrored).values()]
        assert all(any(inside(box, outer) for outer in safe) for _, box in glyphs(content.files[".pdf"], page))


def test_a_card_in_another_language_is_a_warning() -> None:
    series = make_series()
    card = Card(series="frauen", id="F1", event={"de": "Nur deutsch."}, year="1900", comment={"de": "Auch."})
    result, findings = printed(Deck("d", {"frauen": series}, (card,)), "en")
    assert [(found.code, found.card) for found in findings] == [("WM605", "F1"), ("WM605", "F1")]
    assert "Nur deutsch." in page_text(result.files[".pdf"], 0)
    assert "Auch." not in page_text(result.files[".pdf"], 1)


def test_years_are_written_in_the_language_of_the_print() -> None:
    deck = make_deck(["Etwas geschieht."] * 2, ["44 v. Chr.", "5. Jh."], comment="")
    result, findings = printed(deck, "en")
    assert {found.code for found in findings} == {"WM605"}
    backs = by_card(glyphs(result.files[".pdf"], 1), euro_boxes(2, mirrored=True))
    assert backs == {0: "44BCWomenF000", 1: "5thcenturyWomenF001"}


def test_an_unreadable_year_is_printed_as_it_stands_without_a_second_finding() -> None:
    card = Card(series="frauen", id="F1", event={"en": "It happens."}, year="irgendwann")
    result, findings = printed(Deck("d", {"frauen": make_series()}, (card,)), "en")
    assert findings == []
    assert "irgendwann" in page_text(result.files[".pdf"], 1)


def test_a_language_without_years_is_a_warning() -> None:
    result, findings = printed(make_deck(["Etwas geschieht."], ["um 1900"], comment=""), "pl")
    assert [found.code for found in findings] == ["WM605", "WM604"]
    assert "um 1900" in page_text(result.files[".pdf"], 1)


def test_a_card_without_texts_keeps_its_place() -> None:
    result, findings = printed(make_deck(["Eins.", "", "Drei."], ["1", "", "3"], comment=""))
    assert [found.code for found in findings] == ["WM606", "WM606"]
    assert by_card(glyphs(result.files[".pdf"], 0), euro_boxes(3, mirrored=False)) == {0: "Eins.", 1: "", 2: "Drei."}


def test_an_empty_deck_is_a_finding_and_no_file() -> None:
    result, findings = render_deck(numbered(0), home(), "de")
    assert result is None
    assert [found.code for found in findings] == ["WM607"]


def test_the_year_is_larger_than_anything_else() -> None:
    backs = glyphs(printed(numbered(1))[0].files[".pdf"], 1)
    heights: dict[bool, list[Box]] = {True: [], False: []}
    for character, box in backs:
        heights[character.isdigit() and box.height > 5].append(box)
    assert len(heights[True]) == 4
    assert max(box.height for box in heights[False]) < 4
