"""Shots at goal, the difficult shot, penalties (FU-4.24 to FU-4.28, FU-7.5, FU-7.6, FU-7.14 to FU-7.16)."""

from engines.core.dice import Dice
from engines.core.seats import SEATS, Event
from engines.fuba import deciding, movement, phases, restarts, turns
from engines.fuba.board import BOX, CELL_NAMES, KEEPER, SHOOTING, SHOT_RANGE
from engines.fuba.moves import AIM_0, AIM_SIDES, DIVE_0, PLAY_ON, SHOOT
from engines.fuba.options import DIVE_SIDES
from engines.fuba.state import ACTING, NO_RESTART, NOBODY, SHOOTOUT, State, present, roll, with_seat

SHOT_CODES = (SHOOT, PLAY_ON)
DIVE_CODES = (DIVE_0, DIVE_0 + 1, DIVE_0 + 2)
AIM_CODES = (AIM_0, AIM_0 + 1, AIM_0 + 2)

NEEDED = ((2, 2, 6), (1, 6, 1), (6, 2, 2))
"""[aim][dive]: a penalty scores from this roll on (FU-7.15); left and right are each man's own."""


def begin(state: State, events: list[Event]) -> None:
    """Start phase 6: a decision in the six zones of the opponents' half, else straight on (FU-4.24)."""
    if SHOOTING[state.attacking] >> state.ball & 1:
        state.phase = phases.SHOT
        state.acting = ACTING[state.attacking]
    else:
        movement.begin(state, events)


def shot(state: State, code: int, dice: Dice, events: list[Event]) -> None:
    """Shoot or play on, in the turn or from a free kick (FU-4.26, FU-7.5)."""
    direct = state.phase == phases.FREE_KICK
    if code == PLAY_ON:
        if direct:
            turns.begin(state, events)
        else:
            movement.begin(state, events)
        return
    state.restart = NO_RESTART
    outcome = _shoot(state, direct, dice, events)
    if outcome == "goal":
        _goal(state, events)
    elif outcome == "corner":
        restarts.corner(state, events)
    else:
        restarts.goal_kick(state, events)
        movement.begin(state, events)  # FU-4.28, FU-7.6


def _more(one: int, two: int) -> int:
    return (one > two) - (one < two)


def modifiers(state: State, direct: bool) -> tuple[int, int, int, int]:
    """Return a shot's modifiers: ball's zone, box, keeper, range (FU-4.25; FU-7.6 leaves the first out)."""
    seat, ball = state.attacking, state.ball
    keeper = state.pieces[KEEPER[1 - seat]]
    box = BOX[1 - seat]

    def margin(zone: int) -> int:
        # only the active goalkeeper is counted
        return _more(present(state, seat, zone), present(state, 1 - seat, zone) - (keeper == zone))

    return 0 if direct else margin(ball), margin(box), 0 if keeper == box else 4, SHOT_RANGE[seat][ball]


def _shoot(state: State, direct: bool, dice: Dice, events: list[Event]) -> str:
    """Roll and compare (FU-4.26, FU-4.27); return the outcome, which the event tells."""
    seat, ball = state.attacking, state.ball
    ball_row, box_row, keeper_row, zone_row = modifiers(state, direct)
    added = ball_row + box_row + keeper_row + zone_row
    die = roll(seat, "shot", dice, events)
    value = die + added
    difficult = 6 + added <= state.ball_die
    if difficult:
        # FU-4.27: two sixes score, anything else is a goal kick
        again = roll(seat, "difficult_shot", dice, events) if die == 6 else 0
        outcome = "goal" if again == 6 else "goal_kick"
    elif value > state.ball_die:
        outcome = "goal"
    else:
        outcome = "corner" if value == state.ball_die else "goal_kick"
    events.append(
        {
            "type": "shot",
            "seat": SEATS[seat],
            "piece": None,
            "at": CELL_NAMES[ball],
            "outcome": outcome,
            "die": die,
            "ball_zone": ball_row,
            "box": box_row,
            "keeper": keeper_row,
            "zone": zone_row,
            "value": value,
            "ball_die": state.ball_die,
            "difficult": difficult,
        }
    )
    return outcome


def _goal(state: State, events: list[Event]) -> None:
    """Score; the scorers become passive and phase 7 is not played (FU-4.28)."""
    seat = state.attacking
    state.score = with_seat(state.score, seat, state.score[seat] + 1)
    events.append({"type": "goal", "seat": SEATS[seat], "piece": None, "own": False})
    restarts.kick_off(state, 1 - seat, events)


def dive(state: State, code: int) -> None:
    """Seal the side that the keeper dives to (FU-7.15)."""
    keeper = 1 - state.attacking
    state.sealed = with_seat(state.sealed, keeper, code - DIVE_0)
    state.phase = phases.PENALTY_AIM
    state.acting = ACTING[state.attacking]


def aim(state: State, code: int, dice: Dice, events: list[Event]) -> None:
    """Announce the aim, show the dive and roll (FU-7.15, FU-7.16, FU-9.4)."""
    seat = state.attacking
    dived, aimed = state.sealed[1 - seat], code - AIM_0
    state.sealed = (NOBODY, NOBODY)
    events.append({"type": "dive", "seat": SEATS[1 - seat], "side": DIVE_SIDES[dived]})
    events.append({"type": "aim", "seat": SEATS[seat], "side": AIM_SIDES[aimed]})
    scored = roll(seat, "penalty", dice, events) >= NEEDED[aimed][dived]
    if state.period == SHOOTOUT:
        deciding.shootout_kick(state, scored, events)
        return
    state.restart = NO_RESTART
    events.append({"type": "penalty", "seat": SEATS[seat], "outcome": "goal" if scored else "saved"})
    if scored:
        _goal(state, events)
    else:
        restarts.goal_kick(state, events)
        movement.begin(state, events)
