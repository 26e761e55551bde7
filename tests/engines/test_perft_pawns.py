"""Dom Jim and six-a-side counted: every decision and every face of a die from a few positions: a changed rule shows.

One node is one position reached at a decision or at the end; a ply is one decision with all outcomes of its dice.
"""

from __future__ import annotations

import pytest

import engines
from tests.engines.counting import perft
from tests.sizes import size

KEEPERS = {"home.gk": "E1", "away.gk": "E13"}
POSITIONS = {
    "dom_jim kick-off": {},
    "dom_jim shot or pass": {
        "pieces": {**KEEPERS, "home.c": "E10", "home.l1": "F12", "away.d1": "D9"},
        "carrier": "home.c",
    },
    "dom_jim keeper must release": {"pieces": {**KEEPERS, "home.l1": "A1", "away.l1": "A13"}, "carrier": "home.gk"},
    "dom_jim corner": {"pieces": {**KEEPERS, "home.l1": "C3", "home.c": "D10", "away.l1": "B12"}, "ball": "A13"},
    "dom_jim offside in the making": {
        "pieces": {**KEEPERS, "home.d1": "E12", "home.l1": "A1", "away.l1": "A9"},
        "ball": "A4",
    },
    "dom_jim penalty": {
        "pieces": {**KEEPERS, "away.c": "D4", "home.l1": "A1"},
        "phase": "penalty",
        "attacking": "away",
    },
    "dom_jim shot or pass, put back": {},
    "dom_jim offside in the making, put back": {},
    "six_a_side line-ups": {"carrier": "home.p4"},
    "six_a_side beside the goal": {
        "pieces": {"home.p1": "D1", "home.p4": "D10", "away.p1": "D11", "away.p2": "E9"},
        "carrier": "home.p4",
    },
    "six_a_side long pass": {
        "pieces": {"home.p1": "D1", "home.p4": "A2", "home.p5": "F5", "away.p1": "D11", "away.p2": "B3"},
        "carrier": "home.p4",
    },
    "six_a_side chain": {
        "pieces": {"home.p1": "D1", "home.p4": "D6", "home.p5": "D8", "home.p6": "C10", "away.p1": "E11"},
        "carrier": "home.p4",
    },
    "six_a_side cautioned thief": {
        "pieces": {"home.p1": "D2", "home.p2": "G6", "away.p1": "D11", "away.p2": "E3"},
        "carrier": "away.p2",
        "active": "home",
        "yellow": {"home.p1": 1},
    },
    "six_a_side sprint": {"pieces": {"home.p1": "D1", "home.p4": "A6", "away.p1": "D11"}, "carrier": "home.p4"},
}
PUT_BACK = ", put back"
"""Ends the name of a position that is played where a single figure offside is always put back (DJ-9.5)."""
POSITIONS |= {name: POSITIONS[name.removesuffix(PUT_BACK)] for name in POSITIONS if name.endswith(PUT_BACK)}
COUNTS = {
    "dom_jim kick-off": [68, 4577, 310511],
    "dom_jim shot or pass": [60, 472, 14939],
    "dom_jim shot or pass, put back": [60, 422, 14100],
    "dom_jim keeper must release": [63, 768, 9409],
    "dom_jim corner": [43, 654, 24582],
    "dom_jim offside in the making": [19, 165, 3221],
    "dom_jim offside in the making, put back": [19, 153, 3053],
    "dom_jim penalty": [36, 1332, 41778],
    "six_a_side line-ups": [67, 807, 33201],
    "six_a_side beside the goal": [28, 130, 1800],
    "six_a_side long pass": [57, 378, 5768],
    "six_a_side chain": [56, 469, 2315],
    "six_a_side cautioned thief": [19, 83, 2810],
    "six_a_side sprint": [30, 140, 840],
}


@pytest.mark.parametrize("name", POSITIONS)
def test_perft(name):
    slug, given = name.split(" ")[0], POSITIONS[name]
    game = engines.get(slug)
    options = {"offside_return": "must"} if name.endswith(PUT_BACK) else {}
    state = game.setup({**given, "pieces_only": "pieces" in given}, options)
    depth = size(2 if COUNTS[name][2] > 10_000 else 3, 3)
    assert [perft(game, state, ply) for ply in range(1, depth + 1)] == COUNTS[name][:depth]
