"""Double elimination: two defeats and out, late rematches, and a bracket that follows its decisions either way."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.formats.double_elimination import LOSERS, double_bracket
from league.formats.knockout import bracket
from tests.league.pure.progress import NOBODY, Progress, stand


def play(shape, seed=None):
    """Plays a bracket out (by strength, or by chance from ``seed``) and returns it with the pairs in order."""
    dice = random.Random(seed)
    progress = Progress(shape.ties(), [str(k) for k in range(1, shape.entrants + 1)])
    met = []
    for tie in shape.ties():
        now = progress.standings[tie.key]
        if now.playable:
            met.append((tie, frozenset((now.home, now.away))))
            stronger = "home" if int(now.home) < int(now.away) else "away"
            progress.decide(tie.key, stronger if seed is None else dice.choice(["home", "away"]))
    return progress, met


def defeats(progress):
    return Counter(now.loser for now in progress.standings.values() if now.loser)


def test_it_works():
    progress, met = play(double_bracket(4))
    assert [sorted(pair) for _, pair in met] == [["1", "4"], ["2", "3"], ["1", "2"], ["3", "4"], ["2", "3"], ["1", "2"]]
    assert progress.standings["final", 1, 1].winner == "1"
    assert progress.standings["final", 2, 1].home == NOBODY


@pytest.mark.parametrize("n", [*range(2, 40), 64, 65, 127])
def test_everybody_but_the_winner_loses_twice(n):
    for seed in (None, 1, 2, 3):
        progress, met = play(double_bracket(n), seed)
        lost = defeats(progress)
        champion = progress.standings["final", 2, 1].winner or progress.standings["final", 1, 1].winner
        assert lost.pop(champion, 0) <= 1
        assert set(lost.values()) == {2}
        assert len(lost) == n - 1
        assert len(met) in (2 * n - 2, 2 * n - 1)


@pytest.mark.parametrize("n", range(2, 131))
def test_matches_are_counted_without_the_byes(n):
    assert double_bracket(n, reset=False).matches == 2 * n - 2
    assert double_bracket(n).matches == 2 * n - 1


@pytest.mark.parametrize("n", [8, 13, 16, 32, 64])
@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_a_rematch_among_the_losers_comes_late(n, seed):
    """A pair that met in round q of the winners and dropped in round r meets no sooner than their halves allow."""
    shape = double_bracket(n)
    progress, met = play(shape, seed)
    last = len(shape.winners) - 1
    first_met, dropped = {}, {}
    for tie, pair in met:
        if tie.part == "winners":
            first_met[pair] = tie.round - 1
            dropped[progress.standings[tie.key].loser] = tie.round - 1
        elif tie.part == LOSERS and pair in first_met:
            q, r = first_met[pair], max(dropped[one] for one in pair)
            apart = (q ^ r) & -(q ^ r)  # 1, 2, 4: different halves, quarters, eighths
            joined = last - apart.bit_length() + 1
            assert tie.round >= (2 * r if joined <= r else 2 * joined - 1)


def test_the_reset_is_played_only_if_the_winner_of_the_losers_wins_the_final():
    progress, _ = play(double_bracket(4))
    assert not progress.standings["final", 2, 1].playable
    progress.decide(("final", 1, 1), "away")
    assert progress.standings["final", 2, 1].playable


@given(st.integers(2, 20), st.booleans(), st.data())
def test_a_correction_leads_to_where_the_right_result_had_led(n, single, data):
    ties = (bracket(n, third_place=True) if single else double_bracket(n)).ties()
    seeding = [str(k) for k in range(1, n + 1)]
    progress, decided = Progress(ties, seeding), {}
    for _ in range(data.draw(st.integers(0, 3 * n))):
        key = data.draw(st.sampled_from(ties)).key
        outcome = data.draw(st.sampled_from(["home", "away", "none", None]))
        progress.decide(key, outcome)
        if outcome is None:
            decided.pop(key, None)
        else:
            decided[key] = outcome
        assert progress.standings == stand(ties, seeding, decided)


def test_two_who_do_not_play_send_nobody_on():
    progress = Progress(bracket(4).ties(), ["a", "b", "c", "d"])
    progress.decide(("", 1, 1), "none")
    progress.decide(("", 1, 2), "home")
    final = progress.standings["", 2, 1]
    assert (final.home, final.away, final.winner) == (NOBODY, "b", "b")
