"""Letters: taken in and matched at once, decided on with one key, and what a decision does, seen before it is made."""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ...cards import Card, Series
from ...corrigenda import STATES, Corrigendum, NotAllowedError, Report, Taken
from ...diagnostics import Diagnostic
from ...office import Notes, StaleError, refuse
from ...office.deciding import new_faults
from ...office.letters import Intake, NotSureError
from ...office.publishing import publish_lists
from ...sources import parse_sources
from ...years import YearError, YearInterval, format_year
from ..desk import desk
from ..sealing import entry_sum
from ..speaking import given, say, spoken, today, told

pages = Blueprint("letters", __name__)

FIELDS = ("year", "event", "comment", "sources", "tags", "symbols", "id")
MOST_LETTER = 4_000
MOST_NAME = 100
_CODE = re.compile(r"[a-z][a-z0-9-]*")
_EDITION = re.compile(r"[0-9]{1,6}")


class Meaning(NamedTuple):
    """The years that a proposed year means, and how the language of its series writes it if that is another way."""

    years: YearInterval
    printed: str


class Match(NamedTuple):
    """What a letter would become: `taken` if its card is known, else the likeliest cards; or why it cannot be used.

    `faults` are what keeps it from being taken in, `means` is how its year is read.
    """

    taken: Taken | None = None
    card: Card | None = None
    faults: Sequence[Diagnostic] = ()
    means: Meaning | None = None
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
        deck=desk().shelf.deck_of(match.taken.entry) if match.taken else None,
        seen=_outcome(match.taken) if match.taken else "",
    )


def _match(notes: Notes) -> Match:
    """Try what would become of the letter; nothing is written."""
    intake = Intake(notes, desk().by, desk().shelf.dossiers())
    try:
        with desk().pairs.matching():
            taken = intake.take_one(_report(), given("text")[:MOST_LETTER], given("series"))
    except NotSureError as error:
        return Match(likely=error.candidates, why=str(error))
    except NotAllowedError as error:
        return Match(why=str(error))
    deck, card = desk().shelf.card(taken.entry.series, taken.entry.card)
    dossier, _ = desk().shelf.dossier(taken.entry.series)
    faults = new_faults(dossier, taken.file) if dossier else []
    return Match(taken, card, faults, _meaning(taken.entry, deck.series_of(card)))


def _meaning(entry: Corrigendum, series: Series) -> Meaning | None:
    """Return how a proposed year is read by the series; None if there is none, or it cannot be read."""
    if entry.field != "year" or not entry.new:
        return None
    try:
        read = series.read_year(entry.new)
    except YearError:
        return None
    printed = entry.new
    with suppress(YearError):  # no words of the language say it without another meaning
        printed = format_year(read, series.year_language)
    return Meaning(read.interval, "" if printed == entry.new else printed)


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
    with desk().workspace.lock(), desk().pairs.matching():
        intake = Intake(notes, desk().by)
        try:
            taken = intake.take_one(_report(), given("text")[:MOST_LETTER], given("series"))
        except (NotSureError, NotAllowedError) as error:
            refuse(str(error))
        if _outcome(taken) != given("seen"):
            raise StaleError(" · ".join(map(spoken, notes.lines)))
        written = not intake.close()
    told(notes, written=written)
    return redirect(url_for("entries.entry", name=taken.entry.id), 303)


@pages.post("/letters/table")
def table() -> Response:
    """Take in an uploaded table of letters; what cannot be used is told row by row."""
    sent = request.files.get("table")
    if sent is None or not sent.filename:
        refuse(say()("no table"))
    notes = desk().notes()
    with desk().workspace.lock(), desk().pairs.matching():
        intake = Intake(notes, desk().by)
        intake.take_table(sent.read(), say()("table"), today())
        intake.close()
    told(notes, written=True)  # what could not be written is told, series by series
    return redirect(url_for("letters.letters", state="reported"), 303)


@pages.post("/letters/publish")
def publish() -> Response:
    """Publish the lists of all series."""
    notes = desk().notes()
    with desk().painter.alone():
        names = publish_lists(notes, desk().shelf.codes)
    told(notes, written=bool(names))
    return redirect(url_for("letters.letters"), 303)


def _outcome(taken: Taken) -> str:
    return " ".join((taken.outcome, taken.entry.id, *([entry_sum(taken.earlier)] if taken.earlier else [])))
