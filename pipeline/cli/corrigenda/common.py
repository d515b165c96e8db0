"""What the verbs of corrigenda share: a series with its list and the decks of all its editions, options, lines."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any, NoReturn

import click

from ...cards import Deck, Series
from ...corrigenda import STATES, CorrigendaFile, Corrigendum, FieldChange, read_corrigenda
from ...diagnostics import Severity, worst
from ...workspace import WorkspaceError
from ..common import Run

_ROLE = re.compile(r"[a-z][a-z0-9-]*")


def role(context: click.Context, parameter: click.Parameter, value: str) -> str:
    """Refuse what is not a role or code: names of people do not belong into the list."""
    if not _ROLE.fullmatch(value):
        message = f"`{value}` is not a role or code: small letters, digits and hyphens, a letter first"
        raise click.BadParameter(message, context, parameter)
    return value


on_option = click.option(
    "--on",
    type=click.DateTime(["%Y-%m-%d"]),
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


@dataclass(frozen=True, slots=True)
class Dossier:
    """A series, its corrigenda, and the decks of those of its editions that could be read.

    `whole` tells whether every entry and every deck was read without error; only then may anything be written, since an
    entry that was left out would be lost.
    """

    series: Series
    path: Path
    file: CorrigendaFile
    decks: dict[int, Deck]
    whole: bool


def load_file(run: Run, code: str) -> tuple[Path, CorrigendaFile | None]:
    """Read the corrigenda of a series, collecting what is found; a series without a file has none yet."""
    path = run.workspace.corrigenda_path(code)
    if not path.is_file():
        return path, CorrigendaFile(code)
    file, findings = read_corrigenda(run.workspace.read_bytes(path), run.workspace.show(path), code)
    run.add(findings)
    if file is not None:
        run.count("entries", len(file))
    return path, file


def load(run: Run, code: str) -> Dossier | None:
    """Read all that belongs to a series; None if its series file or its list cannot be used.

    Raises WorkspaceError for a code that no series has.
    """
    before = len(run.findings)
    series, findings = run.workspace.series(code)
    run.add(findings)
    path, file = load_file(run, code)
    if series is None or file is None:
        return None
    decks = {}
    for edition in series.editions:
        loaded = run.workspace.load_edition(code, edition.number)
        # What is wrong with single cards is what corrigenda are for; `wildmix check` tells it.
        run.add(found for found in loaded.findings if found.card is None)
        if loaded.deck is not None:
            decks[edition.number] = loaded.deck
            run.count("editions")
    whole = worst(run.findings[before:]) is not Severity.ERROR and len(decks) == len(series.editions)
    return Dossier(series, path, file, decks, whole)


def chosen_series(run: Run, codes: tuple[str, ...]) -> Iterable[str]:
    """Return the series that were named, or all; unknown ones are reported and left out."""
    known = run.workspace.series_codes()
    for code in codes or known:
        if code in known:
            yield code
        else:
            run.usage_error(f"there is no series `{code}` (known: {', '.join(known) or 'none'})")


def day(on: datetime | None) -> date:
    """Return the day that was given, else today."""
    return on.date() if on else date.today()


def refuse(message: str) -> NoReturn:
    """Stop the verb: what was asked for is not possible as things stand (status 2)."""
    raise WorkspaceError(message)


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


def change_lines(changes: Iterable[FieldChange]) -> Iterable[str]:
    """Yield what differs between two editions, card by card."""
    last = None
    for change in changes:
        if change.card != last:
            last = change.card
            yield change.card
        if change.field == "id":
            yield "  new card" if change.new else "  withdrawn"
        else:
            yield f"  {change.field}"
            yield f"    - {one_line(change.old)}"
            yield f"    + {one_line(change.new)}"


def as_json(changes: Iterable[FieldChange]) -> list[dict[str, Any]]:
    """Return changes as JSON objects."""
    return [{"card": each.card, "field": each.field, "old": each.old, "new": each.new} for each in changes]


def one_line(text: str) -> str:
    """Return card text for a terminal: line breaks and control characters become visible signs."""
    return "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text.replace("\n", " ⏎ ")
    )
