"""Kick-off, award of free kick and penalty, corner and goal kick (FU-3.7, FU-3.8, FU-7.1, FU-7.8, FU-7.12)."""

from engines.core.seats import SEATS, Event
from engines.fuba import phases, set_up
from engines.fuba.board import BOX, CELL_NAMES, CENTRE, CORNER_ZONE, CORNERS, KEEPER
from engines.fuba.moves import CORNER_0, GOAL_KICK_0
from engines.fuba.state import (
    ACTING,
    FROM_CORNER,
    FROM_FREE_KICK,
    FROM_GOAL_KICK,
    FROM_PENALTY,
    KICK_OFF,
    State,
    give_ball,
    move_ball,
    move_piece,
)


def kick_off(state: State, seat: int, events: list[Event]) -> None:
    """Prepare the kick-off of ``seat``: ball in C3, ball die 3, set-up (FU-3.7, FU-3.8)."""
    give_ball(state, seat, events)
    events.append({"type": "kick_off", "seat": SEATS[seat]})
    move_ball(state, CENTRE, "set_up", events)
    state.ball_die = 3
    state.restart = KICK_OFF
    set_up.begin(state, events)


def award(state: State, offender: int, zone: int, events: list[Event]) -> None:
    """Award a free kick for a foul in the target zone, in the offender's box a penalty (FU-7.1)."""
    seat = 1 - offender
    events.append({"type": "foul", "seat": SEATS[offender], "at": CELL_NAMES[zone]})
    give_ball(state, seat, events)
    move_ball(state, zone, "set_up", events)
    state.ball_die = 2
    penalty = zone == BOX[offender]
    state.restart = FROM_PENALTY if penalty else FROM_FREE_KICK
    kind = "penalty_awarded" if penalty else "free_kick"
    events.append({"type": kind, "seat": SEATS[seat], "at": CELL_NAMES[zone]})


def corner(state: State, events: list[Event]) -> None:
    """Give the active team a corner and the choice of side (FU-7.8)."""
    events.append({"type": "corner", "seat": SEATS[state.attacking]})
    state.restart = FROM_CORNER
    state.phase = phases.CORNER_SIDE
    state.acting = ACTING[state.attacking]


def corner_codes(state: State) -> tuple[int, ...]:
    """Return left and right, regardless of the shot's side (FU-7.8)."""
    return tuple(CORNER_0 + spot - 13 for spot in CORNERS[state.attacking])


def corner_side(state: State, code: int, events: list[Event]) -> None:
    """Set up the corner: ball in its zone, ball die 1, taker on the spot (FU-7.8, FU-7.9)."""
    spot = code - CORNER_0 + 13
    move_ball(state, CORNER_ZONE[spot], "set_up", events)
    state.restart = FROM_CORNER
    state.ball_die = 1
    set_up.begin(state, events, spot)


def goal_kick(state: State, events: list[Event]) -> None:
    """Give the passive team a goal kick: ball and keeper in its box, ball die 2, no set-up (FU-7.12)."""
    seat = 1 - state.attacking
    give_ball(state, seat, events)
    move_ball(state, BOX[seat], "goal_kick", events)
    state.ball_die = 2
    state.restart = FROM_GOAL_KICK
    events.append({"type": "goal_kick", "seat": SEATS[seat]})
    if state.pieces[KEEPER[seat]] != BOX[seat]:
        move_piece(state, KEEPER[seat], BOX[seat], events)


GOAL_KICK_CODES = (GOAL_KICK_0, GOAL_KICK_0 + 1)
