"""`wildmix corrigenda fetch`: what the list of another publisher says of cards here."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import click

from ...cards import Card
from ...diagnostics import Diagnostic, finding
from ...evidence.candidates import report_command
from ...evidence.neighbours import OUTCOMES, Home, Neighbour, Relation, relations
from ...fetch import is_address
from ...office.dossier import load
from ...office.lines import one_line
from ...office.review import remembered
from ...publish.feed import Feed
from ...publish.reading import read_feed
from ...source import Span
from ...workspace import WorkspaceError
from ..common import Run, verb
from ..inputs import read_named

PUBLIC = {"verified", "applied"}
CODES = {"new": "WM822", "differs": "WM823", "unusable": "WM824"}
TO_REPORT = {"new", "differs"}
HOW = {
    "id": "the same card",
    "decided": "the same event, as was decided",
    "text": "the same event, by its text",
    "": "",
}


@click.command(short_help="Compare the list of another publisher with the cards here.")
@click.argument("feed", metavar="FEED")
@click.option("--all", "every", is_flag=True, help="Entries of all states, not only verified and applied ones.")
@verb
def command(run: Run, feed: str, *, every: bool) -> None:
    """Compare the corrigenda of another publisher with the cards here: which touch them, and what is said here of it.

    FEED is the address of a corrigenda.json as `wildmix corrigenda publish` writes it, a file, or - for standard input.
    A card here is meant if series and id are the same, if somebody decided that the two tell the same event, or if
    their texts say so. Nothing is written; findings have the command that takes an entry over as a report.
    """
    name, data = _read(run, feed)
    content, findings = read_feed(data, name)
    run.add(findings)
    if content is None:
        return
    home = _home(run)
    entries = [*_neighbours(content, every=every)]
    total = sum(len(series.corrigenda) for series in content.series)
    run.count("corrections", len(entries))
    with run.workspace.known_vectors():
        found = relations(entries, home, progress=lambda items, label: run.progress(items, label, total=len(items)))
    numbers = Counter(one.outcome for one in found)
    run.result("feed", {"title": content.title, "entries": total, "compared": len(entries)})
    run.result("outcomes", {outcome: numbers[outcome] for outcome in OUTCOMES})
    run.result("entries", [_as_json(one) for one in found])
    run.say(one_line(f"{name}: „{content.title}“, {total} entries, {len(entries)} of them compared"))
    run.say(
        f"  {numbers['new']} new here, {numbers['differs']} contradicted here, {numbers['known']} known here, "
        f"{numbers['unusable']} that no card can print, {numbers['elsewhere']} about no card here"
    )
    run.add(_finding(name, one) for one in found if one.outcome in CODES)
    if run.verbose:
        for one in found:
            if one.outcome == "known":
                run.say(one_line(f"  {one.neighbour.entry.id}: {_about(one)}: {one.why}"))


def _read(run: Run, feed: str) -> tuple[str, bytes]:
    allow = run.workspace.config.fetch.allow
    if not is_address(feed):
        return read_named(feed, allow)
    from ...fetch.download import FetchError, fetch  # noqa: PLC0415 - requests takes long to load, and is seldom needed

    try:
        return feed, fetch(feed, allow=allow, what="a feed")
    except FetchError as error:
        raise WorkspaceError(str(error)) from None


def _home(run: Run) -> Home:
    series, lists, cards = {}, {}, {}
    for code in run.workspace.series_codes():
        dossier = load(run, code)
        if dossier is None:
            continue
        series[code], lists[code] = dossier.series, dossier.file
        cards.update({card.key: card for number in sorted(dossier.decks) for card in dossier.decks[number]})
    return Home(cards, series, lists, remembered(run, run.workspace))


def _neighbours(content: Feed, *, every: bool) -> Iterator[Neighbour]:
    for series in content.series:
        for entry in series.corrigenda:
            if every or entry.status in PUBLIC:
                yield Neighbour(entry, entry.event, series.languages)


def _about(one: Relation) -> str:
    entry = one.neighbour.entry
    return f"{entry.field} of `{one.card.key}`, {HOW[one.how]}" if one.card else f"{entry.field} of `{entry.card}`"


def _finding(name: str, one: Relation) -> Diagnostic:
    entry, card = one.neighbour.entry, one.card
    assert card is not None  # noqa: S101 - only what is about a card here is new or contradicted
    new = "nothing" if entry.new is None else f"`{entry.new}`"
    message = f"{entry.id} ({entry.status}) proposes {new} for {_about(one)}: {one.why}"
    made = finding(CODES[one.outcome], message, Span(name), card=card.id, series=card.series)
    if one.outcome not in TO_REPORT:
        return made
    return replace(made, help=f"if its sources convince you: {_command(one, card)}")


def _command(one: Relation, card: Card) -> str:
    """Return the command that takes an entry over as a report."""
    entry = one.neighbour.entry
    return report_command(
        card.key,
        entry.field,
        old=card.value(entry.field),
        new=one.new,
        kind=entry.type,
        reason=entry.reason,
        sources=entry.sources,
        reporter="other-list",
    )


def _as_json(one: Relation) -> dict[str, str | None]:
    entry, card = one.neighbour.entry, one.card
    return {
        "id": entry.id,
        "state": entry.status,
        "field": entry.field,
        "old": entry.old,
        "new": entry.new,
        "outcome": one.outcome,
        "card": card.key if card else None,
        "how": one.how or None,
        "why": one.why,
        "command": _command(one, card) if card and one.outcome in TO_REPORT else None,
    }
