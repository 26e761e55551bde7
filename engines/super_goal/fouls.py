"""Fouls, sendings-off, VAR, free kicks, penalties. Source: SG-9.1 to SG-9.4, SG-11.1, SG-11.5."""

from engines.core.dice import Dice
from engines.core.seats import Event
from engines.super_goal import phases
from engines.super_goal.board import AREA_OR_MOUTH, CELLS, HOME, NAMES, SPOT
from engines.super_goal.faces import NO_DIE, VAR_REFUSES
from engines.super_goal.faces import PENALTY as FACES
from engines.super_goal.flow import corner, dropped, goal, goal_kick, play_on, put_in_play
from engines.super_goal.record import move_ball, roll
from engines.super_goal.star import pass_star
from engines.super_goal.state import FREE_KICK, SPOT_KICK, State


def blue_foul(s: State, ev: list[Event], dice: Dice) -> None:
    """Punish a foul on the defender's blue die (SG-7.7); the second running sends a man off (SG-11.1)."""
    offender = 1 - s.attacking
    ev.append({"type": "foul", "seat": NAMES[offender], "at": CELLS[s.ball]})
    if s.last_foul == offender:
        s.last_foul = -1  # the count starts again
        home, away = s.reds
        s.reds = (home + 1, away) if offender == HOME else (home, away + 1)
        ev.append({"type": "red", "seat": NAMES[offender]})
        if s.star_holder == offender:
            pass_star(s, ev, dice)
    else:
        s.last_foul = offender
    punish(s, ev, dice)


def whistle(s: State, ev: list[Event], dice: Dice) -> None:
    """Punish a foul by the attack's whistle coup (SG-10.6). No blue roll: SG-11.1 does not count it."""
    ev.append({"type": "foul", "seat": NAMES[1 - s.attacking], "at": CELLS[s.ball]})
    punish(s, ev, dice)


def punish(s: State, ev: list[Event], dice: Dice) -> None:
    """Give the attack a free kick, or in the area VAR and a penalty (SG-9.1, SG-9.2)."""
    side = s.attacking
    if not AREA_OR_MOUTH[side][s.ball]:
        put_in_play(s, ev, FREE_KICK, s.ball)
        return
    confirmed = roll(ev, dice, side, "var") != VAR_REFUSES
    ev.append({"type": "var", "seat": NAMES[side], "confirmed": confirmed})
    if not confirmed:
        play_on(s)
        move_ball(s, ev, dropped(s), side)
        return
    ev.append({"type": "penalty", "seat": NAMES[side], "outcome": "awarded"})
    s.phase, s.restart, s.last_die = phases.PENALTY, SPOT_KICK, NO_DIE
    move_ball(s, ev, SPOT[side], side)


def take_penalty(s: State, ev: list[Event], dice: Dice) -> None:
    """Take a penalty with the black die (SG-9.3)."""
    side = s.attacking
    outcome = FACES[roll(ev, dice, side, "penalty")]
    ev.append({"type": "penalty", "seat": NAMES[side], "outcome": outcome})
    if outcome == "scored":
        goal(s, ev, dice, side, own=False)
    elif outcome == "corner":
        corner(s, ev)
    elif outcome == "wide":
        goal_kick(s, ev, dice)
    else:  # parried: back on the spot, and the attack may shoot again at once
        play_on(s)
        move_ball(s, ev, SPOT[side], side)
