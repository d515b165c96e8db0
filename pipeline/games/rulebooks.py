"""The rule sets by the names that replays use."""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cache, cached_property
from importlib.resources import files
from types import MappingProxyType
from typing import Annotated, Any, get_args

from pydantic import BaseModel, Field, TypeAdapter

from . import anno_domini, assyrian, timeline_twist, we_can_play
from .anno_domini import AnnoDomini
from .assyrian import Assyrian
from .core import Rules
from .document import End
from .pieces import Pieces
from .timeline_twist import TimelineCompetition, TimelineTeam
from .we_can_play import WeCanPlay, WeCanPlaySolo

AnnoDominiLine = Annotated[anno_domini.Action | End, Field(discriminator="do")]
WeCanPlayLine = Annotated[we_can_play.Action | End, Field(discriminator="do")]
SoloLine = Annotated[we_can_play.SoloAction | End, Field(discriminator="do")]
AssyrianLine = Annotated[assyrian.Action | End, Field(discriminator="do")]
CompetitionLine = Annotated[timeline_twist.Action | End, Field(discriminator="do")]
TeamLine = Annotated[timeline_twist.TeamAction | End, Field(discriminator="do")]


@dataclass(frozen=True)
class RuleBook:
    """How a rule set is made, and how its options, states and the lines of its replays are read and written."""

    name: str
    title: str
    options: type[BaseModel]
    kinds: tuple[type[Any], ...]
    line: TypeAdapter[Any]
    state: TypeAdapter[Any]
    rules: Callable[[Any, int, Pieces], Rules[Any, Any]]
    players: tuple[int, int]
    tiles: bool = False
    anonymous: bool = False
    symbols: bool = False

    @cached_property
    def claiming(self) -> frozenset[type[Any]]:
        """The kinds of actions beside which a claim may stand."""
        return frozenset(kind for kind in self.kinds if any(part.name == "claim" for part in fields(kind)))

    def written(self, action: Any) -> str:
        """Return an action as the line of a replay, without line break."""
        return self.line.dump_json(action, exclude_none=True).decode()


def _assyrian(options: assyrian.Options, players: int, pieces: Pieces) -> Assyrian:
    tiles = pieces.tiles or assyrian.shipped_tiles().tiles
    return Assyrian(options, players, tiles, tiles.by_id())


_BOOKS = (
    RuleBook(
        "anno-domini",
        "Anno Domini",
        anno_domini.Options,
        get_args(anno_domini.Action),
        TypeAdapter(AnnoDominiLine),
        TypeAdapter(anno_domini.State),
        lambda options, players, pieces: AnnoDomini(options, players, pieces.dates),
        (2, 10),
    ),
    RuleBook(
        "we-can-play",
        "We Can Play",
        we_can_play.Options,
        get_args(we_can_play.Action),
        TypeAdapter(WeCanPlayLine),
        TypeAdapter(we_can_play.State),
        lambda options, players, pieces: WeCanPlay(options, players, pieces.dates),
        (2, 8),
        anonymous=True,
    ),
    RuleBook(
        "we-can-play-solo",
        "We Can Play, solo",
        we_can_play.SoloOptions,
        (we_can_play.SoloAction,),
        TypeAdapter(SoloLine),
        TypeAdapter(we_can_play.SoloState),
        lambda options, players, pieces: WeCanPlaySolo(options, players, pieces.dates),
        (1, 1),
        anonymous=True,
    ),
    RuleBook(
        "assyrian",
        "Assyrian",
        assyrian.Options,
        get_args(assyrian.Action),
        TypeAdapter(AssyrianLine),
        TypeAdapter(assyrian.State),
        _assyrian,
        (2, 9),
        tiles=True,
    ),
    RuleBook(
        "timeline-twist",
        "Timeline Twist, competition",
        timeline_twist.Options,
        get_args(timeline_twist.Action),
        TypeAdapter(CompetitionLine),
        TypeAdapter(timeline_twist.State),
        lambda options, players, pieces: TimelineCompetition(options, players, pieces.dates),
        (2, 8),
    ),
    RuleBook(
        "timeline-twist-team",
        "Timeline Twist, team game",
        timeline_twist.TeamOptions,
        get_args(timeline_twist.TeamAction),
        TypeAdapter(TeamLine),
        TypeAdapter(timeline_twist.TeamState),
        lambda options, players, pieces: TimelineTeam(options, players, pieces.dates, pieces.symbols),
        (1, 8),
        symbols=True,
    ),
)
RULEBOOKS: Mapping[str, RuleBook] = MappingProxyType({book.name: book for book in _BOOKS})


@cache
def presets() -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
    """Return the options of known printings, by rule set and name (``presets.toml``)."""
    return tomllib.loads(files(__package__).joinpath("presets.toml").read_text(encoding="utf-8"))
