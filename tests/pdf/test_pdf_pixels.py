"""The printed sheet as pixels: the back page, turned like the paper, covers the front."""

from typing import Any

import numpy as np
import pypdfium2 as pdfium  # type: ignore[import-untyped]  # has no types
import pytest
from pdf_samples import numbered, printed
from PIL import Image

from pipeline.pdf import Profile
from pipeline.pdf.canvas import About, write_sheets
from pipeline.pdf.faces import FaceContent, _rectangle
from pipeline.pdf.ink import Ink
from pipeline.pdf.plan import MM
from pipeline.pdf.profile import Colours, File, Sheet
from pipeline.sheets import Face, Flip, Marks, MarkSides, Misprint, Placement, SheetSide, impose, with_bleed

DPI = 127  # five pixels a millimetre
PER_MM = 5
WHITE = Ink((0, 0, 0, 0), (1, 1, 1))

Pixels = Any


def pixels(content: bytes, page: int) -> Pixels:
    """Return a page as rows of RGB."""
    return np.asarray(pdfium.PdfDocument(content)[page].render(scale=DPI / 72).to_pil().convert("RGB")).astype(int)


def patches(count: int, sheet: Sheet, misprint: Misprint | None = None) -> tuple[bytes, tuple[SheetSide, ...]]:
    """Print cards that are one colour each, a white corner at the upper left of fronts, the upper right of backs.

    A card turned over sideways shows both corners at the same place.
    """
    profile = Profile(sheet=sheet, file=File(colours=Colours.RGB))
    sides = impose(count, sheet.layout, sheet.flip)

    def draw(place: Placement) -> FaceContent:
        width, height = place.box.width * MM, place.box.height * MM
        colour = Ink((0, 0, 0, 1), (place.card * 5 / 255, 1 - place.card * 5 / 255, 0.5))
        corner = 0 if place.face is Face.FRONT else 3 * width / 4
        white = _rectangle(corner, 3 * height / 4, corner + width / 4, height, WHITE)
        return FaceContent((), (_rectangle(0, 0, width, height, colour), white))

    return write_sheets(sides, profile, draw, About("patches", "en"), misprint), sides


def extent(page: Pixels, card: int) -> tuple[int, int, int, int] | None:
    """Return left, upper, right, lower pixel of the colour of a card."""
    colour = np.array([card * 5, 255 - card * 5, 127.5])
    rows, columns = np.nonzero((abs(page - colour) <= 2).all(axis=2))
    return (columns.min(), rows.min(), columns.max(), rows.max()) if len(rows) else None


TURN = {Flip.LONG_EDGE: 1, Flip.SHORT_EDGE: 0, Flip.NONE: None, Flip.SEPARATE: None}


@pytest.mark.parametrize("flip", list(TURN))
@pytest.mark.parametrize("count", [1, 4, 8, 9, 10])
def test_the_turned_back_covers_the_front(count: int, flip: Flip) -> None:
    content, _ = patches(count, Sheet(flip=flip, marks=Marks.NONE))
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


SHEETS = {
    "gaps": Sheet(card="bridge", gap=4, marks=Marks.NONE),
    "stock": Sheet(stock="avery-c32011", marks=Marks.NONE),
    "stock with a gap": Sheet(stock="avery-c32015", flip=Flip.SHORT_EDGE, marks=Marks.NONE),
    "letter stock": Sheet(stock="avery-5371", marks=Marks.NONE),
    "letter": Sheet(paper="Letter", card="poker", marks=Marks.NONE),
    "a3": Sheet(paper="A3", card="tarot", flip=Flip.SHORT_EDGE, marks=Marks.NONE),
    "one a page": Sheet(paper="card", card="poker", bleed=3, marks=Marks.NONE),
}


