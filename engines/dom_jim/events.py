"""Shape of each event of Dom Jim, by its type: its keys and their JSON types. Held to matches by the tests."""

from typing import Any, Final, Literal

from engines.core.schema import RESULT, SEAT
from engines.dom_jim.board import CELLS, PIECES
from engines.dom_jim.state import PERIODS

CELL: Final[Any] = Literal[CELLS]
FIGURE: Final[Any] = Literal[PIECES]
KICK: Final[Any] = Literal["goal", "saved", "wide"]
EVENTS: Final[dict[str, dict[str, Any]]] = {
    "ball": {"from": CELL, "to": CELL, "by": FIGURE | None},
    "corner": {"seat": SEAT, "piece": FIGURE, "at": CELL},
    "flag": {"seat": SEAT, "piece": FIGURE, "race": Literal[1, 2]},
    "full_time": {"result": RESULT},
    "goal": {"seat": SEAT, "piece": FIGURE | None, "own": bool},
    "goal_kick": {"seat": SEAT, "piece": FIGURE, "at": CELL},
    "kick_off": {"seat": SEAT},
    "move": {"piece": FIGURE, "from": CELL | None, "to": CELL},
    "offside": {"seat": SEAT, "pieces": list[FIGURE]},
    "over_card": {"seat": SEAT},
    "pass": {"seat": SEAT, "from": FIGURE, "to": FIGURE, "completed": bool},
    "penalty": {"seat": SEAT, "piece": FIGURE | None, "keeper": CELL, "outcome": KICK},
    "penalty_awarded": {"seat": SEAT},
    "period_end": {"period": Literal[PERIODS[:3]], "reason": Literal["flag", "goals", "no_goal_limit", "time"]},
    "possession": {"seat": SEAT, "piece": FIGURE},
    "race_step": {"seat": SEAT, "piece": FIGURE, "from": int, "to": int, "referee": bool},
    "red": {"seat": SEAT, "piece": FIGURE},
    "roll": {
        "seat": SEAT,
        "sides": Literal[6, 12, 44],
        "value": int,
        "for": Literal["kick_off", "long_throw", "penalty", "race", "race_order", "shootout", "shootout_order"],
    },
    "shootout_kick": {"seat": SEAT, "scored": bool, "keeper": CELL, "outcome": KICK},
    "shot": {"seat": SEAT, "piece": FIGURE, "at": CELL, "outcome": Literal["goal"]},
    "small_area": {"seat": SEAT, "piece": FIGURE, "at": CELL},
    "tackle": {"winner": FIGURE, "loser": FIGURE, "at": CELL},
    "throw_in": {"seat": SEAT, "from": CELL, "to": CELL},
    "triangulation": {"seat": SEAT, "pieces": list[FIGURE]},
    "turn_lost": {"seat": SEAT},
    "yellow": {"seat": SEAT, "piece": FIGURE, "to": CELL},
}
