"""Which card does a reader mean? By its id, else by words of its text, in any language of the cards."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..cards import Card
from ..duplicates import EventText, score_pairs
from ..duplicates.score import weights

SURE = 0.6
"""The least score of a card that is taken without asking: more than two cards need to count as one event."""

AHEAD = 0.25
"""How far it must be ahead of the next card."""

_MOST = 3


class Lookup(NamedTuple):
    """The card that was meant, None if that is not sure; the likeliest cards with their scores, best first."""

    card: Card | None
    candidates: tuple[tuple[float, Card], ...]


def find_card(text: str, cards: Iterable[Card]) -> Lookup:
    """Find the card that `text` tells of: its event or a part of it, misspelt or translated, or a name on the back."""
    told = list(cards)
    scored = sorted(zip(_scores(text, told), told, strict=True), key=lambda pair: (-pair[0], pair[1].key))
    candidates = tuple((score, card) for score, card in scored[:_MOST] if score >= weights().uncertain)
    if not candidates or candidates[0][0] < SURE:
        return Lookup(None, candidates)
    second = candidates[1][0] if len(candidates) > 1 else 0.0
    exact = [card for _, card in candidates if text.strip() in card.event.values()]
    if len(exact) == 1:
        return Lookup(exact[0], candidates)
    return Lookup(candidates[0][1] if candidates[0][0] - second >= AHEAD else None, candidates)


def _scores(text: str, cards: Sequence[Card]) -> list[float]:
    """Return how well each card agrees with the text, in the language in which it does best."""
    pairs = [
        (at, EventText(text, language), EventText(event, language, card.comment.get(language, "")))
        for at, card in enumerate(cards)
        for language, event in card.event.items()
    ]
    best = [0.0] * len(cards)
    for (at, *_), score in zip(pairs, score_pairs([(ours, theirs) for _, ours, theirs in pairs]), strict=True):
        best[at] = max(best[at], score.value)
    return best
