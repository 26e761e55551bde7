"""Set-up and start of free kicks, goal kicks and corners. Source: ST-15.5 steps 11d, 11e, 12a.

The end of a penalty's set-up is a shot, so penalties are in ``shots``.
"""

from engines.core.dice import Dice
from engines.soccer_tactics import phases
from engines.soccer_tactics.board import (
    AREA,
    CORNERS,
    GOAL_AREA,
    GOAL_CELLS,
    NAMES,
    PIECES,
    PLACES,
    TEAM,
    ZONE,
)
from engines.soccer_tactics.flow import ball_phase, start_set
from engines.soccer_tactics.periods import Events, clear_action, give_ball, place, restart_due
from engines.soccer_tactics.state import CORNER, FREE_KICK, GOAL_KICK, NONE_PENDING, OFFSIDE, WHYS, Restart, State


def within(s: State, side: int, cells: int) -> tuple[int, ...]:
    first = side * TEAM
    if not s.own[side] & cells:
        return ()
    return tuple(
        piece for piece in range(first, first + TEAM) if 0 <= s.pieces[piece] < 128 and cells >> s.pieces[piece] & 1
    )


def set_pending(s: State, side: int, pieces: tuple[int, ...]) -> None:
    """List ``pieces`` of ``side`` as the only ones to be placed."""
    s.pending = (pieces, ()) if side == 0 else ((), pieces)


def _next_pending(s: State, phase: int, side: int) -> bool:
    """Ask ``side`` to place its next piece; return False if there is none."""
    if not s.pending[side]:
        s.pending = NONE_PENDING
        return False
    s.ask(phase, side)
    return True


def placed(s: State, side: int) -> int:
    """Take the piece just placed off the list and return it."""
    first, *rest = s.pending[side]
    s.pending = (tuple(rest), s.pending[1]) if side == 0 else (s.pending[0], tuple(rest))
    return first


# ── free kicks ──
def free_kick(s: State, ev: Events, dice: Dice, side: int, cell: int, taker: int, why: int) -> None:
    """Give ``side`` a free kick; cell and taker are -1 if still to be chosen (ST-12.1, ST-12.2)."""
    if restart_due(s, ev, dice):
        return
    clear_action(s)
    s.ball = cell
    s.restart = Restart(FREE_KICK, side, cell, taker, why)
    give_ball(s, ev, side)
    if taker < 0:
        s.ask(phases.FREE_KICK_TAKER, side)
    else:
        _free_kick_ready(s, ev, dice)


def free_kick_taken_by(s: State, ev: Events, dice: Dice, piece: int, cell: int) -> None:
    assert s.restart is not None
    s.restart = s.restart._replace(cell=cell, taker=piece)
    place(s, ev, piece, cell)
    _free_kick_ready(s, ev, dice)


def _free_kick_ready(s: State, ev: Events, dice: Dice) -> None:
    restart = s.restart
    assert restart is not None
    side = restart.seat
    s.ball, s.carrier = restart.cell, restart.taker
    ev.append(
        {
            "type": "free_kick",
            "seat": NAMES[side],
            "piece": PIECES[restart.taker],
            "at": PLACES[restart.cell],
            "why": WHYS[restart.why if restart.why >= 0 else OFFSIDE],
        }
    )
    set_pending(s, 1 - side, within(s, 1 - side, ZONE[restart.cell]))
    free_kick_clear(s, ev, dice)


def free_kick_clear(s: State, ev: Events, dice: Dice) -> None:
    """Let the next opponent leave the zone, or start the set (ST-12.3)."""
    restart = s.restart
    assert restart is not None
    if _next_pending(s, phases.FREE_KICK_CLEAR, 1 - restart.seat):
        return
    s.restart, s.dead = None, FREE_KICK
    start_set(s, ev, dice, restart.seat, restart.taker)


# ── goal kicks ──
def goal_kick(s: State, ev: Events, dice: Dice, side: int) -> None:
    """Give ``side`` a goal kick (ST-8.5, ST-8.9)."""
    if restart_due(s, ev, dice):
        return
    clear_action(s)
    ev.append({"type": "goal_kick", "seat": NAMES[side]})
    s.restart = Restart(GOAL_KICK, side)
    give_ball(s, ev, side)
    keeper = side * TEAM
    cell = s.pieces[keeper]
    if cell < 0:
        s.ask(phases.GOAL_KICK_TAKER, side)
    elif cell in GOAL_CELLS[side]:
        goal_kick_ready(s, ev, dice, keeper)
    else:
        s.ask(phases.KEEPER_PLACE, side)


