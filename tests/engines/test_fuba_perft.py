"""FUBA counted: every decision and every face of every die from several positions.

A changed number is a changed rule: a decision to be explained in review, with ``rules_version`` raised.
``python -m tests.engines.test_fuba_perft`` prints what the numbers would be now.
"""

from __future__ import annotations

from typing import Any

import pytest

import engines
from tests.engines.counting import perft

GAME: Any = engines.get("fuba")

POSITIONS: dict[str, tuple[dict[str, Any], tuple[int, ...]]] = {
    "formations": (
        {
            "phase": "formation",
            "formations": {"home": None, "away": None},
            "attacking": None,
            "first_kick_off": None,
        },
        (66,),
    ),
    "first turn": ({"restart": "kick_off"}, (660, 6840)),
    "attack on the left": (
        {"ball": "L4", "ball_die": 2, "pieces": {"home.p9": "L4", "home.p8": "C5", "home.p7": "C4"}},
        (960, 8753),
    ),
    "corner turn": (
        {
            "restart": "corner",
            "ball": "R4",
            "ball_die": 1,
            "pieces": {"home.p10": "KR4", "home.p9": "C5", "home.p8": "C4"},
        },
        (924, 8460),
    ),
    "midfield movement": (
        {
            "phase": "movement",
            "movement": {"seat": "home", "option": "midfield", "left": 3},
            "dice": {"home": 5, "away": 3},
        },
        (36, 1092, 29155),
    ),
    "quick moves": (
        {
            "phase": "quick_moves",
            "movement": {"seat": "away", "option": "quick", "left": 2, "next": "home"},
            "dice": {"home": 2, "away": 2},
        },
        (48, 2083),
    ),
    "kick-off adjustment": (
        {"phase": "adjust", "restart": "kick_off", "setup": {"seat": "home", "step": "adjust", "left": []}},
        (27, 1268),
    ),
    "placing at a kick-off": (
        {
            "phase": "deploy",
            "restart": "kick_off",
            "setup": {"seat": "away", "step": "passive", "left": ["away.p8", "away.p9", "away.p10"]},
            "pieces": {"away.p8": None, "away.p9": None, "away.p10": None},
        },
        (7, 13, 18),
    ),
    "penalty": (
        {
            "phase": "penalty_dive",
            "restart": "penalty",
            "ball": "C5",
            "ball_die": 2,
            "dice": {"home": 4, "away": 3},
            "pieces": {"home.p10": "C5", "away.p2": "C4", "away.p3": "C4"},
        },
        (3, 54, 92),
    ),
    "shootout": (
        {
            "period": "shootout",
            "phase": "penalty_dive",
            "shootout": {"home": [True, True], "away": [False, False]},
            "ball": None,
            "ball_die": None,
        },
        (3, 54, 162),
    ),
    "shot": (
        {"phase": "shot", "ball": "C5", "ball_die": 3, "dice": {"home": 3, "away": 1}, "pieces": {"home.p9": "C5"}},
        (7, 18, 373),
    ),
    "stoppage": ({"minute": 45, "stoppage": 5}, (375, 563, 5750)),
}
"""Name -> set-up and the lines of play of 1, 2, ... decisions, each outcome of the dice counted apart."""


DICE = 4
"""No decision is followed beyond so many dice."""


@pytest.mark.parametrize("name", POSITIONS)
def test_perft(name):
    setup, counts = POSITIONS[name]
    state = GAME.setup(setup, None, {"draws_allowed": False})
    assert tuple(perft(GAME, state, depth, DICE) for depth in range(1, len(counts) + 1)) == counts


if __name__ == "__main__":
    for position, (overrides, expected) in POSITIONS.items():
        start = GAME.setup(overrides, None, {"draws_allowed": False})
        print(position, tuple(perft(GAME, start, depth + 1, DICE) for depth in range(len(expected))))
