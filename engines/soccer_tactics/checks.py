"""Checks of a position from outside, so that every rule can play on from it. Source: ST-15.2, ST-14.

Only what the rules rely on is checked: playable positions that no match reaches are allowed.
"""

from typing import Final

from engines.core.errors import BadState
from engines.soccer_tactics import phases
from engines.soccer_tactics.battles import FEWEST
from engines.soccer_tactics.board import (
    ARC_CELLS,
    AREA,
    CIRCLE,
    CORNERS,
    GOAL_AREA,
    GOAL_CELLS,
    HALF,
    KIND,
    LINE,
    NAMES,
    PIECES,
    PLACES,
    SIDE_OF,
    SPOT,
    TEAM,
)
from engines.soccer_tactics.offers import offer
from engines.soccer_tactics.state import (
    CORNER,
    EXTRA_SECOND,
    FREE_KICK,
    GOAL_KICK,
    KICK_OFF,
    LOOSE,
    MINOR,
    NOTHING,
    OVER,
    PENALTY,
    SHOOT,
    Restart,
    State,
    count,
)

_ROLLED: Final = (phases.ATTACK_MOVE, phases.ATTACK_PLAY, phases.CAPTURE, phases.DEFENCE_MOVE)
_KINDS: Final = {
    phases.KICK_OFF_KEEPER: (KICK_OFF,),
    phases.KICK_OFF_KICKER: (KICK_OFF,),
    phases.KICK_OFF_STRIKER: (KICK_OFF,),
    phases.FREE_KICK_TAKER: (FREE_KICK,),
    phases.FREE_KICK_CLEAR: (FREE_KICK,),
    phases.GOAL_KICK_TAKER: (GOAL_KICK,),
    phases.GOAL_KICK_CLEAR: (GOAL_KICK,),
    phases.KEEPER_PLACE: (GOAL_KICK, CORNER),
    phases.CORNER_CLEAR: (CORNER,),
    phases.CORNER_PLACE: (CORNER,),
    phases.PENALTY_KICKER: (PENALTY,),
    phases.PENALTY_PLACE: (PENALTY,),
}
_DEFENDS: Final = (
    phases.DEFENCE,
    phases.DEFENCE_MOVE,
    phases.FREE_KICK_CLEAR,
    phases.GOAL_KICK_CLEAR,
    phases.CORNER_CLEAR,
)
_EITHER: Final = (phases.KICK_OFF_KEEPER, phases.KICK_OFF_STRIKER, phases.CORNER_PLACE, phases.PENALTY_PLACE)


def check(s: State) -> None:
    """Check a position. Raises BadState naming the fault."""
    over = s.phase == phases.FINISHED
    if over != (s.period == OVER) or over != (s.result is not None) or over != (s.attacking < 0):
        raise BadState("phase and period finished, a result and attacking null go together")
    if over != (s.acting < 0):
        raise BadState("to_act must be [] when the match is over, and a list of one seat before")
    count(s)
    _board(s)
    if over:
        return
    if s.period > EXTRA_SECOND:
        raise BadState("period shootout is only within events")
    if s.first_kick < 0:
        raise BadState("first_kick must be home or away")
    if s.passes > 1 and s.phase not in (phases.CAPTURE, phases.DEFENCE, phases.DEFENCE_MOVE, phases.MINOR_FOUL):
        raise BadState(f"passes must be 0 or 1 in phase {phases.NAMES[s.phase]}: after a second one D moves (ST-5.9)")
    if s.phase in _KINDS:
        _set_piece(s)
    else:
        _play(s)
    _check_to_act(s)
    if not offer(s):
        raise BadState(f"nobody has a legal move in phase {phases.NAMES[s.phase]}")


def _board(s: State) -> None:
    piece_at: dict[tuple[int, int], int] = {}
    for piece, cell in enumerate(s.pieces):
        if cell < 0:
            continue
        side, name = SIDE_OF[piece], PIECES[piece]
        if piece in s.sent_off:
            raise BadState(f"{name} is sent off and cannot stand on {PLACES[cell]}")
        if cell in SPOT or (cell in LINE and (KIND[piece] or cell != LINE[side])):
            raise BadState(f"{name} may never be at {PLACES[cell]}")
        if cell < 128 and KIND[piece] <= 4 and not HALF[side] >> cell & 1:
            raise BadState(f"{name} stays in its own half and cannot stand on {PLACES[cell]} (ST-3.12)")
        mate = piece_at.setdefault((side, cell), piece)
        if mate != piece and not (s.phase == phases.PENALTY_PLACE and s.restart and s.restart.taker in (mate, piece)):
            raise BadState(f"{PIECES[mate]} and {name} both stand on {PLACES[cell]} (ST-3.8)")
    for side in (0, 1):
        keeper = s.pieces[side * TEAM]
        if keeper in LINE and s.phase not in (
            phases.PENALTY_KICKER,
            phases.PENALTY_PLACE,
            phases.KEEPER_PLACE,
            phases.FINISHED,
        ):
            raise BadState(f"{PIECES[side * TEAM]} is at {PLACES[keeper]} only at a penalty")
        sent_off = sum(1 for piece in s.sent_off if SIDE_OF[piece] == side)
        if TEAM - sent_off < FEWEST and s.phase != phases.FINISHED:
            raise BadState(f"{NAMES[side]} has fewer than {FEWEST} pieces and has forfeited (ST-11.4)")


