"""Laws of imposition: nothing lost, nothing outside, nothing on top of another, every back behind its front."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pipeline.pdf.profile import Sheet
from pipeline.sheets import (
    CARD_SIZES,
    PAPERS,
    STOCKS,
    Box,
    CardSize,
    Face,
    Flip,
    Layout,
    Marks,
    Misprint,
    Paper,
    SheetSide,
    cards_per_sheet,
    crop_marks,
    from_crosses,
    grid,
    impose,
    most_cards,
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
MISPRINTS = st.builds(Misprint, st.floats(-20, 20), st.floats(-20, 20), st.floats(-5, 5))


@st.composite
def printable(draw: st.DrawFn) -> tuple[Layout, Flip]:
    """Draw a layout and a flip that have no problems: any paper and grid, or perforated stock."""
    if draw(st.booleans()):
        stock = draw(st.sampled_from(sorted(STOCKS)))
        sheet = Sheet(stock=stock, flip=draw(FLIPS), bleed=draw(st.sampled_from([0, 2])), margin=5)
        assume(not problems(sheet.layout, sheet.flip))
        return sheet.layout, sheet.flip
    return draw(grids())


@st.composite
def grids(draw: st.DrawFn) -> tuple[Layout, Flip]:
    """Draw a layout with gaps, bleed and perhaps an origin and a pitch of its own."""
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
    if draw(st.booleans()):
        pitch = card.width + draw(st.sampled_from([0, 2 * bleed])), card.height + draw(st.sampled_from([0, 2 * bleed]))
        edge = max(bleed, margin)
        layout = replace(layout, origin=(edge + draw(st.sampled_from([0, 1.5])), edge), pitch=pitch)
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
    if not flip.turns:
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
            assert min(box.x, box.y) >= 0
            assert box.right <= layout.paper.width
            assert box.top <= layout.paper.height
            assert (place.box.width, place.box.height) == pytest.approx((layout.card.width, layout.card.height))


@given(printable(), COUNTS)
def test_no_card_covers_another_nor_its_bleed(printed: tuple[Layout, Flip], count: int) -> None:
    for side in impose(count, *printed):
        taken = [place.ground for place in side.placements]
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


@given(printable(), COUNTS)
def test_bleed_holds_the_card_and_is_at_most_as_wide_as_asked(printed: tuple[Layout, Flip], count: int) -> None:
    layout, flip = printed
    for side in impose(count, layout, flip):
        for place in side.placements:
            box, ground = place.box, place.ground
            bleeds = (box.x - ground.x, box.y - ground.y, ground.right - box.right, ground.top - box.top)
            assert min(bleeds) >= -PRECISION
            assert max(bleeds) <= layout.bleed + PRECISION


@given(printable(), st.integers(1, 30), MISPRINTS)
def test_a_corrected_back_comes_out_behind_its_front(
    printed: tuple[Layout, Flip], count: int, misprint: Misprint
) -> None:
    layout, flip = printed
    fronts, backs = (boxes(impose(count, layout, flip), face) for face in Face)
    for card, (_, front, _) in fronts.items():
        back = backs[card][1]
        corners = ((back.x, back.y), (back.right, back.top))
        out = [misprint.printed(misprint.asked(corner, layout), layout) for corner in corners]
        seen = [physical(corner, layout.paper, flip) for corner in out]
        assert sorted(x for x, _ in seen) == pytest.approx([front.x, front.right])
        assert sorted(y for _, y in seen) == pytest.approx([front.y, front.top])


@given(printable(), MISPRINTS, st.floats(80, 400))
def test_two_crosses_tell_the_fault_of_a_printer(
    printed: tuple[Layout, Flip], misprint: Misprint, distance: float
) -> None:
    layout, _ = printed
    x, y = layout.paper.width / 2, layout.paper.height / 2
    read = []
    for cross in ((x, y + distance / 2), (x, y - distance / 2)):
        out = misprint.printed(cross, layout)
        read.append((out[0] - cross[0], out[1] - cross[1]))
    found = from_crosses(read[0], read[1], distance)
    assert (found.right, found.up, found.turned) == pytest.approx((misprint.right, misprint.up, misprint.turned))


@given(grids())
def test_the_grid_found_is_the_largest_that_has_no_problems(printed: tuple[Layout, Flip]) -> None:
    layout, flip = printed
    layout = replace(layout, origin=None)
    columns, rows = most_cards(layout, flip)
    assert columns >= layout.columns
    assert rows >= layout.rows
    assert problems(replace(layout, columns=columns, rows=rows), flip) == []
    step = (2, 1) if flip is Flip.FOLD and layout.folds_upright else (1, 2) if flip is Flip.FOLD else (1, 1)
    assert problems(replace(layout, columns=columns + step[0], rows=rows), flip)
    assert problems(replace(layout, columns=columns, rows=rows + step[1]), flip)


@given(printable())
def test_full_marks_run_along_cuts_only(printed: tuple[Layout, Flip]) -> None:
    layout, _ = printed
    for mark in crop_marks(layout, Marks.FULL):
        for box in grid(layout):
            if mark.x1 == mark.x2:
                assert not box.x + PRECISION < mark.x1 < box.right - PRECISION
            else:
                assert not box.y + PRECISION < mark.y1 < box.top - PRECISION


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
