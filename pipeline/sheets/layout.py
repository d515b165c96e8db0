"""How cards stand on a sheet, and whether they can."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from ..diagnostics import Diagnostic, finding
from ..source import Span
from .measures import Box, CardSize, Paper

# Two lengths nearer than this are the same: a thousandth of a millimetre is far below what paper can show.
TOLERANCE = 1e-3


class Flip(StrEnum):
    """How a back comes to lie behind its front.

    `long-edge` and `short-edge`: printed on both sides, the sheet turned over on that edge. `fold`: both on one side,
    the sheet folded in half across its longer side and glued. `none`: fronts and backs on sheets of their own, placed
    alike.
    """

    LONG_EDGE = "long-edge"
    SHORT_EDGE = "short-edge"
    FOLD = "fold"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Layout:
    """A grid of cards, centred on the paper; lengths in millimetres.

    `gap` lies between neighbours, `bleed` is printed beyond the cut, `margin` is the edge that printers leave white.
    """

    paper: Paper
    card: CardSize
    columns: int
    rows: int
    gap: float = 0
    bleed: float = 0
    margin: float = 5

    @property
    def grid_box(self) -> Box:
        """The rectangle that holds all cards."""
        width = self.columns * self.card.width + (self.columns - 1) * self.gap
        height = self.rows * self.card.height + (self.rows - 1) * self.gap
        return Box((self.paper.width - width) / 2, (self.paper.height - height) / 2, width, height)

    @property
    def folds_upright(self) -> bool:
        """Tell whether the middle line across the longer side stands upright (on lying paper)."""
        return not self.paper.is_upright


def problems(layout: Layout, flip: Flip, place: Span | None = None) -> list[Diagnostic]:
    """Return a finding for every measure that cannot be printed; `place` is where the layout was read."""
    return [finding("WM602", message, place) for message in _problems(layout, flip)]


def _problems(layout: Layout, flip: Flip) -> Iterator[str]:
    if min(layout.paper.width, layout.paper.height, layout.card.width, layout.card.height) <= 0:
        yield "paper and cards must be wider and higher than nothing"
        return
    if min(layout.columns, layout.rows) < 1:
        yield "a sheet needs at least one column and one row"
        return
    if min(layout.gap, layout.bleed, layout.margin) < 0:
        yield "gap, bleed and margin must not be negative"
        return
    grid = layout.grid_box
    needed = 2 * max(layout.margin, layout.bleed)
    for name, used, there in (
        ("wide", grid.width, layout.paper.width),
        ("high", grid.height, layout.paper.height),
    ):
        if used + needed > there + TOLERANCE:
            yield (
                f"{layout.columns} × {layout.rows} cards of {layout.card.width:g} × {layout.card.height:g} mm are "
                f"{used:g} mm {name} and leave no edge of {needed / 2:g} mm on paper {there:g} mm {name}"
            )
    if 0 < layout.gap < 2 * layout.bleed - TOLERANCE:
        yield f"a gap of {layout.gap:g} mm has no room for a bleed of {layout.bleed:g} mm on both sides"
    divided, what = (layout.columns, "columns") if layout.folds_upright else (layout.rows, "rows")
    if flip is Flip.FOLD and divided % 2:
        yield f"a sheet folded in half needs an even number of {what}, not {divided}"
