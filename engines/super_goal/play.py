"""State machine of Super Goal!: moves, kick-off, host moves, default move.

Source: SG section 14, SG-4.1, SG-4.2, SG-10 (windows), SG-13.
"""

from collections.abc import Mapping
from typing import Any, Final

from engines.core.dice import Dice
from engines.core.errors import IllegalMove
from engines.core.hosts import read_host_move
from engines.core.moves import Move
from engines.core.seats import Event, Seat
from engines.super_goal import moves as m
from engines.super_goal import phases, shots
from engines.super_goal.arrows import follow, roll_arrow
from engines.super_goal.board import AREA, CELLS, CODE, NAMES, SPOT, STAYS, path
from engines.super_goal.defence import answer
from engines.super_goal.faces import ASSIST, CONTROL, LONG_SHOT, PASS, RECOVERY, UNSTOPPABLE, WHISTLE
from engines.super_goal.flow import play_on, turnover
from engines.super_goal.fouls import take_penalty, whistle
from engines.super_goal.periods import finish, kick_off, shootout_kick
from engines.super_goal.record import move_ball
from engines.super_goal.star import play_star, roll_star
from engines.super_goal.state import CORNER, FREE_KICK, KICKS, OVER, PERIODS, THROW, UNSTOPPABLE_SHOT, Frame, State


def begin(frame: Frame, dice: Dice) -> tuple[State, list[Event]]:
    """Toss, roll the star die and kick off (SG-4.1, SG-4.2)."""
    s = State(frame=frame)
    ev: list[Event] = []
    toss = dice.roll(2)
    s.toss_winner = s.star_holder = toss - 1
    ev.append({"type": "roll", "seat": None, "sides": 2, "value": toss, "for": "toss"})
    ev.append({"type": "toss", "winner": NAMES[s.toss_winner]})
    roll_star(s, ev, dice)
    kick_off(s, ev, 1 - s.toss_winner)
    return s, ev


_HOME: Final[tuple[Seat, ...]] = ("home",)
_AWAY: Final[tuple[Seat, ...]] = ("away",)


def to_act(s: State) -> tuple[Seat, ...]:
    """Return the seat that decides: the attack; the defender in ``react`` and ``intervene``; none at the end."""
    phase = s.phase
    if phase in (phases.REACT, phases.INTERVENE):
        return _HOME if s.attacking else _AWAY
    if phase == phases.FINISHED:
        return ()
    return _AWAY if s.attacking else _HOME


def legal(s: State, side: int) -> m.Moves:
    phase, attacking = s.phase, s.attacking
    if phase == phases.ATTACK:
        if side != attacking:
            return m.NONE
        return m.attack(side, s.ball, s.restart, s.last_die, s.star_face if s.star_holder == side else -1)
    if phase == phases.DIRECTION:
        if side != attacking or s.arrow is None:
            return m.NONE
        return m.SIDES[s.arrow.turned]
    if phase == phases.REACT:
        if side == attacking:
            return m.NONE
        return m.REACTIONS[may_react(s)]
    if phase == phases.INTERVENE:
        if side == attacking or s.window is None:
            return m.NONE
        return m.intervene(*s.window, s.star_face if s.star_holder == side else -1)
    if side != attacking:
        return m.NONE
    return m.THROWS[side] if phase == phases.KEEPER_THROW else m.KICK


def may_react(s: State) -> bool:
    """Return whether the defender holds a coup that stops an action before its roll (SG-10.8, SG-10.9)."""
    return s.star_holder != s.attacking and s.star_face in (RECOVERY, WHISTLE)


def decide(before: State, _side: int, move: Move, dice: Dice, ev: list[Event]) -> State:
    s = before.copy()
    s.turn += 1
    phase, code = s.phase, move.code
    if phase == phases.ATTACK:
        _count(s, ev)
        if code == m.STAR.code:
            _coup(s, ev, dice)
        elif may_react(s):
            s.phase, s.declared = phases.REACT, move
        else:
            _act(s, ev, dice, code)
    elif phase == phases.DIRECTION and before.arrow is not None:
        follow(s, ev, dice, before.arrow, code - m.CHOOSE[0].code)
    elif phase == phases.INTERVENE and before.window is not None:
        s.phase = phases.ATTACK
        answer(s, ev, dice, *before.window, code)
    elif phase == phases.REACT and before.declared is not None:
        s.phase = phases.ATTACK
        if code == m.DECLINE.code:
            _act(s, ev, dice, before.declared.code)
        else:
            _reaction(s, ev, dice)
    elif phase == phases.KEEPER_THROW:
        s.phase, s.restart = phases.ATTACK, THROW
        move_ball(s, ev, CODE[move["to"]], s.attacking)
    elif phase == phases.PENALTY:
        _count(s, ev)
        take_penalty(s, ev, dice)
    else:
        shootout_kick(s, ev, dice)
    return s


