"""Cards that have another id than in the edition before: whatever refers to them would mean another card."""

from collections.abc import Iterator, Mapping

from ..cards import Card, Deck
from ..diagnostics import Diagnostic
from .report import report, report_series

SINGLE = 5  # more are one finding: then a whole column was numbered anew

Texts = Mapping[tuple[str, str], frozenset[str]]


def renumbered(earlier: Deck, deck: Deck) -> Iterator[Diagnostic]:
    """Find cards whose event stands under another id in an earlier edition of the series; many are one finding."""
    before, now = _ids_by_text(earlier), _ids_by_text(deck)
    moved = [(card, old) for card in deck if (old := _old_id(card, before, now))]
    if len(moved) > SINGLE:
        card, old = moved[0]
        message = f"{len(moved)} cards have other ids than in `{earlier.name}`: `{old}` is `{card.id}` now, and so on"
        yield report_series("WM301", message, deck, deck.series_of(card))
        return
    for card, old in moved:
        yield report("WM301", f"`{card.id}` has the event of `{old}` in `{earlier.name}`", deck, card, "id")


def _ids_by_text(deck: Deck) -> Texts:
    """Return the ids of the cards with each event text, by language and text."""
    ids: dict[tuple[str, str], frozenset[str]] = {}
    for card in deck:
        for item in card.event.items():
            ids[item] = ids.get(item, frozenset()) | {card.id}
    return ids


def _old_id(card: Card, before: Texts, now: Texts) -> str | None:
    """Return the id that the event of `card` had before, None if it is new, has kept its id or is there twice."""
    for item in card.event.items():
        known = before.get(item, frozenset())
        if card.id in known:
            return None
        if gone := sorted(known - now[item]):
            return gone[0]
    return None
