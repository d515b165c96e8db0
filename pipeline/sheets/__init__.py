"""Cards on sheets of paper, front and back: pure geometry in millimetres, the origin at the lower left of a page."""

from .imposition import Face, Placement, SheetSide, cards_per_sheet, grid, impose, turned, with_bleed
from .layout import Flip, Layout, most_cards, problems
from .marks import Marks, MarkSides, Stroke, crop_marks, mirrored
from .measures import CARD_SIZES, PAPERS, STOCKS, Box, CardSize, Paper, Stock
from .misprint import Misprint, from_crosses

__all__ = [
    "CARD_SIZES",
    "PAPERS",
    "STOCKS",
    "Box",
    "CardSize",
    "Face",
    "Flip",
    "Layout",
    "MarkSides",
    "Marks",
    "Misprint",
    "Paper",
    "Placement",
    "SheetSide",
    "Stock",
    "Stroke",
    "cards_per_sheet",
    "crop_marks",
    "from_crosses",
    "grid",
    "impose",
    "mirrored",
    "most_cards",
    "problems",
    "turned",
    "with_bleed",
]
