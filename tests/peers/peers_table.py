"""Games with numbered actions, as the suites of other engines want them: one adapter for all rule sets.

An action is the place of a legal action in the list of them. In Anno Domini the list also holds moves of a single card
of the chain; those made are the correction of the insertion that follows (AD-6), at most two of them.
"""

from dataclasses import replace
from typing import Any, NamedTuple

from msgspec import structs

from pipeline.games.anno_domini import AnnoDomini, Insert
from pipeline.games.assyrian import shipped_tiles
from pipeline.games.chance import Dice
from pipeline.games.pieces import Pieces, of_tiles
from pipeline.games.play import chance, shuffled_deck, with_drawn_symbols
from pipeline.games.rulebooks import RULEBOOKS
from pipeline.years import YearInterval

MOST_ACTIONS = 512
SEEN = 48
MOVES = 2
OPTIONS: dict[str, dict[str, Any]] = {
    "anno-domini": {"hand": 3, "cap": 80},
    "we-can-play": {"goal": 4, "cap": 80},
    "we-can-play-solo": {"goal": 4, "cap": 80},
    "assyrian": {"rounds": 1, "cap": 80},
    "timeline-twist": {"hand": 2, "cap": 80},
    "timeline-twist-team": {"cap": 80},
}
PLAYERS = [
    *(("anno-domini", players) for players in (2, 3, 10)),
    *(("we-can-play", players) for players in (2, 4, 8)),
    ("we-can-play-solo", 1),
    *(("assyrian", players) for players in (2, 6, 9)),
    *(("timeline-twist", players) for players in (2, 5, 8)),
    *(("timeline-twist-team", players) for players in (1, 4, 8)),
]


class Move(NamedTuple):
    """Put the card at place `start` of the chain to place `end`."""

    start: int
    end: int


class Table:
    """A game in play."""

    def __init__(self, name: str, players: int, seed: int) -> None:
        self.book = RULEBOOKS[name]
        self.players = players
        self.dice = Dice(seed)
        if self.book.tiles:
            pieces = of_tiles(shipped_tiles().tiles, "")
        else:
            pieces = Pieces("", "", {f"c{year}": YearInterval(year, year + year % 4) for year in range(70)})
            pieces = replace(pieces, symbols=with_drawn_symbols(pieces, 1))
        options = self.book.options(**OPTIONS[name])
        self.rules = self.book.rules(options, players, pieces)
        order = shuffled_deck(self.book, options, players, pieces, self.dice)
        self.state, _ = self.rules.start(order)
        self.moved: tuple[Move, ...] = ()

    @property
    def over(self) -> bool:
        return self.state.ending is not None

    @property
    def chance_due(self) -> bool:
        return not self.over and self.rules.actor(self.state) is None

    def legal(self) -> list[Any]:
        """Return what the player on turn may do, in the order of the numbers."""
        listed = list(self.rules.legal_actions(self.state))
        seat = self.rules.actor(self.state)
        listed = [action for action in listed if getattr(action, "by", seat) == seat]
        if self.moved:
            listed = [action for action in listed if isinstance(action, Insert)]
        if isinstance(self.rules, AnnoDomini) and isinstance(listed[0], Insert) and len(self.moved) < MOVES:
            places = range(len(self.state.chain))
            listed += [Move(start, end) for start in places for end in places if start != end]
        return listed[:MOST_ACTIONS]

    def do(self, number: int) -> None:
        """Do the legal action with this number."""
        action = self.legal()[number]
        if isinstance(action, Move):
            self.moved = (*self.moved, action)
            return
        if self.moved:
            action = structs.replace(action, correct=self.chain())
        self.state, _ = self.rules.apply(self.state, action)
        self.moved = ()

    def chain(self) -> tuple[str, ...]:
        """Return the chain as the moves made so far leave it."""
        cards = list(self.state.chain)
        for move in self.moved:
            cards.insert(move.end, cards.pop(move.start))
        return tuple(cards)

    def shuffle(self, dice: Dice) -> None:
        """Let chance decide what is due."""
        self.state, _ = self.rules.apply(self.state, chance(self.rules, self.state, dice))

    def settle(self) -> None:
        """Let chance decide until a player is on turn or the game is over."""
        while self.chance_due:
            self.shuffle(self.dice)

    def actor(self) -> int:
        seat = self.rules.actor(self.state)
        assert seat is not None
        return seat

    def seen(self, seat: int) -> list[int]:
        """Return numbers that stand for what a player sees."""
        numbers = list(_numbers(self.rules.observation(self.state, seat)))[:SEEN]
        return numbers + [0] * (SEEN - len(numbers))

    def reward(self, seat: int) -> float:
        """Return 1 for a winner, −1 for the others; nothing where nobody wins."""
        ending = self.state.ending
        if ending is None or not ending.winners:
            return 0.0
        return 1.0 if seat in ending.winners else -1.0


def _numbers(value: Any) -> Any:
    if isinstance(value, dict):
        for part in value.values():
            yield from _numbers(part)
    elif isinstance(value, list):
        yield len(value)
        for part in value:
            yield from _numbers(part)
    elif isinstance(value, int):
        yield max(-9999, min(9999, int(value)))
