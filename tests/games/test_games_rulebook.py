"""The rulebook's examples A and B of overlapping events, transcribed by hand as recorded games."""

from pathlib import Path

import pytest

from pipeline.cards import Deck
from pipeline.documents import decode
from pipeline.games.pieces import of_deck
from pipeline.games.replay import ReplayResult, replay
from pipeline.workspace import load_table

HERE = Path(__file__).parent
LOGS = sorted((HERE / "replays").glob("example-*.jsonl"))


@pytest.fixture(scope="module")
def examples() -> tuple[Deck, str]:
    loaded = load_table(HERE / "decks" / "examples.csv")
    assert loaded.deck is not None
    return loaded.deck, loaded.sha256


def played(log: Path, examples: tuple[Deck, str], swap: tuple[str, str] = ("", "")) -> tuple[ReplayResult, list[str]]:
    text, _ = decode(log.read_bytes().replace(swap[0].encode(), swap[1].encode()), log.name)
    assert text is not None
    result, findings = replay(text, of_deck(*examples))
    return result, [found.code for found in findings]


def test_every_example_is_there() -> None:
    assert [log.stem for log in LOGS] == [
        "example-a-third-between",
        "example-a-third-first",
        "example-a-third-last",
        "example-a-wrong-third-between",
        "example-a-wrong-third-first",
        "example-a-wrong-third-last",
        "example-b-third-after-the-two-1987",
        "example-b-third-behind-the-fourth",
        "example-b-third-between-the-two-1987",
        "example-b-third-first",
        "example-b-wrong-fourth-between",
    ]


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_the_verdict_is_the_rulebook_s(log: Path, examples: tuple[Deck, str]) -> None:
    result, codes = played(log, examples)
    won = log.stem.startswith("example-b-third")
    assert (result.status, codes) == (("finished", []) if won else ("unfinished", ["WM711"]))
    assert result.winners == (("Ada",) if won else ())
    assert result.claims == (3 if won else 2)


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_the_opposite_verdict_is_refused(log: Path, examples: tuple[Deck, str]) -> None:
    opposite = (
        ('"correct":true', '"correct":false') if "wrong" not in log.stem else ('"correct":false', '"correct":true')
    )
    result, codes = played(log, examples, opposite)
    assert (result.status, codes) == ("failed", ["WM710"])
