"""`wildmix duplicates`: the search itself, and verbs below it, one file each, imported when the verb is called."""

import click

from ..groups import LazyGroup

VERBS = {
    "find": "Find cards that tell the same event; may be left out.",
    "score": "Score a table of pairs of texts.",
    "decide": "Remember whether two cards are the same event.",
}


@click.group(
    cls=LazyGroup,
    package=__name__,
    verbs=VERBS,
    usual="find",
    short_help="Find cards that tell the same event.",
    no_args_is_help=False,
)
def command() -> None:
    """Find cards that tell the same event, in one deck or several, and remember what was decided about them.

    `wildmix duplicates [DECK]…` is short for `wildmix duplicates find [DECK]…`. docs/duplicates.md tells how texts are
    compared.
    """
