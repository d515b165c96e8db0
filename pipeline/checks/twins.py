"""Cards that cannot be told apart by their fronts."""

import re
from collections import defaultdict
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
        groups: defaultdict[str, list[Card]] = defaultdict(list)
        for card in deck:
            if text := _folded(card.event.get(language, "")):
                groups[text].append(card)
        for first, *others in groups.values():
            for other in others:
                if (first.key, other.key) not in told:
                    told.add((first.key, other.key))
                    yield _twin(deck, first, other, f"event_{language}")


def _folded(text: str) -> str:
    """Return what of a front tells cards apart: no punctuation, and no year, which must not stand there."""
    without = _BRACKETED_YEAR.sub(" ", text)
    return _NOT_A_WORD.sub(" ", (without if without.strip() else text).casefold()).strip()


def _twin(deck: Deck, first: Card, other: Card, field: str) -> Diagnostic:
    name = first.key if first.series != other.series else first.id
    if first.interval and other.interval and not first.interval.overlaps(other.interval):
        message = f"`{other.id}` (`{other.year}`) has the front of `{name}`, which says `{first.year}`"
        return report("WM308", message, deck, other, field)
    return report("WM309", f"`{other.id}` has the front of `{name}`", deck, other, field)
