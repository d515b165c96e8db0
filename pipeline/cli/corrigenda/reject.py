"""`wildmix corrigenda reject`: turn reports down."""

from datetime import datetime

import click

from ...corrigenda import Change, Supplement, decide
from ...office.deciding import decide_on
from ..common import Run, verb
from .common import by_option, day, on_option
from .deciding import names_argument, note_option, reason_option


@click.command(short_help="Turn reports down; they stay in the list with the reason.")
@names_argument
@click.option("--duplicate-of", metavar="ID", help="The earlier entry that said the same.")
@reason_option
@note_option
@on_option
@by_option
@verb
def command(  # noqa: PLR0913 - one for each option
    run: Run,
    names: tuple[str, ...],
    *,
    duplicate_of: str | None,
    reason: str,
    note: str,
    on: datetime | None,
    by: str,
) -> None:
    """Turn the reports ID… down. They stay in the list with --reason or --note, since the same report comes back.

    A report that repeats another one is turned down with --duplicate-of. To reopen an entry, report it anew with
    --supersedes.
    """
    if not (reason or note or duplicate_of):
        raise click.UsageError("say why with --reason or --note, or name the earlier entry with --duplicate-of")
    supplement = Supplement(reason=reason, duplicate_of=duplicate_of)
    change = Change(state="rejected", on=day(on), by=by, note=note)
    decide_on(run, names, lambda file: decide(file, names, change, supplement))
