"""Papers, card sizes and boxes, in millimetres."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper, upright or lying as its width and height say."""

    name: str
    width: float
    height: float

    @property
    def is_upright(self) -> bool:
        """Tell whether the long edges stand at the left and right."""
        return self.height >= self.width


@dataclass(frozen=True, slots=True)
class CardSize:
    """A card after cutting."""

    name: str
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle: its lower left corner, width and height."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of the right edge."""
        return self.x + self.width

    @property
    def top(self) -> float:
        """The y of the upper edge."""
        return self.y + self.height

    def grown(self, by: float) -> "Box":
        """Return the box with every edge moved outwards by `by` millimetres, inwards if negative."""
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)


@dataclass(frozen=True, slots=True)
class Stock:
    """Paper perforated for cards: the grid, and in millimetres the place of the first card and the way to the next."""

    paper: str
    card: CardSize
    columns: int
    rows: int
    origin: tuple[float, float]
    pitch: tuple[float, float]


def _papers(*papers: Paper) -> Mapping[str, Paper]:
    return MappingProxyType({paper.name.lower(): paper for paper in papers})


def _sizes(*sizes: CardSize) -> Mapping[str, CardSize]:
    return MappingProxyType({size.name: size for size in sizes})


# ISO 216 and ANSI/ASME Y14.1.
PAPERS = _papers(Paper("A4", 210, 297), Paper("A3", 297, 420), Paper("Letter", 215.9, 279.4))

# What printers and sellers of card sleeves call these sizes.
CARD_SIZES = _sizes(
    CardSize("mini-usa", 41, 63),
    CardSize("mini-euro", 45, 68),
    CardSize("bridge", 57, 89),
    CardSize("usa", 56, 87),
    CardSize("euro", 59, 92),
    CardSize("standard", 63.5, 88),
    CardSize("poker", 63.5, 88.9),
    CardSize("tarot", 70, 120),
    CardSize("business", 85, 54),
    CardSize("us-business", 88.9, 50.8),
)

# Perforated sheets, by the measures of their maker.
STOCKS: Mapping[str, Stock] = MappingProxyType(
    {
        "avery-c32011": Stock("A4", CARD_SIZES["business"], 2, 5, (15, 13.5), (95, 54)),
        "avery-c32015": Stock("A4", CARD_SIZES["business"], 2, 4, (17, 31.5), (91, 60)),
        "avery-5371": Stock("Letter", CARD_SIZES["us-business"], 2, 5, (19.05, 12.7), (88.9, 50.8)),
    }
)
