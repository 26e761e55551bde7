"""In a cup's semi-final the table and the fixture's page tell how far the other one is, and what match it is."""

import pytest
from django.test import Client

import engines
from engines.core.dice import ScriptedDice
from league.competitions.models import Fixture
from matches.models import Match
from matches.words.titles import pace
from tests.cast import account
from tests.league.builders import running

pytestmark = pytest.mark.django_db


def test_both_semi_finals_know_of_each_other(client: Client):
    running(account("olga"), preset="cup", entrants=4)
    first, second = (fixture.match for fixture in Fixture.objects.exclude(match=None).order_by("pk"))
    assert first.beside == [second.origin] and second.beside == [first.origin]
    page = client.get(f"/matches/{first.id}/").content.decode()
    names = [seat.name for seat in second.seats.order_by("-side")]
    assert "Meanwhile" in page and f"/matches/{second.id}/" in page and all(name in page for name in names)


def test_a_league_and_a_friendly_say_nothing(client: Client):
    running(account("olga"), preset="league", entrants=4)
    assert all(match.beside == [] for match in Match.objects.all())
    assert "Meanwhile" not in client.get(f"/matches/{Match.objects.first().pk}/").content.decode()


def path_of(fixture: Fixture) -> str:
    return f"/competitions/{fixture.tie.round.stage.competition.slug}/fixtures/{fixture.pk}/"


def page_of(client: Client, fixture: Fixture) -> str:
    return client.get(path_of(fixture)).content.decode()


def test_the_fixtures_page_tells_how_far_the_other_tie_is(client: Client, django_assert_max_num_queries):
    running(account("olga"), preset="cup", entrants=4)
    first, second = Fixture.objects.exclude(match=None).order_by("pk")
    game = engines.get(second.match.game)
    state, _events = game.new(second.match.options, second.match.terms, ScriptedDice([1] * 50))
    snapshot = game.to_wire(state)
    snapshot["score"] = {"home": 3, "away": 4}
    Match.objects.filter(pk=second.match_id).update(status="live", snapshot=snapshot)
    page = page_of(client, first)
    there = page[page.index('id="meanwhile"') :]
    assert f"match:{second.match_id}" in page and second.home.name in there
    assert '<span class="chip" data-k="live">' in there and "<td>3</td>" in there and "<td>4</td>" in there
    clock = game.clock(game.view(state, None))
    assert clock["minute"] and f" {clock['minute']}′" in there
    assert first.home.name not in there[: there.index("</section>")]
    path = path_of(first)
    with django_assert_max_num_queries(11) as few:
        client.get(path)

    running(account("otto"), preset="cup", entrants=8)
    one, *others = Fixture.objects.exclude(match=None).filter(tie__round__stage__competition__owner__nickname="otto")
    Match.objects.filter(pk__in=[each.match_id for each in others]).update(status="live", snapshot=snapshot)
    path = path_of(one)
    with django_assert_max_num_queries(len(few)):
        assert client.get(path).content.decode().count("<td>4</td>") == 3


def test_a_leagues_fixture_page_has_no_other_ties(client: Client):
    running(account("olga"), preset="league", entrants=4)
    assert 'id="meanwhile"' not in page_of(client, Fixture.objects.exclude(match=None).first())


def test_a_match_is_called_by_its_round_and_leg_in_the_readers_language(client: Client):
    settings = {"legs": 2, "third_place": True}
    running(account("olga"), preset="cup", entrants=4, settings=settings)
    match = Fixture.objects.exclude(match=None).first().match
    assert match.part == [["Semi-finals", {}], ["1st leg", {}]]
    assert "Semi-finals · 1st leg" in client.get(f"/matches/{match.id}/").content.decode()
    html = client.get(f"/matches/{match.id}/", headers={"accept-language": "it"}).content.decode()
    assert "Semifinali · andata" in html
    assert client.get(f"/api/v1/matches/{match.id}/").json()["part"] == "Semi-finals · 1st leg"


def test_play_by_correspondence_says_its_days_on_rows_and_at_the_table(client: Client):
    league = running(account("olga"), preset="league", entrants=4, move_seconds=3 * 86400, round_hours=24 * 60)
    match = Match.objects.first()
    assert "3 days per move" in client.get(f"/matches/{match.id}/").content.decode()
    assert "3 days per move" in client.get(f"/competitions/{league.slug}/fixtures/").content.decode()
    normal = running(account("otto"), preset="league", entrants=4)
    assert "a move</span>" not in client.get(f"/competitions/{normal.slug}/fixtures/").content.decode()


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (None, ""),
        (90, ""),
        (6 * 3600, "6 hours per move"),
        (86400, "1 day per move"),
        (14 * 86400, "14 days per move"),
        (36 * 3600, "36 hours per move"),
    ],
)
def test_the_pace_is_said_in_days_or_hours(seconds, told):
    assert pace(seconds) == told
