"""Every roll of a match is drawn beside a sentence: in the frames of both seats and the public, and in the replay."""

from __future__ import annotations

import json
import random

import pytest

import engines
from engines.core.dice import SeededDice
from engines.core.text import say
from matches.live.frames import VIEWS, frames, numbered
from matches.replay.playback import film, steps
from tests.cases import built
from tests.league.statistics.played import played
from tests.live.test_secrets import NOON
from tests.live.test_secrets_every_game import NOBODY, loaded_row
from tests.sizes import size

DECISIONS = size(150, 2000)


def told(lines):
    """The dice of lines, each as it was rolled; a sentence stands beside each."""
    assert all(say(line["text"]) for line in lines if "dice" in line)
    return [(die["sides"], die["value"], die["seat"]) for line in lines for die in line.get("dice", ())]


def rolled(events):
    return [(event["sides"], event["value"], event["seat"]) for event in events if event["type"] == "roll"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("slug", built())
def test_every_roll_is_in_the_frame_of_everybody(cast, slug):
    game, row = engines.get(slug), loaded_row(cast, slug)
    chance, dice, rolls = random.Random(slug), SeededDice(7), 0
    state, events = game.new(None, {"draws_allowed": False, "extra_time": True}, dice)
    for v in range(DECISIONS):
        frames_sent = frames(
            "step",
            game=game,
            row=row,
            state=state,
            v=v,
            lines=numbered(v, game.commentary(events)),
            presence=NOBODY,
            now=NOON,
            timeline=1,
            views=VIEWS,
        )
        for view in VIEWS:
            assert told(json.loads(frames_sent[view])["lines"]) == rolled(events)
        rolls += len(rolled(events))
        acting = game.to_act(state)
        if not acting:
            break
        seat = chance.choice(acting)
        state, events = game.apply(state, seat, chance.choice(game.legal(state, seat)), dice)
    assert rolls


@pytest.mark.django_db
@pytest.mark.parametrize("slug", built())
def test_every_roll_is_in_the_replay(cast, slug):
    match = played(slug, cast.anna, cast.bruno, seed=0)
    shown = film(match)["steps"]
    happened = [step.events for step in steps(match)]
    assert [told(step["lines"]) for step in shown] == [rolled(events) for events in happened]
    assert any(rolled(events) for events in happened)
