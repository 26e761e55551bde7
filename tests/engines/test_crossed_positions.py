"""Positions crossed from two: what no match and no rule would write is refused, or the match goes on from it.

A state with some keys of another one is of the right shape, so only the checks between keys stand before the rules.
Nobody may be left without a decision, and no step may lead to a position that is refused.
"""

from __future__ import annotations

import itertools
import json
import random
from typing import Any

import pytest

import engines
from engines.core.dice import SeededDice
from engines.core.errors import BadState
from engines.core.text import say
from tests.engines import battery
from tests.engines.battery import plain
from tests.engines.openings import OPENINGS, random_opening
from tests.sizes import size

KEPT = ("game", "options", "terms")


def position(slug: str, seed: int, chance: random.Random) -> dict[str, Any]:
    """A position some decisions on from one set up at random."""
    game, plan = engines.get(slug), random_opening(slug, seed)
    state = game.setup(plan.setup, plan.options, plan.terms)
    for step in itertools.islice(battery.play(game, plan), chance.randrange(battery.SOME_DECISIONS)):
        state = step.after
    return json.loads(plain(game.to_wire(state)))


def crossed(one: dict[str, Any], two: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """``one`` with some keys, or some entries of its objects, from ``two``."""
    child = json.loads(plain(one))
    for key in chance.sample([key for key in one if key not in KEPT], chance.choice((1, 1, 2, 3))):
        mine, theirs = child[key], two[key]
        if isinstance(mine, dict) and isinstance(theirs, dict) and chance.random() < 0.5:
            shared = sorted(mine.keys() & theirs.keys())
            for entry in chance.sample(shared, min(len(shared), chance.randint(1, 3))):
                mine[entry] = theirs[entry]
        else:
            child[key] = theirs
    return child


def go_on(slug: str, wire: dict[str, Any], chance: random.Random) -> None:
    game = engines.get(slug)
    state = game.from_wire(wire)
    for _ in range(8):
        for viewer in ("home", "away", None):
            view = game.view(state, viewer)
            assert game.scene(view) and all(say(words, "it") for words in game.describe(view))
        acting = game.to_act(state)
        assert bool(acting) == (game.result(state) is None)
        assert plain(game.to_wire(game.from_position(game.position(state)))) == plain(game.to_wire(state))
        if not acting:
            return
        seat = chance.choice(acting)
        moves = game.legal(state, seat)
        assert game.default_move(state, seat) in moves
        move = battery.choose(moves, chance, by_kind=True)
        state, events = game.apply(state, seat, move, SeededDice(chance.getrandbits(32)))
        assert all(say(line["text"], "it", {"home": "Uno", "away": "Due"}) for line in game.commentary(events))
        state = game.from_wire(json.loads(plain(game.to_wire(state))))


@pytest.mark.parametrize("slug", sorted(OPENINGS))
def test_a_crossed_position_is_refused_or_goes_on(slug: str) -> None:
    accepted = 0
    for seed in range(size(12, 3_000)):
        chance = random.Random(seed)
        one, two = position(slug, 2 * seed, chance), position(slug, 2 * seed + 1, chance)
        for _ in range(6):
            wire = crossed(one, two, chance)
            try:
                engines.get(slug).from_wire(wire)
            except BadState as refused:
                assert str(refused)
                continue
            accepted += 1
            try:
                go_on(slug, wire, chance)
            except Exception as fault:
                fault.add_note(f"{slug}, seed {seed}, {plain(wire)}")
                raise
    assert accepted
