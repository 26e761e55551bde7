"""Evaluation of Soccer Tactics for the bots: goals, shots to come, possession now or soon.

Source of the ideas: ST section 17. All values are goals from the view of the side on offence.
"""

from collections.abc import Callable

from engines.core.seats import Seat
from engines.judging.soccer_tactics_sets import HELD, ROW_WORTH, SHOT, worth
from engines.soccer_tactics import phases
from engines.soccer_tactics.board import AREA, ROW, SHOOTING, SIDE, TEAM, distance
from engines.soccer_tactics.offers import captures
from engines.soccer_tactics.reach import flights, reach
from engines.soccer_tactics.standing import offside_cells
from engines.soccer_tactics.state import CORNER, FREE_KICK, GOAL_KICK, LOOSE, PENALTY, SHOOT, State

MATE = 0.004
"""Value of a team-mate within reach of the ball."""
WORTH_OF_RESTART = {CORNER: 0.16, PENALTY: SHOT, FREE_KICK: 0.05, GOAL_KICK: 0.0}


def evaluate(state: State, seat: Seat) -> float:
    return _judged(state, seat, _attack)


def foresee(state: State, seat: Seat) -> float:
    """Evaluate as ``evaluate``, with the next offensive set computed over all its rolls."""
    return _judged(state, seat, attack_ahead)


def hopes(state: State, seat: Seat) -> float:
    """Evaluate as a beginner: goals, the ball, how far forward it is; not what the opponent's roll may do."""
    me = SIDE[seat]
    lead = float(state.score[me] - state.score[1 - me])
    if not 0 <= state.ball < 128:
        return lead
    if state.attacking != me:
        return lead - 0.2
    return lead + 0.1 + 0.02 * _forward(state, me) + (0.2 if SHOOTING[1 - me] >> state.ball & 1 else 0.0)


def attack_ahead(s: State) -> float:
    return worth(s, _attack)


def _judged(state: State, seat: Seat, attack: Callable[[State], float]) -> float:
    me = SIDE[seat]
    lead = float(state.score[me] - state.score[1 - me])
    if state.phase == phases.FINISHED:
        winner = state.result[0] if state.result else -1
        return lead + (0.0 if winner < 0 else 2.0 if winner == me else -2.0)
    worth = attack(state)
    lead += worth if state.attacking == me else -worth
    missing = sum(1 if piece < TEAM else -1 for piece in state.sent_off)
    return lead - 0.2 * (missing if me == 0 else -missing)


def _attack(s: State) -> float:
    if s.restart is not None:
        return WORTH_OF_RESTART.get(s.restart.kind, 0.0) + (_corner(s) if s.restart.kind == CORNER else 0.0)
    phase = s.phase
    if phase == phases.ATTACK_PLAY:
        return possession(s) + _play(s)
    if phase == phases.ATTACK_MOVE:
        return possession(s) + _shooting_chance(s)
    if phase == phases.CAPTURE:
        return _capture(s)
    if phase == phases.DEFENCE_MOVE:
        return _defended(s, float(rolls_to_the_ball(s, 1 - s.attacking, held=s.carrier >= 0) >> s.roll & 1))
    if phase in (phases.DEFENCE, phases.MINOR_FOUL):
        if s.after == SHOOT:
            rolls = rolls_to_the_ball(s, 1 - s.attacking, held=s.carrier >= 0)
            return _defended(s, 1.0 if _keeper_near(s) else rolls.bit_count() / 6)
        return _defended(s, 1.0 if s.after == LOOSE and _keeper_near(s) else _chance(s, 1 - s.attacking))
    return 0.0


def _forward(s: State, side: int) -> int:
    row = ROW[s.ball]
    return row - 1 if side == 0 else 16 - row


def possession(s: State) -> float:
    return HELD + ROW_WORTH * _forward(s, s.attacking)


def _targets(s: State) -> tuple[int, int]:
    """Count team-mates who may receive a direct pass, and those of them who would shoot."""
    side = s.attacking
    mates = s.field[side] & ~s.own[1 - side] & ~(1 << s.ball) & ~offside_cells(s, side)
    return mates, mates & SHOOTING[1 - side]


def _shooting_chance(s: State) -> float:
    """Return the share of rolls that reach a shooting team-mate, before the roll."""
    mates, shooters = _targets(s)
    worth = 0.0
    near = 0
    for roll in range(1, 7):
        cells = flights(s.ball, roll)
        near |= cells & mates
        if cells & shooters:
            worth += SHOT / 6
    return worth * 0.8 + MATE * near.bit_count()


