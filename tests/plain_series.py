"""Series in German with one edition, to be written into a workspace."""

from collections.abc import Iterable
from pathlib import Path

SWIM, SWUM = "Gertrude Ederle durchschwimmt den Ärmelkanal", "Den Ärmelkanal durchschwimmt Gertrude Ederle"
SERIES = """\
code = "{code}"
languages = ["de"]
[titles]
de = "{code}"
[colour]
cmyk = [0, 0, 0, 70]
srgb = "#4d4d4d"
[[editions]]
number = 1
year = 2025
"""
HEAD = "id,event_de,year,earliest,latest,edtf,comment_de,sources,tags\n"


def write_series(root: Path, code: str, rows: Iterable[tuple[str, str, int]]) -> None:
    """Write a series with cards of these ids, German events and years."""
    folder = root / "data" / "decks" / code
    folder.mkdir(parents=True)
    (folder / "series.toml").write_text(SERIES.format(code=code), encoding="utf-8")
    told = (f"{number},{event},{year},{year},{year},{year},,,\n" for number, event, year in rows)
    (folder / "1.csv").write_text(HEAD + "".join(told), encoding="utf-8")
