"""Sentences, with the rule, that refuse moves of six-a-side already known to be illegal."""

from collections.abc import Mapping
from typing import Any

from engines.core.errors import show
from engines.core.refusals import Names, Refusal, misshapen, not_now
from engines.six_a_side import phases
from engines.six_a_side.board import BLOCKED, CODE, NAMES, PIECE, PIECES
from engines.six_a_side.play import legal, waiting
from engines.six_a_side.state import State

_KEYS = {
    "place": {"type", "piece", "to"},
    "formation": {"type", "name"},
    "kickoff": {"type", "piece"},
    "move": {"type", "piece", "to"},
    "pass": {"type", "to"},
    "kick": {"type", "to"},
    "long_pass": {"type", "to"},
    "steal": {"type", "piece"},
    "substitute": {"type", "piece"},
    "done": {"type"},
    "keeper": {"type", "piece"},
    "decline": {"type"},
    "kicker": {"type", "piece"},
    "pick": {"type", "number"},
}
_NAMES = {"piece": Names(PIECE, "pawn"), "to": Names(CODE, "space")}


def reason(s: State, side: int, move: Mapping[str, Any]) -> Refusal:
    if s.phase == phases.FINISHED:
        return Refusal("over", "the match is over")
    if side not in waiting(s):
        return Refusal("not_to_act", f"it is not the decision of {NAMES[side]} (phase {phases.NAMES[s.phase]}, SX-3.3)")
    wrong = misshapen(move, _KEYS, _NAMES, "SX-14")
    if wrong is None:
        wrong = not_now(move, legal(s, side), phases.NAMES[s.phase], _why_not_now(s, move["type"]))
    if wrong is not None:
        return wrong
    if "to" in move and CODE[move["to"]] in BLOCKED:
        return Refusal("blocked", f"{move['to']} is a blocked space (SX-1.7)")
    if "piece" in move and PIECE[move["piece"]] // 7 != side:
        return Refusal("not_yours", f"{move['piece']} is not a pawn of {NAMES[side]}")
    return _detail(s, side, move["type"], move)


def _why_not_now(s: State, kind: str) -> str:
    if s.phase == phases.CHAIN and kind in ("kick", "long_pass"):
        return ": a chain of passes holds no kick and no long pass (SX-5.3)"
    if kind == "formation":
        return ": a ready formation is taken only as the first decision (SX-2.7)"
    if kind == "substitute":
        return ": a side substitutes once (SX-10.1)"
    return ""


def _detail(s: State, side: int, kind: str, move: Mapping[str, Any]) -> Refusal:
    if s.phase == phases.SETUP:
        sentence = f"{move.get('piece')} may not be placed on {move.get('to')} now (SX-2.3, SX-2.5, SX-2.7)"
        return Refusal("place", sentence)
    if kind == "steal":
        piece = PIECE[move["piece"]]
        if piece == s.no_steal[side]:
            return Refusal("robbed", f"{PIECES[piece]} was robbed and cannot steal this turn (SX-6.4)")
        return Refusal(
            "steal",
            f"{PIECES[piece]} cannot steal: it must be beside the carrier, and no area may hold two (SX-6.1, SX-6.3)",
        )
    words = {
        "move": "one space, or along a sprint zone, to an empty space (SX-4.1, SX-4.3, SX-2.5)",
        "pass": "to an own pawn within two spaces that has not touched the ball (SX-5.1, SX-5.2)",
        "kick": "to an empty space within two, or to a goal space with a free line (SX-5.4, SX-5.5)",
        "long_pass": "from a long-pass space, farther than two, in that half or the middle row (SX-5.6)",
    }
    why = words.get(kind, "it is not among the legal moves (SX-12)")
    return Refusal(kind, f"{show(dict(move))} is not legal: {why}")
