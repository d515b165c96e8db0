"""`wildmix check`: the checks on cards."""

import click

from ..checks import CHECKS, run_checks
from .common import Run, verb


@click.command(short_help="Check the cards of decks.")
@click.argument("decks", nargs=-1, metavar="[DECK]…")
@verb
def command(run: Run, decks: tuple[str, ...]) -> None:
    """Check the cards of decks: years, give-aways, contradictions, twins, sources, characters.

    DECK is a series (its newest edition), SERIES/EDITION, a mix, or a table of cards; without it, all series and mixes
    of the workspace are checked.
    """
    for name, _, deck in run.progress(run.decks(decks), "checking"):
        found = run_checks(deck)
        run.add(found)
        run.count("decks")
        run.count("cards", len(deck))
        run.say(f"{name}: {len(deck)} cards, {len(CHECKS)} checks")
