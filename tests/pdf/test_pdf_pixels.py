"""The printed sheet as pixels: the back page, turned like the paper, covers the front."""

from typing import Any

import numpy as np
import pypdfium2 as pdfium  # type: ignore[import-untyped]  # has no types
import pytest
from pdf_samples import home, numbered, printed
from reportlab.pdfgen.canvas import Canvas

from pipeline.pdf import Profile
from pipeline.pdf.render import About, paint_sheets
from pipeline.sheets import Face, Flip, Marks, Placement, impose

DPI = 127  # five pixels a millimetre
PER_MM = 5

Pixels = Any


def pixels(content: bytes, page: int) -> Pixels:
    """Return a page as rows of RGB."""
    return np.asarray(pdfium.PdfDocument(content)[page].render(scale=DPI / 72).to_pil().convert("RGB")).astype(int)


def patches(count: int, flip: Flip, columns: int = 3) -> bytes:
    """Print cards that are one colour each, a white corner at the upper left of fronts, the upper right of backs.

    A card turned over sideways shows both corners at the same place.
    """
    sheet = home().sheet.model_copy(update={"flip": flip, "marks": Marks.NONE, "columns": columns})
    profile = Profile(sheet=sheet)

    def paint(canvas: Canvas, place: Placement) -> None:
        width, height = place.box.width * 72 / 25.4, place.box.height * 72 / 25.4
        canvas.setFillColorRGB(place.card * 5 / 255, 1 - place.card * 5 / 255, 0.5)
        canvas.rect(0, 0, width, height, stroke=0, fill=1)
        canvas.setFillColorRGB(1, 1, 1)
        corner = 0 if place.face is Face.FRONT else 3 * width / 4
        canvas.rect(corner, 3 * height / 4, width / 4, height / 4, stroke=0, fill=1)

    sides = impose(count, profile.sheet.layout, flip)
    return paint_sheets(sides, profile, paint, About("patches", "en"))


def extent(page: Pixels, card: int) -> tuple[int, int, int, int] | None:
    """Return left, upper, right, lower pixel of the colour of a card."""
    colour = np.array([card * 5, 255 - card * 5, 127.5])
    rows, columns = np.nonzero((abs(page - colour) <= 2).all(axis=2))
    return (columns.min(), rows.min(), columns.max(), rows.max()) if len(rows) else None


TURN = {Flip.LONG_EDGE: 1, Flip.SHORT_EDGE: 0, Flip.NONE: None}


@pytest.mark.parametrize("flip", list(TURN))
@pytest.mark.parametrize("count", [1, 4, 8, 9, 10])
def test_the_turned_back_covers_the_front(count: int, flip: Flip) -> None:
    content = patches(count, flip)
    seen = []
    for page in range(0, 2 * -(-count // 9), 2):
        front, back = pixels(content, page), pixels(content, page + 1)
        axis = TURN[flip]
        behind = back if axis is None else np.flip(back, axis)
        for card in range(count):
            there = extent(front, card)
            if there is None:
                continue
            seen.append(card)
            behind_it = extent(behind, card)
            assert behind_it is not None
            assert there[2] - there[0] == pytest.approx(59 * PER_MM, abs=2)
            assert there[3] - there[1] == pytest.approx(92 * PER_MM, abs=2)
            assert max(abs(one - other) for one, other in zip(there, behind_it, strict=True)) <= 1
            corner = (there[1] + 10 * PER_MM, there[0] + 5 * PER_MM)
            assert tuple(front[corner]) == (255, 255, 255)
            if axis is not None:
                assert tuple(behind[corner]) == (255, 255, 255)
    assert seen == list(range(count))


def test_crop_marks_are_outside_the_cards_and_on_fronts_only() -> None:
    content = printed(numbered(1))[0].content
    front, back = pixels(content, 0), pixels(content, 1)
    left, upper = int(16.5 * PER_MM), int(10.5 * PER_MM)
    right, lower = int(193.5 * PER_MM) + 1, int(286.5 * PER_MM) + 1
    outside = np.ones(front.shape[:2], dtype=bool)
    outside[upper - PER_MM : lower + PER_MM, left - PER_MM : right + PER_MM] = False
    border = ~outside
    border[upper + PER_MM : lower - PER_MM, left + PER_MM : right - PER_MM] = False
    ink = front.min(axis=2) < 200
    assert (ink & outside).any()
    assert not (ink & border).any()
    assert not ((back.min(axis=2) < 200) & outside).any()


def test_marks_stand_at_the_edges_of_the_cards() -> None:
    ink = pixels(printed(numbered(1))[0].content, 0).min(axis=2) < 200
    columns = np.nonzero(ink[: 8 * PER_MM].any(axis=0))[0] / PER_MM
    assert {min((16.5, 75.5, 134.5, 193.5), key=lambda edge: abs(edge - x)) for x in columns} == {
        16.5,
        75.5,
        134.5,
        193.5,
    }
    assert all(min(abs(edge - x) for edge in (16.5, 75.5, 134.5, 193.5)) <= 0.4 for x in columns)
