"""Who hears what an action found and did: a run of a command, or notes that a page shows."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NoReturn, Protocol, TypeVar

from ..diagnostics import Diagnostic
from ..workspace import Workspace, WorkspaceError

Item = TypeVar("Item")


class StaleError(WorkspaceError):
    """Somebody else changed what a decision was made from; nothing was written, and the text says what changed."""


class Journal(Protocol):
    """What every action is given: the workspace it works on, and where to tell of it."""

    findings: list[Diagnostic]

    @property
    def workspace(self) -> Workspace:
        """The workspace."""
        ...

    def add(self, findings: Iterable[Diagnostic]) -> None:
        """Collect findings."""
        ...

    def count(self, what: str, number: int = 1) -> None:
        """Add to the number of things of this kind that were looked at."""
        ...

    def result(self, key: str, value: Any) -> None:
        """Keep a result for programs."""
        ...

    def say(self, line: str = "") -> None:
        """Tell people something."""
        ...

    def progress(self, items: Iterable[Item], label: str, total: int | None = None) -> Iterator[Item]:
        """Iterate, and show how far it is."""
        ...


class Notes:
    """A journal that is kept: findings, lines and results, to be shown when the action has ended."""

    def __init__(self, workspace: Workspace) -> None:
        """Begin with nothing."""
        self.workspace = workspace
        self.findings: list[Diagnostic] = []
        self.counts: Counter[str] = Counter()
        self.results: dict[str, Any] = {}
        self.lines: list[str] = []

    def add(self, findings: Iterable[Diagnostic]) -> None:
        """Collect findings."""
        self.findings.extend(findings)

    def count(self, what: str, number: int = 1) -> None:
        """Add to the number of things of this kind that were looked at."""
        self.counts[what] += number

    def result(self, key: str, value: Any) -> None:
        """Keep a result."""
        self.results[key] = value

    def say(self, line: str = "") -> None:
        """Keep a line."""
        self.lines.append(line)

    def progress(self, items: Iterable[Item], label: str, total: int | None = None) -> Iterator[Item]:
        """Iterate; nobody watches."""
        del label, total
        yield from items

    def tell(self, journal: Journal) -> None:
        """Tell another journal what was found, counted and said; results it must ask for."""
        journal.add(self.findings)
        for what, number in self.counts.items():
            journal.count(what, number)
        for line in self.lines:
            journal.say(line)


def refuse(message: str) -> NoReturn:
    """Stop an action: what was asked for is not possible as things stand."""
    raise WorkspaceError(message)
