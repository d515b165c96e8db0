"""A peer of benchmarks/printing.py: the same cards with fpdf2, CMYK and TrueType, lines broken by it, nothing fitted.

``python fpdf_sheets.py CARDS.csv OUT.pdf FOLDER-OF-FONTS`` with lines of event, year, comment, series, id. It runs in
an environment of its own (benchmarks/peers.txt), so it imports nothing of wildmix.
"""

import csv
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

FPDF: Any = import_module("fpdf").FPDF  # installed beside wildmix only
DeviceCMYK: Any = import_module("fpdf.drawing").DeviceCMYK

SIZES = {"event": 12, "year": 24, "comment": 7, "foot": 6}
BLACK, COLOUR = DeviceCMYK(0, 0, 0, 1), DeviceCMYK(0, 0.9, 0.6, 0.1)


def main(source: str, target: str, fonts: str) -> None:
    """Write all cards, nine on a page, front and back in turn."""
    pdf = FPDF(format="A4", unit="mm")
    pdf.set_auto_page_break(auto=False)
    for style in ("Regular", "Black"):
        pdf.add_font(style, fname=f"{fonts}/SourceSerifPro-{style}.ttf")
    with Path(source).open(encoding="utf-8", newline="") as file:
        cards = list(csv.reader(file))
    for first in range(0, len(cards), 9):
        here = cards[first : first + 9]
        pdf.add_page()
        for number, card in enumerate(here):
            _text(pdf, 16.5 + 59 * (number % 3), 10.5 + 92 * (number // 3) + 30, card[0], "event")
        pdf.add_page()
        for number, (_, year, comment, series, name) in enumerate(here):
            x, y = 134.5 - 59 * (number % 3), 10.5 + 92 * (number // 3)
            _text(pdf, x, y + 25, year, "year")
            _text(pdf, x, y + 50, comment, "comment")
            _text(pdf, x, y + 84, f"{series} {name}", "foot")
    pdf.output(target)


def _text(pdf: Any, x: float, y: float, text: str, kind: str) -> None:
    pdf.set_font("Black" if kind == "year" else "Regular", size=SIZES[kind])
    pdf.text_color = COLOUR if kind == "year" else BLACK
    pdf.set_xy(x + 6, y)
    pdf.multi_cell(47, SIZES[kind] * 0.42, text, align="C")


if __name__ == "__main__":
    main(*sys.argv[1:])
