"""Soccer Tactics counted: every decision and every face of every die from several positions.

A changed number is a changed rule: a decision to be explained in review, with ``rules_version`` raised.
``python -m tests.engines.test_soccer_tactics_perft`` prints what the numbers would be now.
"""

from __future__ import annotations

from typing import Any

import pytest

import engines
from tests.engines.counting import perft
from tests.sizes import size

GAME: Any = engines.get("soccer_tactics")
FEW: dict[str, Any] = {"home.gk": "E1", "home.f1": "D8", "away.gk": "D16", "away.d1": "B13"}
CONTESTED: dict[str, Any] = {
    "phase": "defence_move",
    "roll": 5,
    "carrier": "home.f1",
    "pieces": {**FEW, "home.m1": "D9", "home.m2": "C10", "away.m1": "D11", "away.m2": "B8"},
}

POSITIONS: dict[str, tuple[dict[str, Any], tuple[int, ...]]] = {
    "kick-off": (
        {
            "phase": "kick_off_keeper",
            "restart": {"kind": "kick_off"},
            "pieces": {"home.d1": "B4", "away.d1": "B13"},
        },
        (2, 8, 56, 112),
    ),
    "opening set": ({"phase": "attack_move", "roll": 2, "pieces_only": False}, (912, 128309)),
    "opening set, stopping": ({"phase": "attack_move", "roll": 5, "pieces_only": False}, (1956, 283519)),
    "at the carrier": (CONTESTED, (684, 280788)),
    "at the carrier, stopping": (CONTESTED, (884, 361443)),
    "ball to play": ({"phase": "attack_play", "roll": 3, "pieces": {**FEW, "home.m1": "E14"}}, (192, 3990, 143640)),
    "capture": ({"phase": "capture", "roll": 2, "ball": "D12", "kicker": "home.f1", "pieces": FEW}, (24, 864, 21977)),
    "defence": ({"phase": "defence", "carrier": "home.f1", "pieces": FEW}, (186, 32892)),
    "battle in the area": (
        {
            "phase": "defence_move",
            "roll": 1,
            "after": "shoot",
            "carrier": "home.f1",
            "pieces": {"home.gk": "E1", "home.f1": "D14", "away.gk": "D16", "away.d1": "D15"},
        },
        (74, 3008),
    ),
    "penalty": (
        {
            "phase": "penalty_kicker",
            "ball": "spot16",
            "restart": {"kind": "penalty", "taker": "home.f1"},
            "pieces": {"home.gk": "E1", "home.f1": "D14", "away.gk": "line16", "away.d1": "D15"},
        },
        (2, 160, 720, 365072),
    ),
    "free kick": (
        {
            "phase": "free_kick_taker",
            "attacking": "away",
            "restart": {"kind": "free_kick", "why": "minor"},
            "pieces": FEW,
        },
        (2, 1152, 176544),
    ),
    "corner": (
        {
            "phase": "corner_place",
            "ball": "A16",
            "restart": {"kind": "corner", "cell": "A16", "taker": "home.f1", "left": {"home": 1, "away": 1}},
            "pieces": {"home.gk": "E1", "home.m1": "D12", "away.gk": "D16", "away.d1": "B13"},
        },
        (59, 66552),
    ),
}
"""Name -> set-up (of these pieces alone, unless it says otherwise) and the lines of play of 1, 2, ... decisions."""

OPTIONS: dict[str, dict[str, Any]] = {
    "opening set, stopping": {"blocked": "stops"},
    "at the carrier, stopping": {"blocked": "stops", "compulsory_capture": "loose"},
}
"""Name -> options, where they are not the usual ones."""

DICE = 3
"""No decision is followed beyond so many dice."""


def start(name: str) -> Any:
    """The position of this name."""
    setup = {"pieces_only": True, **POSITIONS[name][0]}
    return GAME.setup(setup, OPTIONS.get(name), {"draws_allowed": False})


@pytest.mark.parametrize("name", POSITIONS)
def test_perft(name):
    most = size(40_000, 1_000_000)
    counts = tuple(count for count in POSITIONS[name][1] if count < most)
    assert counts
    state = start(name)
    assert tuple(perft(GAME, state, depth, DICE) for depth in range(1, len(counts) + 1)) == counts


if __name__ == "__main__":
    for position, (_overrides, expected) in POSITIONS.items():
        print(position, tuple(perft(GAME, start(position), depth + 1, DICE) for depth in range(len(expected))))
