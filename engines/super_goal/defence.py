"""Blue die, keeper die and the window before them. Source: SG-7, SG-8.1, SG-10.7, SG-10.8, SG-11.6, SG-11.7."""

from engines.core.dice import Dice
from engines.core.seats import Event
from engines.super_goal import phases
from engines.super_goal.board import (
    CELLS,
    CORNER_KICK,
    DEPTH,
    FRONT,
    GOAL_KICK,
    HOME,
    MOUTH,
    NAMES,
    ON_PITCH,
    OWN_GOAL,
)
from engines.super_goal.faces import DEFENCE, SUPER_SAVE
from engines.super_goal.faces import KEEPER as KEEPER_FACES
from engines.super_goal.flow import corner, dropped, goal, keepers_throw, play_on, put_in_play, turnover
from engines.super_goal.fouls import blue_foul
from engines.super_goal.moves import CONCEDE, DEFENDER, KEEPER, intervene
from engines.super_goal.record import move_ball, roll
from engines.super_goal.star import play_star
from engines.super_goal.state import BLOCK, CORNER, CROSSBAR, SAVE, THROW, State
from engines.super_goal.state import GOAL_KICK as GOAL_KICK_RESTART


def open_window(s: State, ev: list[Event], dice: Dice, kind: int, inside: bool) -> None:
    """Open the defender's window; a single move is played at once (SG-5.6, section 14)."""
    moves = intervene(kind, inside, s.star_face if s.star_holder != s.attacking else -1)
    if len(moves) > 1:
        s.phase, s.window = phases.INTERVENE, (kind, inside)
    else:
        answer(s, ev, dice, kind, inside, moves[0].code)


def answer(s: State, ev: list[Event], dice: Dice, kind: int, inside: bool, code: int) -> None:
    if code == DEFENDER.code:
        _blue(s, ev, dice, kind)
    elif code == KEEPER.code:
        _keeper(s, ev, dice, kind)
    elif code == CONCEDE.code:
        goal(s, ev, dice, s.attacking, own=False)
    elif play_star(s, ev, dice) == SUPER_SAVE:
        keepers_throw(s, ev, dice)  # SG-10.7
    else:
        turnover(s, ev, dice)  # SG-10.8: recovery


def _blue(s: State, ev: list[Event], dice: Dice, kind: int) -> None:
    attack, defender, at = s.attacking, 1 - s.attacking, s.ball
    outcome = DEFENCE[roll(ev, dice, defender, "defence")]
    ev.append({"type": "defence", "seat": NAMES[defender], "result": outcome, "at": CELLS[at]})
    if outcome == "foul":
        blue_foul(s, ev, dice)
        return
    s.last_foul = -1
    if outcome == "steal":
        ev.append({"type": "tackle", "winner": NAMES[defender], "loser": NAMES[attack], "at": CELLS[at]})
        turnover(s, ev, dice)
    elif outcome == "clear":
        _clear(s, ev, dice)
    elif outcome == "miss_own_goal" and OWN_GOAL[attack][at]:
        goal(s, ev, dice, attack, own=True)  # SG-7.4
    else:
        ev.append({"type": "tackle", "winner": NAMES[attack], "loser": NAMES[defender], "at": CELLS[at]})
        play_on(s)
        if kind == BLOCK:  # SG-6.3: the shot goes on to the keeper
            move_ball(s, ev, MOUTH[attack], attack)
            open_window(s, ev, dice, SAVE, False)
        else:
            move_ball(s, ev, dropped(s), attack)


def _clear(s: State, ev: list[Event], dice: Dice) -> None:
    """Clear the ball three rows back in the same column (SG-7.5; near its own end SG-11.6, SG-11.7)."""
    attack, at = s.attacking, s.ball
    depth = DEPTH[attack][at]
    if depth > 3:
        column = at % 5 if at < ON_PITCH else 2
        row = depth - 4 if attack == HOME else 14 - depth
        play_on(s)
        move_ball(s, ev, row * 5 + column, attack)
    elif at % 5 != 2:  # SG-11.7: out over the attack's own line, and the goal kick is its own
        put_in_play(s, ev, GOAL_KICK_RESTART, GOAL_KICK[attack])
    else:
        _rebound(s, ev, dice)


def _rebound(s: State, ev: list[Event], dice: Dice) -> None:
    """Rebound a clearance at the attack's own goal: its keeper must save (SG-11.6)."""
    attack, clearer = s.attacking, 1 - s.attacking
    move_ball(s, ev, FRONT[clearer], clearer)
    outcome = KEEPER_FACES[roll(ev, dice, attack, "keeper")]
    ev.append({"type": "keeper", "seat": NAMES[attack], "result": outcome})
    if outcome == "goal":
        goal(s, ev, dice, clearer, own=False)
    elif outcome == "save":
        put_in_play(s, ev, THROW, MOUTH[clearer])
    elif outcome == "parry":
        play_on(s)
    else:
        turnover(s, ev, dice, CORNER, CORNER_KICK[clearer])


def _keeper(s: State, ev: list[Event], dice: Dice, kind: int) -> None:
    attack, defender = s.attacking, 1 - s.attacking
    outcome = KEEPER_FACES[roll(ev, dice, defender, "keeper")]
    ev.append({"type": "keeper", "seat": NAMES[defender], "result": outcome})
    if outcome == "save":
        keepers_throw(s, ev, dice)
    elif outcome == "goal":
        goal(s, ev, dice, attack, own=kind == CROSSBAR)  # SG-8.1
    elif outcome == "parry":
        play_on(s)
        move_ball(s, ev, FRONT[attack], attack)
    else:
        corner(s, ev)
