"""Draw docs/img/front-and-back.png: two printed cards, cut out of a real PDF. Usage: python docs/picture.py [DECK]."""  # noqa: INP001 - a script

import sys
from pathlib import Path

import pypdfium2 as pdfium  # type: ignore[import-untyped]  # has no types
from PIL import Image

from pipeline.cards import Deck
from pipeline.pdf import profile_text, read_profile
from pipeline.pdf.render import render_deck
from pipeline.sheets import Placement, impose
from pipeline.workspace import load_deck

PER_MM = 6
GAP = 5 * PER_MM
TABLE, EDGE = (226, 222, 214), (200, 195, 186)
CARDS = (4, 7)


def cut(page: Image.Image, place: Placement, paper_height: float) -> Image.Image:
    """Cut a card out of a page."""
    box = place.box
    left, upper = round(box.x * PER_MM), round((paper_height - box.top) * PER_MM)
    return page.crop((left, upper, left + round(box.width * PER_MM), upper + round(box.height * PER_MM)))


def draw(deck: Deck) -> None:
    """Print the deck and draw two cards of its first sheet, front and back side by side."""
    profile, _ = read_profile(profile_text("home"), "home.toml")
    assert profile is not None  # noqa: S101 - it comes with the program
    printed, _ = render_deck(deck, profile, "de")
    assert printed is not None  # noqa: S101 - the deck has cards
    document = pdfium.PdfDocument(printed.files[".pdf"])
    sides = impose(len(deck), profile.sheet.layout, profile.sheet.flip)
    pages = [document[number].render(scale=PER_MM * 25.4 / 72).to_pil() for number in (0, 1)]
    height = profile.sheet.layout.paper.height
    images = [
        cut(page, next(place for place in side.placements if place.card == card), height)
        for card in CARDS
        for page, side in zip(pages, sides, strict=False)
    ]
    wide, high = images[0].size
    picture = Image.new("RGB", (len(images) * (wide + GAP) + GAP, high + 2 * GAP), TABLE)
    for number, image in enumerate(images):
        x = GAP + number * (wide + GAP)
        picture.paste(EDGE, (x - 1, GAP - 1, x + wide + 1, GAP + high + 1))
        picture.paste(image, (x, GAP))
    target = Path(__file__).parent / "img" / "front-and-back.png"
    picture.quantize(64).save(target, optimize=True)


if __name__ == "__main__":
    draw(load_deck(sys.argv[1] if len(sys.argv) > 1 else "frauen"))
