"""The rule sets by the names that replays use."""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Union, get_args, get_type_hints

import msgspec
from msgspec import structs
from pydantic import BaseModel

from . import anno_domini, assyrian, timeline_twist, we_can_play
from .anno_domini import AnnoDomini
from .assyrian import Assyrian
from .core import Rules
from .document import End
from .pieces import Pieces
from .timeline_twist import TimelineCompetition, TimelineTeam
from .we_can_play import WeCanPlay, WeCanPlaySolo

_ENCODER = msgspec.json.Encoder()


@dataclass(frozen=True)
class RuleBook:
    """How a rule set is made, and how its options, states and the lines of its replays are read and written."""

    name: str
    title: str
    options: type[BaseModel]
    kinds: tuple[type[Any], ...]
    state: type[Any]
    rules: Callable[[Any, int, Pieces], Rules[Any, Any]]
    players: tuple[int, int]
    tiles: bool = False
    anonymous: bool = False
    symbols: bool = False

    @cached_property
    def claims(self) -> Mapping[type[Any], Callable[..., Any]]:
        """The kinds of actions beside which a claim may stand, and what makes it."""
        hints = {kind: get_type_hints(kind).get("claim") for kind in self.kinds}
        return {kind: get_args(hint)[0] for kind, hint in hints.items() if hint is not None}

    @cached_property
    def options_of(self) -> Callable[[str], Any]:
        """What reads options as JSON, which many logs have in common; raises ValidationError."""
        return lru_cache(self.options.model_validate_json)

    @cached_property
    def keys(self) -> Mapping[type[Any], int]:
        """The number of keys that a line must have at least, by the kind of its action, `do` included."""
        kinds: tuple[type[Any], ...] = (*self.kinds, End)
        return {kind: 1 + sum(field.required for field in structs.fields(kind)) for kind in kinds}

    @cached_property
    def line(self) -> Any:
        """The type of a line: one of the actions, or the end."""
        return Union[*self.kinds, End]

    @cached_property
    def read(self) -> Callable[[str], Any]:
        """What reads a line of a replay; raises msgspec.DecodeError (`document.Line.unread` tells it to people)."""
        return msgspec.json.Decoder(self.line).decode

    def written(self, action: Any) -> str:
        """Return an action as the line of a replay, without line break."""
        return _ENCODER.encode(action).decode()

    def line_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of a line."""
        return msgspec.json.schema(self.line)


def _assyrian(options: assyrian.Options, players: int, pieces: Pieces) -> Assyrian:
    tiles = pieces.tiles or assyrian.shipped_tiles().tiles
    return Assyrian(options, players, tiles, tiles.by_id())


_BOOKS = (
    RuleBook(
        "anno-domini",
        "Anno Domini",
        anno_domini.Options,
        get_args(anno_domini.Action),
        anno_domini.State,
        lambda options, players, pieces: AnnoDomini(options, players, pieces.dates),
        (2, 10),
    ),
    RuleBook(
        "we-can-play",
        "We Can Play",
        we_can_play.Options,
        get_args(we_can_play.Action),
        we_can_play.State,
        lambda options, players, pieces: WeCanPlay(options, players, pieces.dates),
        (2, 8),
        anonymous=True,
    ),
    RuleBook(
        "we-can-play-solo",
        "We Can Play, solo",
        we_can_play.SoloOptions,
        (we_can_play.SoloAction,),
        we_can_play.SoloState,
        lambda options, players, pieces: WeCanPlaySolo(options, players, pieces.dates),
        (1, 1),
        anonymous=True,
    ),
    RuleBook(
        "assyrian",
        "Assyrian",
        assyrian.Options,
        get_args(assyrian.Action),
        assyrian.State,
        _assyrian,
        (2, 9),
        tiles=True,
    ),
    RuleBook(
        "timeline-twist",
        "Timeline Twist, competition",
        timeline_twist.Options,
        get_args(timeline_twist.Action),
        timeline_twist.State,
        lambda options, players, pieces: TimelineCompetition(options, players, pieces.dates),
        (2, 8),
    ),
    RuleBook(
        "timeline-twist-team",
        "Timeline Twist, team game",
        timeline_twist.TeamOptions,
        get_args(timeline_twist.TeamAction),
        timeline_twist.TeamState,
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
