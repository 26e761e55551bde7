"""Sentences, with the rule, that refuse moves of Soccer Tactics already known to be illegal."""

from collections.abc import Mapping
from typing import Any, Final

from engines.core.errors import show
from engines.core.refusals import Names, Refusal, misshapen, not_now
from engines.soccer_tactics import phases
from engines.soccer_tactics.board import CODE, KIND, NAMES, PIECE, PIECES, SIDE_OF
from engines.soccer_tactics.offers import legal
from engines.soccer_tactics.state import State

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
    phases.KICK_OFF_KEEPER: "the keeper starts on one of his two goal-area cells (ST-2.2)",
    phases.KICK_OFF_KICKER: "the kicker starts on one of the side's own circle cells (ST-2.3)",
    phases.KICK_OFF_STRIKER: "strikers start on own row 8, the others' two cells or more from the ball (ST-2.3)",
    phases.ATTACK_MOVE: "a field piece other than the carrier moves exactly the roll (ST-3, ST-5.2)",
    phases.ATTACK_PLAY: "the ball goes exactly the roll, to a free cell or one with an own piece (ST-4)",
    phases.CAPTURE: "a piece that can capture must, and moves exactly the roll (ST-3, ST-5.12, ST-12.6)",
    phases.DEFENCE: "roll, or move the keeper one cell (ST-5.10, ST-8.2)",
    phases.DEFENCE_MOVE: "a piece that can reach the ball must, and moves exactly the roll (ST-3, ST-5.12)",
    phases.MINOR_FOUL: "accept the free kick or decline it (ST-11.10)",
    phases.FREE_KICK_TAKER: "the taker is one of the nearest pieces that may stand there (ST-12.2)",
    phases.FREE_KICK_CLEAR: "the piece goes just outside the zone, where it may stand (ST-12.3)",
    phases.GOAL_KICK_TAKER: "a field piece takes it from the goal area (ST-8.9)",
    phases.KEEPER_PLACE: "the keeper goes back to one of his two goal-area cells (ST-8.5, ST-10.3)",
    phases.GOAL_KICK_CLEAR: "the piece goes to the cells that border the penalty area (ST-8.5)",
    phases.CORNER_CLEAR: "the piece goes just outside the zone, where it may stand (ST-10.4)",
    phases.CORNER_PLACE: "a piece is placed where it may stand, outside the zone (ST-10.5, ST-10.6)",
    phases.PENALTY_KICKER: "the taker goes to one of the two arc cells (ST-11.6)",
    phases.PENALTY_PLACE: "the piece leaves the area to rows 3 and 4 outside it (ST-11.7)",
}
_BY_THE_DIE: Final = (phases.ATTACK_MOVE, phases.CAPTURE, phases.DEFENCE_MOVE)


def reason(s: State, side: int, move: Mapping[str, Any]) -> Refusal:
    if s.phase == phases.FINISHED:
        return Refusal("over", "the match is over")
    if side != s.acting:
        return Refusal("not_to_act", f"it is not the decision of {NAMES[side]}: {NAMES[s.acting]} is to act (ST-14)")
    wrong = misshapen(move, _KEYS, _NAMES, "ST-15.3")
    if wrong is not None:
        return wrong
    wrong = not_now(move, legal(s, side), phases.NAMES[s.phase], " (ST-14)")
    if wrong is not None:
        return wrong
    refused_piece = _piece(s, side, PIECE[move["piece"]]) if "piece" in move else None
    sentence = f"{show(dict(move))} is not legal: {_RULES[s.phase]}{_or_stops(s)}"
    return refused_piece or Refusal(phases.NAMES[s.phase], sentence)


def _or_stops(s: State) -> str:
    may_stop = s.frame.stops and s.phase in _BY_THE_DIE
    return ", or stops on an opponent that it meets on its way (ST-3.15)" if may_stop else ""


def _piece(s: State, side: int, piece: int) -> Refusal | None:
    name = PIECES[piece]
    if SIDE_OF[piece] != side:
        return Refusal("not_yours", f"{name} is not a piece of {NAMES[side]}")
    if s.phase in _BY_THE_DIE and KIND[piece] == 0:
        return Refusal("keeper_by_die", f"{name} is the keeper and never moves by the die (ST-3.6)")
    if piece in s.sent_off:
        return Refusal("sent_off", f"{name} is sent off (ST-11.2)")
    if s.phase == phases.ATTACK_MOVE and piece == s.carrier:
        return Refusal("carrier", f"{name} has the ball and is not moved (ST-5.2)")
    if s.phase == phases.CAPTURE and piece == s.no_touch:
        return Refusal("no_touch", f"{name} took the set piece and may not touch the ball again yet (ST-12.6)")
    return None
