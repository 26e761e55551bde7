"""Players' pages: two against each other, leader boards by measure, a career's places; a constant number of queries."""

import re

import pytest
from django.contrib.auth.models import AnonymousUser

from league.compat.prepared_queries import PreparedQuery
from league.statistics.derivation.story import turned
from league.statistics.models import Career, Line
from league.statistics.queries import leaders, people
from league.statistics.verbs import books
from tests.league.statistics.played import played

pytestmark = pytest.mark.django_db


@pytest.fixture
def met(cast):
    """Anna and Bruno have met six times in one game and once in another; the stranger has met Anna."""
    rows = [
        played("super_goal", *((cast.anna, cast.bruno) if n % 2 else (cast.bruno, cast.anna)), seed=n, days=n)
        for n in range(6)
    ]
    rows.append(played("dom_jim", cast.anna, cast.bruno, seed=1, days=9))
    played("super_goal", cast.stranger, cast.anna, seed=3, days=20)
    books.refresh(at_once=True)
    return rows


def test_it_works(cast, met, client, django_assert_num_queries):
    found = people.versus(cast.anna, cast.bruno)
    back = people.versus(cast.bruno, cast.anna)
    assert found.tally.played == 7 == len(found.form) == sum(tally.played for tally in found.by_game.values())
    assert (found.tally.won, found.tally.drawn, found.tally.lost) == (back.tally.lost, back.tally.drawn, back.tally.won)
    assert (found.tally.goals_for, found.tally.goals_against) == (back.tally.goals_against, back.tally.goals_for)
    assert found.form == [{"W": "L", "L": "W", "D": "D"}[letter] for letter in back.form]
    assert people.versus(cast.anna, cast.bruno, "dom_jim").tally.played == 1
    address = f"/players/{cast.anna.pk}/vs/{cast.bruno.pk}/"
    with django_assert_num_queries(10):  # two marks, two players, four of the record, count and page
        page = client.get(address).content.decode()
    assert page.count("/matches/") >= 7
    played("super_goal", cast.anna, cast.bruno, seed=4, days=30)
    with django_assert_num_queries(10):
        assert client.get(address).status_code == 200


def test_nobody_is_against_oneself_and_strangers_have_not_met(cast, met, client):
    assert client.get(f"/players/{cast.anna.pk}/vs/{cast.anna.pk}/").status_code == 404
    page = client.get(f"/players/{cast.bruno.pk}/vs/{cast.stranger.pk}/", headers={"accept-language": "en"})
    assert "They have not met yet" in page.content.decode()


def test_a_match_given_up_in_the_lead_is_nobodys_biggest_win(cast):
    won = played("super_goal", cast.anna, cast.bruno)
    given_up = played("super_goal", cast.anna, cast.bruno, seed=2, days=1)
    Line.objects.filter(match=won, player=cast.anna).update(goals_for=2, goals_against=1, outcome="W")
    Line.objects.filter(match=won, player=cast.bruno).update(goals_for=1, goals_against=2, outcome="L")
    Line.objects.filter(match=given_up, player=cast.anna).update(goals_for=4, goals_against=0, outcome="L")
    Line.objects.filter(match=given_up, player=cast.bruno).update(goals_for=0, goals_against=4, outcome="W")
    assert people.player_numbers(cast.bruno).biggest_win is None
    assert people.player_numbers(cast.anna).biggest_win.match == won
    found, back = people.versus(cast.anna, cast.bruno), people.versus(cast.bruno, cast.anna)
    assert found.biggest_win.match == won == back.biggest_defeat.match
    assert found.biggest_defeat is None and back.biggest_win is None


def test_who_is_not_among_the_opponents_met_most_is_found_by_name(cast, met, client, monkeypatch):
    """Bruno was met seven times, the stranger once: only one of them is listed."""
    monkeypatch.setattr(people, "RIVALS", 1)
    monkeypatch.setattr(people, "_RIVALS", PreparedQuery(people._rivals))
    address = f"/players/{cast.anna.pk}/opponents/"
    english = {"accept-language": "en"}
    page = client.get(address, headers=english).content.decode()
    assert f"/vs/{cast.bruno.pk}/" in page and f"/vs/{cast.stranger.pk}/" not in page
    assert "The 1 opponents met most" in page
    html = client.get(address, {"q": "STRANG"}, headers=english).content.decode()
    assert f"/vs/{cast.stranger.pk}/" in html and f"/vs/{cast.bruno.pk}/" not in html
    assert "Nobody called" in client.get(address, {"q": "organiser"}, headers=english).content.decode()


def test_what_does_not_count_is_in_no_meeting(cast, met, client):
    Line.objects.filter(match=met[0]).update(counts=False)
    assert people.versus(cast.anna, cast.bruno).tally.played == 6 == people.meetings(cast.anna, cast.bruno).count()


@pytest.mark.parametrize("by", leaders.MEASURES)
def test_the_best_by_each_measure_come_first(cast, met, client, by, django_assert_num_queries):
    rows = leaders.placed(by, 1, list(leaders.on_board("super_goal", by)), AnonymousUser())
    field = leaders.MEASURES[by][0].removeprefix("-")
    values = [getattr(row, field) for row in rows]
    assert values == sorted(values, reverse=True) and rows
    assert by != "points" or cast.stranger.pk not in {row.player_id for row in rows}, "one match is too few"
    with django_assert_num_queries(5):
        page = client.get(f"/leaders/?game=super_goal&by={by}").content.decode()
    assert re.findall(r'class="pos">\s*([^<]*?)\s*</td>', page) == [str(n) for n in range(1, len(rows) + 1)]


def test_places_of_an_away_match_are_turned_round(cast):
    match = played("super_goal", cast.bruno, cast.anna, seed=2)
    books.refresh(at_once=True)
    story = match.figures.story["places"]["away"]
    career = Career.objects.get(player=cast.anna).story["places"]
    assert career == {turned("super_goal")[cell]: n for cell, n in story.items()}
    shown = people.player_numbers(cast.anna, "super_goal").in_game
    assert sum(spot.total for spot in shown.spots) == sum(story.values()) and "heat" in shown.heat


@pytest.mark.parametrize("path", ["", "?game=super_goal", "?game=dom_jim"])
def test_a_players_pages_cost_a_constant_number_of_queries(cast, met, client, path, django_assert_max_num_queries):
    for address in (f"/players/{cast.anna.pk}/", f"/players/{cast.anna.pk}/statistics/{path}"):
        with django_assert_max_num_queries(22):
            assert client.get(address).status_code == 200


def test_pages_of_a_game(cast, met, client, django_assert_num_queries):
    for part, board in (("statistics", 1), ("records", 0)):
        with django_assert_num_queries(6 + board):  # three marks, book, open matches, names; the board
            page = client.get(f"/games/super_goal/{part}/").content.decode()
        assert "<h1>" in page
        assert client.get(f"/games/six_a_side/{part}/").status_code == 200, "nothing played yet"
        assert client.get(f"/games/chess/{part}/").status_code == 404
