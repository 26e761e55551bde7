"""A match against a bot, as an environment of Gymnasium."""

from collections.abc import Mapping
from typing import Any, ClassVar

import gymnasium
from gymnasium import spaces

import engines
from engines import bots
from engines.core.dice import SeededDice
from engines.core.errors import BadRequest, show
from engines.core.seats import SEATS, Seat
from engines.core.text import say
from engines.environments.actions import Actions
from engines.environments.observations import Observations
from engines.environments.table import Observation, observation_space, rewards


class Against(gymnasium.Env[Observation, int]):
    """A match of ``game`` against ``bot``, from ``seat`` or, if that is None, from each seat in turn.

    Observations and actions are those of ``Table``; the bot's moves are played within ``reset`` and ``step``.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"]}  # type: ignore[misc]

    def __init__(
        self,
        game: str,
        bot: str = "club",
        seat: Seat | None = None,
        options: Mapping[str, Any] | None = None,
        terms: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Set up a table with a bot. Raises BadRequest for an unknown game, bot or seat, BadOptions."""
        self.game = engines.get(game)
        self.game.new(options, terms, SeededDice(0))
        bots.level_of(bot)
        if seat is not None and seat not in SEATS:
            raise BadRequest(f"seat must be home, away or None, not {show(seat)}")
        self.bot, self._fixed_seat = bot, seat
        self.seat: Seat = seat or "home"
        self._begun = 0
        self._options, self._terms = options, terms
        self.render_mode = render_mode
        self.actions, self.observations = Actions(self.game), Observations(self.game)
        self.observation_space = observation_space(self.actions, self.observations)
        self.action_space = spaces.Discrete(len(self.actions))  # type: ignore[assignment]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a match and play the bot's moves up to the first decision of the agent."""
        super().reset(seed=seed)
        if seed is not None:
            self._begun = 0
        self.seat = self._fixed_seat or SEATS[self._begun % 2]
        self._begun += 1
        self._dice = SeededDice(int(self.np_random.integers(2**62)))
        self.position, _ = self.game.new(self._options, self._terms, self._dice)
        self._play_bot()
        return self._observe(), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play ``action`` and what the bot answers. Raises BadRequest or IllegalMove; the match is then unchanged."""
        self.position, _ = self.game.apply(self.position, self.seat, self.actions.move(int(action)), self._dice)
        self._play_bot()
        result = self.game.result(self.position)
        return self._observe(), rewards(result)[self.seat], result is not None, False, {}

    def _play_bot(self) -> None:
        """Play the bot until the agent has a decision or the match is over."""
        while (acting := self.game.to_act(self.position)) and self.seat not in acting:
            seat = acting[0]
            view, legal = self.game.view(self.position, seat), self.game.legal(self.position, seat)
            seed = int(self.np_random.integers(2**62))
            move = bots.choose(self.game.slug, self.bot, view, seat, legal, seed)
            self.position, _ = self.game.apply(self.position, seat, move, self._dice)

    def _observe(self) -> Observation:
        return {
            "observation": self.observations.of(self.game.view(self.position, self.seat), self.seat),
            "action_mask": self.actions.mask(self.game.legal(self.position, self.seat)),
        }

    def render(self) -> str | None:
        """Return the position in sentences, as the agent may see it, if ``render_mode`` is "ansi"."""
        if self.render_mode is None:
            return None
        return "\n".join(
            say(sentence, "en") for sentence in self.game.describe(self.game.view(self.position, self.seat))
        )
