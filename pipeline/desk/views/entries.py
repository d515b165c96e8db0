"""Entries: what mending one does, seen before it is decided on; decisions with one key, and their way back."""

from collections.abc import Sequence

from flask import Blueprint, redirect, render_template, url_for
from pydantic import ValidationError
from werkzeug.wrappers import Response

from ...corrigenda import (
    TRANSITIONS,
    Change,
    CorrigendaFile,
    Corrigendum,
    NotAllowedError,
    State,
    Supplement,
    decide,
    find,
    supersede,
)
from ...office import StaleError, refuse
from ...office.deciding import Decision, decide_on, series_of
from ...office.dossier import Dossier
from ...office.reverting import revert_entries
from ...sources import parse_sources
from ..desk import desk
from ..sealing import entries_seal, entry_sum, sealed_entries
from ..speaking import given, say, today, told
from .cards import changed

pages = Blueprint("entries", __name__)

DECISIONS: dict[str, State] = {"verify": "verified", "hold": "held", "reject": "rejected", "withdraw": "withdrawn"}
KEYS = {"verify": "v", "hold": "h", "reject": "r", "withdraw": "w", "supersede": "s", "revert": "z"}
MOST_NAME = 100


@pages.get("/letters/<name>")
def entry(name: str) -> str:
    """Show an entry: what is wrong, what is right, what mending it does."""
    shelf = desk().shelf
    dossier, shown = _entry(name)
    published = shelf.published(shown.series)
    found = shelf.list_findings(shown.series)
    deck = desk().shelf.deck_of(shown)
    card = deck.card(f"{shown.series}:{shown.card}") if deck else None
    rivals = [
        other
        for other in dossier.file
        if other.slot == shown.slot and other.id != shown.id and other.status not in {"superseded", "rejected"}
    ]
    group = _beside(dossier.file, shown)
    return render_template(
        "entry.html",
        entry=shown,
        dossier=dossier,
        deck=deck,
        card=card,
        mended=changed(card, shown.field, shown.new, dossier.series) if card and shown.new is not None else None,
        does=published.of(shown) if published else None,
        findings=[one for one in (found.findings if found else ()) if one.message.startswith(f"`{shown.id}`")],
        decisions=_decisions(shown),
        keys=KEYS,
        can_be_reverted=_is_at_work(dossier, shown),
        rivals=rivals,
        can_be_replaced="superseded" in TRANSITIONS[shown.status],
        group=group,
        seen=entries_seal({one.id: one for one in (shown, *group, *rivals)}.values()),
        shown_languages=_languages(shown, dossier.series.languages),
        following=_following(shown),
        pending=found is None,
    )


def _decisions(shown: Corrigendum) -> list[str]:
    """Return the decisions that the state of an entry allows; out of an edition it comes only by a revert."""
    if shown.status == "applied":
        return []
    return [name for name, state in DECISIONS.items() if state in TRANSITIONS[shown.status]]


def _is_at_work(dossier: Dossier, shown: Corrigendum) -> bool:
    """Tell whether an entry stands in an edition that is not released yet."""
    taken_up = dossier.series.edition(shown.applied_in) if shown.status == "applied" and shown.applied_in else None
    return taken_up is not None and not taken_up.released


def _languages(shown: Corrigendum, languages: Sequence[str]) -> Sequence[str]:
    """Return the languages in which the card of an entry is shown: that of a text, all for a year, else the first."""
    own = shown.field.partition("_")[2]
    if own in languages:
        return (own,)
    return languages if shown.field == "year" else languages[:1]


def _entry(name: str) -> tuple[Dossier, Corrigendum]:
    if len(name) > MOST_NAME:
        refuse(f"`{name[:MOST_NAME]}…` is no id")
    code = series_of(desk().notes(), name)
    dossier, _ = desk().shelf.dossier(code)
    if dossier is None:
        refuse(f"the corrigenda of `{code}` cannot be read")
    try:
        return dossier, find(dossier.file, name)
    except NotAllowedError:
        refuse(f"there is no corrigendum `{name}`")


def _following(shown: Corrigendum) -> Corrigendum | None:
    """Return the next letter that waits for a decision."""
    waiting = [one for dossier in desk().shelf.dossiers() for one in dossier.file if one.status == "reported"]
    names = [one.id for one in waiting]
    at = names.index(shown.id) + 1 if shown.id in names else 0
    return next((one for one in (*waiting[at:], *waiting[:at]) if one.id != shown.id), None)


@pages.post("/letters/<name>/<decision>")
def decided(name: str, decision: str) -> Response:
    """Decide on an entry, if it still is what the form showed; the entries of its group are decided with it."""
    _, shown = _entry(name)
    if decision == "supersede":
        change = Change(state="superseded", on=today(), by=desk().by, note=given("note"))
        by = _entry(given("successor"))[1].id
        return _carry_out(name, (by,), lambda file: supersede(file, name, by, change))
    if decision == "revert":
        return _revert(name)
    if decision not in DECISIONS:
        refuse(f"there is no decision `{decision}`")
    if decision == "reject" and not (given("reason") or given("note") or shown.reason):
        refuse(say()("say why"))
    change = Change(state=DECISIONS[decision], on=today(), by=desk().by, note=given("note"))
    supplement = _supplement()

    def carry(file: CorrigendaFile) -> CorrigendaFile:
        after = decide(file, [name], change, supplement)
        others = [other.id for other in _beside(file, shown) if other.status == shown.status]
        return decide(after, others, change) if others else after

    return _carry_out(name, (), carry)


def _revert(name: str) -> Response:
    """Take an entry and its group out of the edition at work, unless one of them changed since the form was made."""
    notes = desk().notes()
    reverted = revert_entries(
        notes, [name], on=today(), by=desk().by, note=given("note"), guard=lambda dossier: _guard(dossier.file, name)
    )
    told(notes, written=bool(reverted))
    return redirect(url_for("entries.entry", name=name), 303)


def _beside(file: CorrigendaFile, shown: Corrigendum) -> list[Corrigendum]:
    """Return the other entries of the group of an entry."""
    return [other for other in file.groups.get(shown.group or "", ()) if other.id != shown.id]


def _supplement() -> Supplement:
    try:
        return Supplement(
            new=given("new") or None,
            reason=given("reason"),
            sources=parse_sources(given("source")),
            group=given("group") or None,
        )
    except ValidationError as error:
        refuse(str(error.errors(include_url=False)[0]["msg"]))


def _carry_out(name: str, more: Sequence[str], decision: Decision) -> Response:
    """Decide under the lock, unless an entry that is touched changed since its form was made; tell what came of it.

    Touched are the entry, the others of its group, and `more`.
    """

    def guarded(file: CorrigendaFile) -> CorrigendaFile:
        _guard(file, name, more)
        return decision(file)

    notes = desk().notes()
    decide_on(notes, (name, *more), guarded)
    told(notes, written="changed" in notes.results)
    return redirect(url_for("entries.entry", name=name), 303)


def _guard(file: CorrigendaFile, name: str, more: Sequence[str] = ()) -> None:
    """Compare an entry, the others of its group, and `more`, with what the form showed; raises StaleError."""
    seen = sealed_entries(given("seen"))
    shown = find(file, name)
    touched = [shown, *_beside(file, shown), *(find(file, other) for other in more)]
    changed = [_what_changed(now) for now in touched if seen.get(now.id) != entry_sum(now)]
    if changed:
        raise StaleError(" · ".join(dict.fromkeys(changed)))


def _what_changed(now: Corrigendum) -> str:
    last = now.history[-1]
    return say()("entry changed", now.id, say()(f"state {now.status}"), say().day(last.on), last.by)
