"""What is wrong with decks."""

from collections.abc import Iterator

from ..cards import Deck
from ..checks import renumbered, run_checks
from ..diagnostics import Diagnostic
from .journal import Journal


def deck_findings(journal: Journal, deck: Deck) -> Iterator[Diagnostic]:
    """Yield what the checks find in a deck, and in its ids beside the edition before it."""
    yield from run_checks(deck)
    if earlier := _edition_before(journal, deck):
        yield from renumbered(earlier, deck)


def _edition_before(journal: Journal, deck: Deck) -> Deck | None:
    """Return the edition before this one; what is wrong with it is found when it is checked itself."""
    series = next(iter(deck.series.values()), None)
    if series is None or deck.edition is None:
        return None
    numbers = [edition.number for edition in series.editions if edition.number < deck.edition]
    if not numbers or not journal.workspace.edition_path(series.code, numbers[-1]).is_file():
        return None
    return journal.workspace.load_edition(series.code, numbers[-1]).deck
