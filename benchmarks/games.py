"""The engine: random play with its log, and checked replay, on one core; RLCard's UNO where it is installed.

`python -m pip install rlcard` in an environment of its own brings the peer; it is played by its own random agents.
"""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from pipeline.games.chance import Dice
from pipeline.games.pieces import of_deck
from pipeline.games.play import Table, at_random, play_out, shuffled_deck
from pipeline.games.replay import replay
from pipeline.games.rulebooks import RULEBOOKS
from pipeline.source import SourceText
from pipeline.workspace import Workspace

from .measure import Row, best

GAMES = 100
PLAYERS = ("Ada", "Berta", "Clara", "Dora")


def rows() -> Iterator[Row]:
    """Yield a row for random play and one for replay; the note tells actions per second."""
    loaded = Workspace(Path(__file__).parent.parent).load_deck("frauen/2")
    assert loaded.deck is not None  # noqa: S101 - the bundled deck
    pieces = of_deck(loaded.deck, loaded.sha256)
    book = RULEBOOKS["anno-domini"]
    options = book.options()
    rules, table = book.rules(options, len(PLAYERS), pieces), Table(book, options, pieces, "frauen/2", PLAYERS)

    def played() -> list[str]:
        dice = Dice(1)
        choose, logs = at_random(dice), []
        for _ in range(GAMES):
            game = play_out(rules, shuffled_deck(book, options, len(PLAYERS), pieces, dice), dice, choose)
            logs.append("\n".join([table.header(game.order), *map(book.written, game.actions)]))
        return logs

    logs = played()
    texts = [SourceText("game", log) for log in logs]
    number = sum(log.count("\n") for log in logs)
    seconds = best(played, 3)
    uno = _uno()
    peer = ("RLCard UNO, per action", best(uno, 3) / uno.actions * number) if uno else ("", 0.0)
    yield Row("random play of Anno Domini, log written", seconds, *peer, 0.4 if uno else 0.0, _rate(number, seconds))
    seconds = best(lambda: [replay(text, pieces) for text in texts], 3)
    yield Row("checked replay of these games", seconds, note=_rate(number, seconds))


def _rate(actions: int, seconds: float) -> str:
    return f"{actions / seconds:,.0f} actions a second"


class _Uno:
    """Random games of UNO by RLCard."""

    def __init__(self, rlcard: Any, agents: Any) -> None:
        """Set up a table of random agents and count the actions of its games."""
        self._table = rlcard.make("uno", config={"seed": 1})
        self._table.set_agents([agents.RandomAgent(self._table.num_actions) for _ in range(self._table.num_players)])
        self.actions = 0
        self()

    def __call__(self) -> None:
        """Play ten games."""
        self.actions = sum(len(path) // 2 for _ in range(10) for path in self._table.run()[0])


def _uno() -> _Uno | None:
    try:
        return _Uno(import_module("rlcard"), import_module("rlcard.agents"))
    except ImportError:
        return None
