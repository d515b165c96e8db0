"""Imposition: which card stands where on which side of which sheet.

A back is placed so that it lies exactly behind its front once the paper is turned or folded, and upright when the cut
card is turned over sideways. Every side uses the full grid, also where cards are missing on the last sheet.
"""

from dataclasses import dataclass
from enum import StrEnum

from .layout import TOLERANCE, Flip, Layout
from .measures import Box, Paper


class Face(StrEnum):
    """A side of a card, or of a sheet."""

    FRONT = "front"
    BACK = "back"


@dataclass(frozen=True, slots=True)
class Placement:
    """One face of card number `card` (from 0), on `box` of a page, turned by `rotation` degrees about its centre.

    `ground` is the box with its bleed: what lies under the face is painted up to there.
    """

    card: int
    face: Face
    box: Box
    ground: Box
    rotation: int = 0

    @property
    def x(self) -> float:
        """The left edge in millimetres."""
        return self.box.x

    @property
    def y(self) -> float:
        """The lower edge in millimetres."""
        return self.box.y


@dataclass(frozen=True, slots=True)
class SheetSide:
    """One page of the printed file: a side of sheet number `sheet` (from 0)."""

    sheet: int
    side: Face
    placements: tuple[Placement, ...]


def grid(layout: Layout) -> tuple[Box, ...]:
    """Return the boxes of all cards of a sheet as seen from the front, in reading order."""
    area, card, (across, along) = layout.grid_box, layout.card, layout.step
    return tuple(
        Box(area.x + column * across, area.top - card.height - row * along, card.width, card.height)
        for row in range(layout.rows)
        for column in range(layout.columns)
    )


def with_bleed(box: Box, layout: Layout) -> Box:
    """Return the box of a front with its bleed: whole at the edges of the grid, half a gap at neighbours."""
    area, bleed = layout.grid_box, layout.bleed
    inner_x, inner_y = (max(0.0, min(bleed, gap / 2)) for gap in layout.gaps)
    left = bleed if abs(box.x - area.x) < TOLERANCE else inner_x
    right = bleed if abs(box.right - area.right) < TOLERANCE else inner_x
    below = bleed if abs(box.y - area.y) < TOLERANCE else inner_y
    above = bleed if abs(box.top - area.top) < TOLERANCE else inner_y
    return Box(box.x - left, box.y - below, box.width + left + right, box.height + below + above)


def turned(box: Box, paper: Paper, flip: Flip) -> tuple[Box, int]:
    """Return where `box` of the front is seen on the back, and the rotation that keeps the card's back upright.

    On upright paper the long edges and the axis they turn about are vertical: left and right change places. About a
    horizontal axis top and bottom do, and what is upright must be turned by 180 degrees.
    """
    if not flip.turns:
        return box, 0
    about_vertical = paper.is_upright == (flip is Flip.LONG_EDGE)
    if about_vertical:
        return Box(paper.width - box.right, box.y, box.width, box.height), 0
    return Box(box.x, paper.height - box.top, box.width, box.height), 180


def _front_boxes(layout: Layout, flip: Flip) -> tuple[Box, ...]:
    """Return the places for fronts: the whole grid, or the half left of or above the fold."""
    boxes = grid(layout)
    if flip is not Flip.FOLD:
        return boxes
    if layout.folds_upright:
        return tuple(box for box in boxes if box.right <= layout.paper.width / 2)
    return tuple(box for box in boxes if box.y >= layout.paper.height / 2)


def cards_per_sheet(layout: Layout, flip: Flip) -> int:
    """Return how many cards one sheet holds, front and back."""
    return len(_front_boxes(layout, flip))


def _behind(front: Placement, paper: Paper, flip: Flip) -> Placement:
    box, rotation = turned(front.box, paper, flip)
    return Placement(front.card, Face.BACK, box, turned(front.ground, paper, flip)[0], rotation)


def impose(count: int, layout: Layout, flip: Flip) -> tuple[SheetSide, ...]:
    """Place `count` cards, numbered from 0: front and back of each sheet in turn, or one side a sheet for a fold.

    The layout must have no problems.
    """
    boxes = _front_boxes(layout, flip)
    grounds = tuple(with_bleed(box, layout) for box in boxes)
    sides: list[SheetSide] = []
    for sheet, first in enumerate(range(0, count, len(boxes))):
        places = tuple(zip(range(first, count), boxes, grounds, strict=False))
        fronts = tuple(Placement(card, Face.FRONT, box, ground) for card, box, ground in places)
        backs = tuple(_behind(front, layout.paper, flip) for front in fronts)
        if flip is Flip.FOLD:
            sides.append(SheetSide(sheet, Face.FRONT, fronts + backs))
        else:
            sides += [SheetSide(sheet, Face.FRONT, fronts), SheetSide(sheet, Face.BACK, backs)]
    return tuple(sides)
