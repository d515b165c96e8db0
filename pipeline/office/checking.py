"""What is wrong with lists of corrigenda."""

from collections.abc import Iterator

from ..corrigenda import Printed, check
from ..diagnostics import Diagnostic
from .dossier import Dossier
from .elsewhere import Elsewhere


def list_findings(dossier: Dossier, elsewhere: Elsewhere) -> Iterator[Diagnostic]:
    """Yield what is wrong with a list beside its editions, and what its waiting entries do elsewhere."""
    yield from check(dossier.file, dossier.decks)
    elsewhere.know(dossier.series.code, dossier.decks)
    waiting = Printed(dossier.file, dossier.decks).open_to_change
    yield from elsewhere.findings(dossier.file, waiting)
