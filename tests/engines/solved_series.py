"""Series of two bots in Super Goal! under the solved values: strength, luck, errors, and how they add up.

``python -m tests.engines.solved_series master club -n 2000`` prints, as they come, the first bot's score with Wilson's
95 % interval; what the values predict of it (the expectation after the toss, and what each side's decisions give away)
with the 95 % interval of the difference, which is luck; the mean luck of the rolls in standard errors; the variance of
results without luck against that of the raw ones; and the largest closing error of ``start + luck - errors = result``.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from typing import Any, NamedTuple

import engines
from engines import bots
from engines.bots import perfect
from engines.core.dice import SeededDice
from engines.tools import wilson
from engines.values import expectation

GAME = engines.get("super_goal")
_MEANS: dict[object, list[float]] = {}
"""Means of the legal moves by all that they depend on, so that thousands of matches take minutes."""


class Match(NamedTuple):
    """One match as the first bot sees it, in points: a win 1, a draw a half."""

    start: float
    """Expected after the toss."""
    luck: float
    own_error: float
    other_error: float
    points: float

    @property
    def predicted(self) -> float:
        return self.start - self.own_error + self.other_error


def mean_of(values: list[float]) -> tuple[float, float, float]:
    """Return the mean and its 95 % interval."""
    mean = statistics.fmean(values)
    margin = 1.96 * statistics.stdev(values) / math.sqrt(len(values))
    return mean, mean - margin, mean + margin


def play(home: str, away: str, seed: int, options: dict[str, Any] | None = None) -> Match:
    """Play a match; return it as home sees it."""
    dice = SeededDice(seed)
    state, _events = GAME.new(options, None, dice)
    start = value = expectation(GAME, state).score
    luck, error = 0.0, {"home": 0.0, "away": 0.0}
    decisions = 0
    while acting := GAME.to_act(state):
        seat = acting[0]
        legal = GAME.legal(state, seat)
        means = _means(state, seat, legal)
        number = means.index(max(means))
        if (bot := home if seat == "home" else away) != "perfect":
            view = GAME.view(state, seat)
            number = legal.index(bots.choose("super_goal", bot, view, seat, legal, seed * 1_000_003 + decisions))
        error[seat] += max(means) - means[number]
        state, _events = GAME.apply(state, seat, legal[number], dice)
        value = expectation(GAME, state).score
        luck += value - (means[number] if seat == "home" else 1 - means[number])
        decisions += 1
    return Match(start, luck, error["home"], error["away"], value)


def _means(state: Any, seat: Any, legal: Any) -> list[float]:
    """Return the points of ``seat`` to expect after each of its legal moves."""
    declared = state.declared.code if state.declared else -1
    key = (
        (state.frame.half_turns, state.phase, state.attacking, state.ball, state.restart, state.last_die),
        (state.star_holder, state.star_face, state.last_foul, state.time_up, state.period, state.toss_winner),
        (state.period_turns, state.score[0] - state.score[1], declared, state.arrow, state.window, state.kicks),
    )
    if key not in _MEANS:
        _MEANS[key] = perfect.means(GAME, state, seat, legal)
    return _MEANS[key]


def series(
    one: str, two: str, matches: int, first: int = 1, options: dict[str, Any] | None = None, every: int = 0
) -> list[Match]:
    """Play ``one`` against ``two``, sides swapped after each match; return the matches as ``one`` sees them."""
    done: list[Match] = []
    for seed in range(first, first + matches):
        if seed % 2 == 1:
            done.append(play(one, two, seed, options))
        else:
            start, luck, other_error, own_error, points = play(two, one, seed, options)
            done.append(Match(1 - start, -luck, own_error, other_error, 1 - points))
        if every and len(done) % every == 0:
            report(one, two, done)
    return done


def report(one: str, two: str, done: list[Match]) -> None:
    count, points = len(done), [match.points for match in done]
    score = sum(points) / count
    low, high = wilson(score, count)
    beyond = mean_of([match.points - match.predicted for match in done])
    luck, raw = [match.luck for match in done], statistics.pvariance(points)
    error = statistics.stdev(luck) / math.sqrt(count)
    adjusted = statistics.pvariance([match.points - match.luck for match in done])
    closing = max(abs(match.predicted + match.luck - match.points) for match in done)
    wins, draws = points.count(1), points.count(0.5)
    print(
        f"{one} v {two}: {count} matches, {wins} / {draws} / {count - wins - draws}, "
        f"score {score:.4f} (95 % {low:.4f} to {high:.4f}), predicted {sum(m.predicted for m in done) / count:.4f}, "
        f"beyond it {beyond[0]:+.4f} ({beyond[1]:+.4f} to {beyond[2]:+.4f}), errors a match "
        f"{sum(m.own_error for m in done) / count:.3f} and {sum(m.other_error for m in done) / count:.3f}, "
        f"luck {sum(luck) / count:+.4f} ({sum(luck) / count / error:+.2f} standard errors), "
        f"variances {adjusted / raw if raw else 0:.3f}, closing {closing:.1e}, {time.process_time():.0f} s of a core",
        flush=True,
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("one", choices=(*bots.NAMES, "perfect"))
    parser.add_argument("two", choices=(*bots.NAMES, "perfect"))
    parser.add_argument("-n", "--matches", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1, help="seed of the first match")
    given = parser.parse_args()
    series(given.one, given.two, given.matches, given.seed, every=max(1, given.matches // 5))
