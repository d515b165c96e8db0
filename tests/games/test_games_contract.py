"""What holds for every rule set in every state of random games, and that each rule has its test."""

import json
import re
import tomllib
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from games_random import game, states
from games_table import deal, lay, play, refused
from msgspec import structs

from pipeline.games.chance import Dice
from pipeline.games.core import IllegalActionError
from pipeline.games.rulebooks import RULEBOOKS, RuleBook, presets
from pipeline.games.words import WordsError, read, typed
from pipeline.years import YearInterval

HERE = Path(__file__).parent
BOOKS = list(RULEBOOKS.values())
LISTED = tomllib.loads((HERE / "rules.toml").read_text(encoding="utf-8"))
GAMES = 12


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_no_state_is_a_dead_end_no_card_is_lost_and_every_game_ends(book: RuleBook) -> None:
    for seed in range(GAMES):
        rules, order, dice = game(book, seed)
        for state, _ in states(rules, order, dice):
            assert bool(rules.legal_actions(state)) == (state.ending is None)
            assert (rules.actor(state) is None) or state.ending is None
            lying = Counter(card for zone in rules.zones(state).values() for card in zone)
            assert lying == Counter(order)


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_a_game_that_is_broken_off_is_over_for_everybody(book: RuleBook) -> None:
    made, order, dice = game(book, 2)
    rules: Any = made
    for cap in range(1, 12):
        capped = replace(rules, options=rules.options.model_copy(update={"cap": cap}))
        *_, (last, action) = states(capped, order, dice)
        assert (capped.actor(last), list(capped.legal_actions(last))) == (None, [])
        if last.ending.reason == "cap":
            assert refused(capped, last, action).startswith(capped.cap_rule)


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_listed_actions_are_legal_and_change_nothing_that_was(book: RuleBook) -> None:
    rules, order, dice = game(book, 3)
    for state, _ in list(states(rules, order, dice))[:40]:
        before = repr(state)
        actions = list(rules.legal_actions(state))
        assert len(set(actions)) == len(actions)
        assert all(rules.is_legal(state, action) for action in actions)
        assert repr(state) == before


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_actions_and_states_go_to_json_and_back(book: RuleBook) -> None:
    rules, order, dice = game(book, 4)
    for state, action in states(rules, order, dice):
        assert msgspec.json.decode(msgspec.json.encode(state), type=book.state) == state
        if action is not None:
            assert book.read(book.written(action)) == action


SEATED = [(book, seats) for book in BOOKS for seats in range(book.players[0], book.players[1] + 1)]


@pytest.mark.parametrize(("book", "seats"), SEATED, ids=lambda each: getattr(each, "name", each))
def test_the_same_seed_and_the_same_log_give_the_same_game(book: RuleBook, seats: int) -> None:
    for seed in range(8):
        rules, order, dice = game(book, seed, seats)
        played = list(states(rules, order, dice))
        state, _ = rules.start(order)
        for before, action in played[1:]:
            state, _ = rules.apply(state, book.read(book.written(action)))
            assert state == before
        assert list(states(*game(book, seed, seats))) == played
        assert list(states(*game(book, seed + 100, seats))) != played


# The zones whose cards lie with the year up, by the first word of their names.
OPEN = {
    "anno-domini": {"used"},
    "we-can-play": {"row", "removed"},
    "we-can-play-solo": {"row", "removed"},
    "timeline-twist": {"timeline", "discard"},
    "timeline-twist-team": {"lower", "gaps", "stacked", "discard", "blocked"},
}


@pytest.mark.parametrize("book", [book for book in BOOKS if not book.tiles], ids=lambda book: book.name)
def test_every_player_sees_the_years_of_the_open_cards_and_no_others(book: RuleBook) -> None:
    rules: Any
    rules, order, dice = game(book, 6)
    for state, _ in states(rules, order, dice):
        zones = rules.zones(state).items()
        lying = {card for zone, cards in zones if zone.split()[0] in OPEN[book.name] for card in cards}
        years = {card: [rules.dates[card].earliest, rules.dates[card].latest] for card in lying & set(rules.dates)}
        assert all(rules.observation(state, seat)["years"] == years for seat in range(rules.players))


@pytest.mark.parametrize("book", [book for book in BOOKS if not book.tiles], ids=lambda book: book.name)
def test_no_player_sees_a_hidden_year(book: RuleBook) -> None:
    # Whatever years the hidden cards bear, every player sees the same table.
    rules: Any
    rules, order, dice = game(book, 6)
    for state, _ in states(rules, order, dice):
        for seat in range(rules.players):
            seen = rules.observation(state, seat)
            other = {
                card: date if card in seen["years"] else YearInterval(5000, 5001) for card, date in rules.dates.items()
            }
            blind = replace(rules, dates=other)
            assert blind.observation(state, seat) == seen
            assert list(blind.legal_actions(state)) == list(rules.legal_actions(state))
            json.dumps(seen)


