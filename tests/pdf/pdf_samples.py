"""Decks to print, and what is read back from the printed file."""

from collections.abc import Mapping, Sequence

import pypdfium2 as pdfium  # type: ignore[import-untyped]  # has no types

from pipeline.cards import Card, Colour, Deck, Series, derived_year
from pipeline.diagnostics import Diagnostic
from pipeline.pdf import Profile, profile_text, read_profile
from pipeline.pdf.printed import PrintedDeck
from pipeline.pdf.render import render_deck
from pipeline.sheets import Box

MM = 72 / 25.4
RED = Colour(cmyk=(0, 90, 60, 10), srgb="#d02050")
BLUE = Colour(cmyk=(90, 60, 0, 10), srgb="#2050d0")

Glyphs = list[tuple[str, Box]]


def make_series(
    code: str = "frauen", german: str = "Frauen", colour: Colour = RED, languages: tuple[str, ...] = ("de", "en")
) -> Series:
    return Series(code=code, titles={"de": german, "en": "Women"}, languages=languages, colour=colour)


def make_card(number: int, event: str, year: str, comment: str) -> Card:
    interval, edtf = derived_year(make_series(), year)
    return Card(
        series="frauen",
        id=f"F{number:03}",
        event={"de": event},
        year=year,
        interval=interval,
        edtf=edtf,
        comment={"de": comment} if comment else {},
    )


def make_deck(events: Sequence[str], years: Sequence[str] = (), comment: str = "Eine Bemerkung.") -> Deck:
    years = years or [str(1000 + number) for number in range(len(events))]
    texts = zip(events, years, strict=True)
    cards = tuple(make_card(number, event, year, comment) for number, (event, year) in enumerate(texts))
    return Deck("frauen/1", {"frauen": make_series()}, cards, 1)


def numbered(count: int) -> Deck:
    return make_deck([f"Ereignis Nummer {number} geschieht." for number in range(count)])


def home() -> Profile:
    profile, findings = read_profile(profile_text("home"), "home.toml")
    assert profile is not None
    assert findings == []
    return profile


def printed(deck: Deck, language: str = "de") -> tuple[PrintedDeck, list[Diagnostic]]:
    result, findings = render_deck(deck, home(), language)
    assert result is not None
    return result, findings


def page_text(content: bytes, page: int) -> str:
    return str(pdfium.PdfDocument(content)[page].get_textpage().get_text_range())


def glyphs(content: bytes, page: int) -> Glyphs:
    """Return every character of a page that leaves ink, with the box of its outline in millimetres."""
    text_page = pdfium.PdfDocument(content)[page].get_textpage()
    found = []
    for index in range(text_page.count_chars()):
        left, bottom, right, top = text_page.get_charbox(index)
        character = text_page.get_text_range(index, 1)
        if character.strip() and right > left:
            found.append((character, Box(left / MM, bottom / MM, (right - left) / MM, (top - bottom) / MM)))
    return found


def inside(box: Box, outer: Box) -> bool:
    return outer.x <= box.x and outer.y <= box.y and box.right <= outer.right and box.top <= outer.top


def by_card(found: Glyphs, boxes: Mapping[int, Box]) -> dict[int, str]:
    """Return the text inside each box; every glyph must lie wholly in exactly one of them."""
    texts = dict.fromkeys(boxes, "")
    for character, box in found:
        (card,) = [card for card, outer in boxes.items() if inside(box, outer)]
        texts[card] += character
    return texts


def euro_boxes(count: int, *, mirrored: bool) -> dict[int, Box]:
    """Return where the first `count` cards of a sheet must stand, worked out by hand: A4, 3 × 3, 59 × 92 mm."""
    boxes = {}
    for number in range(count):
        x, y = 16.5 + 59 * (number % 3), 194.5 - 92 * (number // 3)
        boxes[number] = Box(210 - 59 - x if mirrored else x, y, 59, 92)
    return boxes
