"""Which sources can be looked up on the web, and which cards and corrections name them."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from ..cards import Card, Deck
from ..checks.provenance import source_fault
from ..checks.report import stretch
from ..corrigenda import CorrigendaFile
from ..diagnostics import Diagnostic, finding
from ..source import Span
from ..sources import Source

Kind = Literal["url", "doi", "wikidata"]

_DOI = re.compile(r"(?:https?://(?:dx\.)?doi\.org/|doi:\s*)?(10\.\d{4,9}/\S+)", re.IGNORECASE)
_QID = re.compile(r"(?:https?://(?:www\.)?wikidata\.org/(?:wiki|entity)/)?(Q[1-9]\d*)(?:#.*)?", re.IGNORECASE)
_ADDRESS = re.compile(r"https?://\S+", re.IGNORECASE)


class Reference(NamedTuple):
    """What is asked for: an address, the name of a DOI, or the number of an item of Wikidata."""

    kind: Kind
    name: str


@dataclass(frozen=True, slots=True)
class Mention:
    """Where a reference stands: `name` is the card's key or the id of a corrigendum."""

    name: str
    card: str
    series: str
    span: Span | None = field(default=None, compare=False)


@dataclass(slots=True)
class Gathered:
    """All references, each with its mentions; how many sources there are; what is malformed among them."""

    references: dict[Reference, list[Mention]] = field(default_factory=dict)
    sources: int = 0
    findings: list[Diagnostic] = field(default_factory=list)


def gather(decks: Iterable[Deck], lists: Iterable[CorrigendaFile] = ()) -> Gathered:
    """Return what the sources of these cards and corrigenda refer to. Of a card in several decks the first counts."""
    gathered = Gathered()
    seen: set[tuple[str, Source]] = set()
    for deck in decks:
        for card in deck:
            for source in card.sources:
                if (card.key, source) not in seen:
                    seen.add((card.key, source))
                    _take_card_source(gathered, deck, card, source)
    for file in lists:
        for entry in file:
            for index, source in enumerate(entry.sources):
                span = file.span(entry, "sources", index, "ref")
                _take(gathered, source, Mention(entry.id, entry.card, file.series, span), f"`{entry.id}`")
    return gathered


def _take_card_source(gathered: Gathered, deck: Deck, card: Card, source: Source) -> None:
    start = (card.value("sources") or "").find(source.ref)
    at = (start, start + len(source.ref)) if start >= 0 and source.ref else None
    place = stretch(deck, card, "sources", at)
    _take(gathered, source, Mention(card.key, card.id, card.series, place), f"`{card.id}`")


def _take(gathered: Gathered, source: Source, mention: Mention, owner: str) -> None:
    gathered.sources += 1
    if fault := source_fault(source):
        message = f"{fault} in a source of {owner}"
        gathered.findings.append(finding("WM312", message, mention.span, card=mention.card, series=mention.series))
        return
    for reference in references_of(source):
        mentions = gathered.references.setdefault(reference, [])
        if mention not in mentions:
            mentions.append(mention)


def references_of(source: Source) -> Iterator[Reference]:
    """Yield what a well-formed source refers to on the web; books, letters and ISBN refer to nothing there."""
    if source.kind in {"url", "doi", "wikidata"}:
        if qid := _QID.fullmatch(source.ref):
            yield Reference("wikidata", qid[1].upper())
        elif doi := _DOI.fullmatch(source.ref):
            yield Reference("doi", doi[1].lower())  # names of DOI differ in nothing but case
        elif source.kind == "url":
            yield Reference("url", source.ref)
    elif source.kind == "archive" and _ADDRESS.fullmatch(source.ref):
        yield Reference("url", source.ref)
    if source.archived_url:
        yield Reference("url", source.archived_url)


def items_of(card: Card) -> tuple[str, ...]:
    """Return the items of Wikidata that a card names among its sources, in their order."""
    found = (one.name for source in card.sources for one in references_of(source) if one.kind == "wikidata")
    return tuple(dict.fromkeys(found))


def archived_copies(cards: Iterable[Card]) -> Mapping[str, str]:
    """Return the archived copies that sources themselves name, by the address of the original."""
    return {one.ref: one.archived_url for card in cards for one in card.sources if one.archived_url}
