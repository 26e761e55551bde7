"""Outcomes of the dice: every position that an action can lead to, with its probability.

``outcomes`` runs an action again and again, each time with one more roll fixed. Bots, values and solvers share it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from engines.core.dice import Dice, ScriptedDice
from engines.core.errors import DiceExhausted
from engines.core.game import Game
from engines.core.seats import Seat

S = TypeVar("S")

Action = Callable[[Dice], S]
"""An action that rolls: the position after it."""


class Branch(Dice):
    """A scripted prefix; the first roll beyond it ends the attempt and reports its number of faces."""

    __slots__ = ("faces", "prefix", "used")

    def __init__(self, prefix: Sequence[int]) -> None:
        super().__init__()
        self.prefix, self.used, self.faces = tuple(prefix), 0, 0

    def _draw(self, n: int) -> int:
        if self.used < len(self.prefix):
            self.used += 1
            return self.prefix[self.used - 1]
        self.faces = n
        raise DiceExhausted("a branch ends here")


def outcomes(
    action: Action[S], rolled: Sequence[int] = (), most: int | None = None, seed: int = 0
) -> Iterator[tuple[S, float]]:
    """Yield each position after ``action`` whose dice begin with ``rolled``, with its probability given those.

    Beyond ``most`` outcomes the rest of each branch is rolled once, from ``seed``; None: all are tried.
    """
    waiting: list[tuple[tuple[int, ...], float]] = [(tuple(rolled), 1.0)]
    count = 0
    while waiting:
        prefix, weight = waiting.pop()
        is_full = most is not None and count + len(waiting) > most
        dice: Dice = ScriptedDice(prefix, seed + count) if is_full else Branch(prefix)
        try:
            after = action(dice)
        except DiceExhausted:
            faces = dice.faces if isinstance(dice, Branch) else 0
            waiting.extend(((*prefix, value), weight / faces) for value in range(1, faces + 1))
            continue
        yield after, weight
        count += 1


def moved(game: Game[S], state: S, seat: Seat | None, move: Mapping[str, Any]) -> Action[S]:
    """Return the action of playing ``move``."""
    return lambda dice: game.apply(state, seat, move, dice)[0]