def _play(s: State) -> None:
    phase = phases.NAMES[s.phase]
    if s.restart is not None:
        raise BadState(f"restart must be null in phase {phase}")
    if not 0 <= s.ball < 128:
        raise BadState(f"phase {phase} needs a ball on a cell")
    if s.phase in _ROLLED:
        if not 1 <= s.roll <= (12 if s.phase == phases.ATTACK_PLAY else 6):
            raise BadState(f"phase {phase} needs a roll that its dice can show")
    elif s.roll:
        raise BadState(f"roll must be null in phase {phase}")
    loose = s.phase == phases.CAPTURE or s.after == LOOSE
    if loose != (s.carrier < 0):
        raise BadState(f"in phase {phase} the ball {'is loose: no carrier' if loose else 'has a carrier'}")
    if not loose and (SIDE_OF[s.carrier] != s.attacking or s.pieces[s.carrier] != s.ball):
        raise BadState(f"carrier {PIECES[s.carrier]} must be a piece of the attacking side on the ball's cell")
    if (s.after == NOTHING) == (s.phase in (phases.DEFENCE, phases.DEFENCE_MOVE, phases.MINOR_FOUL)):
        raise BadState("after is set during the defence, and only then")
    if s.after == SHOOT and not AREA[1 - s.attacking] >> s.ball & 1:
        raise BadState("after is shoot only when the ball was captured in the penalty area under attack (ST-7.4)")
    if s.dead:
        _dead(s)


def _dead(s: State) -> None:
    if s.phase not in (phases.ATTACK_MOVE, phases.ATTACK_PLAY):
        raise BadState(f"dead must be null in phase {phases.NAMES[s.phase]}")
    if s.dead in (KICK_OFF, CORNER) and s.phase == phases.ATTACK_MOVE:
        raise BadState("no piece is moved before a kick-off or a corner is played")
    if s.dead == KICK_OFF and not CIRCLE[s.attacking] >> s.ball & 1:
        raise BadState("a kick-off is played from an own cell of the centre circle (ST-2.3)")


def _set_piece(s: State) -> None:
    phase, restart = phases.NAMES[s.phase], s.restart
    if restart is None or restart.kind not in _KINDS[s.phase]:
        raise BadState(f"phase {phase} needs a restart of its kind")
    if restart.seat != s.attacking:
        raise BadState("restart.seat is the attacking side")
    if s.roll or s.after or s.dead:
        raise BadState(f"roll, after and dead must be null in phase {phase}")
    if restart.taker >= 0 and SIDE_OF[restart.taker] != restart.seat:
        raise BadState("restart.taker is a piece of the side that takes it")
    if restart.taker in s.sent_off:
        raise BadState("restart.taker is sent off")
    if restart.kind == CORNER:
        _corner(s, restart)
    elif restart.kind == PENALTY:
        _penalty(s, restart)
    elif restart.kind == KICK_OFF:
        _kick_off(s, restart)
    elif s.phase == phases.FREE_KICK_TAKER:
        if restart.cell < 0 and restart.why != MINOR:
            raise BadState("the cell of a free kick is known but after a minor foul")
        if not 0 <= s.ball < 128 and s.ball != -1:
            raise BadState("the ball of a free kick is on a cell")
    elif s.phase in (phases.FREE_KICK_CLEAR, phases.GOAL_KICK_CLEAR):
        if restart.cell < 0 or restart.taker < 0 or s.pieces[restart.taker] != restart.cell:
            raise BadState(f"in phase {phase} the taker stands on restart.cell")
        if s.ball != restart.cell or s.carrier != restart.taker:
            raise BadState(f"in phase {phase} the taker has the ball")
    if s.phase == phases.KEEPER_PLACE:
        _keeper(s)


