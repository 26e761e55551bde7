"""Effects of moves: the beginning, each kind of decision, host moves. Source: ST-15.5 steps 1, 7, 8, 9, 15."""

import json
from collections.abc import Mapping
from typing import Any, Final

from engines.core.dice import Dice
from engines.core.errors import IllegalMove
from engines.core.hosts import read_host_move
from engines.core.moves import Move
from engines.core.seats import Event, Seat
from engines.soccer_tactics import moves as m
from engines.soccer_tactics import phases
from engines.soccer_tactics.battles import battle
from engines.soccer_tactics.board import AREA, NAMES, PIECES, PLACES, SHOOTING
from engines.soccer_tactics.flow import ball_phase, begin_turn, capture_phase, defence, start_set
from engines.soccer_tactics.offers import can_move, is_offside_capture
from engines.soccer_tactics.offers import legal as legal
from engines.soccer_tactics.periods import (
    Events,
    ask_kick_off,
    chance,
    die,
    end_period,
    finish,
    place,
    put,
    start_period,
    toss,
)
from engines.soccer_tactics.set_pieces import (
    corner_clear,
    corner_placed,
    free_kick,
    free_kick_clear,
    free_kick_taken_by,
    goal_kick_clear,
    goal_kick_ready,
    keeper_placed,
    placed,
)
from engines.soccer_tactics.shots import offside, penalty_kicker, penalty_place, try_shot
from engines.soccer_tactics.standing import interfering_piece, offside_cells
from engines.soccer_tactics.state import (
    CORNER,
    FIRST_HALF,
    KICK_OFF,
    LOOSE,
    MINOR,
    NOT_DEAD,
    NOTHING,
    SET,
    SHOOT,
    Frame,
    State,
)


def begin(frame: Frame, dice: Dice) -> tuple[State, Events]:
    """Toss and kick off for the first time (ST-2.5)."""
    s = State(frame=frame)
    ev: Events = []
    s.first_kick = toss(ev, dice, "toss")
    start_period(s, ev, FIRST_HALF, s.first_kick)
    return s, ev


_SEATS: Final[tuple[tuple[Seat, ...], ...]] = (("home",), ("away",), ())


def to_act(s: State) -> tuple[Seat, ...]:
    return _SEATS[s.acting]


def decide(before: State, _side: int, move: Move, dice: Dice, ev: Events) -> State:
    s = before.copy()
    s.turn += 1
    shelf, cell = move.code >> 7, move.code & 127
    phase = s.phase
    if phase == phases.ATTACK_PLAY:
        if shelf == m.PLAY:
            _play(s, ev, dice, cell)
        else:
            _dribble(s, ev, dice, cell)
    elif phase == phases.ATTACK_MOVE:
        s.roll = 0
        put(s, ev, shelf - m.MOVE, cell)
        ball_phase(s, ev, dice)
    elif phase == phases.CAPTURE:
        _capture(s, ev, dice, shelf - m.MOVE, cell)
    elif phase == phases.DEFENCE and shelf == m.WORDS:
        s.roll = die(ev, dice, s.acting, "defence")
        if can_move(s, s.acting, -1):
            s.ask(phases.DEFENCE_MOVE, s.acting)
        else:
            s.roll = 0
            _go_on_without_capture(s, ev, dice)
    elif phase in (phases.DEFENCE, phases.DEFENCE_MOVE):
        _defend(s, ev, dice, shelf - m.MOVE, cell)
    elif phase == phases.MINOR_FOUL:
        if cell == m.ACCEPT:
            free_kick(s, ev, dice, s.attacking, -1, -1, MINOR)
        else:
            _go_on_without_capture(s, ev, dice)
    else:
        _set_piece(s, ev, dice, shelf, cell)
    return s


# ── the ball ──
def _pass_event(ev: Events, start: int, end: int, completed: bool) -> None:
    ev.append(
        {
            "type": "pass",
            "from": None if start < 0 else PIECES[start],
            "to": None if end < 0 else PIECES[end],
            "completed": completed,
        }
    )


