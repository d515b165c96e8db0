"""Laws that need no second judge: what a game must be when the same thing is told in another way.

Each is checked in random games of every rule set that has the rule; a chain alone has them in test_games_chain.py.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from games_random import game, states
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from pipeline.build.playing import Player
from pipeline.games.core import Rules, Verdict
from pipeline.games.rulebooks import RULEBOOKS
from pipeline.games.timeline_twist.team import Laid
from pipeline.games.we_can_play import Guess
from pipeline.workspace import Workspace
from pipeline.years import YearInterval

ROOT = Path(__file__).parents[2]
DATED = ["anno-domini", "we-can-play", "we-can-play-solo", "timeline-twist", "timeline-twist-team"]
ROWS = ["we-can-play", "we-can-play-solo", "timeline-twist"]
seeds = st.integers(0, 2**20)
few = settings(max_examples=25)


def moved(date: YearInterval, years: int) -> YearInterval:
    """Return a date that many years later."""
    return YearInterval(*(None if end is None else end + years for end in (date.earliest, date.latest)))


def redated(rules: Any, dates: Mapping[str, YearInterval]) -> Rules[Any, Any]:
    made: Rules[Any, Any] = replace(rules, dates={**rules.dates, **dates})
    return made


def played(name: str, seed: int) -> tuple[Any, list[tuple[Any, Any]]]:
    """Return the rules of a random game, and each action with the state before it."""
    rules, order, dice = game(RULEBOOKS[name], seed)
    every = list(states(rules, order, dice))
    return rules, [(before, action) for (before, _), (_, action) in pairwise(every)][:120]


def verdicts(rules: Rules[Any, Any], state: Any, action: Any) -> Iterator[Verdict]:
    _, events = rules.apply(state, action)
    return (event for event in events if isinstance(event, Verdict))


@pytest.mark.parametrize("name", ROWS)
@few
@given(seed=seeds, years=st.integers(1, 60))
def test_wcp_20_wcs_03_ttc_03_widening_a_date_never_makes_a_right_row_wrong(name: str, seed: int, years: int) -> None:
    rules, steps = played(name, seed)
    for state, action in steps:
        for verdict in verdicts(rules, state, action):
            wider = redated(rules, {verdict.card: rules.dates[verdict.card].widened(years)})
            assert verdict.correct <= next(verdicts(wider, state, action)).correct


@few
@given(seed=seeds, years=st.integers(1, 60))
def test_ttk_12_widening_a_date_blocks_no_card_that_found_room(seed: int, years: int) -> None:
    rules, steps = played("timeline-twist-team", seed)
    for state, action in steps:
        laid = [event for event in rules.apply(state, action)[1] if isinstance(event, Laid)]
        for event in laid:
            wider = redated(rules, {event.card: rules.dates[event.card].widened(years)})
            again = next(each for each in wider.apply(state, action)[1] if isinstance(each, Laid))
            assert event.where == "blocked" or again.where != "blocked"
            assert event.where != "stacked" or again.where == "stacked"


@pytest.mark.parametrize("name", DATED)
@few
@given(seed=seeds, years=st.integers(-400, 400))
def test_c_01_shifting_all_years_changes_nothing_also_across_the_era(name: str, seed: int, years: int) -> None:
    rules, steps = played(name, seed)
    later = redated(rules, {card: moved(date, years) for card, date in rules.dates.items()})
    for state, action in steps:
        guess = isinstance(action, Guess)
        then = structs.replace(state, guesses=tuple(g + years for g in state.guesses)) if guess else state
        after, events = rules.apply(state, action)
        shifted, others = later.apply(then, structs.replace(action, year=action.year + years) if guess else action)
        if guess:
            shifted = structs.replace(shifted, guesses=tuple(g - years for g in shifted.guesses))
        assert shifted == after
        assert later.outcome(others).facts == rules.outcome(events).facts


@pytest.mark.parametrize("name", DATED)
@few
@given(seed=seeds)
def test_c_03_other_names_of_the_cards_change_nothing_else(name: str, seed: int) -> None:
    rules, steps = played(name, seed)
    names = {card: f"{hash_of(card)}-{card}" for card in rules.dates}
    parts = {"dates": {names[card]: date for card, date in rules.dates.items()}}
    if name == "timeline-twist-team":
        parts["symbols"] = {names[card]: pair for card, pair in rules.symbols.items()}
    other = replace(rules, **parts)
    for state, action in steps:
        after, events = rules.apply(state, action)
        renamed, others = other.apply(told(state, names), told(action, names))
        assert renamed == told(after, names)
        assert other.outcome(others).facts == rules.outcome(events).facts


def hash_of(card: str) -> int:
    """Return a number that puts the names of cards in another order."""
    return sum(map(ord, card)) * 7919 % 101


def told(value: Any, names: Mapping[str, str]) -> Any:
    """Return a state or an action with other names for the cards."""

    def change(part: Any) -> Any:
        if isinstance(part, str):
            return names.get(part, part)
        if isinstance(part, list | tuple):
            return [change(each) for each in part]
        return {key: change(each) for key, each in part.items()} if isinstance(part, dict) else part

    return msgspec.convert(change(msgspec.to_builtins(value)), type(value))


@few
@given(seed=seeds)
def test_asy_12_more_players_in_the_threat_never_help_the_nation(seed: int) -> None:
    rules, steps = played("assyrian", seed)
    harder = replace(rules, options=rules.options.model_copy(update={"extra_players": 3}))
    for state, action in steps:
        facts, hard = (dict(each.outcome(each.apply(state, action)[1]).facts) for each in (rules, harder))
        assert hard.get("nation") == facts.get("nation")
        if "threat" in facts:
            assert hard["threat"] * (rules.players + rules.options.extra_players) == facts["threat"] * (
                rules.players + 3
            )
            gained = [new - old for new, old in zip(facts["scores"], state.scores, strict=True)]
            worse = [new - old for new, old in zip(hard["scores"], state.scores, strict=True)]
            assert all(bad <= good for bad, good in zip(worse, gained, strict=True))


LOGS = sorted((ROOT / "data/replays").glob("*.jsonl"))


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_the_players_names_change_nothing_but_the_winners_names(log: Path) -> None:
    player = Player(Workspace(ROOT).load_deck, ROOT)
    first, _, rest = log.read_text(encoding="utf-8").partition("\n")
    header = json.loads(first)
    result, findings = player.play(f"{first}\n{rest}".encode(), "game")
    other = {**header, "players": header["players"][::-1]}
    turned, others = player.play(f"{json.dumps(other)}\n{rest}".encode(), "game")
    assert [found.code for found in others] == [found.code for found in findings]
    assert (turned.status, turned.ending, turned.actions) == (result.status, result.ending, result.actions)
    seats = result.ending.winners if result.ending else ()
    assert turned.winners == tuple(header["players"][::-1][seat] for seat in seats)
