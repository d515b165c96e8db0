"""Crop marks: short lines outside the cards that show where to cut."""

from dataclasses import dataclass
from enum import StrEnum

from .imposition import grid
from .layout import Layout

# Marks begin this far from the cards and their bleed, so that a slip of the knife shows none, and are this long (mm).
DISTANCE = 1.5
LENGTH = 5.0
SHORTEST = 1.0


class Marks(StrEnum):
    """Which marks are printed."""

    NONE = "none"
    CORNER = "corner"


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight line from (x1, y1) to (x2, y2), in millimetres."""

    x1: float
    y1: float
    x2: float
    y2: float


def crop_marks(layout: Layout, marks: Marks) -> tuple[Stroke, ...]:
    """Return the marks of a side: at every edge of a card, all around the grid, never inside it.

    They end at the white edge of the printer; where less than a millimetre is left there are none.
    """
    if marks is Marks.NONE:
        return ()
    boxes, area = grid(layout), layout.grid_box
    start = layout.bleed + DISTANCE
    xs = sorted({edge for box in boxes for edge in (round(box.x, 6), round(box.right, 6))})
    ys = sorted({edge for box in boxes for edge in (round(box.y, 6), round(box.top, 6))})
    across = min(LENGTH, area.x - layout.margin - start)
    along = min(LENGTH, area.y - layout.margin - start)
    strokes: list[Stroke] = []
    if along >= SHORTEST:
        for x in xs:
            strokes.append(Stroke(x, area.y - start, x, area.y - start - along))
            strokes.append(Stroke(x, area.top + start, x, area.top + start + along))
    if across >= SHORTEST:
        for y in ys:
            strokes.append(Stroke(area.x - start, y, area.x - start - across, y))
            strokes.append(Stroke(area.right + start, y, area.right + start + across, y))
    return tuple(strokes)
