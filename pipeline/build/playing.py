"""Recorded games, each replayed on the deck that its header names."""

from collections.abc import Callable

from ..diagnostics import Diagnostic, finding
from ..documents import decode
from ..games.document import lines
from ..games.replay import ReplayResult, read_header, replay
from ..source import Span
from ..workspace import Loaded, WorkspaceError


class AlreadyReportedError(Exception):
    """A deck that cannot be used because of an error that was reported before."""


class Player:
    """Replays logs; each deck is loaded, and what is found in it reported, once."""

    def __init__(self, load: Callable[[str], Loaded]) -> None:
        """Take what loads a deck by its name; it may raise WorkspaceError or AlreadyReportedError."""
        self._load = load
        self._decks: dict[str, Loaded] = {}

    def play(self, data: bytes, name: str) -> tuple[ReplayResult, list[Diagnostic]]:
        """Replay the log `data`, which findings call `name`."""
        text, findings = decode(data, name)
        if text is None:
            return ReplayResult(name, None, "failed"), findings
        header, findings = read_header(text)
        if header is None:
            return ReplayResult(name, None, "failed"), findings
        reason = f"deck `{header.deck}` cannot be used"
        if header.deck not in self._decks:
            try:
                self._decks[header.deck] = self._load(header.deck)
                findings += self._decks[header.deck].findings
            except WorkspaceError as error:
                self._decks[header.deck], reason = Loaded(None, []), str(error)
            except AlreadyReportedError:
                findings.append(skipped(name, header.deck))
                return ReplayResult(name, header, "failed"), findings
        loaded = self._decks[header.deck]
        if loaded.deck is None:
            findings.append(finding("WM712", reason, next(lines(text)).place("deck")))
            return ReplayResult(name, header, "failed"), findings
        result, found = replay(text, loaded.deck, loaded.sha256)
        return result, findings + found


def skipped(file: str, what: str) -> Diagnostic:
    """Return the finding for work on `file` that is left out, since `what` has errors that were reported."""
    return finding("WM012", f"left out, because `{what}` has errors that are reported elsewhere", Span(file))
