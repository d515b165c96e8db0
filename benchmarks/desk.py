"""How fast the desk answers with a deck of 11,088 cards: the first page, a search, a filter, a card, the timeline."""

import http
import http.client
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

from pipeline.cards import Card, Colour, Deck, Edition, Series
from pipeline.ingest import write_deck

from .measure import Row, best
from .planted import planted

CARDS = 11_088
BOUND = 1.0
"""Seconds within which a page is there."""

PAGES = (
    ("first page of a deck", "/deck/gross/1"),
    ("search for two words", "/deck/gross/1?q=glocken+lyon"),
    ("search by years", "/deck/gross/1?from=1500&to=1510"),
    ("last page", "/deck/gross/1?page=462"),
    ("one card", "/card/gross/P00042"),
    ("timeline", "/timeline?deck=gross/1"),
    ("overview", "/"),
)
FORMS = ("{}", "{}", "{}", "um {}", "vor {}", "{}–{}")


def rows() -> Iterator[Row]:
    """Serve a workspace of one large deck and measure pages; each is asked for anew, the best of five counts."""
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        _write(here)
        command = [str(Path(sys.executable).with_name("wildmix")), "desk", "--no-browser"]
        start = time.perf_counter()
        with subprocess.Popen(command, cwd=here, stdout=subprocess.PIPE, text=True) as served:
            try:
                address = next(iter(served.stdout or ())).strip()
                yield Row(f"wildmix desk, {CARDS:,} cards, until it is ready", time.perf_counter() - start)
                yield from _measured(address)
            finally:
                served.terminate()


def _measured(address: str) -> Iterator[Row]:
    host, _, token = address.removeprefix("http://").partition("/enter/")
    _, cookie = _get(host, f"/enter/{token}", "")
    for name, path in PAGES:
        first, _ = _get(host, path, cookie)
        again = best(partial(_get, host, path, cookie))
        slowest = max(first, again)
        kept = f"bound {BOUND:g} s: {'kept' if slowest <= BOUND else 'MISSED'}"
        yield Row(f"  {name}", again, note=f"the first time {first * 1000:.0f} ms ({kept})")


def _get(host: str, path: str, cookie: str) -> tuple[float, str]:
    """Return the seconds until a page was there, and the cookie that came with it."""
    start = time.perf_counter()
    connection = http.client.HTTPConnection(host)
    connection.request("GET", path, headers={"Cookie": cookie, "Accept-Language": "en"})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    if answer.status != http.HTTPStatus.OK:
        raise RuntimeError(f"{path}: {answer.status}")
    return time.perf_counter() - start, (answer.getheader("Set-Cookie") or "").partition(";")[0]


def _write(here: Path) -> None:
    series = Series(
        code="gross",
        languages=("de",),
        titles={"de": "Groß"},
        colour=Colour(cmyk=(80, 40, 0, 20), srgb="#336699"),
        editions=(Edition(number=1, year=2026),),
    )
    chance = Random(11)  # noqa: S311 - made-up years are no secret
    cards = tuple(_card(at, card, series, chance) for at, card in enumerate(planted(CARDS).cards))
    folder = here / "data" / "decks" / "gross"
    folder.mkdir(parents=True)
    deck = Deck("gross/1", {"gross": series}, cards, 1)
    (folder / "1.csv").write_bytes(write_deck(replace(deck, cards=cards)))
    (folder / "series.toml").write_text(
        'code = "gross"\nlanguages = ["de"]\n[titles]\nde = "Groß"\n'
        '[colour]\ncmyk = [80, 40, 0, 20]\nsrgb = "#336699"\n[[editions]]\nnumber = 1\nyear = 2026\n',
        encoding="utf-8",
    )
    (here / "wildmix.toml").write_text('title = "large"\n', encoding="utf-8")


def _card(at: int, planted_card: Card, series: Series, chance: Random) -> Card:
    year = chance.randint(1000, 2000)
    text = next(iter(planted_card.event.values()))
    card = Card(series="gross", id=f"P{at:05}", event={"de": text}, year="")
    return card.with_value("year", chance.choice(FORMS).format(year, year + 5), series)
