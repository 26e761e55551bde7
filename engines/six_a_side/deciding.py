"""The end of a period: winner, extra time, shootout. Source: SX-9."""

from engines.core.contract import full_time
from engines.core.dice import Dice
from engines.core.seats import Event
from engines.core.shootouts import outcome, shootout_winner, with_kick
from engines.six_a_side import phases
from engines.six_a_side.board import NAMES
from engines.six_a_side.line_ups import line_up, toss
from engines.six_a_side.state import EXTRA, KICKS, OVER, PERIODS, REGULATION, Kick, State

MOST_KICKS = 30


def finish(s: State, ev: list[Event], winner: int, how: str) -> None:
    s.phase, s.period, s.active = phases.FINISHED, OVER, -1
    s.penalty, s.picks, s.chain, s.time_up = None, [0, 0], (), False
    s.result = (winner, how)
    ev.append(full_time(s))


def end_period(s: State, ev: list[Event], dice: Dice, how: str) -> None:
    """End regulation or extra time; ``how``: golden_goal, goal_limit, or regulation for time."""
    _period_over(s, ev)
    terms = s.frame.terms
    if s.period == EXTRA and terms.get("level_stands"):
        finish(s, ev, -1, "extra_time")
        return
    if s.period == EXTRA:
        _shootout(s, ev, dice)
        return
    decided = outcome(s.score, terms, how)
    if decided is not None:
        finish(s, ev, *decided)
    elif terms["extra_time"]:
        s.period, s.turns_played = EXTRA, 0
        line_up(s, ev, toss(ev, dice))
    else:
        _shootout(s, ev, dice)


def end_by_golden_goal(s: State, ev: list[Event], side: int) -> None:
    """End extra time by the first goal, which wins for ``side`` (SX-9.5)."""
    _period_over(s, ev)
    finish(s, ev, side, "extra_time")


def _period_over(s: State, ev: list[Event]) -> None:
    ev.append({"type": "period_end", "period": PERIODS[s.period]})
    s.time_up = False


def _shootout(s: State, ev: list[Event], dice: Dice) -> None:
    s.phase, s.period, s.kicks = phases.SHOOTOUT, KICKS, ((), ())
    s.ball = s.carrier = -1
    s.no_steal, s.chain = [-1, -1], ()
    _next_kick(s, toss(ev, dice, "shootout_toss"))


def _next_kick(s: State, side: int) -> None:
    s.active, s.penalty, s.picks = side, Kick(side, "shootout"), [0, 0]


def shootout_kick(s: State, ev: list[Event], dice: Dice) -> None:
    """Take the shootout kick once both have picked (SX-9.6)."""
    side = s.active
    kicker_pick, keeper_pick = s.picks[side], s.picks[1 - side]
    scored = kicker_pick != keeper_pick
    ev.append(
        {
            "type": "shootout_kick",
            "seat": NAMES[side],
            "scored": scored,
            "kicker_pick": kicker_pick,
            "keeper_pick": keeper_pick,
        }
    )
    s.kicks = with_kick(s.kicks, side, scored)
    winner = shootout_winner(s.kicks)
    if winner < 0 and len(s.kicks[0]) == len(s.kicks[1]) == MOST_KICKS:
        winner = toss(ev, dice, "lots")
    if winner < 0:
        _next_kick(s, 1 - side)
        return
    ev.append({"type": "period_end", "period": "shootout"})
    finish(s, ev, winner, "shootout")


def period_is_over(s: State) -> bool:
    """Return whether time ends this period after the turn just counted (SX-9.3, SX-9.5)."""
    if s.time_up:
        return True
    limit = s.frame.turn_limit if s.period == REGULATION else s.frame.extra_turns
    return s.frame.by_turns and s.turns_played >= limit
