"""A goal is told by place and means: each against a reading of positions and dice by other code."""

from __future__ import annotations

import json
import random
from functools import cache

import pytest

import engines
from engines import bots
from engines.core import sheet as sheets
from engines.core.dice import SeededDice
from engines.core.text import say
from engines.super_goal.faces import PENALTY, SHOT
from tests.cases import built
from tests.engines.stored import of_today

GAMES = tuple(slug for slug in built() if slug != "toy")


class Decision:
    """One decision of a match: the position before it, what was played and rolled, what happened."""

    def __init__(self, view, move, rolls, events):
        self.view, self.move, self.rolls, self.events = view, move, rolls, events


@cache
def matches(slug):
    """Whole matches of a game, each as its decisions: those of the corpus, and of bots, which score oftener."""
    game = engines.get(slug)
    played = []
    for path in of_today():
        stored = json.loads(path.read_text())
        if stored["sheet"]["game"] != slug:
            continue
        sheet = sheets.from_json(stored["sheet"])
        states = sheets.replay(sheet).states
        views = [game.view(state, None) for state in states]
        rows = zip(views, sheet.entries, stored["events"][1:], strict=False)
        played.append([Decision(view, entry.move, list(entry.rolled), events) for view, entry, events in rows])
    return played + [of_bots(slug, seed) for seed in range(3)]


def of_bots(slug, seed):
    game, dice, chance = engines.get(slug), SeededDice(seed), random.Random(seed)
    state, _events = game.new(None, None, dice)
    decisions = []
    while (acting := game.to_act(state)) and len(decisions) < 700:
        seat = acting[0]
        before, rolled, view = state, len(dice.rolled), game.view(state, seat)
        level = "greedy" if seat == "home" else "beginner"
        move = bots.choose(slug, level, view, seat, game.legal(state, seat), chance.randrange(99))
        state, events = game.apply(before, seat, move, dice)
        decisions.append(Decision(game.view(before, None), move, list(dice.rolled[rolled:]), events))
    return decisions


def goals(slug):
    """Each goal: what is told of it in English, its event, the decisions up to it."""
    game = engines.get(slug)
    for decisions in matches(slug):
        so_far = []
        for number, decision in enumerate(decisions):
            for event in decision.events:
                so_far.append(event)
                highlight = game.highlight(so_far)
                assert (event["type"] == "goal") == (highlight is not None and highlight.kind == "goal")
                if highlight is not None and event["type"] == "goal":
                    assert highlight.seat == event["seat"]
                    told = [say(highlight.text), *(say(detail) for detail in highlight.details)]
                    yield told, event, decisions[: number + 1]


def shot_of(decisions):
    """The number of the decision in which the ball was last shot: that of the goal, or before the answers to it."""
    return max(n for n, decision in enumerate(decisions) if any(e["type"] == "shot" for e in decision.events))


def held_before(decisions, scorer):
    """The last figure that had the ball before ``scorer``, and where the ball was then, by the positions alone."""
    for decision in reversed(decisions):
        holder = decision.view["carrier"]
        if holder not in (None, scorer):
            return holder, decision.view["ball"]
        if any(event["type"] == "kick_off" for event in decision.events) and decision is not decisions[-1]:
            return None, None
    return None, None


def names(slug, piece):
    kind = piece.partition(".")[2]
    if slug == "dom_jim":
        words = {"c": "captain", "gk": "keeper"}
        return words.get(kind) or f"{'light' if kind[0] == 'l' else 'dark' if kind[0] == 'd' else 'reserve'} {kind[-1]}"
    if slug == "six_a_side":
        return f"number {kind[1:]}"
    numbers = {"m1": 6, "m2": 7, "m3": 8, "m4": 10, "f1": 9, "f2": 11}
    return "keeper" if kind == "gk" else f"defender {kind[1]}" if kind[0] == "d" else f"number {numbers[kind]}"


