"""A publisher of many series: 10,000 corrigenda on 11,088 cards are checked, applied and published.

Each verb is one process, as a user starts it. The cards say what they must: texts of the length of real ones, half of
the corrections change a year. The bounds are 10 s for the three verbs together, 500 MiB for all processes of each.
"""

import hashlib
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from pathlib import Path
from random import Random

from pipeline.cards import Card, Deck, Edition, Series
from pipeline.corrigenda import CorrigendaFile, Corrigendum, write_corrigenda
from pipeline.ingest import write_deck

from .measure import ENVIRONMENT, Row

SERIES, CARDS, ENTRIES = 33, 336, 303
SECONDS, MEBIBYTES = 10.0, 500
_WORDS = (  # noqa: SIM905 - words read best so
    "Königin Schiff Brücke Papst Kaiser Reise Erfinder Maschine Stadt Krieg Frieden Vertrag Insel Kathedrale Buch "
    "Ballon Sternwarte Theater Oper Universität Eisenbahn Telegraf Dampfer Kometen Schlacht Wahlrecht Ärztin Malerin"
).split()
_HEAD = """\
code = "{code}"
languages = ["de", "en"]

[titles]
de = "Reihe {code}"

[colour]
cmyk = [20, 50, 50, 0]
srgb = "#aa6666"
"""


def rows() -> Iterator[Row]:
    """Measure the three verbs on a workspace made for it."""
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        codes = make_workspace(here)
        total = 0.0
        for words in (["check"], ["apply", *codes, "--edition", "2", "--on", "2026-06-01"], ["publish"]):
            seconds, mebibytes = _run(here, words)
            total += seconds
            memory = f"{mebibytes:.0f} MiB (bound {MEBIBYTES}: {'kept' if mebibytes <= MEBIBYTES else 'MISSED'})"
            yield Row(f"corrigenda {words[0]}, {SERIES * ENTRIES:,} entries", seconds, note=memory)
        kept = "kept" if total <= SECONDS else "MISSED"
        yield Row("corrigenda check, apply and publish", total, note=f"(bound {SECONDS:g} s: {kept})")


def _run(here: Path, words: list[str]) -> tuple[float, float]:
    """Run a verb and return its seconds and the most memory that all its processes held at once, in MiB."""
    wildmix = str(Path(sys.executable).with_name("wildmix"))
    command = [wildmix, "corrigenda", *words, "-q"]
    most, start = 0.0, time.perf_counter()
    process = subprocess.Popen(command, cwd=here, env=ENVIRONMENT, stdout=subprocess.DEVNULL)
    while process.poll() is None:
        most = max(most, _held(process.pid))
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.05)
    seconds = time.perf_counter() - start
    if process.returncode:
        raise RuntimeError(f"wildmix corrigenda {words[0]} ended with status {process.returncode}")
    return seconds, most


def _held(process: int) -> float:
    """Return the MiB that a process and its children hold, what they share counted once; only Linux tells."""
    held = 0.0
    with suppress(OSError):  # it may have ended meanwhile
        folder = Path("/proc", str(process))
        shares = (line.split() for line in (folder / "smaps_rollup").read_text().splitlines())
        held = next((int(share[1]) / 1024 for share in shares if share[0] == "Pss:"), 0.0)
        for task in (folder / "task").iterdir():
            held += sum(map(_held, map(int, (task / "children").read_text().split())))
    return held


def make_workspace(here: Path) -> list[str]:
    """Write a workspace of many series with their lists; return the codes of the series."""
    random = Random(1783)  # noqa: S311 - the same cards every time
    (here / "wildmix.toml").write_text('title = "Bench"\n')
    codes = [f"reihe-{number:02d}" for number in range(1, SERIES + 1)]
    for code in codes:
        _make_series(here / "data" / "decks" / code, code, random)
    return codes


def _make_series(folder: Path, code: str, random: Random) -> None:
    folder.mkdir(parents=True)
    document = {"code": code, "titles": {"de": code}, "languages": ["de", "en"]}
    series = Series.model_validate({**document, "colour": {"cmyk": [20, 50, 50, 0], "srgb": "#aa6666"}})
    cards = tuple(_card(series, f"K{number:03d}", random) for number in range(1, CARDS + 1))
    data = write_deck(Deck(f"{code}/1", {code: series}, cards, 1))
    sealed = Edition(number=1, year=2025, released=True, sha256=hashlib.sha256(data).hexdigest(), cards=CARDS)
    listed = "\n".join(f"{key} = {json.dumps(value)}" for key, value in sealed.model_dump().items())
    (folder / "1.csv").write_bytes(data)
    (folder / "series.toml").write_text(f"{_HEAD.format(code=code)}\n[[editions]]\n{listed}\n", encoding="utf-8")
    entries = tuple(_entry(code, number, card, random) for number, card in enumerate(cards[:ENTRIES], start=1))
    (folder / "corrigenda.json").write_bytes(write_corrigenda(CorrigendaFile(code, entries)))


def _card(series: Series, name: str, random: Random) -> Card:
    texts = {language: " ".join(random.choices(_WORDS, k=12)) + "." for language in series.languages}
    notes = {language: " ".join(random.choices(_WORDS, k=15)) + "." for language in series.languages}
    card = Card(series=series.code, id=name, event=texts, year="1", comment=notes)
    return card.with_value("year", str(random.randint(1000, 1990)), series)


def _entry(code: str, number: int, card: Card, random: Random) -> Corrigendum:
    field = random.choice(("year", "year", "event_de", "comment_en"))
    old = card.value(field) or ""
    new = str(int(old) + random.randint(1, 9)) if field == "year" else old.replace(".", "!")
    sources = [
        {"kind": "book", "ref": f"Chronicle {volume}", "locator": f"p. {number}", "states_value": new}
        for volume in ("I", "II")
    ]
    days = {"reported": date(2026, 1, 8), "verified": date(2026, 2, 1)}
    return Corrigendum.model_validate(
        {
            "id": f"CORR-{code}-{number:03d}",
            "card": card.id,
            "found_in": [1],
            "field": field,
            "old": old,
            "new": new,
            "type": "factual-year" if field == "year" else "editorial",
            "reason": "The chronicle says so, and so does the second volume of it, which is a witness of its own.",
            "sources": sources,
            "status": "verified",
            "reported_by": [f"letter-{number:03d}"],
            "reported_on": days["reported"],
            "history": [
                {"state": "reported", "on": days["reported"], "by": f"letter-{number:03d}"},
                {"state": "verified", "on": days["verified"], "by": "editor"},
            ],
        }
    )
