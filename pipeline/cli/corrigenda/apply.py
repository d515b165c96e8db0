"""`wildmix corrigenda apply`: the next edition, from the one below it and the list."""

from contextlib import nullcontext
from datetime import datetime
from functools import partial

import click

from ...corrigenda import FieldChange
from ...office import Journal
from ...office.editions import Done, make_edition
from ...office.elsewhere import Elsewhere
from ...office.lines import as_json
from ...office.side_by_side import each_series
from ...workspace import WorkspaceError
from ..common import Run, verb
from .common import by_option, day, on_option


@click.command(short_help="Make the next edition from the verified corrigenda.")
@click.argument("series", nargs=-1, required=True, metavar="SERIES…")
@click.option("--edition", type=click.IntRange(min=1), help="The number of the edition; must be given.")
@click.option("--diff", is_flag=True, help="Only show what would change, card by card; write nothing.")
@click.option("--reprint", is_flag=True, help="Make the edition even if no entry is due: a plain reprint.")
@on_option
@by_option
@verb
def command(  # noqa: PLR0913 - one for each option
    run: Run, series: tuple[str, ...], edition: int | None, *, diff: bool, reprint: bool, on: datetime | None, by: str
) -> None:
    """Make edition N of SERIES from the edition below it and the verified corrigenda; their history says so.

    N is the newest edition, or the next one. An edition that is not released yet is made again as often as you like; a
    new one to which no entry is due is not made, unless you ask for a plain reprint. What cannot be applied is reported
    and left as it is; the rest is applied. Nothing is written if an entry or a deck cannot be read. What a corrected
    year does to cards of the same event in other series is a warning, what it does to recorded games a note.
    """
    if edition is None:
        raise WorkspaceError(f"say which edition with --edition; {', '.join(map(partial(_next, run), series))}")
    elsewhere = Elsewhere(run)
    applied: list[str] = []
    changes: list[FieldChange] = []
    written: list[str] = []

    def make(journal: Journal, code: str) -> Done | str | None:
        try:
            return make_edition(journal, elsewhere, code, edition, diff=diff, on=day(on), by=by, reprint=reprint)
        except WorkspaceError as error:
            return str(error)

    with nullcontext() if diff else run.workspace.lock():
        codes = list(dict.fromkeys(series))
        if len(codes) > 1:
            elsewhere.settle()  # each series is looked at beside the others as they were
        for _, done in run.progress(each_series(run, make, codes), "applying", len(codes)):
            if isinstance(done, str):
                run.usage_error(done)
            elif done:
                applied += done.applied
                changes += done.changes
                written += done.written
    run.result("edition", edition)
    run.result("applied", applied)
    run.result("changes", as_json(changes))
    run.result("written", written)


def _next(run: Run, code: str) -> str:
    """Say which edition of a series is the next: the newest, if it was made and is not released."""
    known, _ = run.workspace.series(code)
    newest = known.newest if known else None
    number = 1 if newest is None else newest.number + (newest.released or newest.number == 1)
    return f"the next of `{code}` is {number}"
