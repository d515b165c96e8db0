"""Random games of all rule sets: `python -m benchmarks.random_games 100000` plays as many, with two processes.

Each game has a number, which alone decides its rules, players, options, cards and moves; `--first` begins with a later
one, so that a long run can be made in parts. In every state there must be something to do unless the game is over, and
every card must lie in exactly one zone; the log, written and read again, must lead to the same end. Every game ends by
its rules or reports that its cap of actions was reached. A fault is named with the number of its game.
"""

import argparse
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import chain
from typing import Any, get_args

from pipeline.games.assyrian import shipped_tiles
from pipeline.games.chance import Dice
from pipeline.games.pieces import Pieces, of_tiles
from pipeline.games.play import Table, at_random, chance, end_of, shuffled_deck, with_drawn_symbols
from pipeline.games.replay import replay
from pipeline.games.rulebooks import RULEBOOKS, RuleBook
from pipeline.source import SourceText
from pipeline.years import YearInterval

CAP = 1_000
PART = 250
TABLES = tuple((book, seats) for book in RULEBOOKS.values() for seats in range(book.players[0], book.players[1] + 1))
_TILES = shipped_tiles()


def main() -> None:
    """Play the games that the command line asks for, and print what came of them."""
    parser = argparse.ArgumentParser(description="Play random games of all rule sets and numbers of players.")
    parser.add_argument("games", type=int)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    wanted = parser.parse_args()
    start = time.perf_counter()
    numbers = range(wanted.first, wanted.first + wanted.games)
    counts: Counter[tuple[str, str]] = Counter()
    with ProcessPoolExecutor(wanted.jobs) as pool:
        for part in pool.map(play_part, (numbers[at : at + PART] for at in range(0, wanted.games, PART))):
            counts += part
    for rules in RULEBOOKS:
        came = {what: number for (book, what), number in sorted(counts.items()) if book == rules and what != "actions"}
        told = ", ".join(f"{what} {number:,}" for what, number in came.items())
        print(f"{rules}: {sum(came.values()):,} games, {counts[rules, 'actions']:,} actions: {told}")
    actions = sum(number for (_, what), number in counts.items() if what == "actions")
    spent = time.perf_counter() - start
    print(f"{wanted.games:,} games at {len(TABLES)} tables, {actions:,} actions, in {spent:,.0f} s: no fault")


def play_part(numbers: Iterable[int]) -> Counter[tuple[str, str]]:
    """Play the games of these numbers; count their actions and how they ended, by rule set."""
    counts: Counter[tuple[str, str]] = Counter()
    for number in numbers:
        rules, reason, actions = play(number)
        counts[rules, reason] += 1
        counts[rules, "actions"] += actions
    return counts


def play(number: int) -> tuple[str, str, int]:
    """Play game `number`; return its rules, why it ended and the number of its actions."""
    book, seats = TABLES[number % len(TABLES)]
    dice = Dice(number).split()
    options = _options(book, dice)
    pieces = _pieces(book, options, seats, dice)
    rules, order = book.rules(options, seats, pieces), shuffled_deck(book, options, seats, pieces, dice)
    table = Table(book, options, pieces, "random/1", tuple(map(str, range(seats))))
    choose, cards, lines = at_random(dice), set(order), [table.header(order)]
    state, _ = rules.start(order)
    while True:
        lying = list(chain.from_iterable(rules.zones(state).values()))
        assert len(lying) == len(order) and set(lying) == cards, f"game {number}: a card is lost or lies twice"  # noqa: S101, PT018 - what is looked for
        listed = rules.legal_actions(state)
        assert bool(listed) == (state.ending is None), f"game {number}: a dead end"  # noqa: S101
        if state.ending is not None:
            break
        seat = rules.actor(state)
        action = chance(rules, state, dice) if seat is None else choose(rules, state, seat)
        lines.append(book.written(action))
        state, _ = rules.apply(state, action)
    lines.append(book.written(end_of(state.ending)))
    result, findings = replay(SourceText(f"game {number}", "\n".join([*lines, ""])), pieces)
    assert (result.ending, result.actions, findings) == (state.ending, state.actions, []), f"game {number}: replayed"  # noqa: S101
    return book.name, state.ending.reason, state.actions


def _options(book: RuleBook, dice: Dice) -> Any:
    """Return options of a game: each that has several values by chance, small hands in every second game."""
    values: dict[str, Any] = {"cap": CAP}
    for name, option in book.options.model_fields.items():
        choices = (False, True) if option.annotation is bool else get_args(option.annotation)
        if len(choices) > 1 and all(isinstance(choice, str | bool) for choice in choices):
            values[name] = dice.pick(choices)
    if dice.below(2) and not book.tiles and "hand" in book.options.model_fields:
        values["hand"] = 1 + dice.below(4)
    if book.tiles:
        values |= {"rounds": 1 + dice.below(2), "extra_players": dice.below(4)}
    if book.symbols:
        values["cards"] = 36
    return book.options(**values)


def _pieces(book: RuleBook, options: Any, seats: int, dice: Dice) -> Pieces:
    """Return as many cards as are needed or more, with close, partly overlapping and open dates; or the tiles."""
    if book.tiles:
        return of_tiles(_TILES.tiles, _TILES.sha256)
    needed = options.cards if book.symbols else seats * getattr(options, "hand", 1) + 1
    number = needed + dice.below(3 if dice.below(3) == 0 else 100)
    dates: Mapping[str, YearInterval] = {f"c{card}": _date(dice) for card in range(number)}
    nothing: Any = dict.fromkeys(dates)  # the texts of cards, which no rule reads
    pieces = Pieces("random/1", "0" * 64, dates, cards=nothing)
    return replace(pieces, symbols=with_drawn_symbols(pieces, dice.below(100))) if book.symbols else pieces


def _date(dice: Dice) -> YearInterval:
    year, width = dice.below(400) - 200, dice.below(30) if dice.below(3) == 0 else 0
    return YearInterval(None, year) if dice.below(20) == 0 else YearInterval(year, year + width)


if __name__ == "__main__":
    main()
