"""The positions drawn on the rules pages: overrides of a game's own set-up, by game and name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

EXAMPLES: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "dom_jim": {
        "interception": {"pieces": {"away.d3": "E6"}, "carrier": "away.d3"},
        "shot": {"pieces": {"home.d3": "F11", "away.gk": "E14"}, "carrier": "home.d3"},
    },
    "six_a_side": {
        "start": {"ball": "D6"},
        "steal": {"pieces": {"home.p4": "D6", "away.p4": "D7"}, "carrier": "home.p4", "active": "away"},
        "shot": {"pieces": {"home.p5": "C10", "away.p3": "C8"}, "carrier": "home.p5"},
    },
    "soccer_tactics": {
        "start": {"roll": 4},
        "offside": {"pieces": {"home.f1": "E14", "home.f2": "F13"}, "carrier": "home.m3", "roll": 3},
    },
    "fuba": {
        "check": {"pieces": {"home.p5": "L3", "home.p6": "L3"}},
        "shot": {"pieces": {"home.p9": "C5", "home.p10": "C5"}, "ball": "C5", "ball_die": 2, "phase": "shot"},
    },
}
