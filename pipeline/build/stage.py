"""What a stage of the build tells of itself, and how it writes."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from ..diagnostics import Diagnostic, finding
from ..source import Span
from ..workspace import Workspace, WorkspaceError, show_path

# Writes a file whole; True if its bytes changed.
Save = Callable[[Path, bytes], bool]


@dataclass(slots=True)
class Stage:
    """One stage: what it read, checked, found and wrote, for the table at the end."""

    name: str
    write: Save
    read: Counter[str] = field(default_factory=Counter)
    checked: Counter[str] = field(default_factory=Counter)
    findings: list[Diagnostic] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    written: int = 0
    unchanged: int = 0

    def load(self, workspace: Workspace, path: Path) -> bytes | None:
        """Return the bytes of a file; None, with a finding if something is there that cannot be read."""
        if not (path.exists() or path.is_symlink()):
            return None
        try:
            return workspace.read_bytes(path)
        except WorkspaceError as error:
            self.findings.append(finding("WM013", str(error), Span(workspace.show(path))))
            return None

    def save(self, path: Path, data: bytes) -> None:
        """Write a file and count whether it changed; one that cannot be written is a finding, and the rest goes on."""
        try:
            changed = self.write(path, data)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            self.findings.append(finding("WM015", f"the file cannot be written: {reason}", Span(show_path(path))))
            return
        self.written += changed
        self.unchanged += not changed
