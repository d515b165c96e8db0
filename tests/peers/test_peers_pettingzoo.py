"""PettingZoo's own suite on every rule set: api_test and seed_test. benchmarks/peers.txt installs it."""

from typing import Any

import pytest
from peers_table import MOST_ACTIONS, PLAYERS, SEEN, Table

pettingzoo = pytest.importorskip("pettingzoo", reason="PettingZoo is not installed (benchmarks/peers.txt)")
gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed (benchmarks/peers.txt)")
numpy = pytest.importorskip("numpy")
suite = pytest.importorskip("pettingzoo.test")


# What the suite's own seeds begin with.
SEEDS = (0, 1000, 2000)


class Environment(pettingzoo.AECEnv):  # type: ignore[misc, name-defined]
    """A rule set as an environment of agents that act in turns; an action is the number of a legal one."""

    metadata = {"name": "wildmix", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012 - as they want it
    render_mode = None

    def __init__(self, name: str, players: int, first: int = 0) -> None:
        super().__init__()
        self.name, self.number, self.first = name, players, first
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents = list(self.possible_agents)
        spaces = gymnasium.spaces
        numbers = spaces.Box(-9999, 9999, (SEEN,), dtype=numpy.int32)
        mask = spaces.Box(0, 1, (MOST_ACTIONS,), dtype=numpy.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": numbers, "action_mask": mask}) for agent in self.agents
        }
        self.action_spaces = {agent: spaces.Discrete(MOST_ACTIONS) for agent in self.agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        del options
        self.table = Table(self.name, self.number, self.first + (seed or 0))
        self.table.settle()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Any] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.table.actor()]

    def observe(self, agent: str) -> Any:
        seat = self.possible_agents.index(agent)
        mask = numpy.zeros(MOST_ACTIONS, dtype=numpy.int8)
        if not self.table.over and self.table.actor() == seat:
            mask[: len(self.table.legal())] = 1
        return {"observation": numpy.array(self.table.seen(seat), dtype=numpy.int32), "action_mask": mask}

    def step(self, action: Any) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.table.do(int(action))
        self.table.settle()
        if self.table.over:
            self.rewards = {agent: self.table.reward(self.possible_agents.index(agent)) for agent in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self.table.actor()]
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str:
        return repr(self.table.state)

    def close(self) -> None:
        """There is nothing to close."""


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("name", "players"), PLAYERS)
def test_pettingzoo_s_api_test(name: str, players: int) -> None:
    suite.api_test(Environment(name, players), num_cycles=40, verbose_progress=False)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("name", "players"), PLAYERS)
def test_pettingzoo_s_seed_test(name: str, players: int) -> None:
    for first in SEEDS:
        suite.seed_test(lambda first=first: Environment(name, players, first), num_cycles=12)
