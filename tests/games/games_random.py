"""Small random games of every rule set, the same again for a seed."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from pipeline.games.assyrian import shipped_tiles
from pipeline.games.chance import Dice
from pipeline.games.core import Rules
from pipeline.games.pieces import Pieces, of_tiles
from pipeline.games.play import at_random, chance, shuffled_deck, with_drawn_symbols
from pipeline.games.rulebooks import RuleBook
from pipeline.years import YearInterval


def pieces_for(book: RuleBook, dice: Dice) -> Pieces:
    """Return cards with close, partly overlapping and partly open dates, or the shipped tiles."""
    if book.tiles:
        return of_tiles(shipped_tiles().tiles, "")
    dates = {}
    for number in range(40 + dice.below(60)):
        year, width = dice.below(300) - 100, dice.below(30) if dice.below(3) == 0 else 0
        ends = (year, year + width) if dice.below(20) else (None, year)
        dates[f"c{number}"] = YearInterval(*ends)
    pieces = Pieces("test", "", dates)
    return replace(pieces, symbols=with_drawn_symbols(pieces, dice.below(100)))


def game(book: RuleBook, seed: int, seats: int | None = None) -> tuple[Rules[Any, Any], tuple[str, ...], Dice]:
    """Return the rules and the shuffled deck of a small random game."""
    dice = Dice(seed)
    drawn = book.players[0] + dice.below(book.players[1] - book.players[0] + 1)
    players = seats or drawn
    options: dict[str, Any] = {"cap": 400}
    if book.name in {"anno-domini", "timeline-twist"}:
        options["hand"] = 1 + dice.below(3)
    if book.name == "assyrian":
        options |= {"rounds": 2, "contribution": dice.pick(("seats", "free", "simultaneous"))}
    pieces = pieces_for(book, dice)
    chosen = book.options(**options)
    return book.rules(chosen, players, pieces), shuffled_deck(book, chosen, players, pieces, dice), dice


def states(rules: Rules[Any, Any], order: Sequence[str], dice: Dice) -> Iterator[tuple[Any, Any]]:
    """Yield each state of a random game with the action that led to it."""
    choose = at_random(dice)
    state, _ = rules.start(order)
    action = None
    while True:
        yield state, action
        if state.ending is not None:
            return
        seat = rules.actor(state)
        action = chance(rules, state, dice) if seat is None else choose(rules, state, seat)
        state, _ = rules.apply(state, action)
