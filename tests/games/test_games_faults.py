"""Planted faults: rule sets with one thing broken each, which the recorded games and the laws below must catch.

A fault is a change to the source of a module, made anew in memory. The same checks pass on the unchanged rules. What
catches the faults: the games of data/replays and of the rulebook's examples with their claims, a brute-force judge of
chains, a worked example, and the laws of random play.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import pairwise, product
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from games_table import interval

from pipeline.games.assyrian import shipped_tiles
from pipeline.games.chance import Dice
from pipeline.games.core import CAP, RuleError
from pipeline.games.document import End
from pipeline.games.pieces import Pieces, of_deck, of_tiles, split_symbols
from pipeline.games.play import at_random, chance
from pipeline.games.rulebooks import RULEBOOKS
from pipeline.games.we_can_play import Guess
from pipeline.workspace import Workspace, load_table

ROOT = Path(__file__).parents[2]
MODULES = {
    "anno-domini": ("anno_domini.rules", "AnnoDomini"),
    "we-can-play": ("we_can_play.rules", "WeCanPlay"),
    "we-can-play-solo": ("we_can_play.solo", "WeCanPlaySolo"),
    "assyrian": ("assyrian.rules", "Assyrian"),
    "timeline-twist": ("timeline_twist.competition", "TimelineCompetition"),
    "timeline-twist-team": ("timeline_twist.team", "TimelineTeam"),
}


@dataclass(frozen=True)
class Fault:
    """What is broken: in a module of `pipeline.games`, `old` is replaced by `new`."""

    name: str
    module: str
    old: str
    new: str


FAULTS = [
    Fault("inverted verdict", "anno_domini.rules", "[Doubted(fault is None, ", "[Doubted(fault is not None, "),
    Fault("penalties exchanged", "anno_domini.rules", "wrong_doubt) if fault is None", "wrong_doubt) if fault"),
    Fault("dead end", "anno_domini.rules", "return (Doubt(turn),)", "return ()"),
    Fault("lost cards", "anno_domini.rules", "gone = (*state.gone, chain)", "gone = state.gone"),
    Fault("reversal twice", "anno_domini.rules", "return not state.reversed_by", "return True"),
    Fault("reversal at three cards", "anno_domini.rules", "REVERSAL_AT = 2", "REVERSAL_AT = 3"),
    Fault("hidden randomness", "anno_domini.rules", "(state, action.order, 0", "(state, action.order[::-1], 0"),
    Fault("no overtime", "anno_domini.rules", "fault is None and not hands[layer]", "not hands[layer]"),
    Fault("no special case", "anno_domini.rules", "if len(hands[first]) == 1", "if not hands[first]"),
    Fault("neighbours only", "chain", "begun is None or earliest > begun", "True"),
    Fault("equal years refused", "chain", "latest < begun", "latest <= begun"),
    Fault("one side of a card only", "chain", "if earliest is not None and after", "if not earliest and after"),
    Fault("year zero", "we_can_play.rules", "YearInterval(year, year)", "YearInterval(*2 * (year + (year < 1),))"),
    Fault("risk without loss", "we_can_play.rules", "if not state.new:", "if True:"),
    Fault("anonymous card for ever", "we_can_play.rules", "seat, anonymous[1:])", "seat, anonymous)"),
    Fault("choice ignored", "we_can_play.rules", "(stock[action.index], *stock[among:], *left)", "stock"),
    Fault("two mistakes", "we_can_play.solo", "elif state.mistakes >=", "elif state.mistakes + 1 >="),
    Fault("cover without effect", "we_can_play.solo", "elif action.cover:", "elif False:"),
    Fault("sum for product", "assyrian.rules", "prod(buildings) if", "sum(buildings) if"),
    Fault("queens add nothing", "assyrian.rules", "self.options.queens * sum", "0 * sum"),
    Fault("equal counts as more", "assyrian.rules", "(nation > threat)", "(nation >= threat)"),
    Fault("miss not replaced", "timeline_twist.competition", "else (seat,)", "else ()"),
    Fault("play-off miss replaced", "timeline_twist.competition", "() if state.playoff else", "() if False else"),
    Fault("gap taken twice", "timeline_twist.team", 'if slot is None else ("blocked", slot)', ""),
    Fault("one point too few", "timeline_twist.team", "3 * len(lower) + 2 * gap", "2 * len(lower) + 2 * gap"),
    Fault("stacked card does not lie", "timeline_twist.team", ", *(each for each, _ in state.stacked))", ")"),
    Fault("sight not told", "assyrian.rules", "events = self._sight(state, action)", "events: list[Any] = []"),
    Fault("third card in a turn", "timeline_twist.team", "after.placed < 2", "after.placed < 3"),
]  # fmt: skip


def changed(module: str, fault: Fault | None) -> dict[str, Any]:
    """Return the names of a module of the engine, made from its source with the fault in it."""
    real: ModuleType = import_module(f"pipeline.games.{module}")
    assert real.__file__ is not None
    source = Path(real.__file__).read_text(encoding="utf-8")
    if fault is not None and fault.module == module:
        assert fault.old in source, f"the fault `{fault.name}` no longer fits {module}"
        source = source.replace(fault.old, fault.new)
    names: dict[str, Any] = {"__name__": real.__name__, "__package__": real.__package__, "__file__": real.__file__}
    exec(compile(source, real.__file__, "exec"), names)  # noqa: S102 - our own source
    return names


def rule_sets(fault: Fault | None) -> Mapping[str, Any]:
    """Return the classes of all rule sets with the fault in them."""
    chain = changed("chain", fault)
    made = {}
    for name, (module, kind) in MODULES.items():
        names = changed(module, fault)
        names.update({part: chain[part] for part in ("first_fault", "misplaced") if part in names})
        made[name] = names[kind]
    return made


def rules_of(kinds: Mapping[str, Any], name: str, options: Any, players: int, pieces: Pieces) -> Any:
    if name == "assyrian":
        return kinds[name](options, players, pieces.tiles, pieces.tiles.by_id() if pieces.tiles else {})
    extra = (pieces.symbols,) if name == "timeline-twist-team" else ()
    return kinds[name](options, players, pieces.dates, *extra)


@cache
def pieces_of(deck: str) -> Pieces:
    if deck.startswith("assyrian"):
        return of_tiles(shipped_tiles().tiles, "")
    table = ROOT / deck
    loaded = load_table(table) if table.is_file() else Workspace(ROOT).load_deck(deck)
    assert loaded.deck is not None
    return of_deck(loaded.deck, loaded.sha256)


LOGS = sorted([*(ROOT / "data/replays").glob("*.jsonl"), *(ROOT / "tests/games/replays").glob("*.jsonl")])


def broken_claims(kinds: Mapping[str, Any]) -> Iterator[str]:
    """Yield what goes wrong in the recorded games."""
    for log in LOGS:
        first, *lines = log.read_text(encoding="utf-8").splitlines()
        header = json.loads(first)
        book, pieces = RULEBOOKS[header["rules"]], pieces_of(header["deck"])
        symbols = {card: split_symbols(text) or ("", "") for card, text in header.get("symbols", {}).items()}
        pieces = Pieces("", "", pieces.dates, symbols, tiles=pieces.tiles)
        options = book.options.model_validate_json(json.dumps(header["options"]))
        rules = rules_of(kinds, header["rules"], options, len(header["players"]), pieces)
        state, _ = rules.start(header["order"])
        for line in lines:
            action = book.read(line)
            if isinstance(action, End):
                yield from _end(state, json.loads(line), log.stem)
                continue
            try:
                state, events = rules.apply(state, action)
            except (RuleError, ValueError, IndexError) as error:
                yield f"{log.stem}: {error}"
                break
            facts = json.loads(json.dumps(dict(rules.outcome(events).facts)))
            for name, claimed in json.loads(line).get("claim", {}).items():
                if facts.get(name) != claimed:
                    yield f"{log.stem}: {name}"


def _end(state: Any, line: dict[str, Any], log: str) -> Iterator[str]:
    claimed = line["claim"]["winner"]
    winners = () if claimed is None else (claimed,) if isinstance(claimed, int) else tuple(claimed)
    if state.ending is None or state.ending.winners != winners:
        yield f"{log}: the end"
    elif line["claim"].get("score", state.ending.score) != state.ending.score:
        yield f"{log}: the score"


def broken_verdicts(kinds: Mapping[str, Any]) -> Iterator[str]:
    """Yield chains of three cards on which the rules differ from all picks of years."""
    names = ["0", "1a", "1b", "2", "0-2", "1-3", "3"]
    dates = {name: interval(name) for name in names}
    book = RULEBOOKS["anno-domini"]
    rules = rules_of(kinds, "anno-domini", book.options(hand=1), 2, Pieces("", "", dates))
    for row in product(names, repeat=3):
        if len(set(row)) < 3:
            continue
        picks = product(*(range(dates[card].earliest or 0, (dates[card].latest or 0) + 1) for card in row))
        right = any(all(first <= second for first, second in pairwise(pick)) for pick in picks)
        spare = tuple(card for card in names if card not in row)
        state = rules.start([*spare[:2], row[0], *row[1:], *spare[2:]])[0].replaced(
            chain=row, top=5, last_layer=0, turn=1
        )
        _, events = rules.apply(state, book.read('{"by":1,"do":"doubt"}'))
        if rules.outcome(events).facts["correct"] is not right:
            yield f"verdict on {row}"


def broken_guess(kinds: Mapping[str, Any]) -> Iterator[str]:
    """Yield the guess of the era's turn if it goes wrong: 3 BC is as far from 1 BC as AD 2."""
    dates = {str(number): interval(str(number)) for number in range(-5, 5)}
    options = RULEBOOKS["we-can-play"].options(anonymous=0)
    rules = rules_of(kinds, "we-can-play", options, 2, Pieces("", "", dates))
    state, _ = rules.start(["0", "1", "2", "3", "4", "-1"])
    state, _ = rules.apply(state, Guess(0, 2))
    if rules.outcome(rules.apply(state, Guess(1, -1))[1]).facts["won"] != 1:
        yield "1 BC is nearer to AD 2 than to 2 BC"
    state, _ = rules.start(["-1", "1", "2", "3", "4", "0"])
    state, _ = rules.apply(state, Guess(0, 1))
    if rules.outcome(rules.apply(state, Guess(1, -3))[1]).facts["won"] != 0:
        yield "years before the era are counted wrongly"


