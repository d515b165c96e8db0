"""`wildmix corrigenda apply`: the next edition, from the one below it and the list."""

from contextlib import nullcontext
from datetime import date, datetime
from typing import NamedTuple

import click

from ...cards import Deck, Edition
from ...corrigenda import (
    CorrigendaFile,
    FieldChange,
    apply,
    check,
    difference,
    due,
    mark_applied,
    with_new_cards,
    write_corrigenda,
)
from ...ingest import write_deck
from ...workspace import WorkspaceError
from ..common import Run, verb
from .common import Dossier, as_json, by_option, change_lines, day, edition_option, load, on_option, refuse
from .elsewhere import Elsewhere


@click.command(short_help="Make the next edition from the verified corrigenda.")
@click.argument("series", nargs=-1, required=True, metavar="SERIES…")
@edition_option
@click.option("--diff", is_flag=True, help="Only show what would change, card by card; write nothing.")
@on_option
@by_option
@verb
def command(  # noqa: PLR0913 - one for each option
    run: Run, series: tuple[str, ...], edition: int, *, diff: bool, on: datetime | None, by: str
) -> None:
    """Make edition N of SERIES from the edition below it and the verified corrigenda; their history says so.

    An edition that is not released yet is made again as often as you like. What cannot be applied is reported and left
    as it is; the rest is applied. Nothing is written if an entry or a deck cannot be read. What a corrected year does
    to cards of the same event in other series is a warning, what it does to recorded games a note.
    """
    elsewhere = Elsewhere(run)
    applied: list[str] = []
    changes: list[FieldChange] = []
    written: list[str] = []
    with nullcontext() if diff else run.workspace.lock():
        for code in run.progress(series, "applying"):
            try:
                done = _one(run, elsewhere, code, edition, diff=diff, on=day(on), by=by)
            except WorkspaceError as error:
                run.usage_error(str(error))
                continue
            if done:
                applied += done.applied
                changes += done.changes
                written += done.written
    run.result("edition", edition)
    run.result("applied", applied)
    run.result("changes", as_json(changes))
    run.result("written", written)


class _Done(NamedTuple):
    """What came of one series: the ids taken up for the first time, what differs, the files written."""

    applied: list[str]
    changes: list[FieldChange]
    written: list[str]


def _one(  # noqa: PLR0913 - one for each option
    run: Run, elsewhere: Elsewhere, code: str, edition: int, *, diff: bool, on: date, by: str
) -> _Done | None:
    dossier = load(run, code)
    if dossier is None:
        return None
    below = _below(dossier, edition)
    made = _make(dossier, below, edition, on, by)
    run.add(check(made.file, {**dossier.decks, edition: made.deck}))
    elsewhere.know(code, dossier.decks)
    run.add(elsewhere.findings(dossier.file, (dossier.file.by_id[name] for name in made.new)))
    changes = list(difference(below, made.deck))
    for line in change_lines(changes):
        run.say(line)
    written: list[str] = []
    if made.lost:
        run.say(f"nothing written: edition {edition} had taken up {', '.join(made.lost)}, which cannot be applied now")
    elif not dossier.whole:
        run.say("nothing written: an entry or a deck cannot be read, and would be lost")
    elif not diff:
        written = _write(run, dossier, edition, made, on)
    return _Done(made.new, changes, written)


class _Result(NamedTuple):
    """The edition, the list after it, the ids it takes up for the first time, and those it can no longer take up."""

    deck: Deck
    file: CorrigendaFile
    new: list[str]
    lost: list[str]


def _below(dossier: Dossier, edition: int) -> Deck:
    """Return the deck below `edition`; refuses an edition that is released, has a later one, or has none below it."""
    code = dossier.series.code
    known = dossier.series.edition(edition)
    if known and known.released:
        refuse(f"edition {edition} of `{code}` is released and never changes; make edition {edition + 1}")
    later = [other.number for other in dossier.series.editions if other.number > edition]
    if later:
        refuse(f"edition {later[0]} of `{code}` follows edition {edition} already")
    below = max((number for number in dossier.decks if number < edition), default=None)
    if below is None:
        refuse(f"series `{code}` has no edition below {edition}")
    return dossier.decks[below]


def _make(dossier: Dossier, below: Deck, edition: int, on: date, by: str) -> _Result:
    made = apply(below, dossier.file, edition)
    taken = {entry.id for entry in made.entries}
    new = [entry.id for entry in made.entries if entry.applied_in != edition]
    for entry in made.entries:
        if entry.id in new and entry.history[-1].on > on:
            refuse(f"{entry.id} was {entry.status} on {entry.history[-1].on}, after {on}; give a later day with --on")
    replaced = frozenset().union(*(dossier.file.ancestors(entry) for entry in made.entries))
    lost = [e.id for e in due(dossier.file, edition) if e.applied_in == edition and e.id not in taken | replaced]
    deck = with_new_cards(made.deck, below, dossier.decks.get(edition))
    return _Result(deck, mark_applied(dossier.file, new, edition, on, by), new, lost)


def _write(run: Run, dossier: Dossier, edition: int, made: _Result, on: date) -> list[str]:
    """Write deck, series file and list, in this order: the list never speaks of an edition that is not there."""
    space, code = run.workspace, dossier.series.code
    path = space.edition_path(code, edition)
    written = [path] if space.write(path, write_deck(made.deck)) else []
    if dossier.series.edition(edition) is None and space.update_series(code, Edition(number=edition, year=on.year)):
        written.append(space.series_path(code))
    if (made.new or dossier.path.is_file()) and space.write(dossier.path, write_corrigenda(made.file)):
        written.append(dossier.path)
    for each in written:
        run.say(f"wrote {space.show(each)}")
    return [space.show(each) for each in written]
