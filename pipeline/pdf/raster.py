"""Cards as pixels, for services and games that take no PDF: one picture a face, or sheets for Tabletop Simulator."""

import io
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pypdfium2 as pdfium  # type: ignore[import-untyped]  # has no types
from PIL import Image

from ..cards import Card, Deck
from ..sheets import Face
from .canvas import About
from .printed import FOLDER
from .profile import Format, Profile

# A sheet of Tabletop Simulator: columns, rows, most pixels; its last place shows what others see of a card in a hand.
COLUMNS, ROWS, MOST_PIXELS = 10, 7, 4096
ON_SHEET = COLUMNS * ROWS - 1

Picture = Image.Image


def pages(data: bytes, scale: float) -> Iterator[Picture]:
    """Iterate over the pages of a PDF file as RGB pictures; `scale` is pixels a point."""
    document = pdfium.PdfDocument(data)
    try:
        for page in document:
            # A page a hair wider than whole pixels would be rendered with one more.
            yield page.render(scale=scale * (1 - 1e-6)).to_pil().convert("RGB")
    finally:
        document.close()


def pictures(data: bytes, deck: Deck, profile: Profile, about: About) -> dict[str, bytes]:
    """Return the files a profile in pixels asks for, from a PDF file with one face a page, front and back in turn."""
    if profile.file.format is Format.TABLETOP:
        return _tabletop(data, deck, profile, about)
    names = [f"/{number:03}-{_name(card)}-{face}.png" for number, card in enumerate(deck, 1) for face in Face]
    shown = pages(data, profile.file.dpi / 72)
    return {name: png(picture, profile.file.dpi) for name, picture in zip(names, shown, strict=True)}


def png(picture: Picture, dpi: int) -> bytes:
    """Return a picture as a PNG file."""
    output = io.BytesIO()
    picture.save(output, "PNG", dpi=(dpi, dpi), compress_level=6)
    return output.getvalue()


def small_png(picture: Picture) -> bytes:
    """Return a picture as a PNG file of few colours, for screens."""
    output = io.BytesIO()
    # Colours are chosen by an octree: by the median of all pixels a small coloured mark comes out grey.
    picture.quantize(64, method=Image.Quantize.FASTOCTREE).save(output, "PNG", optimize=False)
    return output.getvalue()


def _name(card: Card) -> str:
    return re.sub(r"[^\w.-]+", "_", f"{card.series}-{card.id}")


def _tabletop(data: bytes, deck: Deck, profile: Profile, about: About) -> dict[str, bytes]:
    card = profile.sheet.layout.paper
    largest = min(MOST_PIXELS / (COLUMNS * card.width), MOST_PIXELS / (ROWS * card.height)) * 25.4
    dpi = int(min(profile.file.dpi, largest))
    files: dict[str, bytes] = {}
    sheets: dict[Face, Picture] = {}
    for number, picture in enumerate(pages(data, dpi / 72)):
        place, face = number // 2 % ON_SHEET, list(Face)[number % 2]
        width, height = picture.size
        if place == 0:
            sheets[face] = Image.new("RGB", (COLUMNS * width, ROWS * height), "white")
        sheets[face].paste(picture, (place % COLUMNS * width, place // COLUMNS * height))
        if place == ON_SHEET - 1 or number >= 2 * len(deck) - 2:
            files[f"-{face}s-{number // 2 // ON_SHEET + 1}.png"] = png(sheets[face], dpi)
    saved = json.dumps(_saved_object(deck, about), ensure_ascii=False, indent=2)
    return {**files, ".json": saved.encode("utf-8")}


def _saved_object(deck: Deck, about: About) -> Mapping[str, Any]:
    """Return what the game loads: a deck of cards, or a single card."""
    custom = {
        str(number): {
            "FaceURL": f"{FOLDER}-{Face.FRONT}s-{number}.png",
            "BackURL": f"{FOLDER}-{Face.BACK}s-{number}.png",
            "NumWidth": COLUMNS,
            "NumHeight": ROWS,
            "BackIsHidden": False,
            "UniqueBack": True,
            "Type": 0,
        }
        for number in range(1, (len(deck) - 1) // ON_SHEET + 2)
    }
    cards = [
        {
            "Name": "Card",
            "Transform": _TRANSFORM,
            "Nickname": card.text(about.language),
            "Description": card.key,
            "CardID": 100 * (number // ON_SHEET + 1) + number % ON_SHEET,
            "CustomDeck": {str(number // ON_SHEET + 1): custom[str(number // ON_SHEET + 1)]},
        }
        for number, card in enumerate(deck)
    ]
    whole = {
        "Name": "DeckCustom",
        "Transform": _TRANSFORM,
        "Nickname": about.title,
        "DeckIDs": [card["CardID"] for card in cards],
        "CustomDeck": custom,
        "ContainedObjects": cards,
    }
    return {"SaveName": about.title, "ObjectStates": [whole if len(cards) > 1 else {**cards[0], "Name": "CardCustom"}]}


_TRANSFORM = {
    "posX": 0,
    "posY": 1,
    "posZ": 0,
    "rotX": 0,
    "rotY": 180,
    "rotZ": 0,
    "scaleX": 1,
    "scaleY": 1,
    "scaleZ": 1,
}
