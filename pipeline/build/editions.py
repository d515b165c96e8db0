"""Decks of all editions: the first from the raw table, each later one from the one below and the corrigenda."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from ..cards import Deck, Edition, Series
from ..corrigenda import CorrigendaFile, brought_back, check, difference, read_corrigenda, rederive
from ..diagnostics import Diagnostic, finding
from ..ingest import guess_mapping, ingest, is_whole, read_deck, write_deck
from ..source import Span
from ..tables import read_table
from ..workspace import Workspace
from .joining import joined
from .stage import Stage


@dataclass(slots=True)
class SeriesDecks:
    """A series with the decks of its editions, by number."""

    series: Series
    decks: dict[int, Deck] = field(default_factory=dict)

    @property
    def newest(self) -> Deck | None:
        """The deck of the newest edition; None if it could not be made, so that no older one passes for it."""
        return self.decks.get(self.series.newest.number) if self.series.newest else None


def read_series(workspace: Workspace, stage: Stage) -> list[SeriesDecks]:
    """Read all series files; those that cannot be used are reported and left out."""
    known = []
    for code in workspace.series_codes():
        if stage.load(workspace, workspace.series_path(code)) is None:
            continue
        series, findings = workspace.series(code)
        stage.findings += findings
        if series:
            known.append(SeriesDecks(series))
    return known


def ingest_raw(workspace: Workspace, known: SeriesDecks, stage: Stage) -> None:
    """Make the first edition from the publisher's table, or load it if the series names none."""
    series = known.series
    if not series.editions:
        where = Span(workspace.show(workspace.series_path(series.code)))
        stage.findings.append(finding("WM008", f"series `{series.code}` has no edition", where, series=series.code))
        return
    edition = series.edition(series.raw.edition) if series.raw else None
    deck = _from_raw(workspace, series, edition, stage) if edition else None
    if deck is None:
        deck = _load(workspace, series, (edition or series.editions[0]).number, stage)
    if deck:
        known.decks[deck.edition or 0] = deck
        stage.checked["cards"] += len(deck)


def _from_raw(workspace: Workspace, series: Series, edition: Edition, stage: Stage) -> Deck | None:
    raw = series.raw
    assert raw is not None  # noqa: S101 - the caller has looked
    path = workspace.root / raw.file
    if not path.is_file():
        where = Span(workspace.show(workspace.series_path(series.code)))
        message = f"`{raw.file}`, the raw table of `{series.code}`, is not there"
        stage.findings.append(finding("WM009", message, where, series=series.code))
        return None
    data = workspace.read_bytes(path)
    shown = workspace.show(path)
    table, findings = read_table(data, shown, encoding=raw.encoding, delimiter=raw.delimiter, sheet=raw.sheet)
    stage.read["tables"] += 1
    deck, found, back = None, list[Diagnostic](), list[Diagnostic]()
    if table:
        mapping, _ = guess_mapping(table, series.languages, raw.columns)
        stage.remarks.append(f"{shown}: {table.dialect.describe()}; {mapping.describe(table)}")
        target = workspace.edition_path(series.code, edition.number)
        deck, found = ingest(table, series, edition.number, known=_known_cards(workspace, series, edition, target))
        if deck:
            deck, more = joined(workspace, series, deck)
            found += more
            back += brought_back(list_of(workspace, series), deck, edition.number)
    stage.findings += [*findings, *_unsettled(found, series, edition, stage), *back]
    # A deck that lacks a record must not take the place of one that has it.
    if (
        deck is None
        or not is_whole([*findings, *found, *back])
        or not settle(workspace, series, edition, write_deck(deck), stage)
    ):
        return None
    return deck


def list_of(workspace: Workspace, series: Series) -> CorrigendaFile:
    """Return the corrigenda of a series; what is wrong with the file is told when the editions are corrected."""
    path = workspace.corrigenda_path(series.code)
    if not path.is_file():
        return CorrigendaFile(series.code)
    file, _ = read_corrigenda(workspace.read_bytes(path), workspace.show(path), series.code)
    return file or CorrigendaFile(series.code)


def _known_cards(workspace: Workspace, series: Series, edition: Edition, target: Path) -> Deck | tuple[()]:
    """Return the edition as it lies on disk, so that cards without ids keep theirs."""
    if not target.is_file():
        return ()
    deck, _ = read_deck(workspace.read_bytes(target), workspace.show(target), series, edition.number)
    return deck or ()


