"""Letters: taken in and matched at once, decided on with one key, and what a decision does, seen before it is made."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from flask import Blueprint, flash, redirect, render_template, request, url_for
from pydantic import ValidationError
from werkzeug.wrappers import Response

from ...cards import Card, Deck
from ...corrigenda import (
    STATES,
    TRANSITIONS,
    Change,
    CorrigendaFile,
    Corrigendum,
    NotAllowedError,
    Report,
    State,
    Supplement,
    Taken,
    decide,
    find,
    supersede,
)
from ...diagnostics import Severity
from ...office import Notes, StaleError, refuse
from ...office.deciding import Decision, decide_on, series_of
from ...office.dossier import Dossier
from ...office.letters import Intake, NotSureError
from ...sources import parse_sources
from ..desk import desk
from ..pairs import comparing
from ..sealing import entries_seal, entry_sum, sealed_entries
from ..speaking import given, say, spoken, today, told_of
from .cards import changed

pages = Blueprint("letters", __name__)

DECISIONS: dict[str, State] = {"verify": "verified", "hold": "held", "reject": "rejected", "withdraw": "withdrawn"}
FIELDS = ("year", "event", "comment", "sources", "tags", "symbols", "id")
MOST_LETTER = 4_000
MOST_TOLD = 6
MOST_NAME = 100
_CODE = re.compile(r"[a-z][a-z0-9-]*")
_EDITION = re.compile(r"[0-9]{1,6}")


class Match(NamedTuple):
    """What a letter would become: `taken` if its card is known, else the likeliest cards; or why it cannot be used."""

    taken: Taken | None = None
    card: Card | None = None
    likely: Sequence[tuple[float, Card]] = ()
    why: str = ""


@pages.get("/letters")
def letters() -> str:
    """List the entries of all series."""
    shelf = desk().shelf
    series, state = request.args.get("series", ""), request.args.get("state", "")
    words = request.args.get("q", "").casefold().split()
    listed = [
        (dossier, entry)
        for dossier in shelf.dossiers()
        for entry in reversed(dossier.file.entries)
        if series in {"", dossier.series.code} and _has_state(entry, state) and _has_words(entry, words)
    ]
    return render_template(
        "letters.html",
        listed=listed,
        states=STATES,
        state=state,
        series=series,
        known=shelf.all_series(),
        waiting=sum(entry.status == "reported" for dossier in shelf.dossiers() for entry in dossier.file),
    )


def _has_state(entry: Corrigendum, state: str) -> bool:
    return state in {"", entry.status} or (state == "open" and entry.printed_state == "open")


def _has_words(entry: Corrigendum, words: Iterable[str]) -> bool:
    told = "\n".join((entry.id, entry.card, entry.old, entry.new or "", entry.reason)).casefold()
    return all(word in told for word in words)


# Taking in -----------------------------------------------------------------------------------------------------------


@pages.get("/letters/new")
def new() -> str:
    """Show the form of a letter; with a card or words of one, what would become of it."""
    asked = any(given(name) for name in ("card", "text", "supersedes"))
    notes = desk().notes()
    match = _match(notes) if asked else Match()
    languages = sorted({language for one in desk().shelf.all_series().values() for language in one.languages})
    return render_template(
        "letter.html",
        asked=asked,
        match=match,
        given=given,
        fields=[
            name
            for field in FIELDS
            for name in ([f"{field}_{each}" for each in languages] if field in {"event", "comment"} else [field])
        ],
        known=desk().shelf.all_series(),
        deck=_deck_of(match.taken.entry) if match.taken else None,
        seen=_outcome(match.taken) if match.taken else "",
    )


def _match(notes: Notes) -> Match:
    """Try what would become of the letter; nothing is written."""
    intake = Intake(notes, desk().by, desk().shelf.dossiers())
    try:
        with comparing:
            taken = intake.take_one(_report(), given("text")[:MOST_LETTER], given("series"))
    except NotSureError as error:
        return Match(likely=error.candidates, why=str(error))
    except NotAllowedError as error:
        return Match(why=str(error))
    _, card = desk().shelf.card(taken.entry.series, taken.entry.card)
    return Match(taken, card)


def _report() -> Report:
    """Return the letter that the form tells of; raises NotAllowedError for what no letter may hold."""
    reporter, group = given("reporter") or "reader", given("group")
    for word in filter(None, (reporter, group)):
        if not _CODE.fullmatch(word):
            raise NotAllowedError(say()("no code", word))
    if len(given("supersedes")) > MOST_NAME:
        raise NotAllowedError(say()("no code", given("supersedes")[:MOST_NAME]))
    edition = given("edition")
    if edition and not _EDITION.fullmatch(edition):
        raise NotAllowedError(say()("no edition", edition[:20]))
    return Report(
        card=given("card"),
        field=given("field") or "year",
        reporter=reporter,
        on=today(),
        old=given("old") or None,
        new=given("new") or None,
        edition=int(edition) if edition else None,
        reason=given("reason"),
        sources=parse_sources(given("source")),
        group=group or None,
        supersedes=given("supersedes") or None,
    )


@pages.post("/letters")
def take() -> Response:
    """Take a letter in, if it becomes what the form showed."""
    notes = desk().notes()
    with desk().workspace.lock(), comparing:
        intake = Intake(notes, desk().by)
        try:
            taken = intake.take_one(_report(), given("text")[:MOST_LETTER], given("series"))
        except (NotSureError, NotAllowedError) as error:
            refuse(str(error))
        if _outcome(taken) != given("seen"):
            raise StaleError(" · ".join(map(spoken, notes.lines)))
        written = not intake.close()
    told(notes, written=written)
    return redirect(url_for("letters.entry", name=taken.entry.id), 303)


@pages.post("/letters/table")
def table() -> Response:
    """Take in an uploaded table of letters; what cannot be used is told row by row."""
    sent = request.files.get("table")
    if sent is None or not sent.filename:
        refuse(say()("no table"))
    notes = desk().notes()
    with desk().workspace.lock(), comparing:
        intake = Intake(notes, desk().by)
        intake.take_table(sent.read(), say()("table"), today())
        intake.close()
    told(notes, written=True)  # what could not be written is told, series by series
    return redirect(url_for("letters.letters", state="reported"), 303)


def _outcome(taken: Taken) -> str:
    return " ".join((taken.outcome, taken.entry.id, *([entry_sum(taken.earlier)] if taken.earlier else [])))


# Deciding ------------------------------------------------------------------------------------------------------------


@pages.get("/letters/<name>")
def entry(name: str) -> str:
    """Show an entry: what is wrong, what is right, what mending it does."""
    shelf = desk().shelf
    dossier, shown = _entry(name)
    published = shelf.published(shown.series)
    found = shelf.list_findings(shown.series)
    deck = _deck_of(shown)
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


def _deck_of(shown: Corrigendum) -> Deck | None:
    """Return the newest edition that an entry was found in."""
    dossier, _ = desk().shelf.dossier(shown.series)
    decks = dossier.decks if dossier else {}
    number = next((number for number in reversed(shown.found_in) if number in decks), None)
    return decks[number] if number else None


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
    seen = sealed_entries(given("seen"))

    def guarded(file: CorrigendaFile) -> CorrigendaFile:
        shown = find(file, name)
        touched = [shown, *_beside(file, shown), *(find(file, other) for other in more)]
        changed = [_what_changed(now) for now in touched if seen.get(now.id) != entry_sum(now)]
        if changed:
            raise StaleError(" · ".join(dict.fromkeys(changed)))
        return decision(file)

    notes = desk().notes()
    decide_on(notes, (name, *more), guarded)
    told(notes, written="changed" in notes.results)
    return redirect(url_for("letters.entry", name=name), 303)


def _what_changed(now: Corrigendum) -> str:
    last = now.history[-1]
    return say()("entry changed", now.id, say()(f"state {now.status}"), say().day(last.on), last.by)


def told(notes: Notes, *, written: bool) -> None:
    """Show what an action told, on the next page; raises WorkspaceError with its errors if nothing was written."""
    if not written:
        errors = [told_of(found) for found in notes.findings if found.severity is Severity.ERROR]
        refuse(" · ".join([*map(spoken, notes.lines[-1:]), *errors]) or say()("nothing written"))
    shown = [line for line in notes.lines if not line.startswith(("wrote", "unchanged"))]
    for line in shown[:MOST_TOLD]:
        flash(spoken(line)[:300], "error" if line.startswith("nothing written") else "done")
    grave = [found for found in dict.fromkeys(notes.findings) if found.severity is not Severity.NOTE]
    for found in sorted(grave, key=lambda found: found.severity is not Severity.ERROR)[:MOST_TOLD]:
        flash(f"{found.code}: {told_of(found)}"[:300], str(found.severity))