def _count(s: State, ev: list[Event]) -> None:
    """Count a turn; the half's last one raises ``time_up`` before it is carried out (SG-13.2)."""
    s.period_turns += 1
    if s.period_turns >= s.frame.half_turns and s.frame.by_turns and not s.time_up:
        s.time_up = True
        ev.append({"type": "time_up", "period": PERIODS[s.period]})


def _act(s: State, ev: list[Event], dice: Dice, code: int) -> None:
    if code == m.SHOOT.code:
        shots.shoot(s, ev, dice)
    else:
        roll_arrow(s, ev, dice, code)


def _coup(s: State, ev: list[Event], dice: Dice) -> None:
    """Play the attack's star die (SG-10.3 to SG-10.6)."""
    face = play_star(s, ev, dice)
    if face == LONG_SHOT:
        shots.long_shot(s, ev, dice)
    elif face == UNSTOPPABLE:
        shots.unstoppable(s, ev, dice)
    elif face == ASSIST:
        play_on(s)
        move_ball(s, ev, SPOT[s.attacking], s.attacking)
    else:
        whistle(s, ev, dice)


def _reaction(s: State, ev: list[Event], dice: Dice) -> None:
    """Play the defender's coup, which voids the declared action (SG-10.8, SG-10.9)."""
    if play_star(s, ev, dice) == RECOVERY:
        turnover(s, ev, dice)
        return
    at = s.ball
    ev.append({"type": "foul", "seat": NAMES[s.attacking], "at": CELLS[at]})
    turnover(s, ev, dice, FREE_KICK, at)


def default_move(s: State, side: int) -> Move:
    """Return the move played when the time of ``side`` runs out (SG-13.5)."""
    offered = legal(s, side)
    if not offered:
        raise IllegalMove(f"{NAMES[side]} is not to act, so there is no default move (SG-13.3)")
    phase = s.phase
    if phase == phases.ATTACK:
        if m.SHOOT in offered and AREA[side][s.ball]:
            return m.SHOOT
        die = PASS if s.last_die == CONTROL else CONTROL
        return m.ROLL[die * 4 + (2 if s.restart == CORNER else 0)]
    if phase == phases.DIRECTION and s.arrow is not None:
        arrow = s.arrow
        for move in offered:
            way = move.code - m.CHOOSE[0].code
            if path(side, s.ball, arrow.direction, arrow.n, arrow.turned, way)[0] == STAYS:
                return move
        return offered[0]
    if phase == phases.INTERVENE and s.window is not None and s.window[0] == UNSTOPPABLE_SHOT:
        return m.STAR if m.STAR in offered else offered[0]
    return offered[0]  # decline, defender before keeper, the central throw, the kick


HOST_MOVES: Final = ("time_up", "timeout", "resign")


def host(before: State, move: Mapping[str, Any], dice: Dice) -> tuple[State, list[Event]]:
    """Return the position after a host move, whose fields come from outside (SG-13.1, SG-13.3, SG-13.4)."""
    kind, side = read_host_move(move, HOST_MOVES, "SG-13")
    ev: list[Event] = []
    if kind == "time_up":
        if before.frame.by_turns:
            raise IllegalMove("time_up is refused: this match is timed by counted turns (SG-13.1)")
        if before.period in (KICKS, OVER):
            raise IllegalMove("time_up is refused: no half is being played (SG-13.1)")
        if before.time_up:
            raise IllegalMove("time_up is refused: the time of this half is up already (SG-13.1)")
        s = before.__copy__()
        s.time_up = True
        ev.append({"type": "time_up", "period": PERIODS[s.period]})
        return s, ev
    if kind == "resign":
        if before.phase == phases.FINISHED:
            raise IllegalMove("the match is over (SG-13.4)")
        s = before.__copy__()
        s.declared = s.arrow = s.window = None
        finish(s, ev, 1 - side, "resignation")
        return s, ev
    usual_move = default_move(before, side)
    ev.append({"type": "timeout", "seat": NAMES[side]})
    return decide(before, side, usual_move, dice, ev), ev
