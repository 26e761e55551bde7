"""Scheveningen: everybody of one team against everybody of the other."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

import pytest

from league.formats.scheveningen import Score, Standing, rounds, team_rounds


@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize("n", range(1, 13))
def test_everybody_meets_everybody_and_homes_are_even(n, times):
    made = rounds(n, times)
    assert Counter((game.first, game.second) for games in made for game in games) == {
        (first, second): times for first in range(1, n + 1) for second in range(1, n + 1)
    }
    for games in made:
        assert [game.first for game in games] == list(range(1, n + 1))
        assert {game.second for game in games} == set(range(1, n + 1))
        at_home = sum(game.home == "home" for game in games)
        assert abs(2 * at_home - n) <= (0 if n % 4 == 0 else 1 if n % 2 else 2)
    for team, side in (("first", "home"), ("second", "away")):
        for player in range(1, n + 1):
            homes = [game.home == side for games in made for game in games if getattr(game, team) == player]
            assert abs(2 * sum(homes) - n * times) <= n * times % 2
            assert max(len(list(run)) for _home, run in groupby(homes)) <= 2
    at_home = sum(game.home == "home" for games in made for game in games)
    assert 2 * at_home - n * n * times == n * times % 2


def test_what_is_no_match_is_refused():
    with pytest.raises(ValueError, match="one player or more, not 0"):
        rounds(0)
    with pytest.raises(ValueError, match="once or twice, not 3 times"):
        rounds(4, 3)


def test_a_standing_adds_up():
    standing = Standing({"a": 1, "b": 0.5}, {"x": 0.5, "y": 0}).after(
        [Score("x", "a", 0, 1), Score("b", "y", 0.5, 0.5)]
    )
    assert standing == Standing({"a": 2, "b": 1}, {"x": 0.5, "y": 0.5})
    assert (standing.score, standing.boards_played, standing.lead) == ((3, 1), 4, 1)
    with pytest.raises(ValueError, match="a and b are no two players of different teams"):
        standing.after([Score("a", "b", 1, 0)])


@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize("n", range(1, 9))
def test_rounds_of_teams_have_the_same_pairs_with_one_team_at_home(n, times):
    made = team_rounds(n, times)
    assert [meeting.opponents for meeting in made] == [
        tuple(game.second for game in games) for games in rounds(n, times)
    ]
    homes = [meeting.home for meeting in made]
    assert abs(homes.count("home") - homes.count("away")) <= n * times % 2
    assert max(len(list(run)) for _home, run in groupby(homes)) <= 2
    if times == 2:
        assert len({(meeting.opponents, meeting.home) for meeting in made}) == 2 * n, "each pair at each home once"
