"""Decks: their cards in order of time, searched and filtered, as they will print."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from flask import Blueprint, render_template, request

from ...diagnostics import Diagnostic
from ...years import YearInterval
from ..desk import desk
from ..shelf import Row
from ..speaking import year

pages = Blueprint("decks", __name__)

EACH = 24
"""Cards on a page."""

_MARKS = ("findings", "corrigenda", "duplicates")


class Query(NamedTuple):
    """What somebody looks for in a deck."""

    words: tuple[str, ...]
    series: str
    tag: str
    marked: str
    years: YearInterval


EVERYTHING = Query((), "", "", "", YearInterval(None, None))


class Marks(NamedTuple):
    """What is known of the cards of a deck, by their keys; None while it is worked out."""

    findings: Mapping[str, list[Diagnostic]] | None
    corrigenda: Mapping[str, int]
    duplicates: Mapping[str, int] | None


@pages.get("/deck/<code>/<int:number>")
def edition(code: str, number: int) -> str:
    """Show an edition of a series."""
    return _deck(f"{code}/{number}")


@pages.get("/mix/<name>")
def mix(name: str) -> str:
    """Show a mix."""
    return _deck(name)


def _deck(name: str) -> str:
    shelf = desk().shelf
    deck, rows = shelf.deck(name), shelf.rows(name)
    marks, query = _marks(name), _query()
    found = [row.card for row in rows if query == EVERYTHING or _fits(row, query, marks)]
    last = max(1, -(-len(found) // EACH))
    page = min(max(1, request.args.get("page", 1, type=int)), last)
    asked = request.args.get("language", "")
    language = asked if asked in deck.languages else _usual_language(deck.languages)
    return render_template(
        "deck.html",
        name=name,
        deck=deck,
        cards=found[(page - 1) * EACH : page * EACH],
        total=len(found),
        page=page,
        last=last,
        marks=marks,
        language=language,
        tags=sorted({tag for card in deck.cards for tag in card.tags}),
        editions=[each for each in shelf.names() if each.partition("/")[0] == name.partition("/")[0]],
        pending=marks.findings is None,
        only=request.args.get("marked", ""),
    )


def _usual_language(languages: tuple[str, ...]) -> str:
    usual = desk().workspace.config.print_language
    return usual if usual in languages else languages[0]


def _query() -> Query:
    return Query(
        tuple(request.args.get("q", "").casefold().split()),
        request.args.get("series", ""),
        request.args.get("tag", ""),
        request.args.get("marked", ""),
        _years(year("from"), year("to", last=True)),
    )


def _years(first: int | None, last: int | None) -> YearInterval:
    if first is not None and last is not None and first > last:
        first, last = last, first
    return YearInterval(first, last)


def _fits(row: Row, query: Query, marks: Marks) -> bool:
    card = row.card
    if query.series and card.series != query.series:
        return False
    if query.tag and query.tag not in card.tags:
        return False
    if query.years != YearInterval(None, None) and not (card.interval and card.interval.overlaps(query.years)):
        return False
    if query.marked in _MARKS and card.key not in (getattr(marks, query.marked) or ()):
        return False
    return all(word in row.words for word in query.words)


def _marks(name: str) -> Marks:
    shelf = desk().shelf
    found = shelf.findings(name)
    by_card: dict[str, list[Diagnostic]] = {}
    for one in found.findings if found else ():
        by_card.setdefault(f"{one.series}:{one.card}", []).append(one)
    entries: dict[str, int] = {}
    for code in shelf.deck(name).series:
        for card in _corrected(code):
            entries[card] = entries.get(card, 0) + 1
    pairs = desk().pairs.current(asked=False)
    joined: dict[str, int] = {}
    for pair in pairs or ():
        if pair.verdict != "distinct":
            for key in (pair.a, pair.b):
                joined[key] = joined.get(key, 0) + 1
    return Marks(by_card if found else None, entries, None if pairs is None else joined)


def _corrected(code: str) -> Iterator[str]:
    """Yield the key of the card of each entry of a series."""
    if code in desk().shelf.codes:
        dossier, _ = desk().shelf.dossier(code)
        yield from (f"{code}:{entry.card}" for entry in dossier.file) if dossier else ()
