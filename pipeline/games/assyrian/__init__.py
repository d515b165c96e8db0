"""The tile game Assyrian: the rules ASY-1 to ASY-14 as a state machine (docs/games.md tells them)."""

from .actions import Action, Lay, LayClaim, Pass
from .options import Options
from .rules import Assyrian
from .state import Phase, State
from .tiles import SHIPPED, LoadedTiles, Tile, TileSet, read_tiles, shipped_tiles

__all__ = [
    "SHIPPED",
    "Action",
    "Assyrian",
    "Lay",
    "LayClaim",
    "LoadedTiles",
    "Options",
    "Pass",
    "Phase",
    "State",
    "Tile",
    "TileSet",
    "read_tiles",
    "shipped_tiles",
]