@pytest.mark.parametrize("slug", ["six_a_side", "dom_jim", "soccer_tactics"])
def test_a_scorer_is_told_by_the_cell_he_stood_on_and_by_who_had_the_ball_before(slug):
    placed, passed = 0, 0
    for told, goal, decisions in goals(slug):
        scorer, last = goal["piece"], decisions[-1]
        if "penalty" in told[0] or "flag" in told[0]:
            continue
        stood = last.view["pieces"][scorer]
        if last.move.get("piece") == scorer and last.move["type"] == "move" and slug == "soccer_tactics":
            stood = last.move["to"]  # he came to the ball and shot in one decision
        assert told[0] == f"Goal: {names(slug, scorer)} from {stood}", told
        placed += 1
        if slug == "soccer_tactics":
            assert told[1] in (f"spinner {last.rolls[-1]}", f"shooting die {last.rolls[-1]}")
        if slug == "dom_jim":
            assert told[1] == f"into {last.move['to']}"
        way = told[-1]
        if way.startswith("after a pass of"):
            holder, cell = held_before(decisions, scorer)
            assert holder is not None and holder[:4] == scorer[:4], told
            assert way == f"after a pass of {names(slug, holder)} from {cell}", told
            passed += 1
    assert placed >= 3 and passed >= 1, (placed, passed)


@pytest.mark.parametrize("slug", ["super_goal", "fuba"])
def test_a_goal_without_a_scorer_is_told_by_the_cell_of_the_ball_and_the_die(slug):
    placed, passed = 0, 0
    for told, _goal, decisions in goals(slug):
        last = decisions[-1]
        if told[0] == "Own goal" or "clearance" in told[1]:
            continue
        if told[0] == "Goal: a penalty":
            shown = f"die {last.rolls[0]};" if slug == "fuba" else "penalty die: goal"
            assert told[1].startswith(shown) and (slug == "fuba" or PENALTY[last.rolls[0]] == "scored")
            continue
        shot = decisions[shot_of(decisions)]
        at = shot.view["ball"]
        assert told[0] == f"Goal from {at}", told
        placed += 1
        if slug == "fuba":
            means = "two sixes for a difficult shot" if shot.rolls[:2] == [6, 6] else f"die {shot.rolls[0]}: "
            assert told[1].startswith((means, f"die {shot.rolls[0]}: ")), told
        elif told[1].startswith("shot die"):
            assert told[1].startswith(f"shot die: {SHOT[shot.rolls[0]].replace('_', ' ')}"), told
        else:
            assert shot.move["type"] == "star", told
        if told[-1].startswith("after a pass from"):
            trail = [decision.view["ball"] for decision in decisions[: shot_of(decisions)]]
            while trail[-1] in (at, "GA", "GH"):  # a mouth: on the way to ``at``, a tackle between
                trail.pop()
            assert told[-1].split()[4] == trail[-1], told
            passed += 1
    assert placed >= 5 and passed >= 1, (placed, passed)


@pytest.mark.parametrize("slug", GAMES)
def test_goals_of_a_game_are_not_told_all_alike(slug):
    sentences = ["; ".join(told) for told, _goal, _decisions in goals(slug)]
    assert len(set(sentences)) > len(sentences) / 2, sentences


def test_a_card_says_for_what():
    game = engines.get("soccer_tactics")
    foul = {"type": "foul", "seat": "home", "piece": "home.d2", "victim": "away.f1", "at": "C4"}
    highlight = game.highlight([{"type": "kick_off", "seat": "home"}, foul, {"type": "yellow", "piece": "home.d2"}])
    assert highlight is not None and (highlight.kind, highlight.seat) == ("yellow", "home")
    assert [say(detail) for detail in highlight.details] == ["after a foul on number 9 at C4"]
    assert game.highlight([foul]) is None


def test_a_game_without_highlights_of_its_own_tells_goals_by_their_side():
    highlight = engines.core.highlights.highlight([{"type": "goal", "seat": "away"}])
    assert highlight is not None and say(highlight.text, names={"away": "Bruno"}) == "Goal for Bruno!"
