"""The leader board and the graph of a rating: who stands where, and that the drawing says what the rows say."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.utils import timezone, translation

from league.competitions.models import Competition
from league.competitions.verbs import entries
from league.players.models import User
from league.privacy import erasing
from league.statistics.models import Career, Rating
from league.statistics.queries import leaders
from matches.models import Match
from tests.league.builders import competition

BEGIN = timezone.now() - timedelta(days=900)


def rated(player, values, game="super_goal", deviation=60.0):
    """A career with these ratings."""
    for number, value in enumerate(values, start=1):
        match = Match.objects.create(game=game, rules_version=1)
        Rating.objects.create(
            player=player,
            game=game,
            match=match,
            number=number,
            rating=value,
            deviation=deviation,
            volatility=0.06,
            at=BEGIN + timedelta(days=number),
            last=number == len(values),
        )


@pytest.fixture
def careers(cast):
    bot = User.objects.create(kind=User.Kind.BOT, nickname="Pallonetto", bot="greedy")
    rated(cast.anna, [1500, 1620])
    rated(cast.bruno, [1700, 1580])
    rated(cast.stranger, [1900], deviation=300)
    rated(bot, [1600])
    rated(cast.anna, [2000], game="fuba")
    return bot


def shown(who="all"):
    """Names and ratings on the board of Super Goal!, as anybody sees it."""
    rows = leaders.placed("rating", 1, list(leaders.on_board("super_goal", "rating", who)), AnonymousUser())
    return [(row.player.nickname, row.rating) for row in rows]


def test_the_newest_rating_counts_and_who_is_hardly_known_comes_last(careers, client, django_assert_num_queries):
    assert shown() == [("anna", 1620), ("Pallonetto", 1600), ("bruno", 1580), ("stranger", 1900)]
    assert [name for name, _rating in shown("people")] == ["anna", "bruno", "stranger"]
    assert [name for name, _rating in shown("bots")] == ["Pallonetto"]
    with django_assert_num_queries(5):  # three marks, the places by their index, the rows
        page = client.get("/leaders/?game=super_goal").content.decode()
    assert places(page) == ["1", "2", "3", "–"]


def places(page):
    return re.findall(r'class="pos">\s*([^<]*?)\s*</td>', page)


@pytest.mark.parametrize("by", ["rating", *leaders.MEASURES])
def test_a_name_that_is_hidden_leaves_its_place_free(careers, cast, client, by):
    """A name typed for a competition that is not public; whoever may know it sees it there."""
    cup = competition(cast.organiser)
    (entrant,) = entries.enter_names(competition=cup, by=cast.organiser, names=["Typed"])
    Competition.objects.filter(pk=cup.pk).update(visibility="link")
    rated(entrant.player, [1610])
    for number, row in enumerate(Rating.objects.filter(game="super_goal", last=True).order_by("-rating")):
        if row.player_id != cast.stranger.pk:
            known = {name.removeprefix("-"): 40 - number for name in leaders.MEASURES[by]} if by != "rating" else {}
            career(row.player, **{"played": 9, **known})
    page = client.get(f"/leaders/?by={by}").content.decode()
    assert "Typed" not in page and places(page)[:3] == ["1", "3", "4"]
    client.force_login(cast.organiser)
    page = client.get(f"/leaders/?by={by}").content.decode()
    assert "Typed" in page and places(page)[:4] == ["1", "2", "3", "4"]


@pytest.mark.parametrize("by", ["rating", *leaders.MEASURES])
def test_who_deleted_the_account_is_on_no_board(careers, cast, by):
    for player in (cast.anna, cast.bruno):
        career(player, played=9, goals_for=9, clean_sheets=9, unbeaten=9, points_a_match=2)
    erasing.erase(person_id=cast.anna.pk)
    rows = leaders.placed(by, 1, list(leaders.on_board("super_goal", by)), AnonymousUser())
    names = [row.player.nickname for row in rows]
    assert "bruno" in names and "deleted player" not in names


def career(player, **values):
    names = ("played", "won", "drawn", "lost", "goals_for", "goals_against", "clean_sheets", "unbeaten", "winning")
    zeros = dict.fromkeys((*names, "comebacks", "points_a_match"), 0)
    Career.objects.create(player=player, game="super_goal", sums={}, story={}, **{**zeros, **values})


@pytest.mark.parametrize("asked", ["", "?game=chess&who=nobody", "?game=dom_jim", "?page=99"])
def test_whatever_is_asked_there_is_a_page(careers, client, asked):
    assert client.get(f"/leaders/{asked}").status_code == 200


def test_the_graph_is_drawn_while_a_correction_is_replayed(cast):
    """The first of two matches counts again, and the second waits for its slice: both are the first one till then."""
    rated(cast.anna, [1500, 1520])
    Rating.objects.filter(player=cast.anna).update(number=1)
    assert len(leaders.graph(cast.anna.pk, "super_goal").rows) == 2


def test_the_graph_stays_within_its_frame(cast):
    rated(cast.anna, [1500 + (number * 37) % 400 for number in range(300)])
    graph = leaders.graph(cast.anna.pk, "super_goal")
    assert len(graph.rows) == leaders.MOST_POINTS and graph.rows[0].number == 1 and graph.rows[-1].number == 300
    assert [(one.width, one.height) for one in graph.drawings] == [leaders.WIDE, leaders.NARROW]
    for drawing in graph.drawings:
        for path in (drawing.line, drawing.band):
            points = [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", path)]
            assert all(
                leaders.LEFT <= x <= drawing.width and 0 <= y <= drawing.height - leaders.FOOT for x, y in points
            )
        assert [value for value, _ in drawing.levels] == sorted(value for value, _ in drawing.levels)
        heights = [height for _, height in drawing.levels]
        assert heights == sorted(heights, reverse=True), "a higher rating is drawn lower"
    drawn = render_to_string("statistics/graph.html", {"graph": graph})
    assert all(f'd="{one.line}"' in drawn for one in graph.drawings) and drawn.count("<tr>") == leaders.MOST_POINTS + 1
    one_day = render_to_string("statistics/graph.html", {"graph": replace(graph, last=graph.first)})
    dates = [len(re.findall(r'<text class="[^"]*" x="\d+" y="\d+">', chart)) for chart in (drawn, one_day)]
    assert dates == [2 * len(graph.drawings), len(graph.drawings)], "one day has its date once"
    with translation.override("it"):
        assert (
            re.search(r'y="\d+,\d+"|[HML]\d+,\d', render_to_string("statistics/graph.html", {"graph": graph})) is None
        )


def test_one_match_is_no_graph(cast):
    rated(cast.anna, [1500])
    assert leaders.graph(cast.anna.pk, "super_goal") is None


def test_another_game_keeps_what_is_asked(client, db):
    page = client.get("/leaders/?game=super_goal&by=goals&who=bots").content.decode()
    assert 'href="?game=fuba&amp;by=goals&amp;who=bots"' in page
    assert 'href="?game=fuba"' in client.get("/leaders/").content.decode()


@pytest.mark.parametrize(
    ("page", "it", "es", "pt"),
    [
        ("/leaders/?game=super_goal", "Tutti", "Todos", "Todos"),  # players
        ("/competitions/", "Tutte", "Todas", "Todos"),  # competitions: campeonatos
    ],
)
def test_all_agrees_with_what_it_is_all_of(client, db, page, it, es, pt):
    for language, wanted in {"it": it, "es": es, "pt-br": pt}.items():
        shown = client.get(page, headers={"accept-language": language}).content.decode()
        links = re.findall(r'aria-current="true">\s*(Tutt\w|Tod\w+|Tudo)\s*</a>', shown)
        assert links == [wanted], language