def _corner(s: State, restart: Restart) -> None:
    if restart.cell not in CORNERS[1 - restart.seat] or restart.taker < 0 or restart.left is None:
        raise BadState("the restart of a corner needs cell (a corner), taker and left")
    if s.phase != phases.CORNER_PLACE and 0 in restart.left:
        raise BadState("before the placements of a corner each side has them left (ST-10.5)")
    if s.ball != restart.cell or s.carrier >= 0:
        raise BadState("the ball of a corner lies on restart.cell and nobody has it")
    if s.on(restart.seat, restart.cell) not in (-1, restart.taker):
        raise BadState("no other piece of the kicking side stands on the corner cell (ST-10.6)")
    if restart.taker % TEAM <= 4:
        raise BadState("a piece that stays in its own half cannot take a corner (ST-3.12)")


def _penalty(s: State, restart: Restart) -> None:
    if s.ball != SPOT[1 - restart.seat] or s.carrier >= 0:
        raise BadState("the ball of a penalty is on the spot and nobody has it")
    if restart.taker < 0 or restart.taker % TEAM <= 4:
        raise BadState("the taker of a penalty is a midfielder or a striker")
    if s.phase == phases.PENALTY_PLACE and (
        restart.cell not in ARC_CELLS[1 - restart.seat] or s.pieces[restart.taker] != restart.cell
    ):
        raise BadState("the taker of a penalty stands on restart.cell, an arc cell (ST-11.6)")


def _kick_off(s: State, restart: Restart) -> None:
    placed = restart.taker >= 0
    if placed != (s.carrier >= 0) or placed != (s.ball >= 0) or placed != (restart.cell >= 0):
        raise BadState("at a kick-off restart.taker, restart.cell, carrier and ball are known together")
    if placed:
        if s.carrier != restart.taker or s.ball != restart.cell or s.pieces[restart.taker] != restart.cell:
            raise BadState("at a kick-off the taker has the ball on restart.cell")
        if not CIRCLE[restart.seat] >> restart.cell & 1:
            raise BadState("a kick-off is played from an own cell of the centre circle (ST-2.3)")
    elif s.acting >= 0 and s.acting != restart.seat:
        raise BadState("at a kick-off the kicking side places its kicker before the other side begins (ST-2.3)")
    if s.phase == phases.KICK_OFF_KICKER and placed:
        raise BadState("the kicker is placed already")
    for side in (0, 1):
        if s.field[side] & GOAL_AREA[side]:
            raise BadState("at a kick-off only the keeper is in the goal area (ST-2.2)")
        for piece in range(side * TEAM + 1, side * TEAM + TEAM):
            cell = s.pieces[piece]
            if 0 <= cell < 128 and CIRCLE[side] >> cell & 1 and piece != restart.taker and KIND[piece] < 9:
                raise BadState(f"{PIECES[piece]} is not the kicker and is not in the circle (ST-2.3)")


def _keeper(s: State) -> None:
    side = s.attacking if s.restart and s.restart.kind == GOAL_KICK else 1 - s.attacking
    keeper = s.pieces[side * TEAM]
    if keeper < 0 or keeper in GOAL_CELLS[side]:
        raise BadState("phase keeper_place needs a keeper outside his goal area")
    if keeper in LINE and s.own[side] & GOAL_AREA[side]:
        raise BadState("after a penalty no team-mate of the keeper is in the goal area")


def _check_to_act(s: State) -> None:
    phase = phases.NAMES[s.phase]
    if s.phase not in _EITHER:
        defends = s.phase in _DEFENDS or (s.phase == phases.KEEPER_PLACE and s.restart and s.restart.kind == CORNER)
        acting = 1 - s.attacking if defends else s.attacking
        if s.acting != acting:
            raise BadState(f"to_act must be {[NAMES[acting]]} in phase {phase}")
    if (
        s.phase in (phases.FREE_KICK_CLEAR, phases.GOAL_KICK_CLEAR, phases.CORNER_CLEAR, phases.PENALTY_PLACE)
        and not s.pending[s.acting]
    ):
        raise BadState(f"phase {phase} needs pieces of the side to act in pending")
    for side in (0, 1):
        for piece in s.pending[side]:
            if SIDE_OF[piece] != side or not 0 <= s.pieces[piece] < 128:
                raise BadState(f"pending.{NAMES[side]} lists pieces of {NAMES[side]} that are on the board")
            if s.phase == phases.PENALTY_PLACE and s.restart and piece == s.restart.taker:
                raise BadState("the taker of a penalty is placed already")
    if s.phase == phases.CORNER_PLACE and s.restart and s.restart.left and not s.restart.left[s.acting]:
        raise BadState("the side to act has placements left at a corner")
    if s.phase == phases.KICK_OFF_KEEPER and s.pieces[s.acting * TEAM] >= 0:
        raise BadState(f"{PIECES[s.acting * TEAM]} is placed already")
    if s.phase == phases.KICK_OFF_KEEPER and s.acting * TEAM in s.sent_off:
        raise BadState(f"{PIECES[s.acting * TEAM]} is sent off")
