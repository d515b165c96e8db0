"""Laws of imposition: nothing lost, nothing outside, nothing on top of another, every back behind its front."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pipeline.sheets import (
    CARD_SIZES,
    PAPERS,
    Box,
    CardSize,
    Face,
    Flip,
    Layout,
    Marks,
    Paper,
    SheetSide,
    cards_per_sheet,
    crop_marks,
    impose,
    problems,
)

PRECISION = 1e-6
UPRIGHT = st.sampled_from(sorted(PAPERS.values(), key=lambda paper: paper.name))
LYING = UPRIGHT.map(lambda paper: Paper(paper.name + " lying", paper.height, paper.width))
CUSTOM = st.builds(Paper, st.just("custom"), st.integers(150, 500), st.integers(150, 500))
CARDS = st.sampled_from(sorted(CARD_SIZES.values(), key=lambda size: size.name)) | st.builds(
    CardSize, st.just("custom"), st.integers(20, 120), st.integers(20, 120)
)
FLIPS = st.sampled_from(Flip)
COUNTS = st.integers(0, 40)


@st.composite
def printable(draw: st.DrawFn) -> tuple[Layout, Flip]:
    """Draw a layout and a flip that have no problems."""
    paper, card, flip = draw(UPRIGHT | LYING | CUSTOM), draw(CARDS), draw(FLIPS)
    bleed = draw(st.sampled_from([0, 2, 3]))
    gap = draw(st.sampled_from([0, 2 * bleed, 6.5]))
    margin = draw(st.sampled_from([0, 4.2, 5]))
    edge = 2 * max(bleed, margin)
    most_columns = int((paper.width - edge + gap) // (card.width + gap))
    most_rows = int((paper.height - edge + gap) // (card.height + gap))
    assume(most_columns >= 1 and most_rows >= 1)
    columns, rows = draw(st.integers(1, most_columns)), draw(st.integers(1, most_rows))
    layout = Layout(paper, card, columns, rows, gap, bleed, margin)
    assume(not problems(layout, flip))
    return layout, flip


def boxes(sides: tuple[SheetSide, ...], face: Face) -> dict[int, tuple[int, Box, int]]:
    """Return sheet, box and rotation of this face of every card."""
    return {
        place.card: (side.sheet, place.box, place.rotation)
        for side in sides
        for place in side.placements
        if place.face is face
    }


def physical(point: tuple[float, float], paper: Paper, flip: Flip) -> tuple[float, float]:
    """Return the point of the front that lies behind `point` of the back: the paper turned in the hand, once more."""
    x, y = point
    upright_axis = {
        Flip.LONG_EDGE: paper.height >= paper.width,
        Flip.SHORT_EDGE: paper.height < paper.width,
        Flip.FOLD: paper.height < paper.width,
    }
    if flip is Flip.NONE:
        return x, y
    return (paper.width - x, y) if upright_axis[flip] else (x, paper.height - y)


@given(printable(), COUNTS)
def test_every_card_stands_once_on_each_face(printed: tuple[Layout, Flip], count: int) -> None:
    sides = impose(count, *printed)
    for face in Face:
        numbers = [place.card for side in sides for place in side.placements if place.face is face]
        assert sorted(numbers) == list(range(count))


@given(printable(), COUNTS)
def test_sheets_are_as_few_as_can_be_and_alternate(printed: tuple[Layout, Flip], count: int) -> None:
    layout, flip = printed
    sides = impose(count, layout, flip)
    sheets = -(-count // cards_per_sheet(layout, flip))
    expected = [(n, face) for n in range(sheets) for face in Face if flip is not Flip.FOLD or face is Face.FRONT]
    assert [(side.sheet, side.side) for side in sides] == expected


@given(printable(), COUNTS)
def test_cards_stay_inside_the_printable_area(printed: tuple[Layout, Flip], count: int) -> None:
    layout, flip = printed
    for side in impose(count, layout, flip):
        for place in side.placements:
            box = place.box.grown(max(layout.margin, layout.bleed) - 2e-3)
            assert box.x >= 0
            assert box.y >= 0
            assert box.right <= layout.paper.width
            assert box.top <= layout.paper.height
            assert (box.width, box.height) == pytest.approx(
                (place.box.width + 2 * -(place.box.x - box.x) * -1, box.height)
            )


@given(printable(), COUNTS)
def test_no_card_covers_another(printed: tuple[Layout, Flip], count: int) -> None:
    for side in impose(count, *printed):
        taken = [place.box for place in side.placements]
        for index, one in enumerate(taken):
            for other in taken[index + 1 :]:
                apart_x = one.right <= other.x + PRECISION or other.right <= one.x + PRECISION
                apart_y = one.top <= other.y + PRECISION or other.top <= one.y + PRECISION
                assert apart_x or apart_y


@given(printable(), COUNTS)
def test_each_back_lies_behind_its_front(printed: tuple[Layout, Flip], count: int) -> None:
    layout, flip = printed
    sides = impose(count, layout, flip)
    fronts, backs = boxes(sides, Face.FRONT), boxes(sides, Face.BACK)
    for card, (sheet, front, _) in fronts.items():
        back_sheet, back, _ = backs[card]
        seen = [physical(corner, layout.paper, flip) for corner in ((back.x, back.y), (back.right, back.top))]
        (left, right), (low, high) = sorted(x for x, _ in seen), sorted(y for _, y in seen)
        assert back_sheet == sheet
        assert (left, low, right, high) == pytest.approx((front.x, front.y, front.right, front.top))


@given(printable(), COUNTS)
def test_backs_are_upright_on_the_cut_card(printed: tuple[Layout, Flip], count: int) -> None:
    layout, flip = printed
    sides = impose(count, layout, flip)
    for _, back, rotation in boxes(sides, Face.BACK).values():
        base, tip = (back.x, back.y), (back.x, back.top)
        up_on_front = physical(tip, layout.paper, flip)[1] - physical(base, layout.paper, flip)[1]
        assert (up_on_front < 0) == (rotation == 180)


@given(printable(), st.integers(1, 40), st.integers(1, 40))
def test_a_partial_sheet_keeps_the_places_of_the_full_one(printed: tuple[Layout, Flip], few: int, many: int) -> None:
    few, many = sorted((few, many))
    some, all_of_them = (boxes(impose(count, *printed), Face.BACK) for count in (few, many))
    assert all_of_them | some == all_of_them


@given(printable())
def test_crop_marks_stay_outside_the_cards_and_inside_the_margin(printed: tuple[Layout, Flip]) -> None:
    layout, _ = printed
    area = layout.grid_box.grown(layout.bleed)
    for mark in crop_marks(layout, Marks.CORNER):
        outside_x = max(mark.x1, mark.x2) < area.x or min(mark.x1, mark.x2) > area.right
        outside_y = max(mark.y1, mark.y2) < area.y or min(mark.y1, mark.y2) > area.top
        assert outside_x or outside_y
        assert min(mark.x1, mark.x2, mark.y1, mark.y2) >= layout.margin - PRECISION
        assert max(mark.x1, mark.x2) <= layout.paper.width - layout.margin + PRECISION
        assert max(mark.y1, mark.y2) <= layout.paper.height - layout.margin + PRECISION
