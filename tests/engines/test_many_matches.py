"""Random matches in number, with any options and terms: each ends, replays from its dice, and adds up.

A few in the suite; ten thousand of each game with ``make test-long`` and with ``make bench``, or as many as
``TABELLONE_MATCHES`` says.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable

import pytest

import engines
from engines.core.dice import ScriptedDice
from tests import cases
from tests.engines import battery
from tests.sizes import size

MATCHES = int(os.environ.get("TABELLONE_MATCHES") or size(12, 10_000))


def check(game, plan: battery.Plan) -> int:
    """Play one match and hold it against itself; returns its decisions."""
    goals = {"home": 0, "away": 0}
    decisions, step = 0, None
    for step in battery.play(game, plan):
        decisions += 1
        for event in step.events:
            if event["type"] == "goal":
                goals[event["seat"]] += 1
    assert step is not None
    final = game.to_wire(step.after)
    assert final["score"] == goals, "the score is not what the events tell"
    assert final["to_act"] == [] and final["result"] == game.result(step.after)
    assert final["result"]["winner"] is not None or plan.terms.get("draws_allowed", True)
    # the last decision again, from the wire and from the line, with the dice that it used
    for before in (game.from_wire(game.to_wire(step.state)), game.from_position(game.position(step.state))):
        again, events = game.apply(before, step.seat, dict(step.move), ScriptedDice(step.rolled))
        assert events == step.events and game.to_wire(again) == final
    return decisions


def play_through(slug: str, seeds: Iterable[int]) -> int:
    """A match of each seed; returns their decisions, or fails with what repeats the match that went wrong."""
    game, decisions = engines.get(slug), 0
    for seed in seeds:
        plan = battery.random_plan(game, random.Random(seed))
        try:
            decisions += check(game, plan)
        except Exception as error:
            pytest.fail(f"{slug}, seed {seed}, {plan}: {type(error).__name__}: {error}")
    return decisions


@pytest.mark.parametrize("slug", cases.built())
def test_random_matches(slug):
    decisions = play_through(slug, range(MATCHES))
    print(f"{slug}: {MATCHES} matches, {decisions} decisions")
    assert decisions > MATCHES
