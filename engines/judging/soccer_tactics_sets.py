"""Value of the next offensive set of Soccer Tactics over every roll, on sets of cells.

Cells of a pass by roll, those to shoot from, those a piece can reach first: all are look-ups of reachable cells, so a
whole set ahead costs less than three played moves. For the search bot. Source of the ideas: ST section 17.
"""

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Final

from engines.soccer_tactics import phases
from engines.soccer_tactics.board import AREA, KIND, ROW, SHOOTING, TEAM, distance
from engines.soccer_tactics.offers import captures
from engines.soccer_tactics.reach import flights, reach
from engines.soccer_tactics.standing import may_stand, offside_cells
from engines.soccer_tactics.state import LOOSE, SHOOT, State

SHOT: Final = 0.55
"""Value of a shot: half a goal, and a corner now and then."""
HELD: Final = 0.04
ROW_WORTH: Final = 0.008
WON: Final = (0.22, 0.34, 0.42, 0.42)
"""Share of battles won by the attacker, by opponent: keeper, defender, midfielder, striker (ST-6.2)."""

Cells = tuple[int, ...]


@cache
def _landing_cells(ball: int) -> Cells:
    """Return by roll 1 to 6 the cells that a ball from ``ball`` may reach."""
    return tuple(flights(ball, roll) for roll in range(1, 7))


@cache
def _near(ball: int) -> int:
    near = 0
    for cells in _landing_cells(ball):
        near |= cells
    return near


def _possession(ball: int, side: int) -> float:
    row = ROW[ball]
    return HELD + ROW_WORTH * (row - 1 if side == 0 else 16 - row)


def _receivers(s: State, side: int, ball: int) -> tuple[int, int]:
    """Find team-mates for a direct pass, and those of them who would shoot (ST-7.5, ST-7.6, ST-9.2)."""
    mates = s.field[side] & ~s.own[1 - side] & ~(1 << ball) & ~offside_cells(s, side)
    return mates, mates & SHOOTING[1 - side]


def _played(side: int, ball: int, mates: int, shooters: int, roll: int) -> float:
    """Evaluate a known roll of the ball: a shot, a pass to a possible shooter, or keeping it."""
    cells = flights(ball, roll)
    if cells & shooters:
        return SHOT
    best = _possession(ball, side)
    targets = cells & mates if shooters else 0
    while targets:
        bit = targets & -targets
        targets ^= bit
        cell = bit.bit_length() - 1
        hits = sum(1 for second in _landing_cells(cell) if second & shooters)
        ball_held = _possession(cell, side)
        best = max(best, ball_held + (SHOT - ball_held) * hits / 6)
    return best


def _before_the_ball(s: State, side: int, ball: int) -> tuple[float, list[tuple[float, int]]]:
    """Return the mean over the rolls for the ball, and the gain of moving to each cell, best first."""
    mates, shooters = _receivers(s, side, ball)
    by_roll = [_played(side, ball, mates, shooters, roll) for roll in range(1, 7)]
    targets = SHOOTING[1 - side] & _near(ball) & ~s.own[0] & ~s.own[1]
    if targets:
        targets &= ~offside_cells(s, side)
    gains: list[tuple[float, int]] = []
    while targets:
        bit = targets & -targets
        targets ^= bit
        gain = sum(SHOT - worth for worth, cells in zip(by_roll, _landing_cells(ball), strict=True) if cells & bit)
        if gain > 0:
            gains.append((gain / 6, bit))
    gains.sort(reverse=True)
    return sum(by_roll) / 6, gains


def movable(s: State, side: int, ball: int, more: int = 0) -> Cells:
    """Return by roll 1 to 6 cells that field pieces of ``side`` reach, a piece on ``ball`` staying (limits aside).

    ``more``: cells where opponents will stand beside those of today.
    """
    men = tuple(s.pieces[side * TEAM + 1 : side * TEAM + TEAM])
    return _reached(side, men, s.own[1 - side] | more, ball if ball in men else -1, s.frame.stops)


