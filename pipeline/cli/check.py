"""`wildmix check`: the checks on cards."""

import click

from ..checks import CHECKS
from ..office.decks import deck_findings
from .common import Run, verb
from .fixing import fix_tables
from .render import counted


@click.command(short_help="Check the cards of decks.")
@click.argument("decks", nargs=-1, metavar="[DECK]…")
@click.option("--fix", is_flag=True, help="Mend tables where it is certain: letters, blanks and dashes, never facts.")
@click.option("--diff", is_flag=True, help="With --fix: show what would change; write nothing.")
@verb
def command(run: Run, decks: tuple[str, ...], *, fix: bool, diff: bool) -> None:
    """Check the cards of decks: years, give-aways, contradictions, twins, sources, characters.

    DECK is a series (its newest edition), SERIES/EDITION, a mix, or a table of cards; without it, all series and mixes
    of the workspace are checked. --fix rewrites tables that are named by their paths: composed letters, blanks at the
    ends and around no-break spaces, dashes in spans of years. All other bytes stay, and so do the cards.
    """
    if diff and not fix:
        raise click.UsageError("--diff shows what --fix would change")
    if fix:
        fix_tables(run, decks, diff=diff)
    for name, _, deck in run.progress(run.decks(decks), "checking"):
        run.add(deck_findings(run, deck))
        run.count("decks")
        run.count("cards", len(deck))
        run.say(f"{name}: {counted(len(deck), 'cards')}, {len(CHECKS)} checks")
