"""What the verbs share that decide on entries: the entries named, the decision, its rules, and writing the list."""

from collections.abc import Callable, Iterable

import click

from ...corrigenda import CorrigendaFile, Corrigendum, NotAllowedError, check, write_corrigenda
from ...diagnostics import Diagnostic, Severity
from ...sources import parse_sources
from ..common import Run
from .common import Dossier, load, one_line, refuse

names_argument = click.argument("names", nargs=-1, required=True, metavar="ID…")
note_option = click.option("--note", default="", help="A remark for the history.")
reason_option = click.option("--reason", default="", help="Why the card is wrong, for its owners.")
source_option = click.option(
    "--source",
    "sources",
    multiple=True,
    callback=lambda _context, _parameter, values: tuple(source for text in values for source in parse_sources(text)),
    help="A source, as `book: TITLE; locator: p. 12; states: 1905`; repeatable.",
)
Decision = Callable[[CorrigendaFile], CorrigendaFile]


def series_of(run: Run, name: str) -> str:
    """Return the series of an id such as CORR-frauen-012; refuses one that no series has."""
    code, _, number = name.removeprefix("CORR-").rpartition("-")
    if code not in run.workspace.series_codes() or not number.isdecimal():
        refuse(f"there is no corrigendum `{name}`; ids are CORR-SERIES-NUMBER")
    return code


def decide_on(run: Run, names: Iterable[str], decision: Decision) -> None:
    """Carry out a decision on entries of one series, if it brings no new error, and write the list."""
    codes = dict.fromkeys(series_of(run, name) for name in names)
    if len(codes) > 1:
        refuse(f"decide on the entries of one series at a time ({', '.join(codes)})")
    with run.workspace.lock():
        dossier = load(run, next(iter(codes)))
        if dossier is None:
            return
        try:
            decided = decision(dossier.file)
        except NotAllowedError as error:
            refuse(str(error))
        keep(run, dossier, decided)


def keep(run: Run, dossier: Dossier, decided: CorrigendaFile, *, quiet: bool = False) -> bool:
    """Write the list after a decision, unless that would bring an error that it did not have; tell what changed."""
    if not dossier.whole:
        run.say("nothing written: an entry or a deck cannot be read, and would be lost")
        return False
    after = check(decided, dossier.decks)
    known = {_what(found) for found in check(dossier.file, dossier.decks)}
    if new := [found for found in after if found.severity is Severity.ERROR and _what(found) not in known]:
        run.add(new)
        run.say("nothing written: the decision would bring errors")
        return False
    touched = [entry for entry in decided if dossier.file.by_id.get(entry.id) != entry]
    run.add(found for found in after if any(entry.id in found.message for entry in touched))
    written = bool(touched) and run.workspace.write(dossier.path, write_corrigenda(decided))
    run.result("changed", [entry.model_dump(mode="json", exclude_defaults=True) for entry in touched])
    for entry in () if quiet else touched:
        run.say(one_line(state_line(entry)))
    run.say(f"{'wrote' if written else 'unchanged:'} {run.workspace.show(dossier.path)}")
    return True


def _what(found: Diagnostic) -> tuple[str, str]:
    """Return code and message: places move when an entry grows."""
    return found.code, found.message


def state_line(entry: Corrigendum) -> str:
    """Return a line such as ``CORR-frauen-019: year of F010, verified on 2026-02-01 by editor``."""
    last = entry.history[-1]
    new = "?" if entry.new is None else entry.new
    what = f"{entry.id}: {entry.field} of {entry.card} (`{entry.old}` → `{new}`)"
    return f"{what}, {entry.status} on {last.on} by {last.by}"
