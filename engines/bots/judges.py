"""The start of every bot's decision: the game, its evaluation, and a position that fits the view."""

from random import Random
from typing import Any, NamedTuple

import engines
from engines.core.game import Game
from engines.core.seats import Seat, Wire
from engines.judging import judge_of


class Sight(NamedTuple):
    game: Game[Any]
    judge: Any
    """The module ``engines.judging.<slug>``."""
    state: Any
    goal: float
    """A goal in the units of the evaluation."""


def sight(slug: str, view: Wire, seat: Seat, chance: Random) -> Sight:
    game, judge = engines.get(slug), judge_of(slug)
    guess = getattr(judge, "guess", None)
    state = guess(view, seat, chance) if guess else game.from_wire(view)
    return Sight(game, judge, state, getattr(judge, "UNIT", 1.0))
