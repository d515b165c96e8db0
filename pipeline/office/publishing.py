"""A list made ready for publishing: the series, its editions, and what each entry does elsewhere."""

from ..publish.register import Consequences, Published
from .dossier import Dossier
from .elsewhere import Elsewhere
from .journal import Journal


def published(journal: Journal, dossier: Dossier, elsewhere: Elsewhere | None = None) -> Published:
    """Return the list of a series as it is published."""
    other = elsewhere or Elsewhere(journal)
    other.know(dossier.series.code, dossier.decks)
    games = other.flips(dossier.file)
    consequences = {
        entry.id: Consequences(other.effect(entry), other.others(entry), games.get(entry.id, ()))
        for entry in dossier.file
    }
    return Published(dossier.series, dossier.file, dossier.decks, consequences)
