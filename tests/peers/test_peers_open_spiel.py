"""OpenSpiel's own suite on every rule set: random_sim_test and playthroughs. benchmarks/peers.txt installs it."""

import copy
from typing import Any

import pytest
from peers_table import MOST_ACTIONS, PLAYERS, SEEN, Table

from pipeline.games.chance import Dice

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (benchmarks/peers.txt)")
numpy = pytest.importorskip("numpy")
playthroughs = pytest.importorskip("open_spiel.python.algorithms.generate_playthrough")

# A shuffled pile has n! orders; so many of them stand for all, as chance outcomes of the same probability.
SHUFFLES = 8


def kind(name: str) -> Any:
    """Return what OpenSpiel wants to know of a rule set."""
    return pyspiel.GameType(
        short_name=f"wildmix_{name.replace('-', '_')}",
        long_name=f"wildmix {name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=10,
        min_num_players=1,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": 2},
    )


def game_class(name: str) -> Any:  # noqa: C901 - two classes of many small methods, as OpenSpiel wants them
    """Return a class of games of this rule set."""
    described = kind(name)

    class Game(pyspiel.Game):  # type: ignore[misc, name-defined]
        def __init__(self, params: Any = None) -> None:
            self.players = int((params or {}).get("players", 2))
            info = pyspiel.GameInfo(
                num_distinct_actions=MOST_ACTIONS,
                max_chance_outcomes=SHUFFLES,
                num_players=self.players,
                min_utility=-1.0,
                max_utility=1.0,
                max_game_length=1000,
            )
            super().__init__(described, info, params or {})

        def new_initial_state(self) -> Any:
            return State(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            del iig_obs_type, params
            return Observer()

    class State(pyspiel.State):  # type: ignore[misc, name-defined]
        def __init__(self, game: Any) -> None:
            super().__init__(game)
            self.players = game.players
            self.table: Table | None = None

        def current_player(self) -> int:
            if self.table is None or self.table.chance_due:
                return int(pyspiel.PlayerId.CHANCE)
            return int(pyspiel.PlayerId.TERMINAL) if self.table.over else self.table.actor()

        def _legal_actions(self, player: int) -> list[int]:
            del player
            assert self.table is not None
            return list(range(len(self.table.legal())))

        def chance_outcomes(self) -> list[tuple[int, float]]:
            return [(outcome, 1 / SHUFFLES) for outcome in range(SHUFFLES)]

        def _apply_action(self, action: int) -> None:
            if self.table is None:
                self.table = Table(name, self.players, action)
            elif self.table.chance_due:
                self.table.shuffle(Dice(action))
            else:
                self.table.do(action)

        def _action_to_string(self, player: int, action: int) -> str:
            if player < 0 or self.table is None:
                return f"shuffle {action}"
            return f"{action}: {self.table.legal()[action]}"

        def is_terminal(self) -> bool:
            return self.table is not None and self.table.over

        def returns(self) -> list[float]:
            return [self.table.reward(seat) if self.table else 0.0 for seat in range(self.players)]

        def __str__(self) -> str:
            return repr(self.table.state) if self.table else "to be shuffled"

        def __deepcopy__(self, memo: Any) -> Any:
            other = State(self.get_game())
            other.table = copy.copy(self.table)
            memo[id(self)] = other
            return other

    class Observer:
        def __init__(self) -> None:
            self.tensor = numpy.zeros(SEEN, numpy.float32)
            self.dict = {"seen": self.tensor}

        def set_from(self, state: Any, player: int) -> None:
            self.tensor[:] = state.table.seen(player) if state.table else 0

        def string_from(self, state: Any, player: int) -> str:
            return str(state.table.rules.observation(state.table.state, player)) if state.table else ""

    return Game


@pytest.fixture(scope="module", autouse=True)
def registered() -> None:
    for name in dict(PLAYERS):
        pyspiel.register_game(kind(name), game_class(name))


@pytest.mark.parametrize(("name", "players"), PLAYERS)
def test_openspiel_s_random_simulation(name: str, players: int) -> None:
    game = pyspiel.load_game(f"wildmix_{name.replace('-', '_')}", {"players": players})
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)


@pytest.mark.parametrize(("name", "players"), PLAYERS)
def test_a_playthrough_is_the_same_again(name: str, players: int) -> None:
    game = f"wildmix_{name.replace('-', '_')}(players={players})"
    text = playthroughs.playthrough(game, None, seed=1)
    assert "terminal" in text.lower()
    assert playthroughs.playthrough(game, None, seed=1) == text
