"""Sentences, with the rule, that refuse moves of Dom Jim already known to be illegal."""

from collections.abc import Mapping
from typing import Any

from engines.core.errors import show
from engines.core.refusals import Names, Refusal, misshapen, not_now
from engines.dom_jim import phases
from engines.dom_jim.board import CODE, GOAL, KEEPER, NAMES, PIECE, PIECES, RED
from engines.dom_jim.play import deciding_side, legal
from engines.dom_jim.state import State

_KEYS = {
    "move": {"type", "piece", "to"},
    "kick": {"type", "to"},
    "hold": {"type"},
    "long_throw": {"type"},
    "corner": {"type", "piece"},
    "throw_in": {"type", "to"},
    "relocate": {"type", "piece", "to"},
    "keeper": {"type", "to"},
}
_NAMES = {"piece": Names(PIECE, "figure"), "to": Names(CODE, "cell")}


def reason(s: State, side: int, move: Mapping[str, Any]) -> Refusal:
    if s.phase == phases.FINISHED:
        return Refusal("over", "the match is over")
    if side != deciding_side(s):
        to_act = NAMES[deciding_side(s)]
        return Refusal("not_to_act", f"it is not the decision of {NAMES[side]}: {to_act} is to act (DJ-5.1, DJ-14.2)")
    wrong = misshapen(move, _KEYS, _NAMES, "DJ-14.7")
    if wrong is None:
        wrong = not_now(move, legal(s, side), phases.NAMES[s.phase], _duty(s, side))
    if wrong is not None:
        if wrong.kind == "not_now" and move["type"] == "hold" and s.phase == phases.OFFSIDE:
            return Refusal("put_back", wrong.sentence + _put_back(s))
        return wrong
    kind = move["type"]
    if kind == "move":
        return _move(s, side, PIECE[move["piece"]], move["to"])
    if kind == "kick" and CODE[move["to"]] in GOAL[side]:
        return Refusal("own_goal", "a side never kicks into its own goal (DJ-6.4)")
    return Refusal(kind, f"{show(dict(move))} is not among the legal moves (DJ-6.2, DJ-6.3, DJ-14.2)")


def _duty(s: State, side: int) -> str:
    if s.phase == phases.TURN and s.carrier == side * 12 + KEEPER:
        return ": the keeper must release the ball (DJ-7.1)"
    if s.phase == phases.TURN and s.carrier < 0 and s.ball in RED[side]:
        return ": the keeper must step onto the ball (DJ-7.2)"
    return ""


def _put_back(s: State) -> str:
    """Explain why the figure offside may not be left."""
    if not s.frame.may_leave:
        return ": by offside_return a figure offside is always put back (DJ-9.5)"
    if s.offside_count > 1:
        return ": two or more figures offside are all put back (DJ-9.5)"
    return ": a figure offside on the ball's cell is put back (DJ-9.5)"


def _move(s: State, side: int, piece: int, cell: str) -> Refusal:
    name = PIECES[piece]
    if piece // 12 != side:
        return Refusal("not_yours", f"{name} is not a figure of {NAMES[side]}")
    if s.pieces[piece] < 0:
        return Refusal("off_the_board", f"{name} is off the board (DJ-8.8)")
    if piece == s.carrier:
        return Refusal("holder", f"{name} holds the ball and can only kick it (DJ-5.9)")
    if _duty(s, side):
        return Refusal("keeper_duty", f"{name} may not move to {cell}" + _duty(s, side))
    return Refusal("move", f"{name} cannot move to {cell} (DJ-5.2 to DJ-5.7)")
