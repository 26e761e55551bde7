"""The odds on Super Goal!'s buttons, against the engine itself: every face of every die from every cell."""

from __future__ import annotations

import random

import pytest

import engines
from engines.core.dice import ScriptedDice, SeededDice
from engines.core.errors import DiceExhausted
from engines.super_goal import odds
from engines.super_goal.board import CELLS, ON_PITCH

GAME = engines.get("super_goal")


def brings(state, move, value):
    """Return the verdict on a rolled ``value``: "kept", "fought" or "lost", on the better side of the arrow."""
    try:
        after, _events = GAME.apply(state, "home", move, ScriptedDice([value]))
    except DiceExhausted:
        return "fought"  # a defender without a choice rolls at once
    view = GAME.view(after, None)
    if view["phase"] != "direction":
        return told(view)
    ends = []
    for side in GAME.legal(after, "home"):
        try:
            chosen, _events = GAME.apply(after, "home", side, ScriptedDice([]))
            ends.append(told(GAME.view(chosen, None)))
        except DiceExhausted:
            ends.append("fought")
    return next(end for end in ("kept", "fought", "lost") if end in ends)


def told(view):
    if view["phase"] == "intervene":
        return "fought"
    return "kept" if view["attacking"] == "home" and view["restart"] is None else "lost"


@pytest.mark.parametrize("cell", CELLS[:ON_PITCH])
def test_the_arrow_dice_bring_what_the_button_says(cell):
    state = GAME.setup({"ball": cell, "attacking": "home", "phase": "attack", "restart": None})
    view = GAME.view(state, "home")
    rolls = [move for move in GAME.legal(state, "home") if move["type"] == "roll"]
    assert rolls
    for move in rolls:
        ends = [brings(state, move, value) for value in odds.FACES]
        assert odds.arrows(0, CELLS.index(cell), move) == (ends.count("kept"), ends.count("fought")), (move, ends)
        shown = odds.odds(view, "home", move)
        assert (shown[1]["n"], shown[1]["of"]) == (ends.count("kept"), 6)


def test_in_midfield_the_control_die_keeps_the_ball_five_times_in_six():
    state = GAME.setup({"ball": "C6", "attacking": "home", "phase": "attack", "restart": None})
    choices = GAME.choices(GAME.view(state, "home"), "home", GAME.legal(state, "home"))
    control = next(choice for choice in choices if choice.get("die") == "control")
    assert control["brings"][1] == {"n": 5, "m": 1, "of": 6}


def test_each_die_has_its_six_printed_faces():
    dice = GAME.geometry()["dice"]
    assert set(dice) == {"control", "pass", "long_ball", "shot", "defence", "keeper", "penalty", "star"}
    for name, die in dice.items():
        faces = die["faces"]
        assert len(faces) == 6
        assert all(face["name"] == name and ("face" in face or "word" in face) for face in faces)
    assert [face["face"] for face in dice["control"]["faces"]] == ["↑1", "↑1", "↖↗1", "↖↗1", "↔1", "↑2?"]


KEPT = {
    "long_shot": lambda view, seat, events: "shot" in events,
    "assist": lambda view, seat, events: view["attacking"] == seat and view["ball"] in ("C2", "C10"),
    "unstoppable": lambda view, seat, events: "goal" in events or view["phase"] == "intervene",
    "super_save": lambda view, seat, events: "goal" not in events,
    "recovery": lambda view, seat, events: view["attacking"] == seat,
    "foul": lambda view, seat, events: "foul" in events and view["restart"] in ("free_kick", "penalty"),
}
"""Proof, by face of the star die, that it brought what its button says."""


def test_the_star_die_brings_what_the_button_says():
    """In random matches, until each face was played: what its button promises happens, and each has its own words."""
    said = {}
    for seed in range(60):
        chance, dice = random.Random(seed), SeededDice(seed)
        state, _events = GAME.new(GAME.house_options, None, dice)
        while GAME.result(state) is None:
            seat = chance.choice(GAME.to_act(state))
            view, legal = GAME.view(state, seat), GAME.legal(state, seat)
            star = next(
                (choice for choice in GAME.choices(view, seat, legal) if choice["move"]["type"] == "star"), None
            )
            state, events = GAME.apply(state, seat, star["move"] if star else chance.choice(legal), dice)
            if star:
                face = view["star"]["face"]
                said[face] = star["brings"][0]
                happened = [event["type"] for event in events]
                ended = "period_end" in happened  # the other side begins the next half, or nobody does
                assert ended or KEPT[face](GAME.view(state, seat), seat, happened), (face, happened)
        if len(said) == len(KEPT):
            break
    assert len(set(said.values())) == len(KEPT)
