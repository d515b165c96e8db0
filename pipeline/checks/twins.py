"""Cards that cannot be told apart by their fronts."""

import re
from collections import Counter
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
        for block in deck.blocks() if repeated else ():
            for place, text in enumerate(_folded_fronts(block, language)):
                if not text or hash(text) not in repeated:
                    continue
                card = block.cards[place]
                first = firsts.setdefault(text, card)
                if first is not card and (first.key, card.key) not in told:
                    told.add((first.key, card.key))
                    yield _twin(deck, first, card, f"event_{language}")


def _repeated(deck: Deck, language: str) -> set[int]:
    """Return the hashes of fronts that stand on several cards: a million numbers fit where a million texts do not."""
    seen: set[int] = set()
    repeated: set[int] = set()
    for block in deck.blocks():
        hashes = list(map(hash, _folded_fronts(block, language)))
        if len(different := set(hashes)) < len(hashes):
            repeated.update(text for text, count in Counter(hashes).items() if count > 1)
        repeated |= different & seen
        seen |= different
    return repeated - {hash("")}


def _folded_fronts(block: Deck, language: str) -> Iterator[str]:
    return map(_folded, block.texts(f"event_{language}").values)


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
