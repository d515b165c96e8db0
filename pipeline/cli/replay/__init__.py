"""`wildmix replay`: the replaying itself, and recording, one file each, imported when the verb is called."""

import click

from ..groups import LazyGroup

VERBS = {
    "run": "Replay recorded games; may be left out.",
    "record": "Play a game at the terminal and write it down.",
}


@click.group(
    cls=LazyGroup,
    package=__name__,
    verbs=VERBS,
    usual="run",
    short_help="Replay recorded games as checks on the cards.",
    no_args_is_help=False,
)
def command() -> None:
    """Replay recorded games as checks on the cards, or play a game and record it.

    `wildmix replay [FILE]…` is short for `wildmix replay run [FILE]…`. docs/games.md tells the rules and what a log
    holds.
    """
