"""``wildmix schema``: the JSON Schema of every kind of document, made from the models."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click

from ..cards import Card, Series
from ..corrigenda import CorrigendaDocument
from ..duplicates import Rules
from ..games.document import Header
from ..games.rulebooks import RULEBOOKS
from ..mix import Recipe
from ..pdf import Profile
from ..publish.decks import DeckDocument
from ..publish.feed import Feed
from ..workspace import Config, show_path, write_whole

SUFFIX = ".schema.json"
_DIALECT = "https://json-schema.org/draft/2020-12/schema"

# Name of the document kind → what it is, and its model.
KINDS: Mapping[str, tuple[str, Callable[[], dict[str, Any]]]] = {
    "card": ("One card with its meaning, as exports hold it.", Card.model_json_schema),
    "corrigenda": ("data/decks/SERIES/corrigenda.json", CorrigendaDocument.model_json_schema),
    "feed": ("corrigenda.json, as `wildmix corrigenda publish` writes it", Feed.model_json_schema),
    "deck": ("What `wildmix export --to json` writes.", DeckDocument.model_json_schema),
    "duplicates": ("data/decks/duplicates.toml", Rules.model_json_schema),
    "mix": ("data/decks/MIX.mix.toml", Recipe.model_json_schema),
    "profile": ("print/PROFILE.toml", Profile.model_json_schema),
    "replay-header": ("The first line of data/replays/GAME.jsonl", Header.model_json_schema),
    **{
        f"replay-line-{rules}": (f"Every other line of a game of {rules}", book.line_schema)
        for rules, book in RULEBOOKS.items()
    },
    "series": ("data/decks/SERIES/series.toml", Series.model_json_schema),
    "workspace": ("wildmix.toml", Config.model_json_schema),
}


@click.command(short_help="Print or write the JSON Schemas of all documents.")
@click.argument("kinds", nargs=-1, metavar="[KIND]…")
@click.option("--write", type=click.Path(file_okay=False, path_type=Path), help="Write all into this folder.")
@click.pass_context
def command(context: click.Context, kinds: tuple[str, ...], write: Path | None) -> None:
    """Print the JSON Schema of each KIND of document; without KIND, list the kinds."""
    unknown = [kind for kind in kinds if kind not in KINDS]
    for kind in unknown:
        click.echo(f"wildmix: error: there is no document `{kind}` (known: {', '.join(KINDS)})", err=True)
    if unknown:
        context.exit(2)
    if write:
        _write_all(context, write, kinds or tuple(KINDS))
    elif kinds:
        for kind in kinds:
            click.echo(schema(kind), nl=False)
    else:
        width = max(map(len, KINDS))
        for kind, (title, _) in KINDS.items():
            click.echo(f"{kind:<{width}}  {title}")


def schema(kind: str) -> str:
    """Return the schema of a document kind as JSON, the same text every time."""
    title, make = KINDS[kind]
    content = {"$schema": _DIALECT, **make(), "$comment": title}
    return json.dumps(content, ensure_ascii=False, indent=2, sort_keys=True) + "\n"


def _write_all(context: click.Context, folder: Path, kinds: tuple[str, ...]) -> None:
    for kind in kinds:
        path = folder / f"{kind}{SUFFIX}"
        try:
            changed = write_whole(path, schema(kind).encode("utf-8"))
        except OSError as error:
            click.echo(f"wildmix: error: cannot write {show_path(path)}: {error.strerror}", err=True)
            context.exit(2)
        click.echo(f"{'wrote' if changed else 'unchanged:'} {show_path(path)}")