@pytest.mark.parametrize("sheet", SHEETS.values(), ids=SHEETS)
def test_cards_are_painted_where_the_geometry_has_them_and_backs_behind_them(sheet: Sheet) -> None:
    content, sides = patches(9, sheet)
    assert len(sides) == len(pdfium.PdfDocument(content))
    for page, side in enumerate(sides):
        shown = pixels(content, page)
        if side.side is Face.BACK:
            shown = np.flip(shown, 0 if sheet.flip is Flip.SHORT_EDGE else 1)
        for place, front in zip(side.placements, sides[page // 2 * 2].placements, strict=True):
            found = extent(shown, place.card)
            box, high = front.box, sheet.layout.paper.height
            expected = [value * PER_MM for value in (box.x, high - box.top, box.right - 0.2, high - box.y - 0.2)]
            assert found == pytest.approx(expected, abs=1.5)


def test_a_folded_sheet_brings_the_back_behind_the_front() -> None:
    content, (side,) = patches(3, Sheet(flip=Flip.FOLD, marks=Marks.NONE))
    page = pixels(content, 0)
    middle = page.shape[0] // 2
    above, below = page[:middle], np.flip(page, 0)[:middle]
    for place in side.placements:
        front, back = extent(above, place.card), extent(below, place.card)
        assert front is not None
        assert back == pytest.approx(front, abs=1)


@pytest.mark.parametrize("fault", [Misprint(1.5, -0.8), Misprint(0, 0, 1.2), Misprint(-2, 1, -0.7)])
def test_a_printer_that_misses_brings_corrected_backs_behind_their_fronts(fault: Misprint) -> None:
    sheet = Sheet(margin=0, marks=Marks.NONE)
    content, _ = patches(9, sheet, fault)
    front, back = pixels(content, 0), pixels(content, 1)
    wrong = (
        Image.fromarray(back.astype("uint8"))
        .rotate(fault.turned, resample=Image.Resampling.BICUBIC, fillcolor="white")
        .transform(
            (back.shape[1], back.shape[0]),
            Image.Transform.AFFINE,
            (1, 0, -fault.right * PER_MM, 0, 1, fault.up * PER_MM),
            fillcolor="white",
        )
    )
    behind = np.flip(np.asarray(wrong).astype(int), 1)
    unlike = (abs(front - behind) > 60).any(axis=2)
    edges = 18 * 92 * PER_MM * 2  # a row of pixels along every edge may be mixed by the turning
    assert unlike.sum() < edges
    assert (abs(front - np.flip(back, 1)) > 60).any(axis=2).sum() > 2 * unlike.sum()


@pytest.mark.parametrize("gap", [0, 2, 8])
def test_grounds_reach_into_the_bleed_and_never_over_a_neighbour(gap: float) -> None:
    sheet = Sheet(card="mini-euro", columns=2, rows=2, gap=gap, bleed=min(3, gap / 2) if gap else 3, marks=Marks.NONE)
    profile = Profile(sheet=sheet, file=File(colours=Colours.RGB))
    sides = impose(4, sheet.layout, sheet.flip)

    def draw(place: Placement) -> FaceContent:
        return FaceContent((), (), Ink((0, 0, 0, 1), (place.card * 5 / 255, 1 - place.card * 5 / 255, 0.5)))

    page = pixels(write_sheets(sides, profile, draw, About("grounds", "en")), 0)
    layout = sheet.layout
    for place in sides[0].placements:
        found = extent(page, place.card)
        ground = place.ground
        assert ground == with_bleed(place.box, layout)
        high = layout.paper.height
        expected = (ground.x, high - ground.top, ground.right - 0.2, high - ground.y - 0.2)
        assert found == pytest.approx([value * PER_MM for value in expected], abs=1.5)


@pytest.mark.parametrize("sides", list(MarkSides))
def test_marks_are_printed_where_asked(sides: MarkSides) -> None:
    sheet = Sheet(columns=2, rows=2, marks=Marks.FULL, mark_sides=sides, mark_weight=0.7)
    content, _ = patches(1, sheet)
    above = 40 * PER_MM  # between the edge of the paper and the cards
    for page, face in enumerate(Face):
        ink = (pixels(content, page)[above].min(axis=1) < 200).any()
        assert ink == sides.has(face)


def test_crop_marks_are_outside_the_cards_and_on_fronts_only() -> None:
    content = printed(numbered(1))[0].files[".pdf"]
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
    ink = pixels(printed(numbered(1))[0].files[".pdf"], 0).min(axis=2) < 200
    columns = np.nonzero(ink[: 8 * PER_MM].any(axis=0))[0] / PER_MM
    assert {min((16.5, 75.5, 134.5, 193.5), key=lambda edge: abs(edge - x)) for x in columns} == {
        16.5,
        75.5,
        134.5,
        193.5,
    }
    assert all(min(abs(edge - x) for edge in (16.5, 75.5, 134.5, 193.5)) <= 0.4 for x in columns)
