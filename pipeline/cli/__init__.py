"""The command line: one file per verb, loaded when the verb is used.

The verbs and their one-line helps stand in a table here, so that ``wildmix --help`` starts as fast as bare Click; a
test compares the table with the verbs themselves.
"""

import gc
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import click

from .groups import LazyGroup
from .stopping import stopping

VERBS = {
    "init": "Make a workspace.",
    "ingest": "Read publishers' tables; with --write, make canonical decks.",
    "year": "Explain year expressions.",
    "check": "Check the cards of decks.",
    "corrigenda": "Manage corrections, from letter to next printing.",
    "sources": "Ask the web about sources; nothing else does.",
    "duplicates": "Find cards that tell the same event.",
    "review": "Judge pairs of cards, one after the other.",
    "mix": "Draw cards of several series into one deck.",
    "print": "Render a deck as a two-sided PDF.",
    "replay": "Replay recorded games as checks on the cards.",
    "simulate": "Play many games of bots to see what a deck is like.",
    "desk": "Open the editor's desk in the browser.",
    "report": "Write one page about decks that can be mailed.",
    "export": "Write a deck as CSV, JSON, SQLite or Parquet.",
    "schema": "Print or write the JSON Schemas of all documents.",
    "explain": "Explain the code of a finding.",
    "build": "Run the whole pipeline on the workspace.",
}


_OUTPUT = "wildmix.output"


class VerbGroup(LazyGroup):
    """All verbs; programs are told of misuse in their format."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Read the options, and note in which format the report is wanted."""
        output = _asked_format(args)
        with _misuse_told(output):
            context = super().make_context(info_name, args, parent, **extra)
        context.meta[_OUTPUT] = output
        return context

    def invoke(self, ctx: click.Context) -> Any:
        """Run the verb."""
        with stopping(), _misuse_told(ctx.meta[_OUTPUT]):
            return super().invoke(ctx)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the verb and return its command."""
        # Modules and large tables are hundreds of thousands of values and no circles of them: looking for circles less
        # often saves a quarter of the time.
        gc.set_threshold(200_000, 50, 50)
        # The models of documents have no plugins; to look for some, pydantic reads about every package there is.
        os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
        command = super().get_command(ctx, cmd_name)
        # What was imported stays to the end: nobody need look for circles in it, least of all when all is over.
        gc.freeze()
        return command


def _asked_format(arguments: Sequence[str]) -> str:
    """Return the format that the arguments name, before they are understood: the last one counts."""
    output = "text"
    for argument, following in zip(arguments, (*arguments[1:], ""), strict=True):
        if argument == "--":
            break
        if argument == "--format":
            output = following
        elif argument.startswith("--format="):
            output = argument.removeprefix("--format=")
    return output


@contextmanager
def _misuse_told(output: str) -> Iterator[None]:
    """Tell of wrong options and arguments in the format that is wanted; people get Click's words on standard error."""
    try:
        yield
    except click.UsageError as error:
        if output not in ("json", "github"):
            raise
        from .common import misuse  # noqa: PLC0415 - seldom needed, and slow to import

        click.echo(misuse(error.format_message(), output))
        raise click.exceptions.Exit(error.exit_code) from None


@click.group(cls=VerbGroup, package=__name__, verbs=VERBS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="wildmix")
@click.option(
    "--workspace", type=click.Path(file_okay=False), help="Work on this workspace, not on the one you stand in."
)
@click.pass_context
def main(ctx: click.Context, workspace: str | None) -> None:
    """Card decks of history games: read, check, correct, mix, print and play them.

    Every command works on the workspace it stands in. `wildmix COMMAND --help` says more; docs/ has a page per stage.
    """
    ctx.obj = workspace
