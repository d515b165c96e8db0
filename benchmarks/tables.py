"""How long a table of 100,000 cards takes from bytes to findings, beside the validators people use.

The peers only look at the shape of the table; wildmix reads years and checks the cards too. They are used where they
are installed: ``WILDMIX_PEERS`` names the ``bin`` folder of an environment made from ``peers.txt``.
"""

import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from .measure import ENVIRONMENT, Row

RECORDS = 100_000
RUNS = 3
# csvclean takes a semicolon for text unless told; it is measured both ways.
PEERS = {
    "frictionless": ["frictionless", "validate"],
    "csvclean": ["csvclean", "--length-mismatch"],
    "csvclean -d ;": ["csvclean", "-d", ";", "--length-mismatch"],
}
_WORDS = [
    "Käthe",
    "Kruse",
    "näht",
    "die",
    "erste",
    "Puppe",
    "für",
    "ihre",
    "Tochter",
    "im",
    "Garten",
    "am",
    "großen",
    "See",
    "wo",
    "Fischer",
    "Netze",
    "flicken",
    "und",
    "Boote",
    "liegen",
    "Der",
    "Zug",
    "fährt",
    "durch",
    "den",
    "Tunnel",
    "nach",
    "Süden",
    "Eine",
    "Brücke",
    "stürzt",
    "ein",
    "Das",
    "Theater",
    "brennt",
    "Ein",
    "Arzt",
    "findet",
    "Mittel",
]
_YEARS = ("{n}", "um {n}", "{n} v. Chr.", "nach {n}", "{n}–{m}", "im {c}. Jh.", "{d}er Jahre", "vor {n}")


def sample(records: int) -> str:
    """Return a table of cards as a spreadsheet writes it: quoted where needed, every value in its normal form."""
    chance = random.Random(4)  # noqa: S311 - the same table each time
    lines = ["Nr;Ereignis;Jahr;Kommentar;Quelle;geprüft"]
    for number in range(1, records + 1):
        event = f"{' '.join(chance.choices(_WORDS, k=8))} {_letters(number)}"
        if number % 10 == 0:
            event = f'"{event}\n mit Umbruch"' if number % 20 else f'"{event}; danach mehr"'
        n = chance.randrange(1000, 1990)
        year = chance.choice(_YEARS).format(
            n=n, m=n + 7, d=n // 100 * 100 + 10 * chance.randrange(1, 10), c=chance.randrange(2, 20)
        )
        comment = " ".join(chance.choices(_WORDS, k=6))
        lines.append(f"F{number};{event};{year};{comment};book: Chronik Band {number % 40}, S. {number % 300};ja")
    return "\n".join(lines) + "\n"


def _letters(number: int) -> str:
    """Return a number in letters, so that no two events are alike and none names a year."""
    return "".join(chr(ord("a") + int(digit)) for digit in str(number))


def rows() -> Iterator[Row]:
    """Measure `wildmix check` on a table: the time a user waits, and in the note the processor time of both."""
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        (here / "cards.csv").write_text(sample(RECORDS), encoding="utf-8")
        ours = [str(Path(sys.executable).with_name("wildmix")), "check", "-q", "cards.csv"]
        peers = {name: command for name, command in PEERS.items() if (_bin() / command[0]).is_file()}
        theirs = [[str(_bin() / command[0]), *command[1:], "cards.csv"] for command in peers.values()]
        own, *others = _best_of_each([ours, *theirs], here)
    name = f"wildmix check, {RECORDS:,} records"
    if not peers:
        yield Row(name, own.wall, note=f"processor {own.processor:.2f} s; no peers: set WILDMIX_PEERS")
    for peer, taken in zip(peers, others, strict=True):
        note = f"processor {own.processor:.2f} s : {taken.processor:.2f} s"
        yield Row(name, own.wall, peer, taken.wall, bound=1.0, note=note)


class _Taken(NamedTuple):
    """Seconds of one run."""

    wall: float
    processor: float


def _best_of_each(commands: Sequence[Sequence[str]], folder: Path) -> list[_Taken]:
    """Return the shortest times of each command; they take turns, so that a noisy moment hits all alike."""
    turns = [[_run(command, folder) for command in commands] for _ in range(RUNS)]
    return [
        _Taken(min(run.wall for run in runs), min(run.processor for run in runs)) for runs in zip(*turns, strict=True)
    ]


def _run(command: Sequence[str], folder: Path) -> _Taken:
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    unread = subprocess.DEVNULL
    status = subprocess.run(command, cwd=folder, env=ENVIRONMENT, check=False, stdout=unread, stderr=unread).returncode
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if status not in (0, 1):  # 1: it found faults
        raise RuntimeError(f"`{' '.join(command)}` ended with status {status}")
    return _Taken(wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def _bin() -> Path:
    return Path(os.environ.get("WILDMIX_PEERS", "."))
