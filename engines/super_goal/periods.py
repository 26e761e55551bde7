"""Halves, the decision of a match, the shootout. Source: SG section 12."""

from engines.core.contract import full_time
from engines.core.dice import Dice
from engines.core.seats import Event
from engines.core.shootouts import outcome, shootout_winner, with_kick
from engines.super_goal import phases
from engines.super_goal.board import CENTRE, NAMES, NOWHERE, SPOT
from engines.super_goal.faces import NO_DIE
from engines.super_goal.faces import PENALTY as PENALTY_FACES
from engines.super_goal.record import move_ball, roll
from engines.super_goal.state import FIRST, KICK_OFF, KICKS, LIVE, OVER, PERIODS, SECOND, SPOT_KICK, State


def kick_off(s: State, ev: list[Event], side: int) -> None:
    """Let ``side`` attack from the centre (SG-4.2, SG-9.9, SG-12.2)."""
    s.attacking = side
    s.phase, s.restart, s.last_die = phases.ATTACK, KICK_OFF, NO_DIE
    move_ball(s, ev, CENTRE, side)
    ev.append({"type": "kick_off", "seat": NAMES[side]})


def end_half(s: State, ev: list[Event], dice: Dice) -> None:
    """End the half: time is up and the running attack is over (SG-12.3)."""
    ev.append({"type": "period_end", "period": PERIODS[s.period]})
    s.time_up, s.period_turns = False, 0
    s.last_foul = -1  # SG-11.1: the count is cleared at half-time
    if s.period == FIRST:
        s.period = SECOND
        kick_off(s, ev, s.toss_winner)  # SG-12.2
    else:
        _decide(s, ev, dice)


def _decide(s: State, ev: list[Event], dice: Dice) -> None:
    """Decide the match after regulation, or start the shootout (SG-12.4, SG-12.5)."""
    decided = outcome(s.score, {**s.frame.terms, "extra_time": False}, "regulation")  # this game has none
    if decided is not None:
        finish(s, ev, *decided)
        return
    value = dice.roll(2)
    ev.append({"type": "roll", "seat": None, "sides": 2, "value": value, "for": "shootout_first"})
    s.phase, s.period, s.kicks = phases.SHOOTOUT, KICKS, ((), ())
    s.restart, s.last_die = SPOT_KICK, NO_DIE
    s.first_kicker = s.attacking = value - 1
    move_ball(s, ev, SPOT[s.attacking], s.attacking)


def shootout_kick(s: State, ev: list[Event], dice: Dice) -> None:
    """Take one kick of the shootout (SG-12.6)."""
    kicker = s.attacking
    scored = PENALTY_FACES[roll(ev, dice, kicker, "shootout")] == "scored"
    ev.append({"type": "shootout_kick", "seat": NAMES[kicker], "scored": scored})
    s.kicks = with_kick(s.kicks, kicker, scored)
    winner = shootout_winner(s.kicks)
    if winner >= 0:
        finish(s, ev, winner, "shootout")
        return
    s.phase, s.attacking = phases.SHOOTOUT, 1 - kicker
    move_ball(s, ev, SPOT[s.attacking], s.attacking)


def finish(s: State, ev: list[Event], winner: int, how: str) -> None:
    """End the match; ``winner`` -1 is a draw."""
    s.phase, s.period = phases.FINISHED, OVER
    s.attacking, s.ball, s.restart, s.last_die = -1, NOWHERE, LIVE, NO_DIE
    s.result = (winner, how)
    ev.append(full_time(s))
