"""Evaluation of FUBA for the bots: goals, the ball's prospects next turn, and the shape.

The next turn is computed from the spec's own tables: for every target, each initial value of the active team, whether
it keeps the ball, the ball die that follows and the shot from there. The passive team wants that number small, so one
computation serves both. Sections 14 and 4 of the specification give the reasons.
"""

from functools import cache
from random import Random
from typing import Final

from engines.core.seats import Seat, Wire
from engines.fuba import phases, wire
from engines.fuba.board import BOX, DISTANCE, KEEPER, OFF, SHOOTING, SHOT_RANGE, ZONES
from engines.fuba.control import UNCOUNTED, target_codes, zone_modifier
from engines.fuba.moves import TARGET_0
from engines.fuba.options import DIVE_SIDES, FORMATION_NAMES, FORMATIONS
from engines.fuba.shots import modifiers as shot_modifiers
from engines.fuba.state import FROM_CORNER, FROM_FREE_KICK, FROM_PENALTY, NOBODY, State, present, zones_of
from engines.fuba.state import SHOOTOUT as SHOOTOUT_PERIOD

MODIFIER: Final = tuple(tuple(zone_modifier(active, passive) for passive in range(12)) for active in range(12))
_BETWEEN: Final = tuple(tuple(2 * max(0, steps - 1) for steps in row[:13]) for row in DISTANCE[:13])
PENALTY_WORTH: Final = 0.62
CORNER_WORTH: Final = 0.22
KEEPER_OUT: Final = 0.25
"""Cost in goals of a keeper out of his box."""
PER_MIDFIELDER: Final = 0.02
"""Value in goals of each midfielder in the formation: he moves every turn, in any direction."""
PER_MOVE_LEFT: Final = (0.0, 0.002, 0.003, 0.002, 0.0)
"""Value in goals of a remaining move, by option."""
OUT_OF_SHAPE: Final = 0.006
MOST_KEPT: Final = 4096
_BEST_TARGETS: Final[dict[tuple[int, ...], float]] = {}

_BY_ZONE = {"C1": 0.0, "C2": 0.02, "C3": 0.06, "C4": 0.20, "C5": 0.30}
_BY_ZONE |= {f"{side}{row}": worth for side in "LR" for row, worth in ((1, 0.0), (2, 0.03), (3, 0.09), (4, 0.12))}


def _mirror(zone: str) -> str:
    return zone[0] + str((6 if zone[0] == "C" else 5) - int(zone[1]))


HOLDING: Final = (
    tuple(_BY_ZONE[zone] for zone in ZONES),
    tuple(_BY_ZONE[_mirror(zone)] for zone in ZONES),
)
"""[seat][zone]: value in goals of holding the ball there, beyond an immediate shot."""


