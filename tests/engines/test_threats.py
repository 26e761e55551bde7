"""Every marked threat is one: a shot at goal is shot, and a piece that goes for the ball meets its holder."""

from __future__ import annotations

import random

import pytest

import engines
from engines.bots import choose
from engines.core.dice import SeededDice
from tests.cases import built
from tests.sizes import size

HAPPENS = {
    "goal": {"shot", "goal", "offside", "save", "keeper", "penalty", "shootout_kick"},
    "ball": {"tackle", "foul", "steal", "battle", "interception", "possession"},
}
"""By kind of threat, what one of which is told when it is carried out."""


@pytest.mark.parametrize("slug", built())
def test_a_threat_is_carried_out_by_its_own_move(slug):
    game, seen = engines.get(slug), {"goal": 0, "ball": 0}
    for seed in range(size(1, 3)):
        chance, dice = random.Random(seed), SeededDice(seed)
        state, _ = game.new(None, None, dice)
        for _ in range(250):
            if not game.to_act(state):
                break
            seat = game.to_act(state)[0]
            view, moves = game.view(state, seat), list(game.legal(state, seat))
            for choice in game.choices(view, seat, moves):
                threat = choice.get("threat")
                if threat is None:
                    continue
                after, events = game.apply(state, seat, choice["move"], SeededDice(chance.randrange(1000)))
                told = {event["type"] for event in events}
                defended = game.view(after, None)["phase"] in ("intervene", "react")  # the other side answers first
                assert told & HAPPENS[threat] or defended, (slug, choice["move"], told)
                seen[threat] += 1
            state, _ = game.apply(state, seat, choose(slug, "greedy", view, seat, moves, chance.randrange(1000)), dice)
    assert seen["goal"], "nobody ever shot"