def _play(s: State, ev: Events, dice: Dice, cell: int) -> None:
    """Play the ball to ``cell`` (ST-15.5 step 7)."""
    side, kicker = s.attacking, s.carrier
    s.no_offside = s.dead == CORNER
    s.no_touch = kicker if s.dead else -1
    s.dead, s.roll = NOT_DEAD, 0
    s.kicker, s.carrier = kicker, -1
    ev.append({"type": "ball", "from": PLACES[s.ball], "to": PLACES[cell], "by": PIECES[kicker]})
    s.ball = cell
    own, foe = s.on(side, cell), s.on(1 - side, cell)
    in_area, shooting = AREA[1 - side] >> cell & 1, SHOOTING[1 - side] >> cell & 1
    if s.time_up and not in_area and not (own >= 0 and foe < 0 and shooting):
        end_period(s, ev, dice)
        return
    if own < 0:
        capture_phase(s, ev, dice)
        return
    if not s.no_offside:
        guilty = -1
        if offside_cells(s, side) >> cell & 1:
            guilty = own
        elif in_area if foe >= 0 else shooting:
            guilty = interfering_piece(s, side, own)
        if guilty >= 0:
            _pass_event(ev, kicker, own, False)
            offside(s, ev, dice, guilty)
            return
    s.no_touch = -1
    if foe >= 0:
        battle(s, ev, dice, own, foe)
        return
    s.carrier, s.kicker = own, -1
    _pass_event(ev, kicker, own, True)
    if shooting:
        try_shot(s, ev, dice, own)
        return
    s.passes += 1
    if s.passes == 1:
        s.no_offside = False
        ball_phase(s, ev, dice)
    else:
        s.after = SET
        defence(s)


def _dribble(s: State, ev: Events, dice: Dice, cell: int) -> None:
    """Move the carrier one cell with the ball (ST-5.4)."""
    side, piece = s.attacking, s.carrier
    s.roll, s.kicker, s.no_offside = 0, -1, False
    put(s, ev, piece, cell)
    s.ball = cell
    ev.append({"type": "dribble", "piece": PIECES[piece], "to": PLACES[cell]})
    if s.time_up and not AREA[1 - side] >> cell & 1:
        end_period(s, ev, dice)
        return
    foe = s.on(1 - side, cell)
    if foe >= 0:
        battle(s, ev, dice, piece, foe)
    else:
        s.after = SET
        defence(s)


def _capture(s: State, ev: Events, dice: Dice, piece: int, cell: int) -> None:
    """Move a piece of A in its attempt to capture (ST-15.5 step 8)."""
    at_ball = cell == s.ball
    guilty = is_offside_capture(s, piece) if at_ball else -1  # with the pieces before the move (ST-9.3)
    s.roll = 0
    put(s, ev, piece, cell)
    if not at_ball:
        s.after = LOOSE
        defence(s)
        return
    if piece != s.kicker:
        _pass_event(ev, s.kicker, piece, guilty < 0)
    if guilty >= 0:
        offside(s, ev, dice, guilty)
        return
    s.carrier, s.kicker, s.no_touch = piece, -1, -1
    ev.append({"type": "capture", "piece": PIECES[piece], "at": PLACES[cell]})
    s.after = SHOOT if AREA[1 - s.attacking] >> cell & 1 else SET
    defence(s)


def _defend(s: State, ev: Events, dice: Dice, piece: int, cell: int) -> None:
    """Move D's keeper or a field piece (ST-15.5 step 9)."""
    s.roll = 0
    put(s, ev, piece, cell)
    if cell != s.ball:
        _go_on_without_capture(s, ev, dice)
    elif s.carrier >= 0:
        battle(s, ev, dice, s.carrier, piece)
    else:
        _pass_event(ev, s.kicker, -1, False)
        ev.append({"type": "capture", "piece": PIECES[piece], "at": PLACES[cell]})
        start_set(s, ev, dice, 1 - s.attacking, piece)


def _go_on_without_capture(s: State, ev: Events, dice: Dice) -> None:
    """Go on after D did not get to the ball."""
    after, s.after = s.after, NOTHING
    if after == SHOOT:
        try_shot(s, ev, dice, s.carrier)
    elif after == SET:
        start_set(s, ev, dice, s.attacking, s.carrier)
    elif begin_turn(s, ev, dice):
        capture_phase(s, ev, dice)


