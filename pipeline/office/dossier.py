"""A series with its list of corrigenda and the decks of all its editions, read together."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ..cards import Deck, Series
from ..corrigenda import CorrigendaFile, read_corrigenda
from ..diagnostics import Severity, worst
from ..workspace import Loaded
from .journal import Journal


@dataclass(frozen=True, slots=True)
class Dossier:
    """A series, its corrigenda, and the decks of those of its editions that could be read.

    `whole` tells whether every entry and every deck was read without error; only then may anything be written, since an
    entry that was left out would be lost.
    """

    series: Series
    path: Path
    file: CorrigendaFile
    decks: dict[int, Deck]
    whole: bool


def load_file(journal: Journal, code: str) -> tuple[Path, CorrigendaFile | None]:
    """Read the corrigenda of a series, collecting what is found; a series without a file has none yet."""
    path = journal.workspace.corrigenda_path(code)
    if not path.is_file():
        return path, CorrigendaFile(code)
    file, findings = read_corrigenda(journal.workspace.read_bytes(path), journal.workspace.show(path), code)
    journal.add(findings)
    if file is not None:
        journal.count("entries", len(file))
    return path, file


def load(journal: Journal, code: str, read: Callable[[str, int], Loaded] | None = None) -> Dossier | None:
    """Read all that belongs to a series; None if its series file or its list cannot be used.

    `read` gives an edition that was read before. Raises WorkspaceError for a code that no series has.
    """
    read = read or journal.workspace.load_edition
    before = len(journal.findings)
    series, findings = journal.workspace.series(code)
    journal.add(findings)
    path, file = load_file(journal, code)
    if series is None or file is None:
        return None
    decks = {}
    for edition in series.editions:
        loaded = read(code, edition.number)
        # What is wrong with single cards is what corrigenda are for; `wildmix check` tells it.
        journal.add(found for found in loaded.findings if found.card is None)
        if loaded.deck is not None:
            decks[edition.number] = loaded.deck
            journal.count("editions")
    whole = worst(journal.findings[before:]) is not Severity.ERROR and len(decks) == len(series.editions)
    return Dossier(series, path, file, decks, whole)
