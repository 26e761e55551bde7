"""Why a move is refused: one sentence with the rule, for a person (section 12, moves)."""

from __future__ import annotations

from engines.core.seats import SEATS
from engines.fuba.moves import MOVES
from engines.fuba.state import (
    ADJUST,
    COLLECT,
    CORNER_SIDE,
    DEPLOY,
    FINISHED,
    FORMATION,
    FREE_PLAY,
    MOVEMENT,
    NOBODY,
    PHASES,
    QUICK_MOVES,
    RECEIVE,
    SEND_OFF,
    TARGET,
    TO_ACT,
    State,
)

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
    FORMATION: "with these options only the eight cards may be picked (FU-3.2)",
    DEPLOY: "the next piece is the first of those left, in a zone that the restart allows (FU-3.5)",
    ADJUST: "a player not yet adjusted moves one zone, and the restart's rules still hold (FU-3.4, FU-3.5)",
    TARGET: "the target is a zone with a player of the team or beside one, without a player who is offside; an empty "
    "one names via (FU-4.2, FU-4.3, FU-4.5)",
    RECEIVE: "the player comes from via, or from a zone beside the target (FU-4.21)",
    COLLECT: "the nearest player comes; in a goalkeeper's place the nearest outfield player may (FU-4.22)",
    MOVEMENT: "the option, the offside line or the ball does not allow it (FU-5.2 to FU-5.9, FU-5.12, FU-5.13)",
    QUICK_MOVES: "a player not yet moved goes one zone, not past the offside line (FU-5.8, FU-5.11 to FU-5.13)",
    FREE_PLAY: "an outfield player not yet moved leaves the goal line's zone, not for the ball's (FU-5.8, FU-5.10)",
    CORNER_SIDE: "the corner is one of the opponents' end (FU-7.8)",
    SEND_OFF: "an outfield player of the team, not sent off yet, leaves (FU-6.2)",
}


def not_to_act(state: State, seat: int) -> str:
    """Why this seat has nothing to decide."""
    if state.phase == FINISHED:
        return "the match is over"
    names = " and ".join(TO_ACT[state.acting]) or "nobody"
    return f"{SEATS[seat]} is not to act: {names} decides ({PHASES[state.phase]})"


def why(state: State, seat: int, code: int) -> str:
    """Why this move is not legal now."""
    move = MOVES[code]
    phase = PHASES[state.phase]
    if move["type"] not in _TYPES[phase].split(" or "):
        return f"in {phase} {SEATS[seat]} plays {_TYPES[phase]}, not {move['type']} (section 10)"
    if move["type"] == "done":
        return f"there is nothing to be done with in {phase} (FU-5.14)"
    told = ", ".join(f"{name} {value}" for name, value in move.items() if name != "type" and value is not None)
    return f"{move['type']} {told}: {_particular(state, move) or _RULES.get(state.phase, 'not allowed now')}"


def _particular(state: State, move: dict[str, object]) -> str:
    """The most frequent reasons, told apart."""
    piece = move.get("piece")
    if isinstance(piece, str) and state.phase in (MOVEMENT, QUICK_MOVES, FREE_PLAY):
        from engines.fuba.board import OFF, PIECE

        number = PIECE[piece]
        assert state.movement is not None
        if number // 11 != state.movement.seat:
            return "that is a player of the other team (FU-5.2)"
        if state.pieces[number] == OFF:
            return "that player is not on the board"
        if number in state.moved:
            return "a player moves once a turn (FU-5.2)"
    if state.attacking == NOBODY:
        return ""
    return ""
