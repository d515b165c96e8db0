"""Checks on sources: that there are some, that somebody looked at them, and that they are well formed."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from typing import TypeVar
from urllib.parse import urlsplit

from ..cards import Deck
from ..diagnostics import Diagnostic
from ..sources import Source, is_language_model
from .report import own_series, report, report_series

MOST_REMEMBERED = 100_000  # different sources
Told = TypeVar("Told")
_DOI = re.compile(r"(?:https?://(?:dx\.)?doi\.org/|doi:\s*)?10\.\d{4,9}/\S+", re.IGNORECASE)
_QID = re.compile(r"(?:https?://www\.wikidata\.org/wiki/)?Q[1-9]\d*")
_ISBN_LABEL = re.compile(r"ISBN(?:-1[03])?:?\s*")


def missing_sources(deck: Deck) -> Iterator[Diagnostic]:
    """Find cards without a source, and cards whose sources nobody has checked; a whole deck without is one finding."""
    sourced, found = set[str](), set[str]()
    for block in deck.blocks():
        found.add(own_series(block).code)
        if any(block.column("sources")):
            sourced.add(own_series(block).code)
    for code in found - sourced:
        yield report_series("WM310", f"no card of `{code}` has a source", deck, deck.series[code])
    for block, place, lack in told_of_sources(deck, _lacking):
        if own_series(block).code in sourced:
            card = block.cards[place]
            what = f"card `{card.id}` has no source" if lack == "WM310" else f"no source of `{card.id}` was checked"
            yield report(lack, what, deck, card, "sources")


def _lacking(sources: Sequence[Source]) -> str | None:
    """Return the code of what is to be said of the sources of a card, if there is something."""
    if not sources:
        return "WM310"
    return None if any(source.checked for source in sources) else "WM311"


def told_of_sources(deck: Deck, tell: Callable[[Sequence[Source]], Told | None]) -> Iterator[tuple[Deck, int, Told]]:
    """Yield block, place and answer of the cards of whose sources `tell` has something to say.

    Readers give cards with the same sources one and the same tuple, and of that it is asked once.
    """
    asked: dict[int, Sequence[Source]] = {}  # kept, so that numbers stay theirs
    told: dict[int, Told] = {}
    for block in deck.blocks():
        different = block.different("sources")
        if len(asked) > MOST_REMEMBERED:
            asked.clear()
            told.clear()
        for number in different.keys() - asked.keys():
            asked[number] = different[number]
            if answer := tell(different[number]):
                told[number] = answer
        if told and not told.keys().isdisjoint(different):
            for place, sources in enumerate(block.column("sources")):
                if answer := told.get(id(sources)):
                    yield block, place, answer


def language_models(deck: Deck) -> Iterator[Diagnostic]:
    """Find answers of language models given as sources: nobody can look them up, and they make up years."""
    for block, place, refs in told_of_sources(deck, _models):
        card = block.cards[place]
        for ref in refs:
            message = f"`{ref}`, a source of `{card.id}`, is a language model"
            yield report("WM317", message, deck, card, "sources")


def _models(sources: Sequence[Source]) -> list[str]:
    return [source.ref for source in sources if is_language_model(source)]


def malformed_sources(deck: Deck) -> Iterator[Diagnostic]:
    """Find addresses, ISBN, DOI and Wikidata numbers that cannot be right, whatever they point at."""
    for block, place, faults in told_of_sources(deck, _faults):
        card = block.cards[place]
        for fault in faults:
            yield report("WM312", f"{fault} in a source of `{card.id}`", deck, card, "sources")


def _faults(sources: Sequence[Source]) -> list[str]:
    return [fault for source in sources if (fault := source_fault(source))]


def source_fault(source: Source) -> str | None:
    """Return what is wrong with the first malformed part of a source, None if all are well formed."""
    if not source.ref:
        return f"`{source.kind}` names nothing"
    if source.kind in _FORMS:
        what, is_right = _FORMS[source.kind]
        if not is_right(source.ref):
            return f"`{source.ref}` is no {what}"
    if source.archived_url and not _is_address(source.archived_url):
        return f"`{source.archived_url}` is no web address"
    if source.accessed and not _is_date(source.accessed):
        return f"`{source.accessed}` is no date"
    return None


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    host = (parts.hostname or "").strip(".")
    # Whether anybody can reach this computer or a number is asked by those who look sources up.
    named = "." in host or ":" in host or host == "localhost"
    return parts.scheme in ("http", "https") and named and not re.search(r"\s", text)


def _is_date(text: str) -> bool:
    try:
        return bool(date.fromisoformat(text))
    except ValueError:
        return False


def is_isbn(text: str) -> bool:
    """Tell whether `text` is an ISBN-10 or ISBN-13 with a right check digit (ISO 2108)."""
    from stdnum import isbn  # noqa: PLC0415 - it loads what talks to the web, and few tables have an ISBN

    return isbn.is_valid(_ISBN_LABEL.sub("", text.strip()))


_FORMS: Mapping[str, tuple[str, Callable[[str], bool]]] = {
    "url": ("web address", _is_address),
    "doi": ("DOI", lambda text: bool(_DOI.fullmatch(text))),
    "wikidata": ("Wikidata number", lambda text: bool(_QID.fullmatch(text))),
    "isbn": ("ISBN", is_isbn),
}
