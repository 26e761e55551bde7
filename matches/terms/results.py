"""Results (``Match.result``): what is awarded, who gave up, and the goals that count. Pure."""

from collections.abc import Mapping
from typing import Any, Final

from engines.core.seats import SEATS, Seat, other

NO_SCORE: Final = {"home": 0, "away": 0}
AWARDED_GOALS: Final = 3
PLAYED: Final = ("play", "clock", "agreement")
"""Sources of a result of a match that was played, if not to its end."""
GIVEN_UP: Final = ("resignation", "forfeit", "time", "walkover")
"""Ways in which a side gives up a match that is played; ``walkover`` is the engines' word for too few figures left."""


def awarded(score: Mapping[str, int], winner: Seat) -> dict[str, int]:
    """Return 3-0 for ``winner``, or ``score`` if that is better for it (as in football's own rules)."""
    if score[winner] - score[other(winner)] >= AWARDED_GOALS:
        return {side: score[side] for side in SEATS}
    return {side: AWARDED_GOALS if side == winner else 0 for side in SEATS}


def given_up(result: Mapping[str, Any]) -> bool:
    """Return whether a side gave up the match of ``result`` while it was played."""
    return bool(result.get("winner")) and result.get("how") in GIVEN_UP and result.get("source", "play") in PLAYED


def counted(result: Mapping[str, Any]) -> dict[str, int]:
    """Return the goals that ``result`` brings into a tie or a table: at least 3-0 against a side that gave up."""
    score: dict[str, int] = result["score"]
    if given_up(result):
        return awarded(score, result["winner"])
    return {side: score[side] for side in SEATS}
