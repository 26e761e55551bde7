"""Sentences, with the rule, that refuse moves of Super Goal! already known to be illegal."""

from collections.abc import Mapping
from typing import Any

from engines.core.errors import show
from engines.core.refusals import Refusal
from engines.super_goal import phases
from engines.super_goal.board import CELLS, NAMES, WING
from engines.super_goal.faces import CONTROL, DICE, STAR
from engines.super_goal.play import legal, to_act
from engines.super_goal.state import CORNER, FREE_KICK, THROW_IN, State

_KEYS = {
    "roll": {"type", "die", "turn", "double"},
    "choose": {"type", "side"},
    "place": {"type", "to"},
}


def reason(s: State, side: int, move: Mapping[str, Any]) -> Refusal:
    if s.phase == phases.FINISHED:
        return Refusal("over", "the match is over")
    if NAMES[side] not in to_act(s):
        decider, phase = to_act(s)[0], phases.NAMES[s.phase]
        return Refusal("not_to_act", f"it is not the decision of {NAMES[side]}: {decider} is to act (phase {phase})")
    offered = _offered(s, side)
    kind = move.get("type")
    if not isinstance(kind, str):
        return Refusal("shape", f"a move needs a type; in phase {phases.NAMES[s.phase]} there are {offered}")
    if kind in _KEYS and set(move) != _KEYS[kind]:
        expected = ", ".join(sorted(_KEYS[kind]))
        return Refusal("shape", f"a move of type {kind} has the keys {expected} and no others")
    refusal = _attack(s, side, kind, move) if s.phase == phases.ATTACK else None
    return refusal or Refusal(
        "not_now", f"{show(dict(move))} is not legal now; in phase {phases.NAMES[s.phase]} there are {offered}"
    )


def _offered(s: State, side: int) -> str:
    kinds = dict.fromkeys(move["type"] for move in legal(s, side))
    return ", ".join(kinds) or "none"


def _attack(s: State, side: int, kind: str, move: Mapping[str, Any]) -> Refusal | None:
    if kind == "roll":
        if move["die"] not in DICE:
            sentence = f"there is no arrow die {show(move['die'])}; the dice are {', '.join(DICE)} (SG-3.1)"
            return Refusal("shape", sentence)
        if move["die"] == "control" and s.last_die == CONTROL:
            return Refusal("control_twice", "the control die may not be used twice running (SG-4.5)")
        if move["turn"] is False and s.restart == CORNER:
            return Refusal("corner", "a corner is always played with a turned arrow (SG-8.6)")
        if move["turn"] is True and not WING[side][s.ball]:
            sentence = "an arrow may be turned only in columns A and E of the last three rows (SG-5.11)"
            return Refusal("turn", sentence)
        if move["double"] is True:
            return Refusal("double", "only a goal kick or a keeper's throw may be doubled (SG-8.3)")
    elif kind == "shoot" and len(move) == 1:
        if s.restart == THROW_IN:
            return Refusal("throw_in", "there is no shot directly from a throw-in (SG-5.12)")
        if s.restart == FREE_KICK:
            return Refusal("free_kick", f"a free kick at {CELLS[s.ball]} may not be shot at goal (SG-9.4)")
        return Refusal("shoot", f"the ball at {CELLS[s.ball]} is not in the shooting zone (SG-6.1)")
    elif kind == "star" and len(move) == 1:
        if s.star_holder != side:
            return Refusal("star_held", f"{NAMES[side]} does not hold the star die (SG-10.1)")
        return Refusal("star", f"the coup {STAR[s.star_face]} cannot be played here and now (SG-10.11)")
    return None
