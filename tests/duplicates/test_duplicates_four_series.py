"""All bundled series: the events that two of them tell, by the texts alone, in both editions; and the false alarms."""

from pathlib import Path

import pytest

from pipeline.duplicates import Pair, find_pairs
from pipeline.duplicates.vectors import vectors
from pipeline.workspace import Workspace

ROOT = Path(__file__).parent.parent.parent

PLANTED = {
    "erfindungen E011 seefahrer S025",  # the first rocket on petrol
    "erfindungen E013 seefahrer S057",  # the flight recorder
    "erfindungen E020 frauen F076",  # Hedy Lamarr
    "erfindungen E026 natur N010",  # fire in Wonderwerk Cave
    "erfindungen E033 seefahrer S051",  # the first container ship
    "erfindungen E036 frauen F056",  # the moth in the relay
    "erfindungen E037 seefahrer S018",  # the sheep in the balloon
    "erfindungen E042 frauen F088",  # the coffee filter
    "erfindungen E049 frauen F090",  # correction fluid
    "erfindungen E051 seefahrer S026",  # rowing under the Thames
    "erfindungen E052 frauen F025",  # Monopoly
    "erfindungen E056 natur N081",  # Velcro
    "erfindungen E065 frauen F005",  # chocolate chip cookies
    "erfindungen E067 natur N032",  # Franklin's kite
    "erfindungen E068 frauen F077",  # windscreen wipers
    "erfindungen E070 seefahrer S034",  # Harrison's watch
    "erfindungen E075 seefahrer S033",  # the first parachute without a frame
    "erfindungen E080 frauen F008",  # the dishwasher
    "erfindungen E081 frauen F089",  # Kevlar
    "erfindungen E087 natur N063",  # stone tools of Lomekwi
    "erfindungen E094 frauen F011",  # Bertha Benz
    "frauen F001 seefahrer S006",  # Jerrie Mock
    "frauen F026 seefahrer S079",  # Amy Johnson
    "frauen F037 seefahrer S001",  # Jeanne Baret
    "frauen F045 seefahrer S084",  # Amelia Earhart
    "frauen F049 seefahrer S030",  # Anne Bonny and Mary Read
    "frauen F066 seefahrer S100",  # Bessie Coleman
    "frauen F073 natur N034",  # Caroline Herschel's comet
    "frauen F074 seefahrer S046",  # Raymonde de Laroche
    "frauen F082 natur N097",  # the plesiosaur
    "frauen F094 seefahrer S029",  # Valentina Tereshkova
    "natur N033 seefahrer S045",  # the bath toys
    "natur N051 seefahrer S074",  # the giraffe in Peking
    "natur N055 seefahrer S059",  # the Essex
    "natur N091 seefahrer S073",  # the Trieste
}
CONTRADICTING = {  # in edition 1, see docs/specimen-errors.md
    "erfindungen E033 seefahrer S051",
    "erfindungen E068 frauen F077",
    "frauen F026 seefahrer S079",
    "frauen F066 seefahrer S100",
    "frauen F073 natur N034",
}
CARDS = 400


def named(pair: Pair) -> str:
    return " ".join(sorted((pair.a, pair.b))).replace(":", " ")


@pytest.fixture(scope="module")
def found() -> dict[int, dict[str, str]]:
    """Return the verdict on each listed pair, by edition."""
    cache, known = ROOT / ".wildmix-cache/vectors.npz", vectors()
    if known and cache.is_file():  # where the workspace was built before
        known.load(cache.read_bytes())
    workspace = Workspace(ROOT)
    codes = ("frauen", "seefahrer", "erfindungen", "natur")
    verdicts: dict[int, dict[str, str]] = {}
    for number in (1, 2):
        decks = [workspace.load_edition(code, number).deck for code in codes]
        cards = [card for deck in decks if deck for card in deck]
        assert len(cards) == CARDS
        verdicts[number] = {named(pair): pair.verdict for pair in find_pairs(cards)}
    return verdicts


@pytest.mark.parametrize("pair", sorted(PLANTED))
def test_each_planted_pair_is_found_in_both_editions(pair: str, found: dict[int, dict[str, str]]) -> None:
    assert pair in found[1]
    assert pair in found[2]


def test_a_pair_that_is_sure_is_a_conflict_only_where_the_years_contradict(found: dict[int, dict[str, str]]) -> None:
    sure = {pair: verdict for pair, verdict in found[1].items() if verdict != "uncertain" and pair in PLANTED}
    assert {pair for pair, verdict in sure.items() if verdict == "conflict"} == sure.keys() & CONTRADICTING
    assert "conflict" not in {found[2][pair] for pair in found[2].keys() & PLANTED}


@pytest.mark.parametrize("number", [1, 2])
def test_there_is_at_most_one_false_alarm_for_twenty_cards(number: int, found: dict[int, dict[str, str]]) -> None:
    alarms = [pair for pair, verdict in found[number].items() if verdict != "uncertain" and pair not in PLANTED]
    assert len(alarms) <= CARDS / 20
