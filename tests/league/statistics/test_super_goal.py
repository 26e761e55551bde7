"""The figures of Super Goal! from its events, on a hand-made log and on matches of the real engine."""

import engines
from engines import bots
from engines.core.dice import SeededDice
from engines.core.figures import Row
from league.statistics.derivation.figures import count


def test_it_works():
    rows = [
        Row(events=[{"type": "kick_off", "seat": "home"}]),
        Row(
            "home",
            {"type": "roll", "die": "pass"},
            [{"type": "pass", "seat": "home", "die": "pass", "from": "C6", "to": "C9", "completed": True}],
        ),
        Row(
            "home",
            {"type": "shoot"},
            [{"type": "shot", "seat": "home", "at": "C9", "outcome": "on_target", "inside": False, "free_kick": False}],
        ),
        Row(
            "away",
            {"type": "keeper"},
            [{"type": "keeper", "seat": "away", "result": "save"}, {"type": "possession", "seat": "away"}],
        ),
        Row("away", {"type": "star"}, [{"type": "star_played", "seat": "away", "face": "assist", "at": "C3"}]),
        Row("home", {"type": "star"}, [{"type": "star_played", "seat": "home", "face": "foul", "at": "C3"}]),
        Row(
            "away",
            {"type": "penalty"},
            [
                {"type": "penalty", "seat": "away", "outcome": "scored"},
                {"type": "goal", "seat": "away", "piece": None, "own": False},
            ],
        ),
    ]
    figures = count("super_goal", rows)
    assert figures["home"] == {
        "attacks": 2, "passes": 1, "passes_completed": 1, "tried_pass": 1, "completed_pass": 1, "shots": 1,
        "shots_outside": 1, "shots_on_target": 1, "turnovers": 1, "coups": 1, "coup_foul": 1,
        "first_kick_off": 1,
    }  # fmt: skip
    assert figures["away"] == {
        "saves": 1, "attacks": 1, "coups": 1, "coup_assist": 1, "shots": 1, "shots_inside": 1, "shots_on_target": 1,
        "penalties_scored": 1, "goals": 1, "shots_scored": 1,
    }  # fmt: skip


def test_an_own_goal_is_a_goal_of_the_other_side():
    figures = count("super_goal", [Row("home", {}, [{"type": "goal", "seat": "away", "piece": None, "own": True}])])
    assert figures == {"home": {"own_goals": 1}, "away": {"goals": 1}}


def test_the_goals_counted_are_the_score_of_the_match():
    game = engines.get("super_goal")
    for seed in range(12):
        dice = SeededDice(seed)
        state, events = game.new({"half_turns": 20}, {}, dice)
        rows, decisions, attacks = [Row(events=events)], 0, 0
        while seats := game.to_act(state):
            seat = seats[0]
            attacks += game.to_wire(state)["phase"] == "attack"
            move = bots.choose("super_goal", "greedy", game.view(state, seat), seat, game.legal(state, seat), decisions)
            state, events = game.apply(state, seat, move, dice)
            rows.append(Row(seat, dict(move), events))
            decisions += 1
        wire = game.to_wire(state)
        figures = count("super_goal", rows)
        assert {seat: figures[seat].get("goals", 0) for seat in figures} == wire["score"]
        for figure in figures.values():
            assert figure.get("shots", 0) == figure.get("shots_inside", 0) + figure.get("shots_outside", 0)
            assert figure.get("shots_on_target", 0) <= figure.get("shots", 0)
        assert sum(mine["attacks"] for mine in figures.values()) == attacks


def test_a_game_without_a_count_of_its_own_has_the_common_one():
    figures = count("some_game", [Row("home", {"type": "x"}, [{"type": "goal", "seat": "home"}])])
    assert figures == {"home": {"decisions": 1, "goals": 1}, "away": {}}
