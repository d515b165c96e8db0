"""Colours of print: one ink as process colours, as a spot colour, as it looks on a screen."""

import re
from dataclasses import dataclass, replace
from functools import cache

from ..cards import Series
from .profile import Colours


@dataclass(frozen=True, slots=True)
class Ink:
    """Shares (0 to 1) of cyan, magenta, yellow, black; of red, green, blue; the spot colour's name; the tint."""

    cmyk: tuple[float, float, float, float]
    srgb: tuple[float, float, float]
    spot: str = ""
    tint: float = 1.0

    def tinted(self, tint: float) -> "Ink":
        """Return a lighter ink; `tint` from 0 (white) to 1 (full)."""
        return replace(self, tint=self.tint * tint)

    @property
    def is_black(self) -> bool:
        """Tell whether this is black alone, in full: what may overprint."""
        return self.cmyk == (0, 0, 0, 1) and self.tint == 1


WHITE = Ink((0, 0, 0, 0), (1, 1, 1))
BLACK = Ink((0, 0, 0, 1), (0, 0, 0))
GREY = Ink((0, 0, 0, 1), (0, 0, 0), tint=0.62)


def series_ink(series: Series) -> Ink:
    """Return the colour of a series; a series without a spot colour's name has one by its title."""
    cyan, magenta, yellow, black = (percent / 100 for percent in series.colour.cmyk)
    code = series.colour.srgb
    red, green, blue = (int(code[at : at + 2], 16) / 255 for at in (1, 3, 5))
    spot = series.colour.spot or f"wildmix {series.code}"
    return Ink((cyan, magenta, yellow, black), (red, green, blue), spot)


def spot_resource(spot: str) -> str:
    """Return the name by which pages call a spot colour."""
    return "Spot" + re.sub(r"[^A-Za-z0-9]", lambda match: f"_{ord(match[0]):x}", spot)


@cache
def operator(ink: Ink, colours: Colours) -> str:
    """Return the PDF operator that fills with an ink."""
    if colours is Colours.RGB:
        return " ".join(number(1 - ink.tint * (1 - share), 3) for share in ink.srgb) + " rg"
    if colours is Colours.SPOT and ink.spot:
        return f"/{spot_resource(ink.spot)} cs {number(ink.tint, 3)} scn"
    return " ".join(number(ink.tint * share, 3) for share in ink.cmyk) + " k"


def number(value: float, places: int = 2) -> str:
    """Return a number as PDF writes it, points rounded to a hundredth (0.004 mm)."""
    return f"{round(value, places) + 0.0:.6g}"
