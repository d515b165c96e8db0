"""What a stage of the build tells of itself, and how it writes."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from ..diagnostics import Diagnostic

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

    def save(self, path: Path, data: bytes) -> None:
        """Write a file and count whether it changed."""
        if self.write(path, data):
            self.written += 1
        else:
            self.unchanged += 1
