"""What is wrong with decks and with lists of corrigenda."""

from collections.abc import Iterator

from ..cards import Deck
from ..checks import renumbered, run_checks
from ..corrigenda import Printed, check
from ..diagnostics import Diagnostic
from .dossier import Dossier
from .elsewhere import Elsewhere
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


def list_findings(dossier: Dossier, elsewhere: Elsewhere) -> Iterator[Diagnostic]:
    """Yield what is wrong with a list beside its editions, and what its waiting entries do elsewhere."""
    yield from check(dossier.file, dossier.decks)
    elsewhere.know(dossier.series.code, dossier.decks)
    waiting = Printed(dossier.file, dossier.decks).open_to_change()
    yield from elsewhere.findings(dossier.file, waiting)
