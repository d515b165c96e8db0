"""Printers that put the back of a sheet a little beside its front, and how the file makes up for it."""

import math
from dataclasses import dataclass

from .layout import Layout

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Misprint:
    """How far a printer misses with the back side, as seen on the back.

    Everything comes out moved to the `right` and `up` (millimetres) and `turned` counter-clockwise about the middle of
    the paper (degrees).
    """

    right: float = 0
    up: float = 0
    turned: float = 0

    def matrix(self, layout: Layout) -> tuple[float, float, float, float, float, float]:
        """Return the matrix (a b c d e f, in millimetres) that undoes the fault."""
        cos, sin = math.cos(math.radians(self.turned)), math.sin(math.radians(self.turned))
        x, y = layout.paper.width / 2, layout.paper.height / 2
        left, down = -x - self.right, -y - self.up
        return cos, -sin, sin, cos, x + cos * left + sin * down, y - sin * left + cos * down

    def printed(self, point: Point, layout: Layout) -> Point:
        """Return where the printer puts what the file has at `point`."""
        cos, sin = math.cos(math.radians(self.turned)), math.sin(math.radians(self.turned))
        x, y = point[0] - layout.paper.width / 2, point[1] - layout.paper.height / 2
        return (
            layout.paper.width / 2 + cos * x - sin * y + self.right,
            layout.paper.height / 2 + sin * x + cos * y + self.up,
        )

    def asked(self, point: Point, layout: Layout) -> Point:
        """Return where the file must have what shall come out at `point`."""
        a, b, c, d, e, f = self.matrix(layout)
        return a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f


def from_crosses(above: Point, below: Point, distance: float) -> Misprint:
    """Return the fault of which two crosses tell, `distance` apart, as far above the middle of the paper as below.

    `above` and `below` say how far to the right and up each cross of the back lies from where it belongs.
    """
    # Readings that no turn explains count as a quarter of one, which no printer does either.
    turned = math.degrees(math.asin(max(-1.0, min(1.0, (below[0] - above[0]) / distance))))
    return Misprint((above[0] + below[0]) / 2, (above[1] + below[1]) / 2, turned)
