"""Phases 1 to 5: target zone, dice and time, control, special events, the ball (FU-4.2 to FU-4.23)."""

from engines.core.dice import Dice
from engines.core.seats import SEATS, Event
from engines.fuba import cards, clock, deciding, phases, restarts, set_up, shots
from engines.fuba.board import ADJACENT, CELL_NAMES, DISTANCE, KEEPER, LINES, OFF, TEAM
from engines.fuba.moves import COLLECT_0, RECEIVE_0, TARGET_0
from engines.fuba.state import (
    ACTING,
    FROM_CORNER,
    FROM_FREE_KICK,
    FROM_GOAL_KICK,
    NO_RESTART,
    State,
    Target,
    give_ball,
    move_ball,
    move_piece,
    on_corner,
    present,
    roll,
    with_seat,
    zones_of,
)

UNCOUNTED = frozenset((FROM_FREE_KICK, FROM_CORNER, FROM_GOAL_KICK))
"""Turns in which the start zone is not counted (FU-4.15)."""
_NO_VIA = 13
CARDED = frozenset((1, 6))
FOUL_BY_ACTIVE = frozenset((1, 2))


# ── phase 1 ──
def offside_beyond(state: State, seat: int) -> int:
    """Return the bit set of zones where ``seat`` is offside: past the last outfield opponent (FU-4.3)."""
    outfield = state.occupied[1 - seat]
    for mask, _zones, beyond in LINES[seat]:
        if outfield & mask:
            return beyond
    return 0


def target_codes(state: State) -> tuple[int, ...]:
    """Return every target, an empty one with each of its ``via`` (FU-4.2 to FU-4.5)."""
    seat, ball = state.attacking, state.ball
    own = zones_of(state, seat)
    theirs = zones_of(state, 1 - seat)
    beyond = offside_beyond(state, seat)
    codes: list[int] = []
    for zone in range(13):
        bit = 1 << zone
        base = TARGET_0 + 14 * zone
        if zone == ball:
            codes.append(base + _NO_VIA)
        elif own & bit:
            if not beyond & bit:
                codes.append(base + _NO_VIA)
        elif near := own & ADJACENT[zone]:
            if theirs & bit:
                codes.append(base + _NO_VIA)
            else:
                codes += [base + via for via in range(13) if near >> via & 1]
    return tuple(codes)


# ── phases 2 to 4 ──
def target(state: State, code: int, dice: Dice, events: list[Event]) -> None:
    """Name the target, then roll dice, advance time and check control (FU-4.6 to FU-4.18)."""
    zone, via = divmod(code - TARGET_0, 14)
    if via == _NO_VIA:
        via = OFF
    start = state.ball
    seat = state.attacking
    state.target = (start, zone, via)
    events.append(
        {
            "type": "target",
            "seat": SEATS[seat],
            "from": CELL_NAMES[start],
            "zone": CELL_NAMES[zone],
            "via": CELL_NAMES[via],
        }
    )
    die = roll(seat, "initial", dice, events)
    other_die = roll(1 - seat, "initial", dice, events)
    state.dice = (die, other_die) if seat == 0 else (other_die, die)
    if clock.advance(state, abs(die - other_die), events):
        deciding.end_half(state, dice, events)
        return
    outcome = _check(state, state.target, die, events)
    if outcome == "event":
        _special_event(state, zone, dice, events)
    else:
        _move_ball(state, outcome == "kept", events)


def _modifier(state: State, zone: int, start: int) -> int:
    """Return a zone's modifier from the players of both teams in it (FU-4.11, FU-4.15)."""
    if zone == start and state.restart in UNCOUNTED:
        return 0
    return zone_modifier(present(state, state.attacking, zone), present(state, 1 - state.attacking, zone))


def zone_modifier(active: int, passive: int) -> int:
    """Return the control modifier of so many players of each team in a zone (FU-4.11)."""
    if active == passive:
        return 0
    if active > passive:
        return 2 if active >= 2 * passive else 1
    return -2 if passive >= 2 * active else -1


def modifiers(state: State, start: int, zone: int, via: int) -> tuple[int, int, int]:
    """Return start-zone, target-zone and distance modifiers of a target (FU-4.10 to FU-4.15)."""
    at_start = _modifier(state, start, start)
    at_target = _modifier(state, zone if via == OFF else via, start)
    return at_start, at_target, -2 * max(0, DISTANCE[start][zone] - 1)


