"""Series of the perfect bot in Super Goal!: its points against what the values expect from the start.

``python -m tests.engines.perfect_series search -n 10000`` prints them as they come.
"""

from __future__ import annotations

import argparse
import math
from random import Random
from typing import Any, NamedTuple

import engines
from engines import bots
from engines.bots import perfect
from engines.core.dice import SeededDice
from engines.values import expectation

GAME = engines.get("super_goal")
_CHOICES: dict[object, int] = {}
"""Its choice by all that it depends on, so that ten thousand matches take minutes."""


class Series(NamedTuple):
    """Points of each match, a draw a half, and what was expected of the same side after the toss."""

    points: list[float]
    expected: list[float]

    @property
    def gain(self) -> tuple[float, float, float]:
        """Mean of points less expectation, and its 95 % interval."""
        gains = [points - expected for points, expected in zip(self.points, self.expected, strict=True)]
        mean = sum(gains) / len(gains)
        error = math.sqrt(sum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1) / len(gains))
        return mean, mean - 1.96 * error, mean + 1.96 * error


def play(home: str, away: str, seed: int, options: dict[str, Any] | None = None) -> tuple[float, float]:
    """Play a match; home's points and what the values expected of home."""
    dice = SeededDice(seed)
    state, _events = GAME.new(options, None, dice)
    expected = expectation(GAME, state).score
    decisions = 0
    while acting := GAME.to_act(state):
        bot = home if acting[0] == "home" else away
        state, _events = GAME.apply(state, acting[0], _choose(bot, state, acting[0], seed, decisions), dice)
        decisions += 1
    result = GAME.result(state)
    assert result is not None
    return {"home": 1.0, "away": 0.0, None: 0.5}[result["winner"]], expected


def _choose(bot: str, state: Any, seat: Any, seed: int, decisions: int) -> Any:
    legal = GAME.legal(state, seat)
    if len(legal) == 1:
        return legal[0]
    view = GAME.view(state, seat) if bot != "perfect" else {}
    if bot != "perfect":
        return bots.choose("super_goal", bot, view, seat, legal, seed * 1_000_003 + decisions)
    declared = state.declared.code if state.declared else -1
    key = (
        (state.frame.half_turns, state.phase, state.attacking, state.ball, state.restart, state.last_die),
        (state.star_holder, state.star_face, state.last_foul, state.time_up, state.period, state.toss_winner),
        (state.period_turns, state.score[0] - state.score[1], declared, state.arrow, state.window),
    )
    if key not in _CHOICES:
        move = perfect.choose("super_goal", GAME.view(state, seat), seat, legal, Random(1))
        _CHOICES[key] = legal.index(move)
    return legal[_CHOICES[key]]


def series(
    opponent: str, matches: int, first: int = 1, options: dict[str, Any] | None = None, every: int = 0
) -> Series:
    """Play the perfect bot against ``opponent``, sides swapped after each match."""
    done = Series([], [])
    for seed in range(first, first + matches):
        is_home = seed % 2 == 1
        points, expected = play(*(("perfect", opponent) if is_home else (opponent, "perfect")), seed, options)
        done.points.append(points if is_home else 1 - points)
        done.expected.append(expected if is_home else 1 - expected)
        if every and len(done.points) % every == 0:
            report(opponent, done)
    return done


def report(opponent: str, done: Series) -> None:
    count = len(done.points)
    mean, low, high = done.gain
    wins, draws = done.points.count(1), done.points.count(0.5)
    print(
        f"perfect v {opponent}: {count} matches, {wins} won, {draws} drawn, score {sum(done.points) / count:.4f}, "
        f"expected {sum(done.expected) / count:.4f}, gain {mean:+.4f} (95 % {low:+.4f} to {high:+.4f})",
        flush=True,
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("opponents", nargs="+", choices=(*bots.BOTS, "perfect"))
    parser.add_argument("-n", "--matches", type=int, default=10_000)
    given = parser.parse_args()
    for opponent in given.opponents:
        series(opponent, given.matches, every=max(1, given.matches // 20))
