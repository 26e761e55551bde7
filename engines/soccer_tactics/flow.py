"""The offensive set: turns, roll to move, roll for the ball, attempts to capture. Source: ST-15.5 steps 4-6, 8.

Each function ends by asking for a decision or by ending the period.
"""

from engines.core.dice import Dice
from engines.soccer_tactics import phases
from engines.soccer_tactics.board import KIND, NAMES
from engines.soccer_tactics.offers import can_capture, can_move, plays
from engines.soccer_tactics.periods import Events, chance, die, end_period, give_ball, turns_used
from engines.soccer_tactics.state import GOAL_KICK, LOOSE, NOTHING, SET, State


def begin_turn(s: State, ev: Events, dice: Dice) -> bool:
    """Begin a counted turn; return False if the period is over instead (ST-13.4, ST-13.7)."""
    if s.time_up:
        end_period(s, ev, dice)
        return False
    if turns_used(s):
        if not chance(s):
            end_period(s, ev, dice)
            return False
        s.time_up = True
        ev.append({"type": "time_up"})
    s.clock_turns += 1
    ev.append({"type": "turn", "seat": NAMES[s.attacking], "n": s.clock_turns})
    return True


def start_set(s: State, ev: Events, dice: Dice, side: int, piece: int) -> None:
    """Start an offensive set of ``side`` with ``piece`` on the ball (ST-5.1, ST-5.2)."""
    give_ball(s, ev, side)
    s.carrier, s.ball = piece, s.pieces[piece]
    s.kicker = s.no_touch = -1
    s.roll = s.passes = 0
    s.after, s.no_offside = NOTHING, False
    if not begin_turn(s, ev, dice):
        return
    s.roll = die(ev, dice, side, "move")
    if can_move(s, side, piece):
        s.ask(phases.ATTACK_MOVE, side)
    else:
        ball_phase(s, ev, dice)


def ball_phase(s: State, ev: Events, dice: Dice) -> None:
    """Roll for the ball and ask its holder (ST-4.1, ST-4.7)."""
    side = s.attacking
    two = KIND[s.carrier] == 0 or s.dead == GOAL_KICK
    while True:
        s.roll = die(ev, dice, side, "ball")
        if two:
            s.roll += die(ev, dice, side, "ball")
        s.offer = plays(s)
        if s.offer:
            s.ask(phases.ATTACK_PLAY, side)
            return
        s.offer = None
        if not s.dead:
            break
    ev.append({"type": "no_play", "seat": NAMES[side]})
    s.after = SET
    defence(s)


def capture_phase(s: State, ev: Events, dice: Dice) -> None:
    """Roll for A's attempt to capture the loose ball (ST-5.6)."""
    s.roll = die(ev, dice, s.attacking, "capture")
    if can_capture(s):
        s.ask(phases.CAPTURE, s.attacking)
    else:
        s.after = LOOSE
        defence(s)


def defence(s: State) -> None:
    """Let D decide between its keeper's step and the die (ST-5.10)."""
    s.roll = 0
    s.ask(phases.DEFENCE, 1 - s.attacking)
