"""Checks on sources: that there are some, that somebody looked at them, and that they are well formed."""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from urllib.parse import urlsplit

from stdnum import isbn

from ..cards import Deck
from ..diagnostics import Diagnostic
from ..sources import Source, is_language_model
from .report import report, report_series

_DOI = re.compile(r"(?:https?://(?:dx\.)?doi\.org/|doi:\s*)?10\.\d{4,9}/\S+", re.IGNORECASE)
_QID = re.compile(r"(?:https?://www\.wikidata\.org/wiki/)?Q[1-9]\d*")
_ISBN_LABEL = re.compile(r"ISBN(?:-1[03])?:?\s*")


def missing_sources(deck: Deck) -> Iterator[Diagnostic]:
    """Find cards without a source, and cards whose sources nobody has checked; a whole deck without is one finding."""
    bare = set(deck.series) - {card.series for card in deck if card.sources}
    for code in bare & {card.series for card in deck}:
        yield report_series("WM310", f"no card of `{code}` has a source", deck, deck.series[code])
    for card in deck:
        if card.series in bare:
            continue
        if not card.sources:
            yield report("WM310", f"card `{card.id}` has no source", deck, card, "sources")
        elif not any(source.checked for source in card.sources):
            yield report("WM311", f"no source of `{card.id}` was checked", deck, card, "sources")


def language_models(deck: Deck) -> Iterator[Diagnostic]:
    """Find answers of language models given as sources: nobody can look them up, and they make up years."""
    for card in deck:
        for source in card.sources:
            if is_language_model(source):
                message = f"`{source.ref}`, a source of `{card.id}`, is a language model"
                yield report("WM317", message, deck, card, "sources")


def malformed_sources(deck: Deck) -> Iterator[Diagnostic]:
    """Find addresses, ISBN, DOI and Wikidata numbers that cannot be right, whatever they point at."""
    for card in deck:
        for source in card.sources:
            if fault := _fault(source):
                yield report("WM312", f"{fault} in a source of `{card.id}`", deck, card, "sources")


def _fault(source: Source) -> str | None:
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
    host = parts.hostname or ""
    return parts.scheme in ("http", "https") and "." in host.strip(".") and not re.search(r"\s", text)


def _is_date(text: str) -> bool:
    try:
        return bool(date.fromisoformat(text))
    except ValueError:
        return False


def is_isbn(text: str) -> bool:
    """Tell whether `text` is an ISBN-10 or ISBN-13 with a right check digit (ISO 2108)."""
    return isbn.is_valid(_ISBN_LABEL.sub("", text.strip()))


_FORMS: Mapping[str, tuple[str, Callable[[str], bool]]] = {
    "url": ("web address", _is_address),
    "doi": ("DOI", lambda text: bool(_DOI.fullmatch(text))),
    "wikidata": ("Wikidata number", lambda text: bool(_QID.fullmatch(text))),
    "isbn": ("ISBN", is_isbn),
}
