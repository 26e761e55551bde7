"""A program's score against each level of bots, with its interval."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engines.bots import bots_of
from engines.core.errors import BadRequest
from engines.environments.against import Against
from engines.environments.table import Observation
from engines.tools import wilson

Policy = Callable[[Observation, NDArray[np.int64]], int]
"""Choose one of the legal actions (the second argument) for an observation."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A program's results against the bot of one ``level``; a draw scores a half."""

    level: str
    matches: int
    won: int
    drawn: int
    lost: int

    @property
    def score(self) -> float:
        return (self.won + self.drawn / 2) / self.matches

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the score by Wilson's formula."""
        return wilson(self.score, self.matches)


def evaluate(
    policy: Policy, game: str, matches: int = 100, levels: Sequence[str] | None = None, seed: int = 1
) -> list[Evaluation]:
    """Play ``matches`` against each of ``levels`` (None: all that play ``game``), from each seat in turn.

    Raises BadRequest for fewer than one match, an unknown game or level.
    """
    if matches < 1:
        raise BadRequest("an evaluation has at least one match")
    return [_against(policy, game, level, matches, seed) for level in levels or bots_of(game)]


def _against(policy: Policy, game: str, level: str, matches: int, seed: int) -> Evaluation:
    environment = Against(game, level)
    results = {1.0: 0, 0.0: 0, -1.0: 0}
    for number in range(matches):
        observation, _ = environment.reset(seed=seed if number == 0 else None)
        reward, is_over = 0.0, False
        while not is_over:
            action = policy(observation, np.flatnonzero(observation["action_mask"]))
            observation, reward, is_over, _, _ = environment.step(action)
        results[reward] += 1
    return Evaluation(level, matches, won=results[1.0], drawn=results[0.0], lost=results[-1.0])
