"""Shape of each event of Soccer Tactics, by its type: its keys and their JSON types. Held to matches by the tests."""

from typing import Any, Final, Literal

from engines.core.schema import RESULT, SEAT
from engines.soccer_tactics.board import PIECES, PLACES
from engines.soccer_tactics.state import PERIODS, WHYS

PLACE: Final[Any] = Literal[PLACES]
PIECE: Final[Any] = Literal[PIECES]
SHOT: Final[Any] = Literal["goal", "corner", "goal_kick"]
PURPOSES: Final[Any] = Literal[
    "ball", "capture", "defence", "move", "shootout", "shootout_toss", "shot", "tackle", "toss"
]
EVENTS: Final[dict[str, dict[str, Any]]] = {
    "ball": {"from": PLACE, "to": PLACE, "by": PIECE},
    "capture": {"piece": PIECE, "at": PLACE},
    "corner": {"seat": SEAT, "piece": PIECE, "at": PLACE},
    "dribble": {"piece": PIECE, "to": PLACE},
    "foul": {"seat": SEAT, "piece": PIECE, "victim": PIECE, "at": PLACE},
    "free_kick": {"seat": SEAT, "piece": PIECE, "at": PLACE, "why": Literal[WHYS]},
    "full_time": {"result": RESULT},
    "goal": {"seat": SEAT, "piece": PIECE, "own": bool},
    "goal_kick": {"seat": SEAT},
    "kick_off": {"seat": SEAT},
    "minor_foul": {"seat": SEAT},
    "move": {"piece": PIECE, "from": PLACE | None, "to": PLACE | None},
    "no_play": {"seat": SEAT},
    "offside": {"seat": SEAT, "piece": PIECE, "at": PLACE},
    "pass": {"from": PIECE | None, "to": PIECE | None, "completed": bool},
    "penalty": {"seat": SEAT, "piece": PIECE, "outcome": SHOT},
    "penalty_awarded": {"seat": SEAT, "piece": PIECE, "at": PLACE},
    "period_end": {"period": Literal[PERIODS[:4]]},
    "possession": {"seat": SEAT},
    "red": {"piece": PIECE},
    "roll": {"seat": SEAT, "sides": Literal[6, 8], "value": int, "for": PURPOSES},
    "shootout_kick": {"seat": SEAT, "scored": bool},
    "shot": {"seat": SEAT, "piece": PIECE, "at": PLACE, "outcome": SHOT},
    "tackle": {"winner": PIECE, "loser": PIECE, "at": PLACE},
    "time_up": {},
    "turn": {"seat": SEAT, "n": int},
    "yellow": {"piece": PIECE},
}
