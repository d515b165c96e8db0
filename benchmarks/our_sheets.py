"""What benchmarks/printing.py measures: ``python -m benchmarks.our_sheets CARDS.csv OUT.pdf``, as bare_canvas."""

import csv
import gc
import os
import sys
from pathlib import Path

# As the command does before it loads anything (pipeline/cli).
gc.set_threshold(200_000, 50, 50)
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")

from pipeline.cards import Card, Colour, Deck, Series  # noqa: E402 - what is loaded is measured so
from pipeline.pdf import profile_text, read_profile  # noqa: E402
from pipeline.pdf.render import render_deck  # noqa: E402


def main(source: str, target: str) -> None:
    """Print all cards by the profile `home`."""
    with Path(source).open(encoding="utf-8", newline="") as file:
        lines = list(csv.reader(file))
    colour = Colour(cmyk=(0, 90, 60, 10), srgb="#d02050")
    series = {
        title: Series(code=f"s{number}", titles={"de": title}, languages=("de",), colour=colour)
        for number, title in enumerate(dict.fromkeys(line[3] for line in lines))
    }
    cards = tuple(
        Card(
            series=series[title].code,
            id=card,
            event={"de": event},
            year=year,
            comment={"de": comment} if comment else {},
        )
        for event, year, comment, title, card in lines
    )
    deck = Deck("bench", {one.code: one for one in series.values()}, cards)
    profile, _ = read_profile(profile_text("home"), "home.toml")
    printed, findings = render_deck(deck, profile, "de") if profile else (None, [])
    if printed is None or findings:
        sys.exit(f"not printed: {findings}")
    Path(target).write_bytes(printed.files[".pdf"])


if __name__ == "__main__":
    main(*sys.argv[1:])
