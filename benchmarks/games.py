"""The engine on one core: random play of Anno Domini with its log, and checked replay, beside other engines' games.

The other engines are those of `benchmarks/peers.txt`, where they are installed. Each plays its games by random choice
among its legal actions, and what counts is the time for one action of a player, all that their loop does included; ours
writes the log as JSON Lines besides. Each engine plays in turn, several times, and its fastest time stands.
"""

import random
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
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

from .measure import Row

GAMES, ROUNDS = 60, 7
PLAYERS = ("Ada", "Berta", "Clara", "Dora")
CLASSICS = ("connect_four_v3", "tictactoe_v3", "leduc_holdem_v4", "texas_holdem_v4")
# Plays some games and returns how many actions they had.
Player = Callable[[], int]


def rows() -> Iterator[Row]:
    """Yield rows for random play and for replay: against what they should reach a second, and against the peers."""
    ours = _Ours()
    per_action = _fastest({"play": ours.play, "replay": ours.replay, **dict(_peers())})
    play, checked = per_action.pop("play"), per_action.pop("replay")
    logged = "10,000 random actions, log written"
    yield _row(logged, play, "60,000 actions a second", 1 / 60_000, 1.0)
    yield _row("10,000 actions, checked replay", checked, "120,000 actions a second", 1 / 120_000, 1.0)
    for peer, seconds in per_action.items():
        yield _row(logged, play, peer, seconds, 0.4 if "UNO" in peer else 0.1 if "PettingZoo" in peer else 0.0)


def _row(name: str, ours: float, peer: str, theirs: float, bound: float) -> Row:
    """Return a row for ten thousand actions, from the seconds for one."""
    return Row(name, ours * 10_000, peer, theirs * 10_000, bound, f"{1 / ours:,.0f} to {1 / theirs:,.0f} a second")


def _fastest(players: dict[str, Player]) -> dict[str, float]:
    """Return the processor's seconds for an action of each, the best of several rounds in which all take turns."""
    fastest = dict.fromkeys(players, float("inf"))
    for _ in range(ROUNDS):
        for name, play in players.items():
            start = time.process_time()
            actions = play()
            fastest[name] = min(fastest[name], (time.process_time() - start) / actions)
    return fastest


class _Ours:
    """Games of Anno Domini with the bundled deck *Frauen*, at a table of four."""

    def __init__(self) -> None:
        """Load the deck, play the games that are replayed, and see that each is right to its end."""
        loaded = Workspace(Path(__file__).parent.parent).load_deck("frauen/2")
        assert loaded.deck is not None  # noqa: S101 - the bundled deck
        self._pieces = of_deck(loaded.deck, loaded.sha256)
        self._book = RULEBOOKS["anno-domini"]
        self._options = self._book.options()
        self._rules = self._book.rules(self._options, len(PLAYERS), self._pieces)
        self._table = Table(self._book, self._options, self._pieces, "frauen/2", PLAYERS)
        self._logs: list[str] = []
        self.play()
        self._texts = [SourceText("game", log) for log in self._logs]
        results = [replay(text, self._pieces)[0] for text in self._texts]
        assert {result.status for result in results} == {"finished"}  # noqa: S101 - else there is nothing to measure
        assert all(result.claims for result in results)  # noqa: S101

    def play(self) -> int:
        """Play and write the logs."""
        dice, number = Dice(1), 0
        choose, self._logs = at_random(dice), []
        for _ in range(GAMES):
            order = shuffled_deck(self._book, self._options, len(PLAYERS), self._pieces, dice)
            game = play_out(self._rules, order, dice, choose)
            self._logs.append(self._table.log(self._rules, game))
            number += len(game.actions)
        return number

    def replay(self) -> int:
        """Replay the logs: every action, verdict and claim."""
        return sum(replay(text, self._pieces)[0].actions for text in self._texts)


def _peers() -> Iterator[tuple[str, Player]]:
    """Yield the players of each engine that is installed."""
    with suppress(ImportError):
        yield "RLCard UNO", _uno(import_module("rlcard"), import_module("rlcard.agents"))
    for game in CLASSICS:
        with suppress(ImportError):
            yield f"PettingZoo {game}", _classic(import_module(f"pettingzoo.classic.{game}"))
    with suppress(ImportError):
        spiel = import_module("pyspiel")
        import_module("open_spiel.python.games.tic_tac_toe")
        yield "OpenSpiel tic-tac-toe in Python", _spiel(spiel, "python_tic_tac_toe", 60)
        yield "OpenSpiel gin rummy in C++", _spiel(spiel, "gin_rummy", 5)


def _uno(rlcard: Any, agents: Any) -> Player:
    table = rlcard.make("uno", config={"seed": 1})
    table.set_agents([agents.RandomAgent(table.num_actions) for _ in range(table.num_players)])

    def play() -> int:
        before: int = table.timestep
        for _ in range(10):
            table.run()
        # It counts the steps of all its games.
        return int(table.timestep) - before

    return play


def _classic(module: Any) -> Player:
    table, choice = module.env(), random.Random(1).choice  # noqa: S311 - play that can be repeated

    def play() -> int:
        actions = 0
        for _ in range(10):
            table.reset()
            for _ in table.agent_iter():
                seen, _, ended, broken_off, about = table.last()
                action = None
                if not (ended or broken_off):
                    mask = about["action_mask"] if "action_mask" in about else seen["action_mask"]
                    action, actions = choice(mask.nonzero()[0]), actions + 1
                table.step(action)
        return actions

    return play


def _spiel(spiel: Any, name: str, games: int) -> Player:
    game, choice = spiel.load_game(name), random.Random(1).choice  # noqa: S311 - play that can be repeated

    def play() -> int:
        actions = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                actions += not state.is_chance_node()
                state.apply_action(choice(state.legal_actions()))
        return actions

    return play
