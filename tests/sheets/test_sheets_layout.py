"""Plain cases: the sheet everybody prints, and measures that are refused."""

import pytest

from pipeline.sheets import CARD_SIZES, PAPERS, CardSize, Face, Flip, Layout, Marks, Paper, crop_marks, impose, problems

A4, EURO = PAPERS["a4"], CARD_SIZES["euro"]
HOME = Layout(A4, EURO, 3, 3)


def test_nine_euro_cards_are_centred_on_a4() -> None:
    front, back = impose(9, HOME, Flip.LONG_EDGE)
    assert [(place.x, place.y) for place in front.placements[:3]] == [(16.5, 194.5), (75.5, 194.5), (134.5, 194.5)]
    assert [(place.x, place.y) for place in back.placements[:3]] == [(134.5, 194.5), (75.5, 194.5), (16.5, 194.5)]
    assert {place.rotation for place in back.placements} == {0}


def test_backs_are_turned_on_a_short_edge() -> None:
    _, back = impose(1, HOME, Flip.SHORT_EDGE)
    assert [(place.x, place.y, place.rotation) for place in back.placements] == [(16.5, 10.5, 180)]


def test_a_fold_has_both_faces_on_one_side() -> None:
    (side,) = impose(1, Layout(Paper("A4 lying", 297, 210), EURO, 4, 2), Flip.FOLD)
    assert [(place.face, place.x) for place in side.placements] == [(Face.FRONT, 30.5), (Face.BACK, 207.5)]


def test_no_cards_need_no_sheets() -> None:
    assert impose(0, HOME, Flip.LONG_EDGE) == ()


def test_marks_stand_at_every_edge_of_a_card() -> None:
    marks = crop_marks(HOME, Marks.CORNER)
    assert {mark.x1 for mark in marks if mark.x1 == mark.x2} == {16.5, 75.5, 134.5, 193.5}
    assert {mark.y1 for mark in marks if mark.y1 == mark.y2} == {10.5, 102.5, 194.5, 286.5}
    assert len(marks) == 16
    assert crop_marks(HOME, Marks.NONE) == ()


@pytest.mark.parametrize(
    ("layout", "flip", "message"),
    [
        (Layout(A4, CARD_SIZES["tarot"], 3, 2), Flip.LONG_EDGE, "leave no edge"),
        (Layout(A4, CardSize("poster", 300, 400), 1, 1), Flip.NONE, "leave no edge"),
        (Layout(A4, EURO, 0, 3), Flip.LONG_EDGE, "at least one column"),
        (Layout(A4, CardSize("flat", 59, 0), 3, 3), Flip.LONG_EDGE, "wider and higher"),
        (Layout(A4, EURO, 2, 2, gap=-1), Flip.LONG_EDGE, "must not be negative"),
        (Layout(A4, EURO, 2, 2, gap=3, bleed=3), Flip.LONG_EDGE, "no room for a bleed"),
        (Layout(A4, EURO, 3, 3), Flip.FOLD, "even number of rows"),
    ],
)
def test_impossible_measures_are_findings(layout: Layout, flip: Flip, message: str) -> None:
    found = problems(layout, flip)
    assert {one.code for one in found} == {"WM602"}
    assert message in found[0].message


def test_every_named_card_fits_on_a4() -> None:
    for card in CARD_SIZES.values():
        assert problems(Layout(A4, card, 1, 1), Flip.LONG_EDGE) == []
