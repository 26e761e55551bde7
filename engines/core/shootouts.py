"""When a shootout is decided: five kicks each, stopped as soon as a side cannot be caught, then pairs of kicks."""

from __future__ import annotations

from collections.abc import Sequence

FIRST_KICKS = 5


def higher(home: int, away: int) -> int:
    """0 or 1 for the side with more, -1 for level."""
    return 0 if home > away else 1 if away > home else -1


def shootout_winner(kicks: tuple[Sequence[bool], Sequence[bool]]) -> int:
    """The side that has won, or -1; beyond the first five it is judged after equal kicks."""
    home, away = kicks
    goals = (sum(home), sum(away))
    if len(home) <= FIRST_KICKS and len(away) <= FIRST_KICKS:
        if goals[0] > goals[1] + FIRST_KICKS - len(away):
            return 0
        return 1 if goals[1] > goals[0] + FIRST_KICKS - len(home) else -1
    return higher(*goals) if len(home) == len(away) else -1
