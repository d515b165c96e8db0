"""`wildmix corrigenda check`: every rule of the list, beside every printed edition."""

import click

from ...office import Journal
from ...office.checking import list_findings
from ...office.dossier import load
from ...office.elsewhere import Elsewhere
from ...office.side_by_side import each_series
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
    elsewhere = Elsewhere(run)

    def look(journal: Journal, code: str) -> dict[str, int] | None:
        dossier = load(journal, code)
        if dossier is None:
            return None
        journal.add(list_findings(dossier, elsewhere))
        journal.say(counts_line(code, dossier.file))
        return states(dossier.file)

    codes = list(chosen_series(run, series))
    done = run.progress(each_series(run, look, codes), "checking corrigenda", len(codes))
    run.result("states", {code: numbers for code, numbers in done if numbers is not None})
