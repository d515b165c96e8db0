"""Cards that cannot be told apart by their fronts."""

import re
from collections.abc import Iterator

from ..cards import Card, Deck
from ..diagnostics import Diagnostic
from .report import report

_BRACKETED_YEAR = re.compile(r"\([^()]*\b\d{3,4}\b[^()]*\)")
_NOT_A_WORD = re.compile(r"[\W_]+")


def same_fronts(deck: Deck) -> Iterator[Diagnostic]:
    """Find two cards with the same event in a language, punctuation and years in brackets aside."""
    told: set[tuple[str, str]] = set()
    for language in deck.languages:
        repeated = _repeated(deck, language)
        firsts: dict[str, Card] = {}
        for card in deck if repeated else ():
            text = _folded(card.event.get(language, ""))
            if not text or hash(text) not in repeated:
                continue
            first = firsts.setdefault(text, card)
            if first is not card and (first.key, card.key) not in told:
                told.add((first.key, card.key))
                yield _twin(deck, first, card, f"event_{language}")


def _repeated(deck: Deck, language: str) -> set[int]:
    """Return the hashes of fronts that stand on several cards: a million numbers fit where a million texts do not."""
    seen: set[int] = set()
    repeated: set[int] = set()
    for card in deck:
        text = hash(_folded(card.event.get(language, "")))
        (repeated if text in seen else seen).add(text)
    return repeated - {hash("")}


def _folded(text: str) -> str:
    """Return what of a front tells cards apart: no punctuation, and no year, which must not stand there."""
    without = _BRACKETED_YEAR.sub(" ", text) if "(" in text else text
    folded = (without if without.strip() else text).casefold()
    if folded.replace(" ", "").isalnum() and "  " not in folded:
        return folded.strip()
    return _NOT_A_WORD.sub(" ", folded).strip()


def _twin(deck: Deck, first: Card, other: Card, field: str) -> Diagnostic:
    name = first.key if first.series != other.series else first.id
    if first.interval and other.interval and not first.interval.overlaps(other.interval):
        message = f"`{other.id}` (`{other.year}`) has the front of `{name}`, which says `{first.year}`"
        return report("WM308", message, deck, other, field)
    return report("WM309", f"`{other.id}` has the front of `{name}`", deck, other, field)
