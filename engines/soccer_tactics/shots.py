"""Off-side, shots and penalties. Source: ST-15.5 steps 11 and 12; ST sections 7, 9 and 11."""

from engines.core.dice import Dice
from engines.soccer_tactics import phases
from engines.soccer_tactics.board import ARC, AREA, COLUMN, LINE, NAMES, PIECES, PLACES, SHOOTING, SPOT, TEAM
from engines.soccer_tactics.periods import Events, clear_action, die, place, restart_due, start_kick_off
from engines.soccer_tactics.set_pieces import corner, free_kick, goal_kick, placed, within
from engines.soccer_tactics.standing import interfering_piece
from engines.soccer_tactics.state import OFFSIDE, PENALTY, Restart, State

OUTCOMES = {
    8: ("goal",) * 4 + ("corner",) * 2 + ("goal_kick",) * 2,
    6: ("goal",) * 3 + ("corner",) + ("goal_kick",) * 2,
}
"""Outcomes by faces of the spinner (ST-7.7) and of the shooting die (ST-7.8)."""


def offside(s: State, ev: Events, dice: Dice, piece: int) -> None:
    """Punish ``piece`` of A off-side with a free kick at the ball (ST-9.5)."""
    side, ball = s.attacking, s.ball
    ev.append({"type": "offside", "seat": NAMES[side], "piece": PIECES[piece], "at": PLACES[ball]})
    free_kick(s, ev, dice, 1 - side, ball, -1, OFFSIDE)


def try_shot(s: State, ev: Events, dice: Dice, piece: int) -> None:
    """Shoot with ``piece``, unless a team-mate interferes with the keeper (ST-9.6d)."""
    side = s.attacking
    if not s.no_offside and SHOOTING[1 - side] >> s.ball & 1:
        guilty = interfering_piece(s, side, piece)
        if guilty >= 0:
            offside(s, ev, dice, guilty)
            return
    shot(s, ev, dice, piece)


def shot(s: State, ev: Events, dice: Dice, piece: int) -> None:
    """Turn the spinner or roll the shooting die (ST-7.7 to ST-7.9)."""
    side, faces, restart = s.attacking, s.frame.faces, s.restart
    penalty_cell = restart.cell if restart is not None and restart.kind == PENALTY else -1
    outcome = OUTCOMES[faces][die(ev, dice, side, "shot", faces) - 1]
    event = {"seat": NAMES[side], "piece": PIECES[piece]}
    ev.append({"type": "shot", **event, "at": PLACES[s.ball], "outcome": outcome})
    if penalty_cell >= 0:
        ev.append({"type": "penalty", **event, "outcome": outcome})
    if outcome == "goal":
        home, away = s.score
        s.score = (home + 1, away) if side == 0 else (home, away + 1)
        ev.append({"type": "goal", **event, "own": False})
        if not restart_due(s, ev, dice):
            start_kick_off(s, ev, 1 - side)
    elif outcome == "corner":
        corner(s, ev, dice, piece, COLUMN[s.ball if penalty_cell < 0 else penalty_cell])
    else:
        goal_kick(s, ev, dice, 1 - side)


# ── penalties ──
def penalty(s: State, ev: Events, taker: int) -> None:
    """Give the taker's side a penalty (ST-11.5, ST-11.6)."""
    side, cell = s.attacking, s.ball
    clear_action(s)
    ev.append({"type": "penalty_awarded", "seat": NAMES[side], "piece": PIECES[taker], "at": PLACES[cell]})
    s.restart = Restart(PENALTY, side, -1, taker)
    s.ball = SPOT[1 - side]
    keeper = (1 - side) * TEAM
    if s.pieces[keeper] >= 0:
        place(s, ev, keeper, LINE[1 - side])
    s.ask(phases.PENALTY_KICKER, side)


def penalty_kicker(s: State, ev: Events, dice: Dice, cell: int) -> None:
    """Put the taker on an arc cell and list the pieces that must leave (ST-11.7)."""
    assert s.restart is not None
    side, taker = s.attacking, s.restart.taker
    place(s, ev, taker, cell)
    s.restart = s.restart._replace(cell=cell)
    area = AREA[1 - side]
    ours = tuple(piece for piece in within(s, side, area | 1 << cell) if piece != taker)
    theirs = within(s, 1 - side, area | ARC[1 - side])
    s.pending = (ours, theirs) if side == 0 else (theirs, ours)
    _next_place(s, ev, dice, 1 - side)


def penalty_place(s: State, ev: Events, dice: Dice, side: int, cell: int) -> None:
    """Move one piece out of the area."""
    place(s, ev, placed(s, side), cell)
    _next_place(s, ev, dice, 1 - side)


def _next_place(s: State, ev: Events, dice: Dice, side: int) -> None:
    for side_asked in (side, 1 - side):
        if s.pending[side_asked]:
            s.ask(phases.PENALTY_PLACE, side_asked)
            return
    assert s.restart is not None
    shot(s, ev, dice, s.restart.taker)
