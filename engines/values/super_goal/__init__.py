"""Values of Super Goal!, solved: both sides play for the best expected score, a win 1 and a draw a half.

Supported: matches by counted turns, whatever their number if its table is built (by ``python -m
engines.values.super_goal``: 45 and 30), and all terms but away goals, which would need a table for each number of goals
of the first leg. Not supported: the wall clock, whose end no rule foresees.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from engines.core.outcomes import moved, outcomes
from engines.core.shootouts import FIRST_KICKS, Kicks, shootout_winner, with_kick
from engines.super_goal import GAME
from engines.super_goal.options import HALF_TURNS
from engines.super_goal.state import ATTACK, FINISHED, FIRST, PENALTY, SHOOTOUT, State
from engines.values import DRAWN, LOST, WON, Card, Expectation
from engines.values.super_goal import table
from engines.values.super_goal.attacks import number
from engines.values.super_goal.solving import OURS, SECOND, THEIRS, TIE

CARD: Final = Card(
    kind="solved",
    made="2026-11-25",
    rules_version=1,
    data="backward over counted turns, by the rules of the engine and all outcomes of the dice",
    figures=(),
)
USUAL_TURNS: Final = tuple(HALF_TURNS.values())


def supports(state: State) -> bool:
    """Return whether the position has values and their table is built."""
    return _missing(state) is None and (state.phase == SHOOTOUT or table.is_built(state.frame.half_turns))


def _missing(state: State) -> str | None:
    """Return why a position has no values, if it has none."""
    if not state.frame.by_turns and state.phase != SHOOTOUT:
        return "Super Goal! by the wall clock has no values, only by counted turns"
    terms = state.frame.terms
    if terms["away_goals"] and not terms["draws_allowed"] and state.phase != SHOOTOUT:
        return "Super Goal! has no values where away goals decide"
    return None


def expect(state: State) -> Expectation:
    """Return home's result to expect. Raises LookupError for options and terms without values, NotBuilt."""
    if state.phase == FINISHED:
        winner = state.result[0] if state.result else -1
        return DRAWN if winner < 0 else LOST if winner else WON
    if state.phase == SHOOTOUT:
        win = _shootout(state.kicks or ((), ()), state.attacking)
        return Expectation(win, 0.0, 1 - win)
    if state.phase not in (ATTACK, PENALTY):
        return _ahead(state)
    why = _missing(state)
    if why:
        raise LookupError(why)
    return _looked_up(state)


def _looked_up(state: State) -> Expectation:
    frame, side, (home, away) = state.frame, state.attacking, state.score
    margin = home - away
    if not frame.terms["draws_allowed"]:
        margin += frame.terms["carry"]["home"] - frame.terms["carry"]["away"]
    left = 0 if state.time_up else frame.half_turns - state.period_turns
    period = SECOND if state.period != FIRST else OURS if state.toss_winner == side else THEIRS
    score, draw = table.opened(frame.half_turns).look_up(period, left, -margin if side else margin, number(state))
    if not frame.terms["draws_allowed"]:
        draw = 0.0  # a level match goes to the shootout, where both are equal
    draw = min(draw, 2 * score, 2 - 2 * score)  # each is rounded by itself
    own = Expectation(score - draw / 2, draw, 1 - score - draw / 2)
    return own.reversed() if side else own


def _ahead(state: State) -> Expectation:
    """Return the mean after the best move of a window, a choice of side or a keeper's throw."""
    seat = GAME.to_act(state)[0]
    best: Expectation | None = None
    sign = 1 if seat == "home" else -1
    for move in GAME.legal(state, seat):
        win = draw = 0.0
        for after, weight in outcomes(moved(GAME, state, seat, move)):
            one = expect(after)
            win += weight * one.win
            draw += weight * one.draw
        mean = Expectation(win, draw, 1 - win - draw)
        if best is None or sign * (mean.score - best.score) > TIE:
            best = mean
    assert best is not None
    return best


@cache
def _shootout(kicks: Kicks, kicker: int) -> float:
    """Return home's chance to win the shootout; the black die scores with three faces of six."""
    winner = shootout_winner(kicks)
    if winner >= 0:
        return 1.0 - winner
    home, away = kicks
    if len(home) == len(away) >= FIRST_KICKS:
        return 0.5
    return sum(_shootout(with_kick(kicks, kicker, scored), 1 - kicker) for scored in (False, True)) / 2
