"""Shape of each event of Super Goal!, by its type: its keys and their JSON types. Held to matches by the tests."""

from typing import Any, Final, Literal

from engines.core.schema import RESULT, SEAT
from engines.super_goal.board import CELLS
from engines.super_goal.faces import DEFENCE, DICE, KEEPER, SHOT, STAR

CELL: Final[Any] = Literal[CELLS]
DIE: Final[Any] = Literal[DICE]
FACE: Final[Any] = Literal[STAR[1:]]
HALF: Final[Any] = Literal["first_half", "second_half"]
PURPOSES: Final[Any] = Literal[
    (*DICE, "defence", "keeper", "penalty", "shootout", "shootout_first", "shot", "star", "toss", "var")
]
EVENTS: Final[dict[str, dict[str, Any]]] = {
    "arrow": {
        "seat": SEAT,
        "die": DIE,
        "dir": Literal["forward", "backward", "diagonal", "lateral"],
        "n": int,
        "symbol": Literal["?", "X", None],
    },
    "ball": {"from": CELL, "to": CELL, "by": SEAT},
    "corner": {"seat": SEAT, "at": CELL},
    "defence": {"seat": SEAT, "result": Literal[DEFENCE[1:]], "at": CELL},
    "foul": {"seat": SEAT, "at": CELL},
    "free_kick": {"seat": SEAT, "at": CELL},
    "full_time": {"result": RESULT},
    "goal": {"seat": SEAT, "piece": None, "own": bool},
    "goal_kick": {"seat": SEAT, "at": CELL},
    "keeper": {"seat": SEAT, "result": Literal[KEEPER[1:]]},
    "keeper_throw": {"seat": SEAT},
    "kick_off": {"seat": SEAT},
    "pass": {"seat": SEAT, "die": DIE, "from": CELL, "to": CELL | None, "completed": bool},
    "penalty": {"seat": SEAT, "outcome": Literal["awarded", "scored", "corner", "wide", "parried"]},
    "period_end": {"period": HALF},
    "possession": {"seat": SEAT},
    "red": {"seat": SEAT},
    "roll": {"seat": SEAT | None, "sides": Literal[2, 6], "value": int, "for": PURPOSES},
    "shootout_kick": {"seat": SEAT, "scored": bool},
    "shot": {
        "seat": SEAT,
        "piece": None,
        "at": CELL,
        "inside": bool,
        "free_kick": bool,
        "outcome": Literal[SHOT[1:]],
    },
    "star_face": {"seat": SEAT, "face": FACE},
    "star_passed": {"from": SEAT, "to": SEAT},
    "star_played": {"seat": SEAT, "face": FACE, "at": CELL},
    "tackle": {"winner": SEAT, "loser": SEAT, "at": CELL},
    "throw_in": {"seat": SEAT, "at": CELL},
    "time_up": {"period": HALF},
    "timeout": {"seat": SEAT},
    "toss": {"winner": SEAT},
    "var": {"seat": SEAT, "confirmed": bool},
}
