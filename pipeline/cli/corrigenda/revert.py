"""`wildmix corrigenda revert`: take corrections out of an edition that is not released."""

from datetime import datetime

import click

from ...office.reverting import revert_entries
from ..common import Run, verb
from .common import by_option, day, on_option
from .deciding import names_argument, note_option


@click.command(short_help="Take corrections out of an edition that is not released.")
@names_argument
@note_option
@on_option
@by_option
@verb
def command(run: Run, names: tuple[str, ...], *, note: str, on: datetime | None, by: str) -> None:
    """Take the entries ID… out of the edition that took them up: they are verified again, and their fields as before.

    All entries of a group go together. A released edition never changes: to correct what it prints, report anew with
    --supersedes. The next `apply` takes reverted entries up again, unless newer ones supersede them.
    """
    revert_entries(run, names, on=day(on), by=by, note=note)