def _unsettled(found: list[Diagnostic], series: Series, edition: Edition, stage: Stage) -> list[Diagnostic]:
    """Leave out what is said of single cards if there is a newer edition: what is still wrong is found there."""
    if edition == series.newest:
        return found
    kept = [each for each in found if each.card is None]
    if len(kept) < len(found):
        number = len(found) - len(kept)
        stage.remarks.append(f"{series.code}/{edition.number}: {number} findings on cards left to the newest edition")
    return kept


def settle(workspace: Workspace, series: Series, edition: Edition, data: bytes, stage: Stage) -> bool:
    """Write the deck of an edition; of a released one check that it is what was sealed. False if it is not."""
    path = workspace.edition_path(series.code, edition.number)
    where = Span(workspace.show(path))
    label = f"edition {edition.number} of `{series.code}`"
    if edition.released and hashlib.sha256(data).hexdigest() != edition.sha256:
        message = f"{label} is released, and its source no longer gives the sealed deck"
        stage.findings.append(finding("WM010", message, where, series=series.code))
        return False
    if edition.released and path.is_file() and workspace.read_bytes(path) != data:
        message = f"{label} is released, and its file no longer has the sealed sum"
        stage.findings.append(finding("WM005", message, where, series=series.code))
        return True
    stage.save(path, data)
    return True


def _load(workspace: Workspace, series: Series, number: int, stage: Stage) -> Deck | None:
    """Load an edition; None, with what was found, if it has no file or is not what was sealed."""
    loaded = workspace.load_edition(series.code, number)
    newest = series.newest is not None and series.newest.number == number
    stage.findings += [found for found in loaded.findings if newest or found.card is None]
    stage.read["decks"] += loaded.deck is not None
    return None if any(found.code == "WM005" for found in loaded.findings) else loaded.deck


def correct(workspace: Workspace, known: SeriesDecks, stage: Stage) -> None:
    """Make the editions after the first from the corrigenda, and check these against all editions."""
    series = known.series
    path = workspace.corrigenda_path(series.code)
    data = stage.load(workspace, path)
    file: CorrigendaFile | None = None
    if data is not None:
        file, findings = read_corrigenda(data, workspace.show(path), series.code)
        stage.findings += findings
        stage.read["corrigenda files"] += 1
    for edition in series.editions:
        if known.decks and edition.number > min(known.decks):
            deck = _next_edition(workspace, known, edition, file, stage)
            if deck:
                known.decks[edition.number] = deck
                stage.checked["cards"] += len(deck)
    if file and known.decks:
        stage.findings += check(file, known.decks)
        stage.checked["entries"] += len(file)
    elif not path.exists():
        stage.findings += _unexplained(workspace, known)


def _unexplained(workspace: Workspace, known: SeriesDecks) -> Iterator[Diagnostic]:
    """Report editions that differ although there is no list of corrections that says why."""
    for below, number in pairwise(sorted(known.decks)):
        changes = [change for change in difference(known.decks[below], known.decks[number]) if change.old]
        if changes:
            message = (
                f"edition {number} of `{known.series.code}` changes {len(changes)} fields of edition {below}, "
                "and there is no corrigenda.json to say why"
            )
            where = Span(workspace.show(workspace.corrigenda_path(known.series.code)))
            yield finding("WM014", message, where, series=known.series.code)


def _next_edition(
    workspace: Workspace, known: SeriesDecks, edition: Edition, file: CorrigendaFile | None, stage: Stage
) -> Deck | None:
    """Load a released edition; make one that is at work from the edition below it and the entries it took up.

    The sealed deck of a released edition whose file was changed can be derived too, so that the rest goes on with it.
    """
    series, path = known.series, workspace.edition_path(known.series.code, edition.number)
    there = _load(workspace, series, edition.number, stage) if path.is_file() or edition.released else None
    if file is None or not file.whole or (edition.released and there):
        return there
    decks = {**known.decks, edition.number: there} if there else known.decks
    # What stands in the way of it, the check of the whole file reports too.
    made, _ = rederive(file, decks, edition.number)
    data = write_deck(made)
    if edition.released:
        return made if hashlib.sha256(data).hexdigest() == edition.sha256 else None
    stage.save(path, data)
    deck, _ = read_deck(data, workspace.show(path), series, edition.number)
    return deck