def _check(state: State, target: Target, die: int, events: list[Event]) -> str:
    """Check control: kept, lost or event (FU-4.10)."""
    at_start, at_target, distance = modifiers(state, *target)
    value = die + at_start + at_target + distance
    ball_die = state.ball_die
    outcome = "kept" if value > ball_die else "lost" if value < ball_die else "event"
    events.append(
        {
            "type": "control",
            "seat": SEATS[state.attacking],
            "die": die,
            "start": at_start,
            "target": at_target,
            "distance": distance,
            "value": value,
            "ball_die": ball_die,
            "outcome": outcome,
        }
    )
    return outcome


def _special_event(state: State, zone: int, dice: Dice, events: list[Event]) -> None:
    """Apply the table of special events (FU-4.16 to FU-4.18)."""
    seat = state.attacking
    value = roll(seat, "special_event", dice, events)
    events.append({"type": "special_event", "seat": SEATS[seat], "value": value})
    if value in (3, 4):
        state.no_movement = seat if value == 3 else 1 - seat
        _move_ball(state, True, events)
        return
    offender = seat if value in FOUL_BY_ACTIVE else 1 - seat
    restarts.award(state, offender, zone, events)
    if not (value in CARDED and cards.yellow(state, offender, dice, events)):
        set_up.begin(state, events)


# ── phase 5 ──
def _move_ball(state: State, kept: bool, events: list[Event]) -> None:
    """Move the ball; its die is the initial value of the team first active (FU-4.19, FU-4.20)."""
    assert state.target is not None
    start, zone, _via = state.target
    began = state.attacking
    if state.restart == FROM_CORNER:
        for piece in TEAM[began]:
            if on_corner(state.pieces[piece]):
                move_piece(state, piece, start, events)  # FU-7.11
    if not kept:
        give_ball(state, 1 - began, events)
    active = state.attacking
    easy = not present(state, 1 - active, zone) or not (state.restart in UNCOUNTED or present(state, 1 - active, start))
    state.restart = NO_RESTART
    move_ball(state, zone, "pass", events)
    if zone != start:
        events.append(
            {
                "type": "pass",
                "seat": SEATS[began],
                "from": CELL_NAMES[start],
                "to": CELL_NAMES[zone],
                "completed": kept,
            }
        )
    die = state.dice[began]
    state.ball_die = max(1, die - 1) if easy else die
    events.append({"type": "ball_die", "value": state.ball_die, "easy": easy})
    if not present(state, active, zone):
        state.phase = phases.RECEIVE if kept else phases.COLLECT
        state.acting = ACTING[active]
        state.codes = receive_codes(state) if kept else collect_codes(state)
        if state.codes:
            return
        state.codes = None
    shots.begin(state, events)


def receive_codes(state: State) -> tuple[int, ...]:
    """Return the players who may step to the ball: from ``via``, else from adjacent zones (FU-4.21)."""
    assert state.target is not None
    _start, zone, via = state.target
    near = ADJACENT[zone] if via == OFF else 1 << via
    return tuple(RECEIVE_0 + piece for piece in TEAM[state.attacking] if near >> state.pieces[piece] & 1)


def collect_codes(state: State) -> tuple[int, ...]:
    """Return the new active team's nearest players.

    If a keeper is among them, the nearest outfield players too (FU-4.22).
    """
    seat = state.attacking
    steps = DISTANCE[state.ball]
    pieces = state.pieces
    away = {piece: steps[pieces[piece]] for piece in TEAM[seat] if pieces[piece] < 13}
    if not away:
        return ()
    nearest = min(away.values())
    nearest_pieces = [piece for piece, distance in away.items() if distance == nearest]
    if KEEPER[seat] in nearest_pieces and len(away) > 1:
        outfield = min(distance for piece, distance in away.items() if piece != KEEPER[seat])
        if outfield > nearest:
            nearest_pieces += [
                piece for piece, distance in away.items() if distance == outfield and piece != KEEPER[seat]
            ]
    return tuple(COLLECT_0 + piece for piece in nearest_pieces)


def step_in(state: State, piece: int, events: list[Event]) -> None:
    """Step to the ball, at the cost of one of the team's movements (FU-4.23)."""
    seat = state.attacking
    move_piece(state, piece, state.ball, events)
    if piece not in state.moved:  # only in a position set up by hand
        state.moved = (*state.moved, piece)
    state.deducted = with_seat(state.deducted, seat, state.deducted[seat] + 1)
    shots.begin(state, events)
