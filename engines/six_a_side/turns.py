"""The end of an action and of a turn: substitutions, count, passive play, goals. Source: SX-8, SX-10, SX-9.8."""

from engines.core.dice import Dice
from engines.core.seats import Event
from engines.six_a_side import phases
from engines.six_a_side.board import CELLS, NAMES, PIECES, SUBSTITUTE
from engines.six_a_side.deciding import end_by_golden_goal, end_period, period_is_over
from engines.six_a_side.line_ups import line_up
from engines.six_a_side.reach import has_action
from engines.six_a_side.state import EXTRA, State


def after_action(s: State, ev: list[Event], dice: Dice) -> None:
    """Let the side substitute, else end its turn (SX-10.2)."""
    s.chain = ()
    if s.frame.window_after and may_substitute(s, s.active):
        s.phase = phases.AFTER_TURN
    else:
        end_turn(s, ev, dice, s.active)


def may_substitute(s: State, side: int) -> bool:
    """Return whether the side has its substitution left and its substitute waits (SX-10.1)."""
    return s.subs_left[side] > 0 and side * 7 + SUBSTITUTE in s.bench[side]


def substitute(s: State, ev: list[Event], side: int, out: int) -> None:
    """Give p7 space, ball, formation cell and keeper role of ``out`` (SX-10.1)."""
    coming, cell = side * 7 + SUBSTITUTE, s.pieces[out]
    event = {"seat": NAMES[side], "out": PIECES[out], "in": PIECES[coming], "at": CELLS[cell]}
    ev.append({"type": "substitution", **event})
    s.put(out, -1)
    s.put(coming, cell)
    s.formation = s.formation[:]
    s.formation[coming], s.formation[out] = s.formation[out], -1
    if s.carrier == out:
        s.carrier = coming
    if s.keeper[side] == out:
        s.keeper[side] = coming
    s.subs_left = s.subs_left[:]
    s.subs_left[side] -= 1
    s.bench = ((out,), s.bench[1]) if side == 0 else (s.bench[0], (out,))


def count_turn(s: State, side: int) -> None:
    """Count a turn of ``side`` (SX-10.3)."""
    s.no_steal[side], s.chain = -1, ()
    s.controller[side] = (s.controller[side] + 1) % s.frame.players[side]
    s.turns_played += 1
    if s.attacking == side:
        s.possession_turns += 1


def end_turn(s: State, ev: list[Event], dice: Dice, side: int) -> None:
    """End the turn of ``side``: the period, its possession, or just its turn is over (SX-10.3)."""
    while True:
        count_turn(s, side)
        if period_is_over(s):
            end_period(s, ev, dice, "regulation")
            return
        limit = s.frame.possession_limit
        if limit and s.attacking == side and s.possession_turns >= limit:
            ev.append({"type": "passive_play", "seat": NAMES[side]})
            line_up(s, ev, 1 - side)
            return
        side = 1 - side
        s.phase, s.active, s.penalty = phases.TURN, side, None
        if has_action(s, side):
            return
        ev.append({"type": "turn_lost", "seat": NAMES[side], "reason": "no_action"})


def goal(s: State, ev: list[Event], dice: Dice, side: int, scorer: int, *, penalty: bool) -> None:
    """Score a goal: count the turn, then decide the match or go on (SX-8, SX-9.1 to SX-9.3)."""
    event = {"seat": NAMES[side], "piece": PIECES[scorer], "own": False, "penalty": penalty}
    ev.append({"type": "goal", **event})
    s.score[side] += 1
    s.ball = s.carrier = -1
    count_turn(s, side)
    if s.period == EXTRA:
        end_by_golden_goal(s, ev, side)
    elif s.score[side] >= s.frame.goals_to_win:
        end_period(s, ev, dice, "golden_goal" if s.frame.golden else "goal_limit")
    elif period_is_over(s):
        end_period(s, ev, dice, "regulation")
    else:
        line_up(s, ev, 1 - side)
