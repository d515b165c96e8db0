"""Taking time: whole processes and functions, the best of several runs."""

import os
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

# An installed program has its bytecode, as its peers have; a setting that writes none would compile it in each run.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement, and its ratio to a peer measured in the same run with the bound it should keep."""

    name: str
    seconds: float
    peer: str = ""
    peer_seconds: float = 0.0
    bound: float = 0.0
    note: str = ""

    @property
    def ratio(self) -> float:
        """Seconds per second of the peer."""
        return self.seconds / self.peer_seconds

    def line(self) -> str:
        """Return the row as printed."""
        text = f"{self.name:<44} {self.seconds * 1000:9.1f} ms"
        if self.peer:
            verdict = (
                "" if not self.bound else f" (bound {self.bound:g}: {'kept' if self.ratio <= self.bound else 'MISSED'})"
            )
            text += f"   {self.ratio:6.2f} × {self.peer} ({self.peer_seconds * 1000:.1f} ms){verdict}"
        return text + (f"   {self.note}" if self.note else "")


def best(function: Callable[[], object], runs: int = 5) -> float:
    """Return the seconds of the fastest of several calls."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return min(times)


def best_of_each(commands: Sequence[Sequence[str]], runs: int = 15, cwd: Path | None = None) -> list[float]:
    """Return the seconds of the fastest run of each command; they take turns, so that a noisy moment hits all alike."""
    fastest = [float("inf")] * len(commands)
    for _ in range(runs):
        for index, command in enumerate(commands):
            start = time.perf_counter()
            subprocess.run(command, cwd=cwd, env=ENVIRONMENT, check=True, capture_output=True)
            fastest[index] = min(fastest[index], time.perf_counter() - start)
    return fastest
