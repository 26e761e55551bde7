"""The levels that a device offers without a server: those whose dear decisions it makes in time."""

from __future__ import annotations

import json

import pytest

import engines
from engines import bots
from matches.offline import measuring
from matches.offline.host import Door
from tests.cases import built


class Device:
    """A clock on which each decision of a level takes so many milliseconds, the first of a game ``cold`` more."""

    def __init__(self, monkeypatch, costs, cold=0):
        self.ms, self.costs, self.cold, self.decided = 0.0, costs, cold, []
        monkeypatch.setattr(bots, "choose", self.choose)

    def choose(self, slug, level, view, seat, legal, seed):
        assert legal and seat in ("home", "away")
        self.ms += self.costs[level] + (0 if slug in self.decided else self.cold)
        self.decided.append(slug)

    def now(self):
        return self.ms / 1000


FAST = {"beginner": 1, "casual": 5, "club": 20, "expert": 100, "master": 150}


@pytest.mark.parametrize(("slower", "fewer"), [(1, 0), (4, 0), (5, 1), (20, 2), (100, 3), (1000, 4)])
@pytest.mark.parametrize("slug", built())
def test_a_slower_device_offers_fewer_levels(monkeypatch, slug, slower, fewer):
    device = Device(monkeypatch, {level: cost * slower for level, cost in FAST.items()})
    here = [level for level in measuring.levels_here(slug) if level in bots.LEVELS[: 5 - fewer]]
    assert list(measuring.levels_in_time(slug, device.now)) == here


def test_a_first_decision_that_reads_tables_does_not_count(monkeypatch):
    device = Device(monkeypatch, FAST, cold=5000)
    assert measuring.levels_in_time("fuba", device.now)[-1] == "master"


@pytest.mark.parametrize("slug", built())
def test_the_dear_position_is_one_of_a_choice(slug):
    game = engines.get(slug)
    state = game.from_position(measuring.DEAR[slug])
    (seat,) = game.to_act(state)
    assert len(game.legal(state, seat)) > 1 and game.position(state) == measuring.DEAR[slug]


def test_the_worker_is_told_the_levels_of_every_game(monkeypatch):
    Device(monkeypatch, FAST)
    told = json.loads(Door().measure())
    assert set(told) == set(built()) and all(levels[0] == "beginner" for levels in told.values())
