"""Super Goal! counted: every decision and every face of every die from a few positions: a changed rule shows.

One node is one position reached at a decision or at the end; a ply is one decision with all outcomes of its dice.
"""

from __future__ import annotations

import pytest

import engines
from engines.core.dice import Dice
from engines.core.errors import DiceExhausted
from tests.sizes import size

GAME = engines.get("super_goal")


class Branch(Dice):
    """A prefix of values; the first roll beyond it says how many faces its die has."""

    def __init__(self, prefix):
        super().__init__()
        self.left = list(prefix)
        self.faces = 0

    def _draw(self, n):
        if self.left:
            return self.left.pop(0)
        self.faces = n
        raise DiceExhausted("branch")


def outcomes(state, seat, move):
    waiting = [()]
    while waiting:
        prefix = waiting.pop()
        dice = Branch(prefix)
        try:
            yield GAME.apply(state, seat, move, dice)[0]
        except DiceExhausted:
            waiting += [(*prefix, value) for value in range(1, dice.faces + 1)]


def perft(state, depth):
    acting = GAME.to_act(state)
    if depth == 0 or not acting:
        return 1
    return sum(
        perft(after, depth - 1) for move in GAME.legal(state, acting[0]) for after in outcomes(state, acting[0], move)
    )


POSITIONS = {
    "kick-off": ({}, {}, {}),
    "wing of the last rows": ({"ball": "A9", "star": {"holder": "home", "face": "unstoppable"}}, {}, {}),
    "area, defender with recovery": ({"ball": "C10", "star": {"holder": "away", "face": "recovery"}}, {}, {}),
    "goal kick": ({"ball": "B11", "restart": "goal_kick", "attacking": "away"}, {}, {}),
    "own end after a foul": ({"ball": "C1", "last_foul": "away"}, {}, {}),
    "last turn, level, no draw": (
        {"ball": "C9", "period": "second_half", "time_up": True, "score": {"home": 1, "away": 1}},
        {},
        {"draws_allowed": False},
    ),
}
COUNTS = {
    "kick-off": [38, 1417, 41070],
    "wing of the last rows": [108, 3625, 114301],
    "area, defender with recovery": [4, 68, 1520],
    "goal kick": [71, 2136, 67763],
    "own end after a foul": [53, 1844, 59528],
    "last turn, level, no draw": [99, 1589, 27071],
}


@pytest.mark.parametrize("name", POSITIONS)
def test_perft(name):
    overrides, options, terms = POSITIONS[name]
    state = GAME.setup(overrides, options, terms)
    depth = size(3 if name in ("kick-off", "area, defender with recovery") else 2, 3)
    assert [perft(state, ply) for ply in range(1, depth + 1)] == COUNTS[name][:depth]
