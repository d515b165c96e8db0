"""What the verbs that play games share: rules, options, and the cards to play with."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import click
from pydantic import BaseModel, ValidationError

from ..build.playing import load_tiles
from ..foreign_json import parse_json
from ..games.assyrian import SHIPPED
from ..games.pieces import Pieces, of_deck, of_tiles
from ..games.play import with_drawn_symbols
from ..games.rulebooks import RULEBOOKS, RuleBook, presets
from ..workspace import WorkspaceError
from .common import Run


def game_options(function: Callable[..., None]) -> Callable[..., None]:
    """Give a verb the options that say what is played."""
    for option in (
        click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="Set an option of the rules."),
        click.option("--preset", metavar="NAME", help="Options of a known printing (docs/games.md lists them)."),
        click.option("--seed", type=int, default=1, show_default=True, help="Begin the random numbers here."),
        click.option(
            "--rules", type=click.Choice(list(RULEBOOKS)), default="anno-domini", show_default=True, help="The game."
        ),
    ):
        function = option(function)
    return function


def options_of(book: RuleBook, preset: str | None, settings: tuple[str, ...]) -> BaseModel:
    """Return the options of a game; raises WorkspaceError for a preset or an option that does not exist."""
    known = presets()[book.name]
    if preset is not None and preset not in known:
        raise WorkspaceError(f"there is no preset `{preset}` of `{book.name}` (known: {', '.join(known)})")
    values: dict[str, Any] = dict(known[preset or "default"])
    for setting in settings:
        name, _, text = setting.partition("=")
        try:
            values[name] = parse_json(text)
        except ValueError:
            values[name] = text
    try:
        return book.options.model_validate_json(json.dumps(values))
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        option = fault["loc"][0]
        if option not in book.options.model_fields:
            known_options = ", ".join(book.options.model_fields)
            raise WorkspaceError(f"`{book.name}` has no option `{option}` (options: {known_options})") from None
        raise WorkspaceError(f"option `{option}`: {fault['msg'][:1].lower()}{fault['msg'][1:]}") from None


def pieces_of(run: Run, book: RuleBook, name: str, seed: int) -> Pieces | None:
    """Return the cards or tiles to play with; None, reported, if they cannot be used.

    Where the rules need symbols and the cards have none, they are made up from the seed.
    """
    if book.tiles and run.workspace.has_deck(name):
        raise WorkspaceError(f"`{name}` holds cards; {book.title} is played with `{SHIPPED}`, or a file of tiles")
    if name == SHIPPED and not book.tiles:
        raise WorkspaceError(f"`{name}` holds tiles; {book.title} is played with cards")
    if book.tiles:
        loaded = load_tiles(name)
        return of_tiles(loaded.tiles, loaded.sha256)
    decks = list(run.decks([name]))
    if len(decks) > 1:
        raise WorkspaceError(f"`{name}` holds {len(decks)} tables; name one of them")
    for _, deck, cards in decks:
        pieces = of_deck(cards, deck.sha256)
        return replace(pieces, symbols=with_drawn_symbols(pieces, seed)) if book.symbols else pieces
    return None
