"""`wildmix check`: the checks on cards."""

import click

from ..cards import Deck
from ..checks import CHECKS, renumbered, run_checks
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
        run.add(run_checks(deck))
        if earlier := _edition_before(run, deck):
            run.add(renumbered(earlier, deck))
        run.count("decks")
        run.count("cards", len(deck))
        run.say(f"{name}: {counted(len(deck), 'cards')}, {len(CHECKS)} checks")


def _edition_before(run: Run, deck: Deck) -> Deck | None:
    """Return the edition before this one; what is wrong with it is found when it is checked itself."""
    series = next(iter(deck.series.values()), None)
    if series is None or deck.edition is None:
        return None
    numbers = [edition.number for edition in series.editions if edition.number < deck.edition]
    if not numbers or not run.workspace.edition_path(series.code, numbers[-1]).is_file():
        return None
    return run.workspace.load_edition(series.code, numbers[-1]).deck
