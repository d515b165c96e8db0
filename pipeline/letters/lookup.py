"""Which card does a reader mean? By its id, else by words of its text, in any language of the cards."""

from collections.abc import Iterable
from typing import NamedTuple

from ..cards import Card
from ..duplicates import EventText, score_texts

SURE = 0.6
"""The least score of a card that is taken without asking: the one from which two cards count as one event."""

AHEAD = 0.25
"""How far it must be ahead of the next card."""

WORTH_A_LOOK = 0.1
_MOST = 3


class Lookup(NamedTuple):
    """The card that was meant, None if that is not sure; the likeliest cards with their scores, best first."""

    card: Card | None
    candidates: tuple[tuple[float, Card], ...]


def find_card(text: str, cards: Iterable[Card]) -> Lookup:
    """Find the card that `text` tells of: its event or a part of it, misspelt or translated, or a name on the back."""
    scored = sorted(((_score(text, card), card) for card in cards), key=lambda pair: (-pair[0], pair[1].key))
    candidates = tuple((score, card) for score, card in scored[:_MOST] if score >= WORTH_A_LOOK)
    if not candidates or candidates[0][0] < SURE:
        return Lookup(None, candidates)
    second = candidates[1][0] if len(candidates) > 1 else 0.0
    exact = [card for _, card in candidates if text.strip() in card.event.values()]
    if len(exact) == 1:
        return Lookup(exact[0], candidates)
    return Lookup(candidates[0][1] if candidates[0][0] - second >= AHEAD else None, candidates)


def _score(text: str, card: Card) -> float:
    return max(
        (
            score_texts(EventText(text, language), EventText(event, language, card.comment.get(language, ""))).value
            for language, event in card.event.items()
        ),
        default=0.0,
    )
