"""`wildmix corrigenda hold`: put corrigenda on hold: right, but they wait."""

from datetime import datetime

import click

from ...corrigenda import Change, decide
from ...office.deciding import decide_on
from ..common import Run, verb
from .common import by_option, day, on_option
from .deciding import names_argument, note_option


@click.command(short_help="Put corrigenda on hold: right, but they wait.")
@names_argument
@note_option
@on_option
@by_option
@verb
def command(run: Run, names: tuple[str, ...], *, note: str, on: datetime | None, by: str) -> None:
    """Put the entries ID… on hold: right, but they wait for a revision of style, or wrong without a clear answer.

    What is held can be verified or rejected later. The history says who decided, when, and with --note why.
    """
    change = Change(state="held", on=day(on), by=by, note=note)
    decide_on(run, names, lambda file: decide(file, names, change))
