"""The tiles of Assyrian as data: numbers, oracles, queens, buildings."""

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

SHIPPED = "assyrian-tiles/1"


class Tile(BaseModel):
    """A tile: its number (of buildings on a threat tile), what it can do, and the set it comes with."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    id: Annotated[str, Field(pattern=r"^[^\s:/,|]+$")]
    number: Annotated[int, Field(ge=0)]
    kind: Literal["power", "oracle", "queen", "threat"] = "power"
    box: Annotated[Literal["base", "dark-green", "dark-brown"], Field(description="2–5, from 6, from 8 players.")]


class TileSet(BaseModel):
    """All tiles, and which numbers of them are not published."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: str
    published: Annotated[tuple[str, ...], Field(description="What is known from the publisher's text.")]
    invented: Annotated[tuple[str, ...], Field(description="What is made up, so that the game can be played at all.")]
    tiles: tuple[Tile, ...]

    @model_validator(mode="after")
    def _ids_differ(self) -> Self:
        if len({tile.id for tile in self.tiles}) < len(self.tiles):
            raise ValueError("two tiles have the same id")
        return self

    def for_players(self, players: int) -> tuple[str, ...]:
        """Return the ids of the tiles that this number of players uses (ASY-1)."""
        boxes = {"base"} | ({"dark-green"} if players >= 6 else set()) | ({"dark-brown"} if players >= 8 else set())
        return tuple(tile.id for tile in self.tiles if tile.box in boxes)

    def by_id(self) -> Mapping[str, Tile]:
        """Return the tiles by their ids."""
        return {tile.id: tile for tile in self.tiles}


@dataclass(frozen=True, slots=True)
class LoadedTiles:
    """A set of tiles with the SHA-256 of its file."""

    tiles: TileSet
    sha256: str


def read_tiles(data: bytes) -> LoadedTiles:
    """Read a file of tiles; raises ValueError for one that is none."""
    content = tomllib.loads(data.decode("utf-8"))
    tiles = TileSet.model_validate(content, strict=False)
    return LoadedTiles(tiles, hashlib.sha256(data).hexdigest())


def shipped_tiles() -> LoadedTiles:
    """Return the tiles that come with the program; its header says which numbers are made up."""
    return read_tiles(files(__package__).joinpath("tiles.toml").read_bytes())
