"""Brackets: byes to the top seeds, the best seeds kept apart, one winner."""

from __future__ import annotations

import pytest

from league.formats.knockout import bracket, order, round_size

EVERY = range(2, 131)


def played(shape, stronger=min):
    """Play each tie as the stronger seed's win; return the winners and the seeds of every tie."""
    winners, losers, met = {}, {}, []

    def side(slot):
        if "seed" in slot:
            return slot["seed"]
        if "winner" in slot:
            return winners[slot["round"], slot["winner"]]
        return losers[slot["round"], slot["loser"]] if "loser" in slot else None

    for tie in shape.ties():
        home, away = side(tie.home), side(tie.away)
        if away is None:
            winners[tie.round, tie.number] = home
            continue
        first = stronger(home, away)
        winners[tie.round, tie.number], losers[tie.round, tie.number] = first, home + away - first
        met.append((tie, {home, away}))
    return winners, losers, met


def test_it_works():
    pairs = [(tie.home.get("seed"), tie.away.get("seed")) for tie in bracket(6).rounds[0]]
    assert pairs == [(1, None), (4, 5), (2, None), (3, 6)]


@pytest.mark.parametrize("n", EVERY)
def test_everybody_but_the_winner_loses_exactly_once(n):
    shape = bracket(n)
    _, losers, met = played(shape)
    assert sorted(losers.values()) == list(range(2, n + 1))
    assert shape.matches == len(met) == n - 1


@pytest.mark.parametrize("n", EVERY)
def test_byes_go_to_the_top_seeds_and_never_meet(n):
    shape = bracket(n)
    assert sorted(tie.home["seed"] for tie in shape.rounds[0] if tie.bye) == list(range(1, shape.byes + 1))
    assert not any(tie.bye for ties in shape.rounds[1:] for tie in ties)
    assert not any("bye" in tie.home for tie in shape.rounds[0])


@pytest.mark.parametrize("n", EVERY)
def test_if_the_stronger_always_wins_the_last_rounds_are_the_top_seeds(n):
    shape = bracket(n)
    _, _, met = played(shape)
    for number, ties in enumerate(shape.rounds, start=1):
        places = round_size(ties)
        here = set().union(*(seeds for tie, seeds in met if tie.round == number))
        if number > 1:
            assert here == set(range(1, places + 1))
    assert met[-1][1] == {1, 2}


@pytest.mark.parametrize("n", EVERY)
def test_seeds_one_and_two_stand_in_different_halves(n):
    top, foot = order(bracket(n).size)[: bracket(n).size // 2], order(bracket(n).size)[bracket(n).size // 2 :]
    assert 1 in top
    assert 2 in foot


@pytest.mark.parametrize("n", EVERY)
def test_the_third_place_is_between_the_losers_of_the_semifinals(n):
    shape = bracket(n, third_place=True)
    if n < 4:
        assert shape == bracket(n)
        return
    *_, final, third = shape.ties()
    assert (final.kind, third.kind) == ("final", "third_place")
    _, _, met = played(shape)
    assert met[-1] == (third, {3, 4})
    assert shape.matches == n


@pytest.mark.parametrize("n", [1, 0, -3])
def test_it_refuses_fewer_than_two(n):
    with pytest.raises(ValueError, match="two entrants"):
        bracket(n)
