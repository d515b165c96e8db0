"""`wildmix corrigenda check`: every rule of the list, beside every printed edition."""

import click

from ...office.checking import list_findings
from ...office.dossier import load
from ...office.elsewhere import Elsewhere
from ..common import Run, verb
from .common import chosen_series, counts_line, states


@click.command(short_help="Check corrigenda files against the printed decks.")
@click.argument("series", nargs=-1, metavar="[SERIES]…")
@verb
def command(run: Run, series: tuple[str, ...]) -> None:
    """Check corrigenda: their form, the printed values, reasons and sources, conflicts, groups, histories.

    Without SERIES, those of all series. That every edition is the one below it with its corrigenda is checked too, and
    what making the next edition would report; and for entries that wait for an edition, what they do to cards of the
    same event in other series, and to recorded games (notes, shown with -v).
    """
    numbers = {}
    elsewhere = Elsewhere(run)
    for code in run.progress(list(chosen_series(run, series)), "checking corrigenda"):
        dossier = load(run, code)
        if dossier is not None:
            run.add(list_findings(dossier, elsewhere))
            numbers[code] = states(dossier.file)
            run.say(counts_line(code, dossier.file))
    run.result("states", numbers)
