"""Computer players of five levels, which get a view, legal moves and a seed.

``bots_of`` lists a game's bots. They judge positions by the game's evaluation (``engines.judging``); a game without one
is played at random.
"""

from collections.abc import Sequence
from importlib import import_module
from random import Random
from typing import Final

from engines.core.errors import BadRequest, show
from engines.core.moves import Move
from engines.core.seats import Seat, Wire
from engines.judging import judge_of

LEVELS: Final = ("beginner", "casual", "club", "expert", "master")
"""Levels of bots, from weak to strong."""
ALIASES: Final = {"random": "beginner", "greedy": "club", "search": "expert"}
"""Names of before, which the API and stored matches may still use. ``random`` itself still plays any legal move."""
NAMES: Final = (*LEVELS, *ALIASES)
NEAREST: Final = {"beginner": "random", "casual": "random", "club": "greedy", "expert": "search", "master": "search"}
"""Level -> the nearest name of before, which house bots keep while processes of that release may run."""
WAYS: Final = {
    "beginner": "beginner",
    "casual": "casual",
    "club": "greedy",
    "expert": "search",
    "master": "master",
}
"""Level -> the module of ``engines.bots`` that decides."""
WAYS_OF: Final[dict[tuple[str, str], str]] = {("super_goal", "master"): "perfect", ("fuba", "master"): "fuba_master"}
"""(game, level) -> the module that decides in this game, where it is another."""


def bots_of(slug: str) -> tuple[str, ...]:
    """Return the levels that play ``slug``; all but the first need the game's evaluation."""
    return LEVELS if judge_of(slug) else LEVELS[:1]


def level_of(name: str) -> str:
    """Return the level that ``name`` means, today's or one of before. Raises BadRequest for any other."""
    if name not in NAMES:
        raise BadRequest(f"there is no bot {show(name)}; the bots are {', '.join(LEVELS)}")
    return ALIASES.get(name, name)


def plays_as(name: str, level: str) -> bool:
    """Return whether the bot stored as ``name`` has ``level``, or is the nearest to it under an older name."""
    return name in (level, NEAREST.get(level))


def choose(game_slug: str, bot: str, view_wire: Wire, seat: Seat, legal_moves: Sequence[Move], seed: int) -> Move:
    """Return the move of ``bot`` for ``seat``, reproducible from its arguments.

    Raises BadRequest for an unknown bot or empty ``legal_moves``.
    """
    level = level_of(bot)
    if not legal_moves:
        raise BadRequest(f"{seat} has no move to choose from")
    if len(legal_moves) == 1:
        return legal_moves[0]
    chance = Random(seed)
    if bot == "random" or judge_of(game_slug) is None:
        return chance.choice(legal_moves)
    way = WAYS_OF.get((game_slug, level), WAYS[level])
    choice: Move = import_module(f"engines.bots.{way}").choose(game_slug, view_wire, seat, legal_moves, chance)
    return choice
