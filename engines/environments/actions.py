"""Numbers of moves: each move that a game has, whether legal or not, is one action."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.core.errors import BadRequest, show
from engines.core.game import Game
from engines.core.moves import Move


class Actions:
    """The bijection between the moves of a game and the numbers from 0: the order of ``Game.moves.every``."""

    def __init__(self, game: Game[Any]) -> None:  # any game's position
        self.moves: Sequence[Move] = tuple(game.moves.every())
        self._numbers = {move.code: number for number, move in enumerate(self.moves)}

    def __len__(self) -> int:
        return len(self.moves)

    def number(self, move: Mapping[str, Any]) -> int:
        """Return the action of ``move``, which may come from outside. Raises BadRequest."""
        if type(move) is Move and move.code in self._numbers:
            return self._numbers[move.code]
        try:
            return self.moves.index(move)
        except ValueError:
            raise BadRequest(f"{show(move)} is no move of this game") from None

    def move(self, action: int) -> Move:
        """Return the move of ``action``. Raises BadRequest outside the numbers that there are."""
        if not 0 <= action < len(self.moves):
            raise BadRequest(f"an action is a whole number from 0 to {len(self.moves) - 1}, not {show(int(action))}")
        return self.moves[action]

    def mask(self, legal: Sequence[Move]) -> NDArray[np.int8]:
        """Return an array with 1 for each action whose move is in ``legal``."""
        mask = np.zeros(len(self.moves), dtype=np.int8)
        numbers = self._numbers
        mask[[numbers[move.code] for move in legal]] = 1
        return mask
