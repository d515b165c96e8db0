"""Cards on sheets of paper, front and back: pure geometry in millimetres, the origin at the lower left of a page."""

from .imposition import Face, Placement, SheetSide, cards_per_sheet, grid, impose, turned
from .layout import Flip, Layout, problems
from .marks import Marks, Stroke, crop_marks
from .measures import CARD_SIZES, PAPERS, Box, CardSize, Paper

__all__ = [
    "CARD_SIZES",
    "PAPERS",
    "Box",
    "CardSize",
    "Face",
    "Flip",
    "Layout",
    "Marks",
    "Paper",
    "Placement",
    "SheetSide",
    "Stroke",
    "cards_per_sheet",
    "crop_marks",
    "grid",
    "impose",
    "problems",
    "turned",
]
