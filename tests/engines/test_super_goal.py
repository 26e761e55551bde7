"""Super Goal! against its specification: the yardstick, the example, what the scenarios cannot say."""

from __future__ import annotations

import random

import engines
from engines.core.dice import ScriptedDice, SeededDice
from engines.core.text import say

GAME = engines.get("super_goal")


def test_it_works():
    state, events = GAME.new({}, {}, ScriptedDice([2, 3]))
    assert [event["type"] for event in events] == ["roll", "toss", "roll", "star_face", "kick_off"]
    assert GAME.to_wire(state)["ball"] == "C6"
    assert GAME.to_act(state) == ("home",)


def told(overrides, seat, move, dice, lang="en"):
    _, events = GAME.apply(GAME.setup(overrides), seat, move, ScriptedDice(dice))
    return [
        (
            say(line["text"], lang, {"home": "Anna", "away": "Bruno"}),
            [printed(die, lang) for die in line.get("dice", ())],
        )
        for line in GAME.commentary(events)
    ]


def printed(die, lang):
    """Which die it is, and what is printed on the face that it shows."""
    return die["name"], say(die["word"], lang) if "word" in die else die["face"]


def test_an_exit_in_words():
    roll = {"type": "roll", "die": "long_ball", "turn": False, "double": False}
    assert told({"ball": "C9"}, "home", roll, [1]) == [
        ("Anna, long-ball die: forward 3", [("long_ball", "↑3")]),
        ("The ball leaves the pitch from C9", []),
        ("Goal kick to Bruno at B11", []),
    ]


def test_a_doubled_roll_tells_the_face_and_what_it_became():
    roll = {"type": "roll", "die": "control", "turn": False, "double": True}
    given = {"ball": "C2", "restart": "goal_kick"}
    assert told(given, "home", roll, [1])[0] == ("Anna, control die: forward 1, doubled to 2", [("control", "↑1")])


def test_a_goal_in_italian():
    lines = told({"ball": "C10"}, "home", {"type": "shoot"}, [1, 3], "it")
    assert lines == [
        ("Anna tira da C10: nello specchio", [("shot", "in porta")]),
        ("Il portiere di Bruno è battuto", [("keeper", "gol")]),
        ("Gol di Anna!", []),
        ("Bruno batte il calcio d’inizio", []),
    ]


def test_a_lost_ball_in_words():
    roll = {"type": "roll", "die": "long_ball", "turn": False, "double": False}
    assert told({"ball": "B5"}, "home", roll, [5])[1:] == [
        ("Anna loses the ball at B9", []),
        ("Bruno has the ball", []),
    ]


def test_the_clock_scales_turns_to_minutes():
    def clock(options=None, **overrides):
        return GAME.clock(GAME.view(GAME.setup(overrides, options), None))

    assert (clock()["minute"], clock()["turn"], clock()["of"]) == (1, 0, 45)
    assert clock({"half_turns": 90}, period_turns=45)["minute"] == 23
    late = clock(period="second_half", period_turns=48, time_up=True)
    assert (late["minute"], late["stoppage"]) == (90, 3)
    assert clock({"clock": "wall"}, period_turns=9)["minute"] is None


def test_a_match_given_up_early_claims_no_ninety_minutes():
    given_up, _events = GAME.apply(GAME.setup({}), None, {"type": "resign", "seat": "home"}, SeededDice(1))
    over = GAME.view(given_up, None)
    assert GAME.clock(over)["minute"] is None
    assert GAME.clock({**over, "result": {**over["result"], "how": "regulation"}})["minute"] == 90


def test_choices_lead_to_cells_or_buttons():
    pending = {"die": "pass", "dir": "diagonal", "n": 2, "symbol": None, "turned": False}
    state = GAME.setup({"phase": "direction", "ball": "B5", "pending": pending})
    west, east = GAME.choices(GAME.view(state, "home"), "home", GAME.legal(state, "home"))
    assert (west["to"], east["to"]) == (None, "D7")
    assert "danger" in west and "danger" not in east


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