def broken_laws(kinds: Mapping[str, Any]) -> Iterator[str]:
    """Yield what random play does that no game may do."""
    dates = {f"{number}-{number + number % 7 % 3}": None for number in range(60)}
    cards = Pieces("", "", {card: interval(card) for card in dates}, dict.fromkeys(dates, ("sun", "sun")))
    tiles = of_tiles(shipped_tiles().tiles, "")
    for name, book in RULEBOOKS.items():
        for seed in range(4):
            dice = Dice(seed)
            options = book.options(cap=300, **({"anonymous": 2} if book.anonymous else {}))
            players = 1 if book.players[1] == 1 else 3
            extra = ("anonymous/1", "anonymous/2") if book.anonymous else ()
            order = dice.shuffled(tiles.tiles.for_players(3) if book.tiles and tiles.tiles else (*dates, *extra))
            yield from _random_game(
                rules_of(kinds, name, options, players, tiles if book.tiles else cards), order, dice
            )


def _random_game(rules: Any, order: tuple[str, ...], dice: Dice) -> Iterator[str]:
    choose: Callable[..., Any] = at_random(dice)
    state, _ = rules.start(order)
    while state.ending is None:
        lying = Counter(card for zone in rules.zones(state).values() for card in zone)
        if lying != Counter(order) or not rules.legal_actions(state):
            yield f"{type(rules).__name__}: cards lost or doubled, or a dead end"
            return
        seat = rules.actor(state)
        state, _ = rules.apply(state, chance(rules, state, dice) if seat is None else choose(rules, state, seat))
    if state.ending.reason == CAP and type(rules).__name__ != "AnnoDomini":
        yield f"{type(rules).__name__}: no end"


def caught(kinds: Mapping[str, Any]) -> str:
    """Return the first thing that goes wrong, an empty text if nothing does."""
    for check in (broken_claims, broken_verdicts, broken_guess, broken_laws):
        for what in check(kinds):
            return what
    return ""


def test_the_right_rules_pass_every_check() -> None:
    assert caught(rule_sets(None)) == ""


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_the_fault_is_caught(fault: Fault) -> None:
    assert caught(rule_sets(fault)) != ""


def test_there_are_faults_of_every_game() -> None:
    assert {fault.module for fault in FAULTS} >= {module for module, _ in MODULES.values()}
    assert len({fault.name for fault in FAULTS}) == len(FAULTS) >= 12
