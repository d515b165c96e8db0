"""`wildmix corrigenda supersede`: let a newer entry take the place of an older one."""

from datetime import datetime

import click

from ...corrigenda import Change, supersede
from ...office.deciding import decide_on
from ..common import Run, verb
from .common import by_option, day, on_option
from .deciding import note_option


@click.command(short_help="Let a newer entry take the place of an older one.")
@click.argument("old")
@click.argument("new")
@note_option
@on_option
@by_option
@verb
def command(run: Run, old: str, new: str, *, note: str, on: datetime | None, by: str) -> None:  # noqa: PLR0913 - one for each option
    """Let the entry NEW take the place of OLD; both correct the same field of the same card.

    OLD stays in the list and says which entry to see. Values may come back: 1903, 1905, 1903 again is a chain in which
    each entry supersedes the last. `report --supersedes OLD` writes the newer entry and does this at once.
    """
    change = Change(state="superseded", on=day(on), by=by, note=note)
    decide_on(run, (old, new), lambda file: supersede(file, old, new, change))
