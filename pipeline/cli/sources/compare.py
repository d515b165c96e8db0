"""`wildmix sources compare`: the years of cards beside the dates of Wikidata."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import asdict, replace
from functools import partial

import click

from ...cards import Card, Deck
from ...checks.report import report
from ...diagnostics import Diagnostic
from ...evidence.candidates import report_command
from ...evidence.comparing import OUTCOMES, Comparison, compare
from ...evidence.references import items_of
from ...evidence.wikidata import Statement, statements, time_claims
from ...fetch.probing import Answer
from ...fetch.services import ServiceError, entity
from ...sources import Source
from ...workspace import WorkspaceError
from ...years import YearInterval
from ..common import Run, verb
from .common import Content, Desk, desk, max_age_option, offline_option


@click.command(short_help="Compare the years of cards with Wikidata.")
@click.argument("decks", nargs=-1, metavar="[DECK]…")
@max_age_option
@offline_option
@verb
def command(run: Run, decks: tuple[str, ...], *, max_age: float, offline: bool) -> None:
    """Compare the years of cards with the dates of the items of Wikidata among their sources.

    Dates are read with their precision, before Christ too, and by either calendar; values that are marked as wrong do
    not count. A card whose interval is disjoint from all of them is a candidate for a corrigendum: its finding has the
    command that reports it. Nothing is verified by this.
    """
    pairs = {card.key: (deck, card) for _, _, deck in run.decks(decks) for card in deck}
    run.count("cards", len(pairs))
    chosen = {key: items_of(card) for key, (_, card) in pairs.items() if items_of(card)}
    items = dict.fromkeys(item for listed in chosen.values() for item in listed)
    run.count("items", len(items))
    with desk(run, max_age, offline=offline) as asker:
        answers = _answers(asker, items)
        run.closing.append(asker.summary())
        run.result("requests", asker.client.requests)
        run.result("from_cache", asker.known)
        run.result("not_asked", asker.open)
    outcomes: Counter[str] = Counter()
    rows = []
    for key, listed in chosen.items():
        deck, card = pairs[key]
        known = {item: answers[item] for item in listed if item in answers}
        run.add(_faults(deck, card, known))
        dated = {item: statements(answer["claims"]) for item, answer in known.items() if "claims" in answer}
        if not dated:
            continue
        compared = compare(card, deck.series_of(card), [one for dates in dated.values() for one in dates])
        outcomes[compared.outcome] += 1
        candidate = _candidate(run, card, compared, dated) if compared.outcome == "differs" else ""
        rows.append({"card": key, "items": [*dated], "outcome": compared.outcome, **_told(compared, candidate)})
        run.add(_findings(deck, card, compared, [*dated], candidate))
    run.result("compared", rows)
    said = ", ".join(f"{outcomes[outcome]} {outcome}" for outcome in OUTCOMES)
    run.closing.insert(0, f"cards that name an item: {len(chosen)} ({said})")


def _answers(asker: Desk, items: Iterable[str]) -> dict[str, Content]:
    base = asker.services.wikidata
    questions: dict[str, Callable[[], Content]] = {f"item {base} {item}": partial(_item, asker, item) for item in items}
    return {name.rpartition(" ")[2]: answer for name, answer in asker.answers(questions, "asking Wikidata").items()}


def _item(asker: Desk, item: str) -> Content:
    """Return what is needed of an item, or what is known of it if it does not come."""
    try:
        found = entity(asker.client, asker.services.wikidata, item)
    except ServiceError as error:
        return {"fault": str(error), "again": True}
    return asdict(found) if isinstance(found, Answer) else {"id": found["id"], "claims": time_claims(found)}


def _faults(deck: Deck, card: Card, answers: dict[str, Content]) -> Iterable[Diagnostic]:
    for item, answer in answers.items():
        if "fault" in answer:
            yield report(
                "WM814", f"`{card.id}` was not compared with `{item}`: {answer['fault']}", deck, card, "sources"
            )
        elif "claims" not in answer:
            message = f"item `{item}` of Wikidata, a source of `{card.id}`, is gone: {answer['reason']}"
            yield report("WM801", message, deck, card, "sources")
        elif answer["id"] != item:
            message = f"item `{item}`, a source of `{card.id}`, was merged into `{answer['id']}`"
            yield report("WM813", message, deck, card, "sources")


def _findings(deck: Deck, card: Card, compared: Comparison, items: list[str], candidate: str) -> Iterable[Diagnostic]:
    named = " and ".join(f"`{item}`" for item in items)
    told = "; ".join(one.text for one in compared.dates if not one.is_span)
    if compared.outcome == "undated":
        what = f"{named} has no date to compare with `{card.id}`" if card.interval else f"`{card.id}` has no year"
        yield report("WM813", what, deck, card, "sources")
    elif compared.outcome == "within":
        yield report("WM812", f"`{card.year}` of `{card.id}` lies within {named}: {told}", deck, card, "year")
    elif compared.outcome == "differs":
        found = report("WM811", f"`{card.id}` prints `{card.year}`; {named} of Wikidata: {told}", deck, card, "year")
        yield replace(found, help=f"look it up; if Wikidata is right: {candidate}") if candidate else found


def _candidate(run: Run, card: Card, compared: Comparison, dated: dict[str, tuple[Statement, ...]]) -> str:
    """Return the command that reports the card; nothing for a card of a table, which has no list."""
    try:
        if card.series not in run.workspace.series_codes():
            return ""
    except WorkspaceError:
        return ""
    points = [(item, one) for item, dates in dated.items() for one in dates if not one.is_span]
    sources = [
        Source(kind="wikidata", ref=item, locator=one.property, states_value=one.text.removeprefix(f"{one.name} "))
        for item, one in points
    ]
    reason = f"Wikidata says: {'; '.join(one.text for _, one in points)}."
    return report_command(
        card.key, "year", old=card.year, new=compared.new or None, reason=reason, sources=sources, reporter="wikidata"
    )


def _told(compared: Comparison, candidate: str) -> Content:
    dates = [
        {
            "property": one.property,
            "text": one.text,
            "rank": one.rank,
            "earliest": _end(one.interval, "earliest"),
            "latest": _end(one.interval, "latest"),
        }
        for one in compared.dates
    ]
    return {"dates": dates, "new": compared.new or None, "command": candidate or None}


def _end(interval: YearInterval, name: str) -> int | None:
    year: int | None = getattr(interval, name)
    return year
