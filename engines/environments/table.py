"""A match between two agents, as an environment of PettingZoo's agent-environment cycle."""

from collections.abc import Mapping
from typing import Any, ClassVar, TypeVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv

import engines
from engines.core.dice import SeededDice
from engines.core.errors import IllegalMove
from engines.core.seats import SEATS, Seat
from engines.core.text import say
from engines.environments.actions import Actions
from engines.environments.observations import Observations

T = TypeVar("T")

Observation = dict[str, NDArray[Any]]
"""``observation``: the seat's view in numbers; ``action_mask``: 1 for each legal action."""


class Table(AECEnv[str, Observation, int | None]):
    """A match of ``game`` between the agents ``home`` and ``away``, to its end by the rules.

    A choice sealed at the same time is asked of one seat after the other; the second observes that the first has
    chosen, not what. Rewards come with the end: 1 for the winner, -1 for the loser, 0 for a draw.
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "tabellone_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # type: ignore[misc]

    def __init__(
        self,
        game: str,
        options: Mapping[str, Any] | None = None,
        terms: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Set up a table. Raises BadRequest for an unknown game, BadOptions for options or terms it has not."""
        super().__init__()  # type: ignore[no-untyped-call]
        self.game = engines.get(game)
        self.game.new(options, terms, SeededDice(0))  # refuses wrong ones now, not at the first reset
        self._options, self._terms = options, terms
        self.render_mode = render_mode
        self.actions, self.observations = Actions(self.game), Observations(self.game)
        self.possible_agents: list[str] = [*SEATS]
        self.observation_spaces = {
            agent: observation_space(self.actions, self.observations) for agent in self.possible_agents
        }
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(len(self.actions)) for agent in self.possible_agents
        }
        self._chance, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match; the same ``seed`` and actions give the same match, and without one the next follows."""
        if seed is not None:
            self._chance, _ = seeding.np_random(seed)
        self._dice = SeededDice(int(self._chance.integers(2**62)))
        self.position, _ = self.game.new(self._options, self._terms, self._dice)
        self.agents = [*SEATS]
        self.rewards = by_seat(0.0)
        self._cumulative_rewards = by_seat(0.0)
        self.terminations = by_seat(False)
        self.truncations = by_seat(False)
        self.infos: dict[str, dict[str, Any]] = {seat: {} for seat in SEATS}
        self._go_on()

    def _go_on(self) -> None:
        """Turn to the next decision, or end the match."""
        acting = self.game.to_act(self.position)
        if acting:
            self.agent_selection: str = acting[0]
            self._legal = self.game.legal(self.position, acting[0])
            return
        self._legal = ()
        self.rewards = rewards(self.game.result(self.position))
        self.terminations = by_seat(True)

    def observe(self, agent: str) -> Observation:
        """Return what ``agent`` may see; outside its turn no action is legal."""
        seat: Seat = SEATS[SEATS.index(agent)]
        legal = self._legal if agent == self.agent_selection else ()
        return {
            "observation": self.observations.of(self.game.view(self.position, seat), seat),
            "action_mask": self.actions.mask(legal),
        }

    def step(self, action: int | None) -> None:
        """Play ``action`` for the agent in turn. Raises BadRequest or IllegalMove; the match is then unchanged."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalMove(f"{agent} must choose an action: the match is not over", "shape")
        move = self.actions.move(int(action))
        seat: Seat = SEATS[SEATS.index(agent)]
        self.position, _ = self.game.apply(self.position, seat, move, self._dice)
        self._cumulative_rewards[agent] = 0.0
        self._go_on()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the position in sentences, as a spectator may see it, if ``render_mode`` is "ansi"."""
        if self.render_mode is None:
            return None
        return "\n".join(say(sentence, "en") for sentence in self.game.describe(self.game.view(self.position, None)))

    def close(self) -> None:
        """Do nothing: a table holds no file, window or process."""


def by_seat(value: T) -> dict[str, T]:
    return dict.fromkeys(map(str, SEATS), value)


def observation_space(actions: Actions, observations: Observations) -> spaces.Space[Any]:
    """Return the space of what an agent observes."""
    highs = np.array(observations.highs, dtype=np.int32)
    return spaces.Dict(
        {
            "observation": spaces.Box(np.zeros_like(highs), highs, dtype=np.int32),
            "action_mask": spaces.Box(0, 1, (len(actions),), dtype=np.int8),
        }
    )


def rewards(result: Mapping[str, Any] | None) -> dict[str, float]:
    """Return each seat's reward for a ``result``: 1 won, -1 lost, 0 drawn or not over."""
    winner = result and result["winner"]
    return {seat: 0.0 if winner is None else 1.0 if seat == winner else -1.0 for seat in SEATS}
