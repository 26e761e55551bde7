"""Evaluate positions without tables of values: a module a game, and the search by them.

``engines/judging/<slug>.py`` evaluates positions: ``evaluate(state, seat)`` returns goals ahead and to come, ``hopes``
the same as a beginner sees it, ``foresee`` the same with what follows by the rules; where a view hides something,
``guess(view, seat, chance)`` returns a position that fits it. ``UNIT`` is a goal, where it is not 1.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from engines.core.seats import Seat

Evaluation = Callable[[Any, Seat], float]  # the game's own kind of position, and the seat it is judged for


@cache
def judge_of(slug: str) -> Any | None:
    """Return the module that evaluates ``slug``, imported with the first question; None for a game without one."""
    name = f"{__name__}.{slug}"
    return import_module(name) if find_spec(name) else None
