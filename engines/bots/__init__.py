"""Computer players ``random``, ``greedy``, ``search``, which get a view, legal moves and a seed.

``engines/bots/<slug>.py`` evaluates positions: ``evaluate(state, seat)`` returns goals ahead and to come; where a view
hides something, ``guess(view, seat, chance)`` returns a position that fits it. ``bots_of`` lists a game's bots; any
other bot plays at random.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from random import Random

from engines.core.errors import BadRequest, show
from engines.core.moves import Move
from engines.core.seats import Seat, Wire

BOTS: tuple[str, ...] = ("random", "greedy", "search")
"""Names of the bots, from weak to strong."""


def bots_of(slug: str) -> tuple[str, ...]:
    """Return the bots that play ``slug``; all but ``random`` need the game's evaluation."""
    return BOTS if find_spec(f"engines.bots.{slug}") else BOTS[:1]


def choose(game_slug: str, bot: str, view_wire: Wire, seat: Seat, legal_moves: Sequence[Move], seed: int) -> Move:
    """Return the move of ``bot`` for ``seat``, reproducible from its arguments.

    Raises BadRequest for an unknown bot or empty ``legal_moves``.
    """
    if bot not in BOTS:
        raise BadRequest(f"there is no bot {show(bot)}; the bots are {', '.join(BOTS)}")
    if not legal_moves:
        raise BadRequest(f"{seat} has no move to choose from")
    if len(legal_moves) == 1:
        return legal_moves[0]
    chance = Random(seed)
    if bot == "random" or bot not in bots_of(game_slug):
        return chance.choice(legal_moves)
    choice: Move = import_module(f"engines.bots.{bot}").choose(game_slug, view_wire, seat, legal_moves, chance)
    return choice
