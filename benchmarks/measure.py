"""Taking time: whole processes and functions, the best of several runs."""

import os
import resource
import subprocess
import time
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

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


class Taken(NamedTuple):
    """Seconds of one run of a program: what a user waits, and what the processor works."""

    wall: float
    processor: float


def taken_by_each(
    commands: Sequence[Sequence[str]], runs: int, cwd: Path | None = None, statuses: Container[int] = (0,)
) -> list[Taken]:
    """Return the shortest times of each command; they take turns, so that a noisy moment hits all alike.

    Raises CalledProcessError if one ends with another status than `statuses`.
    """
    turns = [[_run(command, cwd, statuses) for command in commands] for _ in range(runs)]
    return [
        Taken(min(run.wall for run in taken), min(run.processor for run in taken)) for taken in zip(*turns, strict=True)
    ]


def best_of_each(commands: Sequence[Sequence[str]], runs: int = 15, cwd: Path | None = None) -> list[float]:
    """Return the seconds that a user waits for each command, as :func:`taken_by_each` takes them."""
    return [taken.wall for taken in taken_by_each(commands, runs, cwd)]


def _run(command: Sequence[str], cwd: Path | None, statuses: Container[int]) -> Taken:
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    # What is printed is thrown away: a peer that writes a copy of its input would be charged for the pipe.
    ended = subprocess.run(
        command, cwd=cwd, env=ENVIRONMENT, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if ended.returncode not in statuses:
        ended.check_returncode()
    return Taken(wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
