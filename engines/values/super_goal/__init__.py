"""Values of Super Goal!, solved: both sides play for the best expected score, a win 1 and a draw a half.

Supported: matches by counted turns and all terms, where the table is built. ``python -m engines.values.super_goal``
builds those of 45, 30 and 12 turns; ``--turns`` other numbers, ``--away-goals`` terms in which they decide, for one
number of home's goals in the earlier leg. Not supported: the wall clock, whose end no rule foresees.
"""

from collections.abc import Hashable
from functools import cache
from typing import Final

from engines.core.outcomes import moved, outcomes
from engines.core.shootouts import FIRST_KICKS, Kicks, shootout_winner, with_kick
from engines.super_goal import GAME, phases
from engines.super_goal.options import HALF_TURNS
from engines.super_goal.state import FIRST, State
from engines.values import DRAWN, LOST, WON, Card, Expectation
from engines.values.super_goal import table
from engines.values.super_goal.attacks import number
from engines.values.super_goal.solving import OURS, SECOND, THEIRS, TIE
from engines.values.super_goal.standings import clip

CARD: Final = Card(
    kind="solved",
    made="2026-11-25",
    rules_version=1,
    data="backward over counted turns, by the rules of the engine and all outcomes of the dice",
    figures=(
        ("states that differ", 18_705_348),
        ("states compared with a second solver", 25_692_840),
        ("greatest difference of an expected score", 1.4e-11),
        ("greatest difference of a chance of a draw", 5.3e-11),
        ("precision of the table", 0.5 / table.UNITS),
        ("home's score at the kick-off, before the toss", 0.5),
        ("chance of a draw at the kick-off", 0.2052),
    ),
)
USUAL_TURNS: Final = (12, *HALF_TURNS.values())
"""A quick match, such as a newcomer finds in the demo, made first; a long one, and one of a tournament."""


def supports(state: State) -> bool:
    """Return whether the position has values and their table is built."""
    return state.phase == phases.SHOOTOUT or (state.frame.by_turns and table.is_built(_table_key(state)))


def _table_key(state: State) -> table.TableKey:
    frame = state.frame
    counts = frame.terms["away_goals"] and not frame.terms["draws_allowed"]
    return table.TableKey(frame.half_turns, frame.terms["carry"]["home"] if counts else None)


def expect(state: State) -> Expectation:
    """Return home's result to expect. Raises LookupError under the wall clock, NotBuilt."""
    if state.phase == phases.FINISHED:
        winner = state.result[0] if state.result else -1
        return DRAWN if winner < 0 else LOST if winner else WON
    if state.phase == phases.SHOOTOUT:
        win = _shootout(state.kicks or ((), ()), state.attacking)
        return Expectation(win, 0.0, 1 - win)
    if state.phase not in (phases.ATTACK, phases.PENALTY):
        return _ahead(state)
    if not state.frame.by_turns:
        raise LookupError("Super Goal! by the wall clock has no values, only by counted turns")
    return _looked_up(state)


def _looked_up(state: State) -> Expectation:
    frame, side = state.frame, state.attacking
    key = _table_key(state)
    left = 0 if state.time_up else frame.half_turns - state.period_turns
    period = SECOND if state.period != FIRST else OURS if state.toss_winner == side else THEIRS
    score, draw = table.open_table(key).look_up(period, left, _standing(state, key), number(state))
    if not frame.terms["draws_allowed"] and not frame.terms.get("level_stands"):
        draw = 0.0  # a level match goes to the shootout, where both are equal
    draw = min(draw, 2 * score, 2 - 2 * score)  # each is rounded by itself
    own = Expectation(score - draw / 2, draw, 1 - score - draw / 2)
    return own.reversed() if side else own


def _standing(state: State, key: table.TableKey) -> Hashable:
    (home, away), terms = state.score, state.frame.terms
    margin = home - away
    if not terms["draws_allowed"]:
        margin += terms["carry"]["home"] - terms["carry"]["away"]
    if key.earlier is None:
        return clip(-margin if state.attacking else margin)
    return state.attacking, clip(margin), min(1, away - key.earlier)


def _ahead(state: State) -> Expectation:
    """Return the mean after the best move of a window, a choice of side or a keeper's throw."""
    seat = GAME.to_act(state)[0]
    best: Expectation | None = None
    sign = 1 if seat == "home" else -1
    for move in GAME.legal(state, seat):
        win = draw = 0.0
        for after, weight in outcomes(moved(GAME, state, seat, move)):
            expected = expect(after)
            win += weight * expected.win
            draw += weight * expected.draw
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