def _play(s: State) -> float:
    """Estimate the best result of the roll for the ball."""
    cells = flights(s.ball, s.roll)
    mates, shooters = _targets(s)
    if cells & shooters:
        return SHOT
    return 0.05 * bool(cells & mates) + MATE * (cells & mates).bit_count()


def _capture(s: State) -> float:
    """Evaluate a loose ball after A's roll."""
    bit = 1 << s.ball
    if any(cells & bit for _piece, cells in captures(s)):
        to_shoot = AREA[1 - s.attacking] & bit
        if s.frame.stops:
            reached = rolls_to_the_ball(s, 1 - s.attacking, held=True).bit_count() / 6
            return _shot_unless(s, reached) if to_shoot else _contested(s, reached, possession(s))
        return SHOT * 0.65 if to_shoot else possession(s)
    return _defended(s, _chance(s, 1 - s.attacking))


def _defended(s: State, reached: float) -> float:
    """Evaluate D's getting to the ball with probability ``reached``."""
    if s.after == SHOOT:
        return _shot_unless(s, reached)
    ball_held = possession(s)
    if s.carrier < 0:
        return reached * _lost(s) + (1 - reached) * (2 * _chance(s, s.attacking) - 1) * 0.5 * ball_held
    return _contested(s, reached, ball_held + _shooting_chance(s))


def _lost(s: State) -> float:
    return -(HELD + ROW_WORTH * (15 - _forward(s, s.attacking)))


def _shot_unless(s: State, reached: float) -> float:
    """Evaluate a shot that D prevents by getting to the ball, with probability ``reached``, and winning it."""
    return (1 - reached) * SHOT + reached * (0.38 * SHOT + 0.62 * _lost(s))


def _contested(s: State, reached: float, kept: float) -> float:
    """Evaluate a ball that A holds; ``kept`` is its worth if D does not get there to fight for it."""
    return (1 - reached) * kept + reached * (0.45 * possession(s) + 0.55 * _lost(s))


def _chance(s: State, side: int) -> float:
    """Estimate the chance that one roll takes ``side`` to the ball: rolls its near pieces may use."""
    if s.frame.stops and s.carrier >= 0:
        return rolls_to_the_ball(s, side, held=True).bit_count() / 6
    rolls = 0
    for piece in range(side * TEAM + 1, side * TEAM + TEAM):
        cell = s.pieces[piece]
        if cell >= 0:
            steps = distance(cell, s.ball)
            if 1 <= steps <= 6:
                rolls |= 1 << steps
                rolls |= 2 << steps  # with a turn, one more cell often ends there too
    return (rolls & 0x7E).bit_count() / 6 * 0.9


def _keeper_near(s: State) -> bool:
    keeper = s.pieces[(1 - s.attacking) * TEAM]
    return 0 <= keeper < 128 and distance(keeper, s.ball) == 1 and bool(AREA[1 - s.attacking] >> s.ball & 1)


def rolls_to_the_ball(s: State, side: int, *, held: bool) -> int:
    """Return, as bits, the rolls that take a field piece of ``side`` to the ball; ``held``: an opponent has it there.

    Who has a clear way to the carrier stops there with every higher roll too, if that is allowed (ST-3.15).
    """
    rolls = 0
    for roll in range(1, 7):
        if _reaches(s, side, roll):
            if held and s.frame.stops:
                return 0x7E >> roll << roll
            rolls |= 1 << roll
    return rolls


def _reaches(s: State, side: int, roll: int) -> bool:
    """Return whether a field piece of ``side`` gets to the ball by all of ``roll``, standing limits aside."""
    foes, bit, start = s.own[1 - side], 1 << s.ball, side * TEAM
    for piece in range(start + 1, start + TEAM):
        cell = s.pieces[piece]
        if cell < 0 or distance(cell, s.ball) > roll:
            continue
        if reach(1 + side if piece < start + 5 else 0, cell, roll).among(foes) & bit:
            return True
    return False


def _corner(s: State) -> float:
    """Count rolls of a corner that find a shooting team-mate, and D's men at the right distances."""
    restart = s.restart
    if restart is None or restart.cell < 0:
        return 0.0
    side = restart.seat
    shooting = SHOOTING[1 - side]
    alone, contested = s.field[side] & ~s.own[1 - side] & shooting, s.field[side] & s.own[1 - side] & shooting
    worth = 0.0
    for roll in range(1, 7):
        cells = flights(restart.cell, roll)
        worth += 0.07 if cells & alone else 0.02 if cells & contested else 0.0
    return worth
