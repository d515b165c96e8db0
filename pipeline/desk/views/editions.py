"""The next edition: what it would change, card by card, made and released."""

import json
from typing import NamedTuple

from flask import Blueprint, flash, redirect, render_template, url_for
from werkzeug.wrappers import Response

from ...cards import Deck
from ...corrigenda import FieldChange
from ...diagnostics import Diagnostic, Severity
from ...foreign_json import parse_json
from ...impact.games import Flip
from ...office import StaleError, refuse
from ...office.dossier import Dossier
from ...office.editions import Guard, make_edition, release_edition
from ...workspace import WorkspaceError
from ..desk import desk
from ..sealing import edition_marks
from ..speaking import given, say, today, told, told_of

pages = Blueprint("editions", __name__)

MOST_ADDED = 10_000
"""Characters that the seal of a form may be longer than twice the one that the form has now."""


class Plan(NamedTuple):
    """An edition as it would be made now: what differs, which entries it takes up, what stands in the way."""

    number: int
    changes: list[FieldChange]
    applied: list[str]
    findings: list[Diagnostic]
    games: list[Flip]
    why_not: str = ""


@pages.get("/editions/<code>")
def edition(code: str) -> str:
    """Show what the next edition of a series would change."""
    dossier = _dossier(code)
    number = _at_work(dossier)
    known = dossier.series.edition(number)
    marks = edition_marks(dossier)
    plan = desk().shelf.kept(("plan", code), tuple(marks.items()), lambda: _plan(dossier, number))
    return render_template(
        "edition.html",
        series=dossier.series,
        dossier=dossier,
        plan=plan,
        below=_below(dossier, number),
        exists=known is not None,
        made=dossier.decks.get(number),
        inside=[entry for entry in dossier.file if entry.applied_in == number],
        seen=json.dumps(marks),
        waiting=[entry for entry in dossier.file if entry.status == "reported"],
        errors=[found for found in plan.findings if found.severity is Severity.ERROR],
    )


def _dossier(code: str) -> Dossier:
    dossier, found = desk().shelf.dossier(code)
    if dossier is None:
        refuse(told_of(found[0]) if found else f"there is no series `{code}`")
    return dossier


def _at_work(dossier: Dossier) -> int:
    """Return the number of the edition that is at work, or of the next one."""
    newest = dossier.series.newest
    if newest is None:
        refuse(f"series `{dossier.series.code}` has no edition")
    first = newest.number == min(one.number for one in dossier.series.editions)
    return newest.number if not newest.released and not first else newest.number + 1


def _below(dossier: Dossier, number: int) -> Deck | None:
    below = max((other for other in dossier.decks if other < number), default=None)
    return dossier.decks[below] if below is not None else None


def _plan(dossier: Dossier, number: int) -> Plan:
    notes, elsewhere = desk().notes(), desk().shelf.elsewhere()
    code = dossier.series.code
    try:
        done = make_edition(notes, elsewhere, code, number, diff=True, on=today(), by=desk().by)
    except WorkspaceError as error:
        return Plan(number, [], [], notes.findings, [], str(error))
    if done is None:
        return Plan(number, [], [], notes.findings, [])
    flips = elsewhere.flips(dossier.file.by_id[name] for name in done.applied)
    games = [flip for found in flips.values() for flip in found]
    return Plan(number, done.changes, done.applied, list(dict.fromkeys(notes.findings)), games)


@pages.post("/editions/<code>/make")
def make(code: str) -> Response:
    """Make the edition, if entries and decks still are what the page showed."""
    number = _at_work(_dossier(code))
    notes = desk().notes()
    with desk().workspace.lock():
        elsewhere = desk().shelf.elsewhere()
        done = make_edition(
            notes, elsewhere, code, number, diff=False, on=today(), by=desk().by, guard=_guard(given("seen"))
        )
    notes.lines = [line for line in notes.lines if not line.startswith(" ")][-1:]
    told(notes, written=bool(done and done.written))
    flash(say()("edition made", len(done.changes if done else ()), say().number(number)), "done")
    return redirect(url_for("editions.edition", code=code), 303)


@pages.post("/editions/<code>/release")
def release(code: str) -> Response:
    """Seal the edition, if it still is what the page showed."""
    number = _at_work(_dossier(code))
    notes = desk().notes()
    sealed = release_edition(notes, code, number, today(), guard=_guard(given("seen")))
    told(notes, written=sealed is not None)
    return redirect(url_for("editions.edition", code=code), 303)


def _guard(seen: str) -> Guard:
    """Return what compares a dossier with the marks that a form carried."""

    def guard(dossier: Dossier) -> None:
        now = edition_marks(dossier)
        before = _sealed(seen) if len(seen) <= 2 * len(json.dumps(now)) + MOST_ADDED else {}
        differing = sorted(name for name in {*now, *before} if now.get(name) != before.get(name))
        if differing:
            told = (say()("edition", name) if name.isdecimal() else name for name in differing[:12])
            raise StaleError(say()("edition changed", ", ".join(told)))

    return guard


def _sealed(seen: str) -> dict[str, object]:
    """Return the marks that a form carried; none if it carried something else."""
    try:
        marks = parse_json(seen)
    except ValueError:
        return {}
    return marks if isinstance(marks, dict) else {}
