"""Super Goal! against its specification: the yardstick, the example, what the scenarios cannot say."""

from __future__ import annotations

import random

import engines
from engines.core.dice import ScriptedDice, SeededDice

GAME = engines.get("super_goal")


def test_it_works():
    state, events = GAME.new({}, {}, ScriptedDice([2, 3]))
    assert [event["type"] for event in events] == ["roll", "toss", "roll", "star_face", "kick_off"]
    assert GAME.to_wire(state)["ball"] == "C6"
    assert GAME.to_act(state) == ("home",)


def test_random_play_is_as_the_yardstick_says():
    matches, goals, decisions, moves, level = 150, 0, 0, 0, 0
    chance = random.Random(7)
    for seed in range(matches):
        dice = SeededDice(seed)
        state, _ = GAME.new(None, None, dice)
        while acting := GAME.to_act(state):
            legal = GAME.legal(state, acting[0])
            decisions, moves = decisions + 1, moves + len(legal)
            state, _ = GAME.apply(state, acting[0], chance.choice(legal), dice)
        goals += sum(GAME.to_wire(state)["score"].values())
        level += GAME.result(state)["winner"] is None
    assert 1.6 < goals / matches < 2.4
    assert 128 < decisions / matches < 140
    assert 3.0 < moves / decisions < 3.25
    assert 0.22 < level / matches < 0.45
