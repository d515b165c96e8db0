"""Printed sheets against a bare reportlab canvas with the same cards, and fpdf2: fresh processes, taking turns.

fpdf2 is measured where ``WILDMIX_PEERS`` names the ``bin`` folder of an environment made from ``peers.txt``.
"""

import csv
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from pipeline.cards import Card, Deck
from pipeline.workspace import Workspace

from .measure import Row, best_of_each

COUNT = 336
MANY = 11_088
ROOT = Path(__file__).parent.parent
TIME_BOUND, SIZE_BOUND, MEMORY_BOUND, GROWTH_BOUND = 2.0, 1.5, 100.0, 20.0


def rows() -> Iterator[Row]:
    """Measure 336 cards, hyphenated, kerned and fitted; then 11,088."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for count in (COUNT, MANY):
            _write_cards(folder / f"{count}.csv", count)
        bare, ours = _commands(folder, COUNT)
        peer = _fpdf2(folder, COUNT)
        seconds = best_of_each([bare, ours, *peer], runs=9, cwd=ROOT)
        sizes = [(folder / file).stat().st_size for file in ("bare.pdf", "ours.pdf")]
        memory, many = _peak(ours), _peak(_commands(folder, MANY)[1])
        growth = (many - memory) * 1000 / (MANY - COUNT)
        yield Row(
            f"print {COUNT} two-sided cards",
            seconds[1],
            "bare canvas",
            seconds[0],
            TIME_BOUND,
            f"{sizes[1] / 1000:.0f} kB, {sizes[1] / sizes[0]:.2f} × (bound {SIZE_BOUND:g}); {memory:.0f} MB "
            f"(bound {MEMORY_BOUND:g}); {growth:.1f} kB more a card (bound {GROWTH_BOUND:g})",
        )
        if peer:
            yield Row(f"print {COUNT} two-sided cards", seconds[1], "fpdf2", seconds[2], 1.0)
        few, much = best_of_each([ours, _commands(folder, MANY)[1]], runs=2, cwd=ROOT)
        yield Row(f"print {MANY} cards, each", much / MANY, f"each of {COUNT}", few / COUNT, 1.0)


def _write_cards(path: Path, count: int) -> None:
    """Write the cards of the bundled series again and again, each copy a little different."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        for number, (deck, card) in enumerate(_cards(count)):
            series = deck.series_of(card)
            mark = f" {number}" if number >= 200 else ""
            writer.writerow(
                (card.text("de") + mark, card.year, card.comment.get("de", ""), series.title("de"), f"F{number:05}")
            )


def _cards(count: int) -> Iterator[tuple[Deck, Card]]:
    workspace = Workspace.find(ROOT)
    decks = [deck for code in workspace.series_codes() if (deck := workspace.load_deck(code).deck)]
    cards = [(deck, card) for deck in decks for card in deck]
    for number in range(count):
        yield cards[number % len(cards)]


def _commands(folder: Path, count: int) -> tuple[list[str], list[str]]:
    source = str(folder / f"{count}.csv")
    return (
        [sys.executable, "-m", "benchmarks.bare_canvas", source, str(folder / "bare.pdf")],
        [sys.executable, "-m", "benchmarks.our_sheets", source, str(folder / "ours.pdf")],
    )


def _fpdf2(folder: Path, count: int) -> list[list[str]]:
    """Return the command of the peer, none where it is not installed."""
    python = Path(os.environ.get("WILDMIX_PEERS", "")) / "python"
    fonts = files("font_source_serif_pro").joinpath("files")
    script = str(ROOT / "benchmarks" / "fpdf_sheets.py")
    command = [str(python), script, str(folder / f"{count}.csv"), str(folder / "fpdf2.pdf"), str(fonts)]
    there = "WILDMIX_PEERS" in os.environ and python.is_file()
    return [command] if there else []


def _peak(command: list[str]) -> float:
    """Return the largest memory of a command in megabytes."""
    program = "import resource,subprocess,sys; subprocess.run(sys.argv[1:], check=True); "
    program += "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    done = subprocess.run(
        [sys.executable, "-c", program, *command], capture_output=True, text=True, check=True, cwd=ROOT
    )
    return int(done.stdout) / 1024
