"""`wildmix corrigenda verify`: decide that reports are right."""

from datetime import datetime
from typing import Any

import click

from ...corrigenda import Change, Supplement, decide
from ...office.deciding import decide_on
from ..common import Run, verb
from .common import by_option, day, on_option
from .deciding import names_argument, note_option, reason_option, source_option


def _translations(context: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    stands = dict(value.partition("=")[::2] for value in values)
    if any(state not in {"done", "open"} or len(language) != 2 for language, state in stands.items()):
        raise click.BadParameter("write the language and how it stands, as en=done or en=open", context, parameter)
    return stands


@click.command(short_help="Decide that reports are right; the next edition takes them up.")
@names_argument
@click.option("--new", help="What to print instead, if the report did not say.")
@reason_option
@click.option("--reason-code", metavar="WORD", help="A short word for counting, such as swapped.")
@source_option
@click.option("--group", metavar="WORD", help="A word shared by entries that are applied together or not at all.")
@click.option(
    "--translation", "translations", multiple=True, callback=_translations, help="How another language stands: en=done."
)
@note_option
@on_option
@by_option
@verb
def command(run: Run, names: tuple[str, ...], *, note: str, on: datetime | None, by: str, **parts: Any) -> None:
    """Decide that the reports ID… are right: the next edition takes them up.

    A verified entry has a new value, a reason, and a source that says where to look; a year has a source that states
    it, better two. What the report left out is added here. What it says already is not changed: report that anew with
    --supersedes. Nothing is written if an entry would break a rule; entries of a group are verified in one call. How
    the translations of a verified entry stand can be said again: --translation alone changes no state.
    """
    supplement = Supplement(**parts)
    change = Change(state="verified", on=day(on), by=by, note=note)
    decide_on(run, names, lambda file: decide(file, names, change, supplement))
