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
    alike. `separate`: likewise, in two files.
    """

    LONG_EDGE = "long-edge"
    SHORT_EDGE = "short-edge"
    FOLD = "fold"
    NONE = "none"
    SEPARATE = "separate"

    @property
    def is_duplex(self) -> bool:
        """Tell whether the paper is printed on both sides."""
        return self in (Flip.LONG_EDGE, Flip.SHORT_EDGE)

    @property
    def turns(self) -> bool:
        """Tell whether the back is seen after the paper was turned over or folded."""
        return self not in (Flip.NONE, Flip.SEPARATE)


@dataclass(frozen=True, slots=True)
class Layout:
    """A grid of cards on paper; lengths in millimetres.

    `gap` lies between neighbours, `bleed` is printed beyond the cut, `margin` is the edge that printers leave white.
    Perforated paper prescribes `origin`, the distances of the first card from the left and the upper edge (else the
    grid is centred), and `pitch`, those from a card to the next (else card and gap).
    """

    paper: Paper
    card: CardSize
    columns: int
    rows: int
    gap: float = 0
    bleed: float = 0
    margin: float = 5
    origin: tuple[float, float] | None = None
    pitch: tuple[float, float] | None = None

    @property
    def step(self) -> tuple[float, float]:
        """The distances from a card to its neighbours at the right and below."""
        return self.pitch or (self.card.width + self.gap, self.card.height + self.gap)

    @property
    def gaps(self) -> tuple[float, float]:
        """The room between neighbours, across and along."""
        return self.step[0] - self.card.width, self.step[1] - self.card.height

    @property
    def grid_box(self) -> Box:
        """The rectangle that holds all cards."""
        width = (self.columns - 1) * self.step[0] + self.card.width
        height = (self.rows - 1) * self.step[1] + self.card.height
        if self.origin:
            left, above = self.origin
            return Box(left, self.paper.height - above - height, width, height)
        return Box((self.paper.width - width) / 2, (self.paper.height - height) / 2, width, height)

    @property
    def folds_upright(self) -> bool:
        """Tell whether the middle line across the longer side stands upright (on lying paper)."""
        return not self.paper.is_upright


def most_cards(layout: Layout, flip: Flip) -> tuple[int, int]:
    """Return as many columns and rows as the paper holds inside its white edge, at least one of each."""
    edge = 2 * max(layout.margin, layout.bleed)
    counts = []
    for there, card, step in zip(
        (layout.paper.width, layout.paper.height), (layout.card.width, layout.card.height), layout.step, strict=True
    ):
        counts.append(max(1, int((there - edge - card + TOLERANCE) // step) + 1) if step > 0 else 1)
    if flip is Flip.FOLD:
        divided = 0 if layout.folds_upright else 1
        counts[divided] = max(2, counts[divided] // 2 * 2)
    return counts[0], counts[1]


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
    yield from _edges(layout)
    for gap, count, step in zip(layout.gaps, (layout.columns, layout.rows), layout.step, strict=True):
        if count > 1 and gap < -TOLERANCE:
            yield f"a pitch of {step:g} mm lets cards of {layout.card.width:g} × {layout.card.height:g} mm overlap"
        elif count > 1 and TOLERANCE < gap < 2 * layout.bleed - TOLERANCE:
            yield f"a gap of {gap:g} mm has no room for a bleed of {layout.bleed:g} mm on both sides"
            break
    if flip is Flip.FOLD:
        divided, what = (layout.columns, "columns") if layout.folds_upright else (layout.rows, "rows")
        if divided % 2:
            yield f"a sheet folded in half needs an even number of {what}, not {divided}"
        if layout.origin:
            yield "a sheet folded in half has its cards in the middle; leave `origin` out"


def _edges(layout: Layout) -> Iterator[str]:
    area, paper = layout.grid_box, layout.paper
    wanted = max(layout.margin, layout.bleed)
    over = [
        (name, used, there, layout.origin[number] if layout.origin else None)
        for number, (name, used, there, low, high) in enumerate(
            (
                ("wide", area.width, paper.width, area.x, paper.width - area.right),
                ("high", area.height, paper.height, area.y, paper.height - area.top),
            )
        )
        if min(low, high) < wanted - TOLERANCE
    ]
    if over:
        cards = f"{layout.columns} × {layout.rows} cards of {layout.card.width:g} × {layout.card.height:g} mm"
        sizes = " and ".join(f"{used:g} mm {name}" for name, used, _, _ in over)
        begun = " and ".join(f"{start:g} mm" for *_, start in over if start is not None)
        begun = f", begin {begun} from the edge (`origin`)" if begun else ""
        room = " and ".join(f"{there:g} mm {name}" for name, _, there, _ in over)
        yield f"{cards} are {sizes}{begun} and leave no edge of {wanted:g} mm on paper {room}"
