"""Shape of each event of six-a-side pawns, by its type: its keys and their JSON types. Held to matches by the tests."""

from typing import Any, Final, Literal

from engines.core.schema import RESULT, SEAT
from engines.six_a_side.board import CELLS, PIECES
from engines.six_a_side.state import PERIODS

SPACE: Final[Any] = Literal[CELLS]
PAWN: Final[Any] = Literal[PIECES]
PICK: Final[Any] = Literal[1, 2, 3]
EVENTS: Final[dict[str, dict[str, Any]]] = {
    "ball": {"from": SPACE, "to": SPACE, "by": PAWN},
    "foul": {"piece": PAWN, "at": SPACE, "penalty": bool},
    "full_time": {"result": RESULT},
    "goal": {"seat": SEAT, "piece": PAWN, "own": bool, "penalty": bool},
    "keeper_change": {"seat": SEAT, "piece": PAWN, "to": SPACE},
    "kick": {"piece": PAWN, "from": SPACE, "to": SPACE, "long": bool},
    "kick_off": {"seat": SEAT, "piece": PAWN},
    "line_up": {"seat": SEAT, "cells": dict[PAWN, SPACE]},
    "move": {"piece": PAWN, "from": SPACE, "to": SPACE, "sprint": bool},
    "pass": {"from": PAWN, "to": PAWN, "completed": bool, "long": bool},
    "passive_play": {"seat": SEAT},
    "penalty": {"seat": SEAT, "outcome": Literal["goal", "saved"], "kicker_pick": PICK, "keeper_pick": PICK},
    "penalty_awarded": {"seat": SEAT, "reason": str},
    "period_end": {"period": Literal[PERIODS[:3]]},
    "picked": {"seat": SEAT},
    "pickup": {"piece": PAWN, "at": SPACE},
    "placed": {"piece": PAWN, "from": SPACE | None, "to": SPACE},
    "possession": {"seat": SEAT},
    "red": {"piece": PAWN},
    "resignation": {"seat": SEAT},
    "roll": {
        "seat": None,
        "sides": Literal[2],
        "value": Literal[1, 2],
        "for": Literal["toss", "shootout_toss", "lots"],
    },
    "setup_step": {"seat": SEAT, "placed": int},
    "shootout_kick": {"seat": SEAT, "scored": bool, "kicker_pick": PICK, "keeper_pick": PICK},
    "shot": {"seat": SEAT, "piece": PAWN, "at": SPACE, "outcome": Literal["goal", "saved"]},
    "substitution": {"seat": SEAT, "out": PAWN, "in": PAWN, "at": SPACE},
    "tackle": {"winner": PAWN, "loser": PAWN, "at": SPACE, "diagonal": bool},
    "time_up": {},
    "timeout": {"seat": SEAT},
    "turn_lost": {"seat": SEAT, "reason": Literal["no_action"]},
    "yellow": {"piece": PAWN},
}
