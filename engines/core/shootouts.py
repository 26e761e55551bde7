"""Ends of a match: its score under the terms, then the shootout.

A shootout is five kicks each, stopped as soon as a side cannot be caught, then pairs of kicks.
"""

from collections.abc import Mapping, Sequence
from typing import Any

FIRST_KICKS = 5
Kicks = tuple[tuple[bool, ...], tuple[bool, ...]]


def higher(home: int, away: int) -> int:
    """Return 0 or 1 for the side with more, -1 for level."""
    return 0 if home > away else 1 if away > home else -1


def shootout_winner(kicks: tuple[Sequence[bool], Sequence[bool]]) -> int:
    """Return the side that has won, or -1; after the first five, kicks are compared in pairs."""
    home, away = kicks
    goals = (sum(home), sum(away))
    if len(home) <= FIRST_KICKS and len(away) <= FIRST_KICKS:
        if goals[0] > goals[1] + FIRST_KICKS - len(away):
            return 0
        return 1 if goals[1] > goals[0] + FIRST_KICKS - len(home) else -1
    return higher(*goals) if len(home) == len(away) else -1


def with_kick(kicks: Kicks | None, side: int, scored: bool) -> Kicks:
    home, away = kicks or ((), ())
    return ((*home, scored), away) if side == 0 else (home, (*away, scored))


def total(score: Sequence[int], terms: Mapping[str, Any]) -> int:
    """Return the side with more goals over both legs, -1 for level."""
    carry = terms["carry"]
    return higher(score[0] + carry["home"], score[1] + carry["away"])


def outcome(score: Sequence[int], terms: Mapping[str, Any], how: str, *, extra: bool = False) -> tuple[int, str] | None:
    """Return the winner (-1 for a draw) and how it was decided; None if the match goes on."""
    if terms["draws_allowed"]:
        return higher(score[0], score[1]), how
    carry = terms["carry"]
    winner = total(score, terms)
    if winner >= 0:
        return winner, "extra_time" if extra else "aggregate" if carry["home"] or carry["away"] else how
    if not extra and terms["away_goals"] and carry["home"] != score[1]:
        return higher(carry["home"], score[1]), "away_goals"
    if terms.get("level_stands") and (extra or not terms["extra_time"]):
        return -1, "extra_time" if extra else how
    return None
