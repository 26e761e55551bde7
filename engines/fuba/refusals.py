"""Refusals of illegal moves of FUBA: one sentence each, with the rule (section 12, moves)."""

from collections.abc import Mapping
from typing import Any

from engines.core.refusals import Refusal
from engines.core.seats import SEATS
from engines.fuba import control, phases
from engines.fuba import movement as movement_rules
from engines.fuba.board import ADJACENT, BACKWARD, CELL, FREE_STEP, PIECE, RUN, SEAT_OF
from engines.fuba.state import ACTING, DEFENCE, FORWARD, MIDFIELD, OPTION_NAMES, TO_ACT, State, present, zones_of

_TYPES = {
    "formation": "formation",
    "choose_kick_off": "kick_off_by",
    "deploy": "place",
    "adjust": "adjust or done",
    "target": "target",
    "receive": "receive",
    "collect": "collect",
    "shot": "shoot or play_on",
    "free_kick": "shoot or play_on",
    "movement_option": "movement",
    "movement": "move or done",
    "quick_moves": "move or done",
    "free_play": "free_move or done",
    "goal_kick": "goal_kick",
    "corner_side": "corner",
    "send_off": "send_off",
    "penalty_dive": "dive",
    "penalty_aim": "aim",
}

_RULES = {
    phases.FORMATION: "with these options only the eight cards may be picked (FU-3.2)",
    phases.DEPLOY: "the next piece is the first of those left, in a zone that the restart allows (FU-3.5)",
    phases.ADJUST: "a player not yet adjusted moves one zone, and the restart's rules still hold (FU-3.4, FU-3.5)",
    phases.TARGET: "the target is a zone with a player of the team or beside one, without a player who is offside; an "
    "empty one names via (FU-4.2, FU-4.3, FU-4.5)",
    phases.RECEIVE: "the player comes from via, or from a zone beside the target (FU-4.21)",
    phases.COLLECT: "the nearest player comes; in a goalkeeper's place the nearest outfield player may (FU-4.22)",
    phases.MOVEMENT: "the option, the offside line or the ball does not allow it (FU-5.2 to FU-5.9, FU-5.12, FU-5.13)",
    phases.QUICK_MOVES: "a player not yet moved goes one zone, not past the offside line (FU-5.8, FU-5.11 to FU-5.13)",
    phases.FREE_PLAY: "an outfield player not yet moved leaves the goal line's zone, not for the ball's "
    "(FU-5.8, FU-5.10)",
    phases.CORNER_SIDE: "the corner is one of the opponents' end (FU-7.8)",
    phases.SEND_OFF: "an outfield player of the team, not sent off yet, leaves (FU-6.2)",
}


def not_to_act(state: State, seat: int) -> Refusal:
    if state.phase == phases.FINISHED:
        return Refusal("over", "the match is over")
    names = " and ".join(TO_ACT[state.acting]) or "nobody"
    return Refusal("not_to_act", f"{SEATS[seat]} is not to act: {names} decides ({phases.NAMES[state.phase]})")


def reason(state: State, seat: int, move: Mapping[str, Any]) -> Refusal:
    if not state.acting & ACTING[seat]:
        return not_to_act(state, seat)
    phase = phases.NAMES[state.phase]
    if move["type"] not in _TYPES[phase].split(" or "):
        return Refusal("not_now", f"in {phase} {SEATS[seat]} plays {_TYPES[phase]}, not {move['type']} (section 10)")
    if move["type"] == "done":
        return Refusal("not_now", f"there is nothing to be done with in {phase} (FU-5.14)")
    values = ", ".join(f"{name} {value}" for name, value in move.items() if name != "type" and value is not None)
    kind, why = _frequent_reason(state, move) or Refusal(phase, _RULES.get(state.phase, "not allowed now"))
    return Refusal(kind, f"{move['type']} {values}: {why}")


def _frequent_reason(state: State, move: Mapping[str, Any]) -> Refusal | None:
    """Distinguish the most frequent reasons."""
    if state.phase == phases.TARGET:
        return _target(state, CELL[move["zone"]], move["via"])
    if state.phase in (phases.MOVEMENT, phases.QUICK_MOVES, phases.FREE_PLAY):
        return _movement(state, PIECE[move["piece"]], CELL[move["to"]], move.get("carry"))
    return None


def _target(state: State, zone: int, via: str | None) -> Refusal:
    seat = state.attacking
    near = zones_of(state, seat) & ADJACENT[zone]
    if not present(state, seat, zone):
        if not near:
            return Refusal("target", "the team has no player there nor beside it (FU-4.2)")
        if via is None:
            return Refusal("via", "an empty target names the zone beside it whose players it counts on (FU-4.5)")
        if not present(state, 1 - seat, zone):
            return Refusal("via", "via is a zone beside the target with a player of the team (FU-4.5)")
    elif control.offside_beyond(state, seat) >> zone & 1 and zone != state.ball:
        return Refusal("offside_target", "a player of the team is offside there (FU-4.3)")
    return Refusal("via", "only an empty target has a via (FU-4.5)")


def _movement(state: State, piece: int, zone: int, carry: bool | None) -> Refusal | None:
    movement = state.movement
    assert movement is not None
    seat, here = movement.seat, state.pieces[piece]
    if SEAT_OF[piece] != seat:
        return Refusal("not_yours", "that is a player of the other team (FU-5.2)")
    if here > 12:
        return Refusal("in_no_zone", "that player is in no zone")
    if piece in state.moved:
        return Refusal("moved", "a player moves once a turn (FU-5.2)")
    reach = {DEFENCE: RUN[1 - seat], FORWARD: RUN[seat]}.get(movement.option, ADJACENT)[here]
    if state.phase == phases.FREE_PLAY:
        reach = FREE_STEP[here]
    elif not reach >> zone & 1:
        sentence = f"{OPTION_NAMES[movement.option]} does not reach there (FU-5.3, FU-5.6, FU-5.7, FU-5.11)"
        return Refusal("reach", sentence)
    if (movement_rules.barred_beyond(state, seat) & ~BACKWARD[seat][here]) >> zone & 1:
        return Refusal("offside_move", "that is past the opponents' second-deepest player (FU-5.8)")
    if here == state.ball and seat == state.attacking and present(state, seat, here) == 1 and not carry:
        return Refusal("last_man", "the last player leaves the ball only with it (FU-5.13)")
    if carry:
        sentence = "the ball is carried once a turn, from and to a zone without opponents, by a man beside it (FU-5.12)"
        return Refusal("carry", sentence)
    if movement.option == MIDFIELD and state.phase == phases.MOVEMENT:
        sentence = "a direct step may not make him the most advanced or the rearmost (FU-5.4, FU-5.5)"
        return Refusal("foremost", sentence)
    return None
