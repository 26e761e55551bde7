"""Shape of each event of FUBA, by its type: its keys and their JSON types. Held to matches by the tests."""

from typing import Any, Final, Literal

from engines.core.schema import RESULT, SEAT
from engines.fuba.board import CELL_NAMES, PIECES, ZONES
from engines.fuba.options import DIVE_SIDES, FORMATION_NAMES
from engines.fuba.state import OPTION_NAMES, PERIODS, RESTARTS

ZONE: Final[Any] = Literal[ZONES]
CORNERED: Final[Any] = Literal[CELL_NAMES]
"""Zones and the corner spots."""
MAN: Final[Any] = Literal[PIECES]
FACE: Final[Any] = Literal[1, 2, 3, 4, 5, 6]
RESTART: Final[Any] = Literal[RESTARTS[1:]]
EVENTS: Final[dict[str, dict[str, Any]]] = {
    "aim": {"seat": SEAT, "side": Literal["left", "centre", "right"]},
    "ball": {"from": ZONE | None, "to": ZONE, "by": Literal["carry", "goal_kick", "pass", "set_up"]},
    "ball_die": {"value": FACE, "easy": bool},
    "control": {
        "seat": SEAT,
        "die": FACE,
        "start": int,
        "target": int,
        "distance": int,
        "value": int,
        "ball_die": FACE,
        "outcome": Literal["kept", "lost", "event"],
    },
    "corner": {"seat": SEAT},
    "dive": {"seat": SEAT, "side": Literal[DIVE_SIDES]},
    "formation": {"seat": SEAT, "formation": Literal[FORMATION_NAMES]},
    "foul": {"seat": SEAT, "at": ZONE},
    "free_kick": {"seat": SEAT, "at": ZONE},
    "full_time": {"result": RESULT},
    "goal": {"seat": SEAT, "piece": None, "own": bool},
    "goal_kick": {"seat": SEAT},
    "kick_off": {"seat": SEAT},
    "move": {"piece": MAN, "from": CORNERED | None, "to": CORNERED},
    "movement": {"seat": SEAT, "option": Literal[OPTION_NAMES[1:]], "players": int},
    "pass": {"seat": SEAT, "from": ZONE, "to": ZONE, "completed": bool},
    "penalty": {"seat": SEAT, "outcome": Literal["goal", "saved"]},
    "penalty_awarded": {"seat": SEAT, "at": ZONE},
    "period_end": {"period": Literal[PERIODS[:4]]},
    "possession": {"seat": SEAT},
    "red": {"seat": SEAT, "piece": MAN},
    "resign": {"seat": SEAT},
    "roll": {
        "seat": SEAT,
        "sides": Literal[6],
        "value": FACE,
        "for": Literal["difficult_shot", "initial", "penalty", "red", "roll_off", "shot", "special_event"],
    },
    "set_up": {"seat": SEAT, "restart": RESTART, "at": ZONE},
    "shootout_kick": {"seat": SEAT, "scored": bool},
    "shot": {
        "seat": SEAT,
        "piece": None,
        "at": ZONE,
        "outcome": Literal["goal", "corner", "goal_kick"],
        "die": FACE,
        "ball_zone": int,
        "box": int,
        "keeper": int,
        "zone": int,
        "value": int,
        "ball_die": FACE,
        "difficult": bool,
    },
    "special_event": {"seat": SEAT, "value": FACE},
    "target": {"seat": SEAT, "from": ZONE, "zone": ZONE, "via": ZONE | None},
    "time": {"minute": int, "stoppage": int},
    "timeout": {"seat": SEAT, "move": dict[str, Any]},
    "turn": {"seat": SEAT, "restart": RESTART | None, "game_turn": int},
    "yellow": {"seat": SEAT, "count": int},
}
