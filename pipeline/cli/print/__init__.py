"""``wildmix print``: a deck on sheets, and what goes with printing. A word that is no command here names a deck."""

import click

from ..groups import LazyGroup

VERBS = {
    "deck": "Render a deck as a two-sided PDF; the word may be left out.",
    "calibrate": "Print a test sheet, or remember what it shows of a printer.",
    "proof": "Show all cards at a glance, fronts and backs side by side.",
    "preflight": "Check a printed file: what a print shop would refuse, and every card.",
}


@click.group(cls=LazyGroup, package=__name__, verbs=VERBS, usual="deck", short_help="Render a deck as a two-sided PDF.")
def command() -> None:
    """Print decks: `wildmix print frauen` writes print/out/frauen-2.pdf.

    A word that is none of the commands below names a deck: `wildmix print deck --help` tells all options.
    """
