"""Time the possible ranks of a league of twenty, with nothing but the points and the fixtures left."""

from __future__ import annotations

import random
import time

import pytest

from league.formats.round_robin import rounds
from league.standings.bounds import ranges

pytestmark = pytest.mark.bench


def test_possible_ranks_of_a_league_of_twenty():
    teams = [str(k) for k in range(1, 21)]
    days = rounds(20, 2)
    for played in (0, 19, 30, 34, 36, 37):
        dice, points = random.Random(played), dict.fromkeys(teams, 0)
        for home, away in (pair for day in days[:played] for pair in day):
            ours, theirs = dice.choice([(3, 0), (1, 1), (0, 3)])
            points[str(home)] += ours
            points[str(away)] += theirs
        remaining = [(str(home), str(away)) for day in days[played:] for home, away in day]
        begin = time.process_time()
        ranges(points, remaining)
        took = time.process_time() - begin
        print(f"possible ranks after matchday {played}: {took * 1000:.0f} ms of CPU   (at most 200)")
