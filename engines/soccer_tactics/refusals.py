"""Sentences, with the rule, that refuse moves of Soccer Tactics already known to be illegal."""

from collections.abc import Mapping
from typing import Any, Final

from engines.core.errors import show
from engines.core.refusals import Names, misshapen, not_now
from engines.soccer_tactics.board import CODE, KIND, NAMES, PIECE, PIECES, SIDE_OF
from engines.soccer_tactics.offers import legal
from engines.soccer_tactics.state import (
    ATTACK_MOVE,
    ATTACK_PLAY,
    CAPTURE,
    CORNER_CLEAR,
    CORNER_PLACE,
    DEFENCE,
    DEFENCE_MOVE,
    FINISHED,
    FREE_KICK_CLEAR,
    FREE_KICK_TAKER,
    GOAL_KICK_CLEAR,
    GOAL_KICK_TAKER,
    KEEPER_PLACE,
    KICK_OFF_KEEPER,
    KICK_OFF_KICKER,
    KICK_OFF_STRIKER,
    MINOR_FOUL,
    PENALTY_KICKER,
    PENALTY_PLACE,
    PHASES,
    State,
)

_KEYS: Final = {
    "place": {"type", "piece", "to"},
    "move": {"type", "piece", "to"},
    "take": {"type", "piece", "to"},
    "play": {"type", "to"},
    "dribble": {"type", "to"},
    "roll": {"type"},
    "done": {"type"},
    "accept": {"type"},
    "decline": {"type"},
}
_NAMES: Final = {"piece": Names(PIECE, "piece"), "to": Names(CODE, "cell")}
_RULES: Final = {
    KICK_OFF_KEEPER: "the keeper starts on one of his two goal-area cells (ST-2.2)",
    KICK_OFF_KICKER: "the kicker starts on one of the side's own circle cells (ST-2.3)",
    KICK_OFF_STRIKER: "strikers start on own row 8, the others' two cells or more from the ball (ST-2.3)",
    ATTACK_MOVE: "a field piece other than the carrier moves exactly the roll (ST-3, ST-5.2)",
    ATTACK_PLAY: "the ball goes exactly the roll, to a free cell or one with an own piece (ST-4)",
    CAPTURE: "a piece that can capture must, and moves exactly the roll (ST-3, ST-5.12, ST-12.6)",
    DEFENCE: "roll, or move the keeper one cell (ST-5.10, ST-8.2)",
    DEFENCE_MOVE: "a piece that can reach the ball must, and moves exactly the roll (ST-3, ST-5.12)",
    MINOR_FOUL: "accept the free kick or decline it (ST-11.10)",
    FREE_KICK_TAKER: "the taker is one of the nearest pieces that may stand there (ST-12.2)",
    FREE_KICK_CLEAR: "the piece goes just outside the zone, where it may stand (ST-12.3)",
    GOAL_KICK_TAKER: "a field piece takes it from the goal area (ST-8.9)",
    KEEPER_PLACE: "the keeper goes back to one of his two goal-area cells (ST-8.5, ST-10.3)",
    GOAL_KICK_CLEAR: "the piece goes to the cells that border the penalty area (ST-8.5)",
    CORNER_CLEAR: "the piece goes just outside the zone, where it may stand (ST-10.4)",
    CORNER_PLACE: "a piece is placed where it may stand, outside the zone (ST-10.5, ST-10.6)",
    PENALTY_KICKER: "the taker goes to one of the two arc cells (ST-11.6)",
    PENALTY_PLACE: "the piece leaves the area to rows 3 and 4 outside it (ST-11.7)",
}


def reason(s: State, side: int, move: Mapping[str, Any]) -> str:
    if s.phase == FINISHED:
        return "the match is over"
    if side != s.acting:
        return f"it is not the decision of {NAMES[side]}: {NAMES[s.acting]} is to act (ST-14)"
    wrong = misshapen(move, _KEYS, _NAMES, "ST-15.3")
    if wrong is not None:
        return wrong
    wrong = not_now(move, legal(s, side), PHASES[s.phase])
    if wrong is not None:
        return f"{wrong} (ST-14)"
    words = _piece(s, side, PIECE[move["piece"]]) if "piece" in move else ""
    return words or f"{show(dict(move))} is not legal: {_RULES[s.phase]}"


def _piece(s: State, side: int, piece: int) -> str:
    name = PIECES[piece]
    if SIDE_OF[piece] != side:
        return f"{name} is not a piece of {NAMES[side]}"
    if s.phase in (ATTACK_MOVE, CAPTURE, DEFENCE_MOVE) and KIND[piece] == 0:
        return f"{name} is the keeper and never moves by the die (ST-3.6)"
    if piece in s.sent_off:
        return f"{name} is sent off (ST-11.2)"
    if s.phase == ATTACK_MOVE and piece == s.carrier:
        return f"{name} has the ball and is not moved (ST-5.2)"
    if s.phase == CAPTURE and piece == s.no_touch:
        return f"{name} took the set piece and may not touch the ball again yet (ST-12.6)"
    return ""
