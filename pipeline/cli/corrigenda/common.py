"""What the verbs of corrigenda share: options, the series that were named, counts."""

import re
from collections import Counter
from collections.abc import Iterable
from datetime import date, datetime

import click

from ...corrigenda import STATES, Corrigendum
from ..common import Run

YEARS_AHEAD = 5
"""How far ahead a day may lie: lists are replayed with the days of other clocks, but nobody decides beyond that."""

_ROLE = re.compile(r"[a-z][a-z0-9-]*")


def role(context: click.Context, parameter: click.Parameter, value: str) -> str:
    """Refuse what is not a role or code: names of people do not belong into the list."""
    if not _ROLE.fullmatch(value):
        message = f"`{value}` is not a role or code: small letters, digits and hyphens, a letter first"
        raise click.BadParameter(message, context, parameter)
    return value


def _not_far_away(context: click.Context, parameter: click.Parameter, value: datetime | None) -> datetime | None:
    """Refuse a day that can only be a slip: histories go forward, so that nothing could follow it for years."""
    if value and value.year > date.today().year + YEARS_AHEAD:
        message = f"{value:%Y-%m-%d} is years away, and nothing could be decided before that day any more"
        raise click.BadParameter(message, context, parameter)
    return value


on_option = click.option(
    "--on",
    type=click.DateTime(["%Y-%m-%d"]),
    callback=_not_far_away,
    help="The day to write into the history, as 2026-03-31. Default: today.",
)
by_option = click.option(
    "--by",
    default="editor",
    show_default=True,
    metavar="ROLE",
    callback=role,
    help="Who decides: a role or code such as editor, not a name.",
)
edition_option = click.option("--edition", type=click.IntRange(min=1), required=True, help="The number of the edition.")


def chosen_series(run: Run, codes: tuple[str, ...]) -> Iterable[str]:
    """Return the series that were named, each once, or all; unknown ones are reported and left out."""
    known = run.workspace.series_codes()
    for code in dict.fromkeys(codes or known):
        if code in known:
            yield code
        else:
            run.usage_error(f"there is no series `{code}` (known: {', '.join(known) or 'none'})")


def day(on: datetime | None) -> date:
    """Return the day that was given, else today."""
    return on.date() if on else date.today()


def states(entries: Iterable[Corrigendum]) -> dict[str, int]:
    """Return the number of entries in each state that occurs, in the order of the work."""
    numbers = Counter(entry.status for entry in entries)
    return {state: numbers[state] for state in STATES if numbers[state]}


def counts_line(code: str, entries: Iterable[Corrigendum]) -> str:
    """Return a line such as ``frauen: 14 corrigenda (12 applied, 2 rejected)``."""
    numbers = states(entries)
    listed = ", ".join(f"{number} {state}" for state, number in numbers.items())
    total = sum(numbers.values())
    return f"{code}: {total} {'corrigendum' if total == 1 else 'corrigenda'}" + (f" ({listed})" if listed else "")