def test_no_player_sees_a_hidden_tile() -> None:
    rules: Any
    rules, order, dice = game(RULEBOOKS["assyrian"], 7)
    for state, _ in states(rules, order, dice):
        for seat in range(rules.players):
            text = json.dumps(rules.observation(state, seat))
            hidden = [*state.bag, *state.rest, *state.threats]
            hidden += [tile for other, hand in enumerate(state.hands) if other != seat for tile in hand]
            assert not any(f'"{tile}"' in text for tile in hidden)


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_c_06_an_illegal_action_names_its_rule_and_changes_nothing(book: RuleBook) -> None:
    rules, order, dice = game(book, 8)
    for state, _ in states(rules, order, dice):
        before = repr(state)
        for action in rules.legal_actions(state)[:1]:
            if "by" in action.__struct_fields__ and rules.players > 1:
                wrong = structs.replace(action, by=rules.players)
                with pytest.raises(IllegalActionError, match=r"^[A-Z]+-\d+: ") as caught:
                    rules.apply(state, wrong)
                assert caught.value.rule
        assert repr(state) == before


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_what_is_typed_is_what_is_done(book: RuleBook) -> None:
    rules, order, dice = game(book, 9)
    for _, action in states(rules, order, dice):
        if action is not None and action.do != "chance":
            assert read(book, action.by, typed(action)) == action
    for text in ("", "fly", "doubt doubt doubt", "place x y z w v u", "lay", "insert"):
        with pytest.raises(WordsError, match="type"):
            read(book, 0, text)


def test_c_01_there_is_no_year_zero() -> None:
    assert YearInterval(0, 0).gap(YearInterval(1, 1)) == 1


def test_c_02_a_card_may_stand_before_another_that_does_not_end_before_it_begins() -> None:
    assert YearInterval(5, 9).may_precede(YearInterval(1, 5))
    assert not YearInterval(5, 9).may_precede(YearInterval(1, 4))


def test_c_04_a_log_holds_actions_and_claims_do_not_change_them() -> None:
    book = RULEBOOKS["anno-domini"]
    plain, claiming = ('{"by":1,"do":"doubt"}', '{"by":1,"do":"doubt","claim":{"correct":true}}')
    assert book.read(claiming).claim.correct
    rules, state = deal(2, "1 2 3 4 5 6", hand=1)
    state = play(rules, state, lay(0, "1", 0))
    assert rules.apply(state, book.read(plain)) == rules.apply(state, book.read(claiming))


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_presets_are_options_that_exist(book: RuleBook) -> None:
    assert "default" in presets()[book.name]
    for values in presets()[book.name].values():
        book.options.model_validate_json(json.dumps(values))


@pytest.mark.parametrize("prefix", LISTED["rules"])
def test_every_rule_has_a_test_named_after_it(prefix: str) -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_games_*.py"))
    tested = {int(number) for number in re.findall(rf"def test_{prefix.lower()}_(\d+)_", text)}
    assert sorted(set(range(1, LISTED["rules"][prefix] + 1)) - tested) == []


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_every_open_point_is_an_option_with_its_default(book: RuleBook) -> None:
    defaults = book.options().model_dump(mode="json")
    for point, values in LISTED["open"][book.name].items():
        if "data" in values:
            assert getattr(book, values["data"]), point
        else:
            assert values == {name: defaults[name] if defaults[name] is not None else "null" for name in values}, point


def documented() -> dict[tuple[str, str], object]:
    """Return the defaults that docs/games.md tells, by section (`Timeline Twist`, `Timeline Twist team`) and option."""
    found: dict[tuple[str, str], object] = {}
    section = ""
    for line in (HERE.parents[1] / "docs" / "games.md").read_text(encoding="utf-8").splitlines():
        section = line[3:] if line.startswith("## ") else section
        cells = line.split(" | ")
        if not line.startswith("| ") or len(cells) != 3 or not cells[0].startswith(("| `", "| solo: `", "| team: `")):
            continue
        place = section + (f" {cells[0][2:6]}" if ": `" in cells[0] else "")
        names, values = (re.findall(r"`([^`]+)`", cell) for cell in cells[:2])
        if all(re.fullmatch(r"[a-z_]+", name) for name in names):
            defaults = [json.loads(value) for value in values] * (len(names) if len(values) == 1 else 1)
            found |= {(place, name): default for name, default in zip(names, defaults, strict=True)}
    return found


@pytest.mark.parametrize(
    ("name", "sections"),
    [
        ("anno-domini", ["Anno Domini"]),
        ("we-can-play", ["We Can Play"]),
        ("we-can-play-solo", ["We Can Play solo", "We Can Play"]),
        ("assyrian", ["Assyrian"]),
        ("timeline-twist", ["Timeline Twist"]),
        ("timeline-twist-team", ["Timeline Twist team", "Timeline Twist"]),
    ],
)
def test_every_option_is_documented_with_its_default(name: str, sections: list[str]) -> None:
    told = {**documented(), **{(section, "cap"): 10_000 for section in sections}}
    defaults = RULEBOOKS[name].options().model_dump(mode="json")
    assert {
        option: next(told[section, option] for section in sections if (section, option) in told) for option in defaults
    } == defaults


def test_no_open_point_is_left_out() -> None:
    points = [point for of_book in LISTED["open"].values() for point in of_book if point.startswith("X-")]
    for prefix, number in (("AD", 10), ("WCP", 9), ("ASY", 9), ("TT", 11)):
        wanted = [f"X-{prefix}-{each}" for each in range(1, number + 1)]
        assert sorted(point for point in points if point.startswith(f"X-{prefix}-")) == sorted(wanted)


def test_the_dice_are_those_of_the_paper() -> None:
    # The first numbers of the reference implementation for this seed.
    dice = Dice(1234567)
    assert [dice.bits() for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_the_dice_are_even_and_normal() -> None:
    dice = Dice(1)
    counts = Counter(dice.below(6) for _ in range(6000))
    assert all(900 < counts[side] < 1100 for side in range(6))
    drawn = [dice.normal() for _ in range(4000)]
    mean = sum(drawn) / len(drawn)
    assert abs(mean) < 0.06
    assert abs(sum((value - mean) ** 2 for value in drawn) / len(drawn) - 1) < 0.08
    assert sorted(dice.shuffled(range(9))) == list(range(9))