def _shape(**men: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return tuple(men.get(zone, 0) for zone in ZONES), tuple(men.get(_mirror(zone), 0) for zone in ZONES)


IN_POSSESSION: Final = _shape(C1=2, L2=1, R2=1, C3=2, C4=2, L3=1, R3=1, C5=1)
WITHOUT: Final = _shape(C1=3, L1=1, R1=1, C2=3, L2=1, R2=1, C3=1)
PRESSING: Final = _shape(C1=2, C3=1, C4=3, C5=3, L4=1, R4=1)
"""Shape around a free kick, corner or penalty in the opponents' half."""
SIEGE: Final = _shape(C1=5, C2=3, L1=1, R1=1, C3=1)


def guess(view: Wire, seat: Seat, chance: Random) -> State:
    sealed = {
        name: value
        if value != wire.HIDDEN
        else chance.choice(FORMATION_NAMES if view["phase"] == "formation" else DIVE_SIDES)
        for name, value in view["sealed"].items()
    }
    return wire.CONTRACT.read({**view, "sealed": sealed})


def evaluate(state: State, seat: Seat) -> float:
    me = 0 if seat == "home" else 1
    lead = float(state.score[me] - state.score[1 - me])
    if state.phase == phases.FINISHED:
        winner = state.result[0] if state.result else NOBODY
        return lead + (0.0 if winner == NOBODY else 3.0 if winner == me else -3.0)
    if state.period == SHOOTOUT_PERIOD:
        kicks = state.shootout or ((), ())
        return lead + sum(kicks[me]) - sum(kicks[1 - me])
    lead += _numbers(state, me) - _numbers(state, 1 - me)
    if state.attacking == NOBODY:
        return lead
    attack = attack_worth(state)
    lead += attack if state.attacking == me else -attack
    movement = state.movement
    if movement is not None and state.phase == phases.MOVEMENT:
        waiting = PER_MOVE_LEFT[movement.option] * movement.left
        lead += waiting if movement.seat == me else -waiting
    return lead + _standing(state, me) - _standing(state, 1 - me)


def hopes(state: State, seat: Seat) -> float:
    """Evaluate as a beginner: goals, the ball, how far forward it is; not who stands around it."""
    me = 0 if seat == "home" else 1
    lead = float(state.score[me] - state.score[1 - me])
    if state.attacking == NOBODY or not 0 <= state.ball < 13:
        return lead
    holding = HOLDING[state.attacking][state.ball] + 0.1
    return lead + (holding if state.attacking == me else -holding)


def _numbers(state: State, seat: int) -> float:
    """Evaluate formation, players sent off and cards."""
    formation = state.sealed[seat] if state.phase == phases.FORMATION else state.formations[seat]
    worth = 0.0 if formation == NOBODY else PER_MIDFIELDER * FORMATIONS[formation][1]
    sent_off = sum(1 for piece in state.sent_off if piece // 11 == seat)
    return worth - 0.15 * sent_off - 0.03 * state.yellow[seat]


def _standing(state: State, seat: int) -> float:
    """Evaluate the shape: the keeper at home, the men near the shape for this moment."""
    active = state.attacking == seat
    setting_up = state.phase in (phases.DEPLOY, phases.ADJUST)
    if state.restart in (FROM_FREE_KICK, FROM_CORNER, FROM_PENALTY) and setting_up and _near_goal(state):
        places = PRESSING[seat] if active else SIEGE[seat]
    else:
        places = IN_POSSESSION[seat] if active else WITHOUT[seat]
    counts, base = state.counts, 18 * seat
    off = 0
    for zone in range(13):
        gap = counts[base + zone] - places[zone]
        off += gap * gap
    keeper = state.pieces[KEEPER[seat]]
    return -OUT_OF_SHAPE * off * (1.0 if setting_up else 0.25) - (KEEPER_OUT if keeper not in (BOX[seat], OFF) else 0.0)


def _near_goal(state: State) -> bool:
    return bool(SHOOTING[state.attacking] >> state.ball & 1)


def attack_worth(state: State) -> float:
    phase, seat = state.phase, state.attacking
    if phase in (phases.PENALTY_DIVE, phases.PENALTY_AIM) or (
        state.restart == FROM_PENALTY and phase in (phases.DEPLOY, phases.ADJUST)
    ):
        return PENALTY_WORTH
    if phase == phases.CORNER_SIDE:
        return CORNER_WORTH
    if phase in (phases.SHOT, phases.FREE_KICK):
        return max(_shot_worth(sum(shot_modifiers(state, phase == phases.FREE_KICK)), state.ball_die), next_turn(state))
    if phase == phases.DEPLOY:
        return 0.5 * HOLDING[seat][state.ball]
    return next_turn(state)


def _shot_worth(added: int, ball_die: int) -> float:
    """Return the value in goals and corners of a shot with these modifiers (FU-4.26, FU-4.27)."""
    need = ball_die - added
    if need >= 6:
        return 1 / 36 - 0.02
    goals = 6 - max(0, need)
    return (goals + (CORNER_WORTH if need >= 1 else 0.0)) / 6 - 0.02


def next_turn(state: State) -> float:
    """Return ``best_target``, computed once for all positions of a decision that agree in what it looks at."""
    pieces = state.pieces
    key = (
        state.attacking,
        state.ball,
        state.ball_die,
        state.restart in UNCOUNTED,
        pieces[KEEPER[0]],
        pieces[KEEPER[1]],
        *state.counts,
    )
    worth = _BEST_TARGETS.get(key)
    if worth is None:
        if len(_BEST_TARGETS) >= MOST_KEPT:
            _BEST_TARGETS.clear()
        worth = _BEST_TARGETS[key] = best_target(state)
    return worth


def best_target(state: State) -> float:
    """Return the best target's value over the six initial values, kept or lost (FU-4.10, FU-4.20)."""
    seat, ball, ball_die, counts = state.attacking, state.ball, state.ball_die, state.counts
    own, their = 18 * seat, 18 - 18 * seat
    theirs = zones_of(state, 1 - seat)
    at_start = 0 if state.restart in UNCOUNTED else MODIFIER[counts[own + ball]][counts[their + ball]]
    between, shooting, clear = _BETWEEN[ball], SHOOTING[seat], not theirs >> ball & 1
    best, rows, rows_of = -1.0, None, -1
    for code in target_codes(state):
        zone, via = divmod(code - TARGET_0, 14)
        place = zone if via == 13 else via
        at_target = at_start if place == ball else MODIFIER[counts[own + place]][counts[their + place]]
        if zone != rows_of:
            rows, rows_of = _rows(state, seat, zone) if shooting >> zone & 1 else None, zone
        easy = clear or not theirs >> zone & 1
        best = max(best, _worth_of_target(seat, zone, at_start + at_target - between[zone], ball_die, easy, rows))
    return best


@cache
def _worth_of_target(seat: int, zone: int, added: int, ball_die: int, easy: bool, rows: int | None) -> float:
    """Return the mean over the six initial values; ``rows`` are the modifiers of a shot, None without one."""
    holding, lost = HOLDING[seat][zone], -0.8 * HOLDING[1 - seat][zone] - 0.04
    total = 0.0
    for die in range(1, 7):
        value = die + added
        if value < ball_die:
            total += lost
        elif value == ball_die:
            total += 0.3 * holding
        else:
            control = max(1, die - 1) if easy else die
            total += holding * (1.15 - 0.12 * control)
            if rows is not None:
                total += 0.9 * max(0.0, _shot_worth(rows, control) - holding * 0.5)
    return total / 6


def _rows(state: State, seat: int, zone: int) -> int:
    """Return the modifiers of a shot from ``zone`` (FU-4.25)."""
    box = BOX[1 - seat]
    keeper = state.pieces[KEEPER[1 - seat]]
    total = SHOT_RANGE[seat][zone] + (4 if keeper != box else 0)
    for place in (zone, box):
        own = present(state, seat, place)
        their = present(state, 1 - seat, place) - (keeper == place)
        total += (own > their) - (own < their)
    return total