@lru_cache(maxsize=2048)
def _reached(side: int, men: tuple[int, ...], foes: int, ball: int, stops: bool) -> Cells:
    """Return the cells of ``movable``: of a decision's positions nine in ten ask for the same pieces again."""
    by_roll = []
    met = 0
    for roll in range(1, 7):
        reached = met
        for number, cell in enumerate(men):
            if 0 <= cell < 128 and cell != ball:
                reached |= reach(1 + side if number < 4 else 0, cell, roll).among(foes)
        by_roll.append(reached)
        if stops:
            met = reached & foes  # a higher roll may end there too (ST-3.15)
    return tuple(by_roll)


def _best_gain(gains: list[tuple[float, int]], cells: int) -> float:
    for gain, bit in gains:
        if bit & cells:
            return gain
    return 0.0


def offensive_set_worth(s: State, side: int, ball: int) -> float:
    """Evaluate an offensive set of ``side`` from ``ball``, before its first roll."""
    mean, gains = _before_the_ball(s, side, ball)
    if not gains:
        return mean
    return mean + sum(_best_gain(gains, cells) for cells in movable(s, side, ball)) / 6


def _rolls_that_reach(s: State, side: int, ball: int, held: bool = False) -> float:
    """Return the share of rolls that reach ``ball`` with a field piece; 1 if the keeper steps there.

    ``held``: an opponent will have it there, whoever stands there now.
    """
    keeper = s.pieces[side * TEAM]
    if 0 <= keeper < 128 and distance(keeper, ball) <= 1 and may_stand(s, side * TEAM) >> ball & 1:
        return 1.0
    by_roll = movable(s, side, -1, 1 << ball if held and s.frame.stops else 0)
    return sum(cells >> ball & 1 for cells in by_roll) / 6


def worth(s: State, usual: Callable[[State], float]) -> float:
    """Evaluate the position for the side on offence; ``usual`` evaluates restarts."""
    phase, side, ball = s.phase, s.attacking, s.ball
    if s.restart is not None:
        return usual(s)
    if phase == phases.ATTACK_PLAY:
        mates, shooters = _receivers(s, side, ball)
        return _played(side, ball, mates, shooters, s.roll)
    if phase == phases.ATTACK_MOVE:
        mean, gains = _before_the_ball(s, side, ball)
        return mean + (_best_gain(gains, movable(s, side, ball)[s.roll - 1]) if gains else 0.0)
    if phase == phases.CAPTURE:
        return _capturing(s)
    if phase == phases.DEFENCE_MOVE:
        return _defended(s, 1.0 if movable(s, 1 - side, -1)[s.roll - 1] >> ball & 1 else 0.0, s.after)
    if phase in (phases.DEFENCE, phases.MINOR_FOUL):
        return _defended(s, _rolls_that_reach(s, 1 - side, ball), s.after)
    return 0.0


def _capturing(s: State) -> float:
    """Evaluate a loose ball after A's roll."""
    bit = 1 << s.ball
    captured = any(cells & bit for _piece, cells in captures(s))
    reached = _rolls_that_reach(s, 1 - s.attacking, s.ball, captured)
    return _defended(s, reached, LOOSE if not captured else SHOOT if AREA[1 - s.attacking] & bit else 0)


def _defended(s: State, reached: float, after: int) -> float:
    """Evaluate D's getting to the ball with probability ``reached``; ``after`` follows otherwise."""
    side, ball = s.attacking, s.ball
    lost = -offensive_set_worth(s, 1 - side, ball)
    if after == LOOSE:
        again = _rolls_that_reach(s, side, ball)
        return reached * lost + (1 - reached) * (again * offensive_set_worth(s, side, ball) + (1 - again) * 0.5 * lost)
    prize = SHOT if after == SHOOT else offensive_set_worth(s, side, ball)
    won = WON[_nearest_kind(s, 1 - side, ball)] if reached else 0.0
    beaten = SHOT if AREA[1 - side] >> ball & 1 else prize
    return (1 - reached) * prize + reached * (won * beaten + (1 - won) * lost)


def _nearest_kind(s: State, side: int, ball: int) -> int:
    """Return the nearest piece's kind: 0 keeper, 1 defender, 2 midfielder, 3 striker."""
    best, kind = 99, 2
    for piece in range(side * TEAM, side * TEAM + TEAM):
        cell = s.pieces[piece]
        if 0 <= cell < 128:
            steps = distance(cell, ball)
            if steps < best:
                best, kind = steps, KIND[piece]
    return 0 if kind == 0 else 1 if kind <= 4 else 2 if kind <= 8 else 3
