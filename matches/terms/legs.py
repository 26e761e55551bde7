"""Two legs as one tie: the terms of each, the goals that a match brings into it, and who has won both. Pure.

A friendly of two legs is decided as a cup tie is (``league.formats.ties``): giving up loses a leg, not the tie.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from engines.core.seats import SEATS, Seat, other

AWARDED_GOALS: Final = 3
PLAYED: Final = ("play", "clock", "agreement")
"""Sources of a result (``Match.result``) of a match that was played, if not to its end."""
_GIVEN_UP: Final = ("resignation", "forfeit", "time", "walkover")
"""Ways in which a side gives up a match that is played; ``walkover`` is the engines' word for too few figures left."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of both legs, by the seats of the second."""

    winner: Seat | None
    aggregate: dict[str, int]


def first_terms(terms: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return ``terms`` for a first leg, which may end level and begins with no goals."""
    return {**(terms or {}), "draws_allowed": True, "carry": dict.fromkeys(SEATS, 0)}


def second_terms(terms: Mapping[str, Any], first: Mapping[str, Any]) -> dict[str, Any]:
    """Return the terms of the second leg, its sides swapped, after the result ``first`` of a leg under ``terms``."""
    goals = counted(first)
    return {**terms, "draws_allowed": False, "carry": {side: goals[other(side)] for side in SEATS}}


def awarded(score: Mapping[str, int], winner: Seat) -> dict[str, int]:
    """Return 3-0 for ``winner``, or ``score`` if that is better for it (as in football's own rules)."""
    if score[winner] - score[other(winner)] >= AWARDED_GOALS:
        return {side: score[side] for side in SEATS}
    return {side: AWARDED_GOALS if side == winner else 0 for side in SEATS}


def counted(result: Mapping[str, Any]) -> dict[str, int]:
    """Return the goals that ``result`` brings into a tie: at least 3-0 against a side that gave up."""
    score: dict[str, int] = result["score"]
    if _given_up(result):
        return awarded(score, result["winner"])
    return {side: score[side] for side in SEATS}


def aggregate(score: Mapping[str, int], terms: Mapping[str, Any]) -> dict[str, int] | None:
    """Return ``score`` with the goals of the first leg; None if ``terms`` carry none."""
    carry: dict[str, int] = terms.get("carry") or {}
    return {side: score[side] + carry[side] for side in SEATS} if any(carry.values()) else None


def verdict(result: Mapping[str, Any], terms: Mapping[str, Any]) -> Verdict:
    """Decide two legs by the ``result`` of the second, under ``terms`` with the goals of the first.

    An engine decides with those goals. It does not know that a side that gives up may be ahead all the same; level, it
    is the other side's.
    """
    goals = counted(result)
    total = aggregate(goals, terms) or goals
    if not _given_up(result) or total["home"] == total["away"]:
        return Verdict(result["winner"], total)
    return Verdict("home" if total["home"] > total["away"] else "away", total)


def _given_up(result: Mapping[str, Any]) -> bool:
    return bool(result["winner"]) and result.get("how") in _GIVEN_UP and result.get("source", "play") in PLAYED
