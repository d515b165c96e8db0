"""`wildmix corrigenda withdraw`: take reports back."""

from datetime import datetime

import click

from ...corrigenda import Change, decide
from ...office.deciding import decide_on
from ..common import Run, verb
from .common import by_option, day, on_option
from .deciding import names_argument, note_option


@click.command(short_help="Take reports back.")
@names_argument
@note_option
@on_option
@by_option
@verb
def command(run: Run, names: tuple[str, ...], *, note: str, on: datetime | None, by: str) -> None:
    """Take the reports ID… back, because the reader who wrote found them to be wrong.

    Only what is reported can be withdrawn; the entry stays in the list.
    """
    change = Change(state="withdrawn", on=day(on), by=by, note=note)
    decide_on(run, names, lambda file: decide(file, names, change))
