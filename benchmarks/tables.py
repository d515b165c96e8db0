"""How long a table of 100,000 cards takes from bytes to findings, beside the validators people use.

The peers only look at the shape of the table; wildmix reads years and checks the cards too. They are used where they
are installed: ``WILDMIX_PEERS`` names the ``bin`` folder of an environment made from ``peers.txt``.
"""

import os
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from .measure import Row, taken_by_each

RECORDS = 100_000
RUNS = 5
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
        own, *others = taken_by_each([ours, *theirs], RUNS, here, statuses=(0, 1))  # 1: faults found
    name = f"wildmix check, {RECORDS:,} records"
    if not peers:
        yield Row(name, own.wall, note=f"processor {own.processor:.2f} s; no peers: set WILDMIX_PEERS")
    for peer, taken in zip(peers, others, strict=True):
        note = f"processor {own.processor:.2f} s : {taken.processor:.2f} s"
        yield Row(name, own.wall, peer, taken.wall, bound=1.0, note=note)


def _bin() -> Path:
    return Path(os.environ.get("WILDMIX_PEERS", "."))
