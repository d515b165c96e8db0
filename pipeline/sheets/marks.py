"""Marks that show where to cut: short ones outside the cards, or lines along every cut."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from .imposition import Face, grid
from .layout import Layout

# Marks begin this far from the cards and their bleed, so that a slip of the knife shows none, and are this long (mm).
DISTANCE = 1.5
LENGTH = 5.0
SHORTEST = 1.0


class Marks(StrEnum):
    """Which marks are printed: none, short ones outside the grid at every cut, or whole lines along every cut."""

    NONE = "none"
    CORNER = "corner"
    FULL = "full"


class MarkSides(StrEnum):
    """Where marks are printed."""

    FRONT = "front"
    BACK = "back"
    BOTH = "both"

    def has(self, side: Face) -> bool:
        """Tell whether this side of a sheet has marks."""
        return self is MarkSides.BOTH or self.value == side.value


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight line from (x1, y1) to (x2, y2), in millimetres."""

    x1: float
    y1: float
    x2: float
    y2: float


def crop_marks(layout: Layout, marks: Marks) -> tuple[Stroke, ...]:
    """Return the marks of a side: at every edge of a card, never inside one.

    They end at the white edge of the printer; short marks with less than a millimetre of room are left out.
    """
    if marks is Marks.NONE:
        return ()
    boxes = grid(layout)
    xs = sorted({edge for box in boxes for edge in (round(box.x, 6), round(box.right, 6))})
    ys = sorted({edge for box in boxes for edge in (round(box.y, 6), round(box.top, 6))})
    return tuple(_full(layout, xs, ys) if marks is Marks.FULL else _corner(layout, xs, ys))


def mirrored(strokes: tuple[Stroke, ...], layout: Layout, *, across: bool) -> tuple[Stroke, ...]:
    """Return the marks as seen from the back: left and right change places if `across`, else above and below."""
    width, height = layout.paper.width, layout.paper.height
    if across:
        return tuple(Stroke(width - one.x1, one.y1, width - one.x2, one.y2) for one in strokes)
    return tuple(Stroke(one.x1, height - one.y1, one.x2, height - one.y2) for one in strokes)


def _full(layout: Layout, xs: list[float], ys: list[float]) -> Iterator[Stroke]:
    edge = layout.margin
    for x in xs:
        yield Stroke(x, edge, x, layout.paper.height - edge)
    for y in ys:
        yield Stroke(edge, y, layout.paper.width - edge, y)


def _corner(layout: Layout, xs: list[float], ys: list[float]) -> Iterator[Stroke]:
    area, paper, start = layout.grid_box, layout.paper, layout.bleed + DISTANCE
    sides = (area.x, paper.width - area.right, area.y, paper.height - area.top)
    left, right, below, above = (min(LENGTH, room - layout.margin - start) for room in sides)
    for length, edge, sign in ((below, area.y, -1), (above, area.top, 1)):
        if length >= SHORTEST:
            yield from (Stroke(x, edge + sign * start, x, edge + sign * (start + length)) for x in xs)
    for length, edge, sign in ((left, area.x, -1), (right, area.right, 1)):
        if length >= SHORTEST:
            yield from (Stroke(edge + sign * start, y, edge + sign * (start + length), y) for y in ys)
