"""The peer of benchmarks/printing.py: the same cards on a bare reportlab canvas, CMYK and TrueType, nothing fitted.

``python -m benchmarks.bare_canvas CARDS.csv OUT.pdf`` with lines of event, year, comment, series, id.
"""

import csv
import sys
from importlib.resources import files

from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

MM = 72 / 25.4
SIZES = {"event": 12, "year": 24, "comment": 7, "foot": 6}


def main(source: str, target: str) -> None:
    """Write all cards, nine on a page, front and back in turn."""
    for style in ("Regular", "Black"):
        path = files("font_source_serif_pro").joinpath("files", f"SourceSerifPro-{style}.ttf")
        pdfmetrics.registerFont(TTFont(style, str(path)))
    with open(source, encoding="utf-8", newline="") as file:  # noqa: PTH123 - as a script would
        cards = list(csv.reader(file))
    canvas = Canvas(target, pagesize=(210 * MM, 297 * MM), pageCompression=1, invariant=1)
    for first in range(0, len(cards), 9):
        here = cards[first : first + 9]
        for number, card in enumerate(here):
            _front(canvas, (16.5 + 59 * (number % 3)) * MM, (194.5 - 92 * (number // 3)) * MM, card)
        canvas.showPage()
        for number, card in enumerate(here):
            _back(canvas, (134.5 - 59 * (number % 3)) * MM, (194.5 - 92 * (number // 3)) * MM, card)
        canvas.showPage()
    canvas.save()


def _front(canvas: Canvas, x: float, y: float, card: list[str]) -> None:
    canvas.setFillColorCMYK(0, 0, 0, 1)
    canvas.setFont("Regular", SIZES["event"])
    _centred(canvas, x, y + 60 * MM, card[0], SIZES["event"])


def _back(canvas: Canvas, x: float, y: float, card: list[str]) -> None:
    canvas.setFillColorCMYK(0, 0.9, 0.6, 0.1)
    canvas.setFont("Black", SIZES["year"])
    canvas.drawCentredString(x + 29.5 * MM, y + 60 * MM, card[1])
    canvas.setFillColorCMYK(0, 0, 0, 1)
    canvas.setFont("Regular", SIZES["comment"])
    _centred(canvas, x, y + 40 * MM, card[2], SIZES["comment"])
    canvas.setFont("Regular", SIZES["foot"])
    canvas.drawString(x + 6 * MM, y + 6 * MM, card[3])
    canvas.drawRightString(x + 53 * MM, y + 6 * MM, card[4])


def _centred(canvas: Canvas, x: float, y: float, text: str, size: int) -> None:
    for line in simpleSplit(text, "Regular", size, 47 * MM):
        canvas.drawCentredString(x + 29.5 * MM, y, line)
        y -= 1.2 * size


if __name__ == "__main__":
    main(*sys.argv[1:])