# ── set pieces ──
def _set_piece(s: State, ev: Events, dice: Dice, shelf: int, cell: int) -> None:
    phase, side = s.phase, s.acting
    if phase in (phases.KICK_OFF_KEEPER, phases.KICK_OFF_KICKER, phases.KICK_OFF_STRIKER):
        _kick_off(s, ev, dice, shelf - m.PLACE, cell)
    elif phase == phases.FREE_KICK_TAKER:
        free_kick_taken_by(s, ev, dice, shelf - m.TAKE, cell)
    elif phase == phases.GOAL_KICK_TAKER:
        place(s, ev, shelf - m.TAKE, cell)
        goal_kick_ready(s, ev, dice, shelf - m.TAKE)
    elif phase == phases.KEEPER_PLACE:
        keeper_placed(s, ev, dice, side, cell)
    elif phase == phases.CORNER_PLACE:
        assert s.restart is not None
        left = (s.restart.left or (0, 0))[side]
        if shelf == m.WORDS:
            left = 0
        else:
            left -= 1
            place(s, ev, shelf - m.PLACE, cell)
        corner_placed(s, ev, dice, side, left)
    elif phase == phases.PENALTY_KICKER:
        penalty_kicker(s, ev, dice, cell)
    elif phase in _CLEARS:
        place(s, ev, placed(s, side), cell)
        _CLEARS[phase](s, ev, dice)
    else:
        penalty_place(s, ev, dice, side, cell)


_CLEARS: Final = {
    phases.FREE_KICK_CLEAR: free_kick_clear,
    phases.GOAL_KICK_CLEAR: goal_kick_clear,
    phases.CORNER_CLEAR: corner_clear,
}


def _kick_off(s: State, ev: Events, dice: Dice, piece: int, cell: int) -> None:
    """Place one piece for the kick-off (ST-15.5 step 3)."""
    place(s, ev, piece, cell)
    assert s.restart is not None
    if s.phase == phases.KICK_OFF_KICKER:
        s.restart = s.restart._replace(cell=cell, taker=piece)
        s.ball, s.carrier = cell, piece
    if ask_kick_off(s):
        return
    s.restart, s.dead = None, KICK_OFF
    ev.append({"type": "kick_off", "seat": NAMES[s.attacking]})
    if begin_turn(s, ev, dice):
        ball_phase(s, ev, dice)


# ── defaults and the host ──
_PREFERRED: Final = tuple(m.THE_WORDS[number] for number in (m.DONE, m.ROLL, m.ACCEPT))


def default_move(s: State, side: int) -> Move:
    """Return the move played when the time of ``side`` runs out (ST-15.3)."""
    offered = legal(s, side)
    if not offered:
        raise IllegalMove(f"{NAMES[side]} is not to act, so there is no default move (ST-13.1)")
    for word in _PREFERRED:
        if any(move is word for move in offered):
            return word
    return min(offered, key=lambda move: json.dumps(move, sort_keys=True, separators=(",", ":")))


HOST_MOVES: Final = ("time_up", "timeout", "resign")
_IN_PLAY: Final = frozenset(
    (phases.ATTACK_MOVE, phases.ATTACK_PLAY, phases.CAPTURE, phases.DEFENCE, phases.DEFENCE_MOVE)
)


def host(before: State, move: Mapping[str, Any], dice: Dice) -> tuple[State, list[Event]]:
    """Return the position after a host move, whose fields come from outside (ST-15.5 step 15)."""
    kind, side = read_host_move(move, HOST_MOVES, "ST-15.3")
    if before.phase == phases.FINISHED:
        raise IllegalMove("the match is over")
    ev: Events = []
    if kind == "time_up":
        return _time_up(before, dice, ev), ev
    if kind == "timeout":
        return _timeout(before, side, dice, ev), ev
    s = before.copy()
    finish(s, ev, 1 - side, "resignation")
    return s, ev


def _time_up(before: State, dice: Dice, ev: Events) -> State:
    if not before.frame.wall:
        raise IllegalMove("time_up is refused: in this match the engine counts turns (ST-13.6)")
    if before.time_up:
        raise IllegalMove("time is up already; the attack is being completed (ST-13.3)")
    s = before.copy()
    ev.append({"type": "time_up"})
    if chance(s):
        s.time_up = True
    else:
        end_period(s, ev, dice)
    return s


def _timeout(before: State, side: int, dice: Dice, ev: Events) -> State:
    if side != before.acting:
        raise IllegalMove(f"{NAMES[side]} is not to act and cannot be late (ST-13.1)")
    if before.phase not in _IN_PLAY:
        return decide(before, side, default_move(before, side), dice, ev)
    s = before.copy()
    ev.append({"type": "minor_foul", "seat": NAMES[side]})
    s.roll = 0
    if side == s.attacking:
        free_kick(s, ev, dice, 1 - side, -1, -1, MINOR)
    else:
        s.ask(phases.MINOR_FOUL, s.attacking)
    return s