def goal_kick_ready(s: State, ev: Events, dice: Dice, taker: int) -> None:
    """Clear the penalty area of opponents once the taker is in the goal area."""
    assert s.restart is not None
    side = s.restart.seat
    cell = s.pieces[taker]
    s.restart = s.restart._replace(cell=cell, taker=taker)
    s.ball, s.carrier = cell, taker
    set_pending(s, 1 - side, within(s, 1 - side, AREA[side]))
    goal_kick_clear(s, ev, dice)


def goal_kick_clear(s: State, ev: Events, dice: Dice) -> None:
    """Let the next opponent leave the penalty area, or start the set."""
    restart = s.restart
    assert restart is not None
    if _next_pending(s, phases.GOAL_KICK_CLEAR, 1 - restart.seat):
        return
    s.restart, s.dead = None, GOAL_KICK
    start_set(s, ev, dice, restart.seat, restart.taker)


def keeper_placed(s: State, ev: Events, dice: Dice, side: int, cell: int) -> None:
    """Put the keeper back in his goal area; a team-mate there swaps places with him (ST-8.8)."""
    keeper = side * TEAM
    left = s.pieces[keeper]
    mates = [piece for piece in within(s, side, GOAL_AREA[side]) if piece != keeper]
    place(s, ev, keeper, cell)
    for mate in mates:
        place(s, ev, mate, left)
    assert s.restart is not None
    if s.restart.kind == GOAL_KICK:
        goal_kick_ready(s, ev, dice, keeper)
    else:
        _corner_zone(s, ev, dice)


# ── corners ──
def corner(s: State, ev: Events, dice: Dice, taker: int, column: int) -> None:
    """Give the taker's side a corner, on the side of ``column`` (ST-10.1 to ST-10.3)."""
    side = s.attacking
    cell = CORNERS[1 - side][0 if column < 4 else 1]
    clear_action(s)
    ev.append({"type": "corner", "seat": NAMES[side], "piece": PIECES[taker], "at": PLACES[cell]})
    s.restart = Restart(CORNER, side, cell, taker, left=(3, 3))
    s.ball = cell
    left = s.pieces[taker]
    place(s, ev, taker, -1)
    mate = s.on(side, cell)
    if mate >= 0:
        place(s, ev, mate, left)
    keeper = s.pieces[(1 - side) * TEAM]
    if keeper >= 0 and keeper not in GOAL_CELLS[1 - side]:
        s.ask(phases.KEEPER_PLACE, 1 - side)
    else:
        _corner_zone(s, ev, dice)


def _corner_zone(s: State, ev: Events, dice: Dice) -> None:
    assert s.restart is not None
    side = 1 - s.restart.seat
    set_pending(s, side, within(s, side, ZONE[s.restart.cell]))
    corner_clear(s, ev, dice)


def corner_clear(s: State, ev: Events, dice: Dice) -> None:
    """Let the next opponent leave the zone, or start the placements, D first (ST-10.4, ST-10.5)."""
    assert s.restart is not None
    side = 1 - s.restart.seat
    if not _next_pending(s, phases.CORNER_CLEAR, side):
        s.ask(phases.CORNER_PLACE, 1 - s.attacking)


def corner_placed(s: State, ev: Events, dice: Dice, side: int, left: int) -> None:
    """Let the other side place if it has placements left; ``side`` has ``left`` (ST-10.5, ST-10.8)."""
    restart = s.restart
    assert restart is not None
    home, away = restart.left or (0, 0)
    pair = (left, away) if side == 0 else (home, left)
    s.restart = restart._replace(left=pair)
    if pair[1 - side]:
        s.ask(phases.CORNER_PLACE, 1 - side)
    elif left:
        s.ask(phases.CORNER_PLACE, side)
    else:
        place(s, ev, restart.taker, restart.cell)
        s.carrier, s.restart, s.dead = restart.taker, None, CORNER
        ball_phase(s, ev, dice)
