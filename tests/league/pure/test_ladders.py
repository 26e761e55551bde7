"""Stepladder and page play-off: who meets whom, who waits, and at which place everybody is out."""

from __future__ import annotations

import itertools

import pytest

from league.formats.ladders import page_playoff, stepladder
from tests.league.pure.progress import Progress


def play(shape, homes):
    """The pairs in order if the home side wins where ``homes`` says so, and who is out after which round."""
    progress = Progress(shape.ties(), [str(seed) for seed in range(1, shape.entrants + 1)])
    met = []
    for tie, home in zip(shape.ties(), homes, strict=True):
        now = progress.standings[tie.key]
        assert now.playable
        met.append((int(now.home), int(now.away)))
        progress.decide(tie.key, "home" if home else "away")
    return progress, met


@pytest.mark.parametrize("n", range(2, 17))
def test_the_stepladder_goes_up_a_seed_a_round(n):
    shape = stepladder(n)
    assert (len(shape.rounds), shape.matches, shape.byes) == (n - 1, n - 1, 0)
    _progress, met = play(shape, [True] * (n - 1))
    assert met == [(seed, seed + 1) for seed in range(n - 1, 0, -1)]
    progress, met = play(shape, [False] * (n - 1))
    assert met == [(seed, n) for seed in range(n - 1, 0, -1)]
    assert progress.standings[shape.ties()[-1].key].winner == str(n)


@pytest.mark.parametrize("n", range(2, 9))
def test_who_loses_a_step_is_out(n):
    for homes in itertools.product([True, False], repeat=n - 1):
        progress, _met = play(stepladder(n), homes)
        lost = [now.loser for now in progress.standings.values()]
        assert len(set(lost)) == n - 1


@pytest.mark.parametrize("homes", [*itertools.product([True, False], repeat=4)])
def test_the_page_playoff_gives_the_first_two_a_second_chance(homes):
    progress, met = play(page_playoff(), homes)
    top, bottom = (1, 2) if homes[0] else (2, 1), 3 if homes[1] else 4
    assert met[:2] == [(1, 2), (3, 4)]
    assert met[2] == (top[1], bottom)
    assert met[3] == (top[0], top[1] if homes[2] else bottom)
    defeats = [now.loser for now in progress.standings.values()]
    champion = progress.standings["", 3, 1].winner
    assert defeats.count(champion) <= (champion in "12")
    assert page_playoff().ties()[-1].kind == "final"


@pytest.mark.parametrize(("make", "n"), [(stepladder, 1), (page_playoff, 3), (page_playoff, 5)])
def test_it_refuses_other_numbers(make, n):
    with pytest.raises(ValueError, match="entrants"):
        make(n)
