"""What is wrong with decks."""

from collections.abc import Iterator
from dataclasses import replace

from ..cards import Deck
from ..checks import renumbered, run_checks
from ..diagnostics import Diagnostic
from ..source import Span
from .journal import Journal


def deck_findings(journal: Journal, deck: Deck) -> Iterator[Diagnostic]:
    """Yield what the checks find in a deck, and in its ids beside the edition before it."""
    yield from run_checks(deck)
    if earlier := _edition_before(journal, deck):
        yield from renumbered(earlier, deck)


def brought(below: Deck, deck: Deck, file: str) -> list[Diagnostic]:
    """Return what the checks find in those cards of a deck that changed, and did not find in the edition below.

    `file` is what findings call a deck that is not read from one.
    """
    before = {card.id: card for card in below}
    changed = {card.id for card in deck if before.get(card.id) is not card}
    found = [one for one in run_checks(deck) if one.card in changed] if changed else []
    if not found:
        return []
    said = {(one.code, one.card, one.message) for one in run_checks(below)}
    new = [one for one in found if (one.code, one.card, one.message) not in said]
    return [one if one.span else replace(one, span=Span(file)) for one in new]


def _edition_before(journal: Journal, deck: Deck) -> Deck | None:
    """Return the edition before this one; what is wrong with it is found when it is checked itself."""
    series = next(iter(deck.series.values()), None)
    if series is None or deck.edition is None:
        return None
    numbers = [edition.number for edition in series.editions if edition.number < deck.edition]
    if not numbers or not journal.workspace.edition_path(series.code, numbers[-1]).is_file():
        return None
    return journal.workspace.load_edition(series.code, numbers[-1]).deck
