"""A workspace whose services are a server on this computer."""

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result
from loopback import Web

from pipeline.cards import Card, Deck, Series
from pipeline.cli import main
from pipeline.ingest import write_deck

CODE = "probe"
SERIES = """\
code = "probe"
languages = ["de"]

[titles]
de = "Probe"

[colour]
cmyk = [0, 50, 50, 0]
srgb = "#cc8888"

[[editions]]
number = 1
year = 2021
"""
EVENTS = (
    "Eine Hausfrau fliegt allein um die Welt.",
    "Der Zeppelin brennt in Lakehurst.",
    "Columbus landet auf einer Insel der Bahamas.",
    "In Prag fliegen Statthalter aus dem Fenster.",
    "Ein Schneider springt vom Eiffelturm.",
    "Laika fliegt ins All.",
)


class Place:
    """A workspace with one series; cards are given as pairs of year and sources."""

    def __init__(self, root: Path, server: Web | None = None, **fetch: Any) -> None:
        self.root = root
        self.folder = root / "data" / "decks" / CODE
        self.folder.mkdir(parents=True)
        address = server.address if server else "http://127.0.0.1:9"
        settings = {
            "allow": ["127.0.0.1"],
            "archive": address,
            "wikidata": address,
            "doi": address,
            "pause": 0,
            "retries": 1,
            "backoff": 0.01,
            "timeout": 0.4,
            **fetch,
        }
        lines = [f"{name} = {json.dumps(value)}" for name, value in settings.items()]
        (root / "wildmix.toml").write_text("\n".join(["[fetch]", *lines, ""]))
        (self.folder / "series.toml").write_text(SERIES)

    def cards(self, *rows: tuple[str, str]) -> None:
        series = Series.model_validate(
            {
                "code": CODE,
                "titles": {"de": "Probe"},
                "languages": ["de"],
                "colour": {"cmyk": [0, 50, 50, 0], "srgb": "#cc8888"},
            }
        )
        made = []
        for number, (year, sources) in enumerate(rows, start=1):
            event = {"de": EVENTS[(number - 1) % len(EVENTS)]}
            card = Card(series=CODE, id=f"P{number}", event=event, year="").with_value("year", year, series)
            made.append(card.with_value("sources", sources, series))
        (self.folder / "1.csv").write_bytes(write_deck(Deck("probe/1", {CODE: series}, made, 1)))

    def run(self, *words: str) -> Result:
        return CliRunner().invoke(main, ["--workspace", str(self.root), *words], catch_exceptions=False)

    def json(self, *words: str) -> dict[str, Any]:
        done = self.run(*words, "--format", "json")
        found: dict[str, Any] = json.loads(done.stdout)
        return {**found, "status": done.exit_code, "stderr": done.stderr}
