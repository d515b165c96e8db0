"""A small series, its decks and entries, for the tests of this folder."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pipeline.cards import Card, Deck, Series
from pipeline.corrigenda import CorrigendaFile, Corrigendum
from pipeline.diagnostics import Diagnostic

SOURCES = [
    {"kind": "book", "ref": "Chronicle of the Village", "locator": "p. 12", "states_value": "1905"},
    {"kind": "url", "ref": "https://example.org/village", "locator": "paragraph 3", "states_value": "1905"},
]
DAYS = {"reported": "2026-01-10", "held": "2026-01-20", "rejected": "2026-01-20", "withdrawn": "2026-01-20"}
DAYS |= {"verified": "2026-02-01", "applied": "2026-03-01", "superseded": "2026-04-01"}
WAYS = {
    "reported": ["reported"],
    "held": ["reported", "held"],
    "rejected": ["reported", "rejected"],
    "withdrawn": ["reported", "withdrawn"],
    "verified": ["reported", "verified"],
    "applied": ["reported", "verified", "applied"],
    "superseded": ["reported", "superseded"],
}


def series(*released: int) -> Series:
    """Return a series of three editions, of which those named are released."""
    editions = [
        {"number": n, "year": 2020 + n, "released": n in released, "sha256": "0" * 64 if n in released else None}
        for n in (1, 2, 3)
    ]
    colour = {"cmyk": [0, 50, 50, 0], "srgb": "#cc8888"}
    document = {"code": "dorf", "titles": {"de": "Dorf"}, "languages": ["de", "en"], "colour": colour}
    return Series.model_validate({**document, "editions": editions})


def card(name: str, year: str, de: str = "", en: str = "", comment: str = "") -> Card:
    """Return a card of the village."""
    event = {"de": de or f"Ereignis {name}", "en": en or f"Event {name}"}
    made = Card(series="dorf", id=name, event=event, year="1000", comment={"de": comment} if comment else {})
    return made.with_value("year", year, series())


def deck(number: int, *cards: Card, released: tuple[int, ...] = (1,)) -> Deck:
    """Return an edition of the village."""
    return Deck(f"dorf/{number}", {"dorf": series(*released)}, cards, number)


FIRST = deck(
    1,
    card("D1", "1903", comment="Das „Fest“ war laut."),
    card("D2", "1905"),
    card("D3", "1800", de="Marie Currie kommt zur Welt.", en="Marie Currie is born."),
    card("D4", "1950"),
)


def entry(number: int = 1, status: str = "verified", edition: int = 2, **parts: Any) -> Corrigendum:
    """Return an entry that moves card D1 from 1903 to 1905, changed by `parts`."""
    history = [
        {"state": state, "on": DAYS[state], "by": "editor", **({"edition": edition} if state == "applied" else {})}
        for state in WAYS[status]
    ]
    row = {
        "id": f"CORR-dorf-{number:03d}",
        "card": "D1",
        "found_in": [1],
        "field": "year",
        "old": "1903",
        "new": "1905",
        "type": "factual-year",
        "reason": "The chronicle has 1905.",
        "sources": SOURCES,
        "status": status,
        "reported_by": ["letter-001"],
        "reported_on": DAYS["reported"],
        "history": history,
    }
    return Corrigendum.model_validate({**row, **parts})


def text_entry(number: int = 1, status: str = "verified", **parts: Any) -> Corrigendum:
    """Return an entry that mends the name on card D3 in German."""
    row = {
        "card": "D3",
        "field": "event_de",
        "old": "Marie Currie kommt zur Welt.",
        "new": "Marie Curie kommt zur Welt.",
        "type": "factual-text",
        "translations": {"en": "open"},
    }
    return entry(number, status, **{**row, **parts})


def swap(status: str = "verified") -> tuple[Corrigendum, Corrigendum]:
    """Return the two entries that swap the years of D1 and D2."""
    back = [{**source, "states_value": "1903"} for source in SOURCES]
    return (
        entry(1, status, group="swap"),
        entry(2, status, card="D2", old="1905", new="1903", sources=back, group="swap"),
    )


def file(*entries: Corrigendum) -> CorrigendaFile:
    """Return a file of these entries, made in memory."""
    return CorrigendaFile("dorf", entries)


def codes(findings: list[Diagnostic]) -> list[str]:
    """Return the codes of findings, sorted."""
    return sorted(found.code for found in findings)


def values(made: Deck, field: str = "year") -> Mapping[str, str | None]:
    """Return one field of all cards of a deck."""
    return {one.id: one.value(field) for one in made}


def printed_with(made: Deck, name: str, field: str, value: str) -> Deck:
    """Return a deck in which one card prints something else."""
    cards = (one.with_value(field, value, made.series["dorf"]) if one.id == name else one for one in made)
    return replace(made, cards=tuple(cards))
