"""Super Goal! counted: every decision and every face of every die from a few positions: a changed rule shows.

One node is one position reached at a decision or at the end; a ply is one decision with all outcomes of its dice.
"""

from __future__ import annotations

import pytest

import engines
from tests.engines.counting import perft
from tests.sizes import size

GAME = engines.get("super_goal")


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
    assert [perft(GAME, state, ply) for ply in range(1, depth + 1)] == COUNTS[name][:depth]
