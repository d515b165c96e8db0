"""QR codes on backs, read by a decoder from the rendered page."""

import pypdfium2 as pdfium  # type: ignore[import-untyped]  # has no types
import pytest
import zxingcpp
from pdf_samples import home, make_card, make_series, numbered

from pipeline.cards import Deck
from pipeline.diagnostics import Diagnostic
from pipeline.pdf import Profile, read_profile
from pipeline.pdf.preflight import preflight
from pipeline.pdf.printed import PrintedDeck
from pipeline.pdf.render import render_deck
from pipeline.sheets import Box

ADDRESS = "https://karten.example/liste.html#{series}:{id}"


def with_code(address: str, rest: str = "", *, head: str = "") -> Profile:
    profile, findings = read_profile(f'{head}\n[face]\ncode = "{address}"\n{rest}'.encode(), "code.toml")
    assert findings == []
    assert profile is not None
    return profile


def decoded(data: bytes, page: int) -> list[str]:
    """Return the codes on a page, from the upper left, read from its pixels at 200 dots an inch."""
    picture = pdfium.PdfDocument(data)[page].render(scale=200 / 72).to_pil().convert("L")
    found = zxingcpp.read_barcodes(picture)
    return [
        code.text for code in sorted(found, key=lambda code: (code.position.top_left.y // 50, code.position.top_left.x))
    ]


def printed(deck: Deck, profile: Profile) -> tuple[PrintedDeck, list[Diagnostic]]:
    result, findings = render_deck(deck, profile, "de")
    assert result is not None
    return result, findings


@pytest.mark.parametrize("ground", ["white", "tint"])
def test_each_back_has_the_code_of_its_card(ground: str) -> None:
    result, findings = printed(numbered(4), with_code(ADDRESS, f'ground = "{ground}"'))
    assert findings == []
    assert decoded(result.files[".pdf"], 0) == []
    # On the back of the sheet the cards stand from right to left.
    assert decoded(result.files[".pdf"], 1) == [
        f"https://karten.example/liste.html#frauen:F{number:03}" for number in (2, 1, 0, 3)
    ]


def test_an_id_is_quoted_in_the_address() -> None:
    card = make_card(1, "Ein Schiff fährt los.", "1900", "").model_copy(update={"id": "Ä 1/#?&{id}"})
    result, _ = printed(Deck("frauen/1", {"frauen": make_series()}, (card,), 1), with_code(ADDRESS))
    assert decoded(result.files[".pdf"], 1) == [
        "https://karten.example/liste.html#frauen:%C3%84%201%2F%23%3F%26%7Bid%7D"
    ]


def test_codes_of_print_shops_are_black_alone() -> None:
    profile = with_code(
        ADDRESS,
        '[file]\nstandard = "PDF/X-4"\ncolours = "spot"\noverprint = true',
        head='[sheet]\npaper = "card"\nbleed = 3',
    )
    result, findings = printed(numbered(1), profile)
    assert findings == []
    assert preflight(result.files[".pdf"], "a.pdf", profile) == (2, [])
    assert decoded(result.files[".pdf"], 1) == ["https://karten.example/liste.html#frauen:F000"]


def test_text_and_code_do_not_touch() -> None:
    comment = "Wer hätte gedacht, dass die Straßenbahn einmal so lang wäre? " * 3
    card = make_card(1, "Ein Schiff fährt los.", "1900", comment)
    result, _ = printed(Deck("frauen/1", {"frauen": make_series()}, (card,), 1), with_code(ADDRESS))
    text = pdfium.PdfDocument(result.files[".pdf"])[1].get_textpage()
    mm = 72 / 25.4
    code = Box(210 - 16.5 - 59 + 22, 194.5 + 6 + 3 + 1.7, 15, 15)
    for index in range(text.count_chars()):
        left, bottom, right, top = (value / mm for value in text.get_charbox(index))
        assert right <= code.x or left >= code.right or top <= code.y or bottom >= code.top


@pytest.mark.parametrize("letters", [400, 3000])
def test_a_code_too_fine_to_be_read_is_left_out_and_said(letters: int) -> None:
    card = make_card(1, "Ein Schiff fährt los.", "1900", "").model_copy(update={"id": "F" * letters})
    result, findings = printed(Deck("frauen/1", {"frauen": make_series()}, (card,), 1), with_code(ADDRESS))
    assert [found.code for found in findings if found.code != "WM601"] == ["WM619"]
    assert decoded(result.files[".pdf"], 1) == []


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("javascript:alert(1)", "code"),
        ("karten.example/{id}", "code"),
        ("https://karten.example/{year}", "{year} in the address"),
        ("https://karten.example/{id", "{id in the address"),
        ("https://karten.example/a b", "code"),
    ],
)
def test_an_address_that_cannot_be_one_is_one_finding(address: str, said: str) -> None:
    profile, findings = read_profile(f'[face]\ncode = "{address}"\n'.encode(), "code.toml")
    assert profile is None
    assert len(findings) == 1
    assert said in findings[0].message
    assert findings[0].span is not None
    assert findings[0].span.line == 2


def test_no_profile_has_a_code_unasked() -> None:
    assert home().face.code is None
