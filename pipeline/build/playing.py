"""Recorded games, each replayed on the deck or the tiles that its header names."""

import tomllib
from collections.abc import Callable
from pathlib import Path

from pydantic import ValidationError

from ..diagnostics import Diagnostic, finding
from ..documents import decode
from ..games.assyrian import SHIPPED, LoadedTiles, read_tiles, shipped_tiles
from ..games.document import Header, Line, first_line
from ..games.pieces import Pieces, of_deck, of_tiles
from ..games.replay import ReplayResult, read_header, replay
from ..games.rulebooks import RULEBOOKS
from ..source import Span
from ..workspace import Loaded, WorkspaceError, read_input, show_path


class AlreadyReportedError(Exception):
    """A deck that cannot be used because of an error that was reported before."""


class Player:
    """Replays logs; each deck is loaded, and what is found in it reported, once."""

    def __init__(self, load: Callable[[str], Loaded], root: Path) -> None:
        """Take what loads a deck by its name (it may raise WorkspaceError or AlreadyReportedError) and the workspace.

        A log comes from anywhere: the tables and tiles that it names are those of the workspace at `root`, no others.
        """
        self._load = load
        self._root = root.resolve()
        self._pieces: dict[str, Pieces | None] = {}
        self._reasons: dict[str, str] = {}

    def play(
        self, data: bytes, name: str, against: tuple[str, Pieces] | None = None
    ) -> tuple[ReplayResult, list[Diagnostic]]:
        """Replay the log `data`, which findings call `name`.

        `against` a deck (its name and cards), name the verdicts that flip; games on another series are left out.
        """
        text, findings = decode(data, name)
        if text is None:
            return ReplayResult(name, None, "failed"), findings
        header, findings = read_header(text)
        if header is None:
            return ReplayResult(name, None, "failed"), findings
        if against is not None and _series(header.deck) != _series(against[0]):
            return ReplayResult(name, header, "left out"), []
        try:
            pieces = self._find(header, first_line(text), findings)
        except AlreadyReportedError:
            return ReplayResult(name, header, "failed"), [*findings, skipped(name, header.deck)]
        if pieces is None:
            return ReplayResult(name, header, "failed"), findings
        result, found = replay(text, pieces, against and against[1])
        return result, findings + found

    def _find(self, header: Header, line: Line, findings: list[Diagnostic]) -> Pieces | None:
        """Return the cards or tiles that the header names; None, with a finding, if they cannot be used.

        What is found in a deck is added the first time.
        """
        deck, tiles = header.deck, RULEBOOKS[header.rules].tiles
        key = f"tiles {deck}" if tiles else deck
        if key not in self._pieces:
            try:
                self._pieces[key] = self._tiles(deck) if tiles else self._cards(deck, findings)
            except WorkspaceError as error:
                self._pieces[key], self._reasons[key] = None, str(error)
        if self._pieces[key] is None:
            reason = self._reasons.get(key, f"deck `{deck}` cannot be used")
            findings.append(finding("WM712", reason, line.place("deck")))
        return self._pieces[key]

    def _cards(self, name: str, findings: list[Diagnostic]) -> Pieces | None:
        path = inside(self._root, name)
        loaded = self._load(str(path) if path.is_file() else name)
        findings += loaded.findings
        return None if loaded.deck is None else of_deck(loaded.deck, loaded.sha256)

    def _tiles(self, name: str) -> Pieces:
        loaded = load_tiles(name if name == SHIPPED else str(inside(self._root, name)))
        return of_tiles(loaded.tiles, loaded.sha256)


def inside(root: Path, name: str) -> Path:
    """Return the path that a log names, from the root of the workspace; raises WorkspaceError if it leads out of it."""
    try:
        path = (root / name).resolve()
        path.is_file()
    except (OSError, ValueError):
        raise WorkspaceError(f"there is no deck, mix or table `{name}`") from None
    if not path.is_relative_to(root):
        raise WorkspaceError(f"`{name}` leads out of the workspace; a log names decks and tables that lie in it")
    return path


def load_tiles(name: str) -> LoadedTiles:
    """Return the tiles that come with the program, or those of a TOML file; raises WorkspaceError if it is none."""
    if name == SHIPPED:
        return shipped_tiles()
    try:
        return read_tiles(read_input(Path(name)))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, ValidationError) as error:
        raise WorkspaceError(f"{show_path(Path(name))} holds no tiles: {str(error).splitlines()[0]}") from None


def _series(deck: str) -> str:
    """Return what two editions of one deck have in common."""
    return deck.partition("/")[0]


def skipped(file: str, what: str) -> Diagnostic:
    """Return the finding for work on `file` that is left out, since `what` has errors that were reported."""
    return finding("WM012", f"left out, because `{what}` has errors that are reported elsewhere", Span(file))
