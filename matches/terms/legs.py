"""Two legs as one tie: the terms of each, the goals that a match brings into it, and who has won both. Pure.

A friendly of two legs is decided as a cup tie is (``league.formats.ties``): giving up loses a leg, not the tie.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engines.core.seats import SEATS, Seat, other
from matches.terms.results import counted, given_up


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of both legs, by the seats of the second."""

    winner: Seat | None
    second: dict[str, int]
    """The goals of the second leg that count."""
    aggregate: dict[str, int]


def first_terms(terms: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return ``terms`` for a first leg, which may end level and begins with no goals."""
    return {**(terms or {}), "draws_allowed": True, "carry": dict.fromkeys(SEATS, 0)}


def second_terms(terms: Mapping[str, Any], first: Mapping[str, Any]) -> dict[str, Any]:
    """Return the terms of the second leg, its sides swapped, after the result ``first`` of a leg under ``terms``."""
    goals = counted(first)
    return {**terms, "draws_allowed": False, "carry": {side: goals[other(side)] for side in SEATS}}


def aggregate(
    terms: Mapping[str, Any], score: Mapping[str, int], result: Mapping[str, Any] | None = None
) -> dict[str, int] | None:
    """Return the goals with those of the first leg; None if ``terms`` carry none.

    They are those of ``result``, or ``score`` while the match is played.
    """
    carry: dict[str, int] = terms.get("carry") or {}
    if not any(carry.values()):
        return None
    goals = counted(result) if result and result.get("score") else score
    return {side: goals[side] + carry[side] for side in SEATS}


def verdict(result: Mapping[str, Any], terms: Mapping[str, Any]) -> Verdict:
    """Decide two legs by the ``result`` of the second, under ``terms`` with the goals of the first.

    An engine decides with those goals. It does not know that a side that gave up, or did not come, may be ahead all the
    same; level, it is the other side's.
    """
    goals = counted(result)
    total = aggregate(terms, goals) or goals
    winner: Seat | None = result["winner"]
    by_the_game = result.get("source", "play") == "play" and not given_up(result)
    if not by_the_game and total["home"] != total["away"]:
        winner = "home" if total["home"] > total["away"] else "away"
    return Verdict(winner, goals, total)
