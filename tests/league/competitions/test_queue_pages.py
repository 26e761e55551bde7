"""The pages of the queue: the organiser's desk, a player's own line, wall, overlay, API; by as many queries for many as
for few."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.competitions.models import Call, Fixture
from league.competitions.verbs import calling, entries, halls, rounds
from tests.league.builders import competition, running
from tests.league.teams import boards_of, running_teams, seal, ties_of

pytestmark = pytest.mark.django_db


def league_of(cast, *players, names=0, tables=1):
    cup = competition(cast.organiser, "league", max(2, len(players) + names), settings={"times": 1})
    for player in players:
        entries.enter(competition=cup, player=player)
    if names:
        entries.enter_names(competition=cup, by=cast.organiser, names="\n".join(f"Name {n}" for n in range(names)))
    rounds.start(competition=cup, by=cast.organiser)
    return halls.add_tables(competition=cup, by=cast.organiser, first=1, last=tables)


def page(client, cup, user=None):
    if user is not None:
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client.get(f"/competitions/{cup.slug}/tables/")


def test_the_organiser_has_buttons_and_others_read(client, cast):
    cup = league_of(cast, names=4)
    answer = page(client, cup)
    assert [now.state for now in answer.context["desk"].tables] == ["called"]
    assert 'value="close_table"' not in answer.content.decode() and 'value="begin_call"' not in answer.content.decode()
    seen = page(client, cup, cast.organiser).content.decode()
    for button in ("close_table", "begin_call", "take_back_call", "add_tables", "queue_times", "move_in_queue"):
        assert f'value="{button}"' in seen


def test_the_page_says_why_a_match_waits(client, cast):
    cup = league_of(cast, names=4, tables=2)
    first, second = Fixture.objects.filter(competition=cup, table__isnull=False).order_by("table")
    calling.take_back(fixture=first, by=cast.organiser)
    (waiting,) = page(client, cup).context["desk"].queue
    assert waiting.fixture == first and waiting.table == 1 and waiting.waits
    calling.begin(fixture=second, by=cast.organiser)
    assert [now.state for now in page(client, cup).context["desk"].tables] == ["free", "playing"]


def test_the_page_takes_as_many_queries_for_many(client, cast):
    counts = []
    for names, tables in ((6, 1), (14, 4)):
        cup = league_of(cast, names=names, tables=tables)
        page(client, cup, cast.organiser)
        with CaptureQueriesContext(connection) as queries:
            page(client, cup, cast.organiser)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_player_reads_where_to_go(client, cast):
    cup = league_of(cast, cast.anna, cast.bruno, names=2, tables=1)
    call = Call.objects.select_related("fixture__home", "fixture__away").get(ended_at=None)
    sides = {call.fixture.home.player_id, call.fixture.away.player_id}
    for player in (cast.anna, cast.bruno):
        client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
        for address in ("/", f"/competitions/{cup.slug}/", f"/competitions/{cup.slug}/tables/"):
            (up,) = client.get(address).context["next_up"]
            assert (up.table, up.place) == ((1, 0) if player.pk in sides else (None, 1))
    client.force_login(cast.stranger, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get("/").context["next_up"] == []


def test_a_player_says_that_it_has_begun(client, cast):
    cup = league_of(cast, cast.anna, cast.bruno)
    (fixture,) = Fixture.objects.filter(competition=cup, table=1)
    form = {"do": "begin_call", "fixture": fixture.pk, "back": "tables"}
    client.force_login(cast.stranger, backend="django.contrib.auth.backends.ModelBackend")
    assert client.post(f"/competitions/{cup.slug}/console/press/", form).status_code == 404
    client.force_login(cast.anna, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.post(f"/competitions/{cup.slug}/console/press/", form)
    assert answer.url == f"/competitions/{cup.slug}/tables/"
    assert Call.objects.get().began_at is not None


def test_wall_and_overlay_show_calls(client, cast):
    cup = league_of(cast, names=6, tables=2)
    first = client.get(f"/wall/{cup.slug}/").context["panels"][0]
    assert (first.kind, len(first.rows)) == ("calls", 2)
    assert client.get(f"/overlay/{cup.slug}/calls/").context["panel"].kind == "calls"
    for call in Call.objects.select_related("fixture"):
        calling.begin(fixture=call.fixture, by=cast.organiser)
    assert client.get(f"/wall/{cup.slug}/").context["panels"][0].kind != "calls"
    assert client.get(f"/overlay/{cup.slug}/calls/").context["panel"] is None


def test_the_api_shows_tables_and_queue(client, cast):
    cup = league_of(cast, names=6, tables=2)
    answer = client.get(f"/api/v1/competitions/{cup.pk}/tables/").json()
    assert [(table["number"], table["state"]) for table in answer["tables"]] == [(1, "called"), (2, "called")]
    assert [(row["place"], row["waits"]) for row in answer["queue"]] == [(1, False)]
    none = client.get(f"/api/v1/competitions/{running(cast.organiser).pk}/tables/").json()
    assert none == {"tables": [], "queue": [], "wait_minutes": 0, "rest_minutes": 0}


def test_a_board_of_teams_is_called_by_the_names_of_its_two_people(client, cast):
    cup = running_teams(cast.organiser, boards=3, captain=cast.anna)
    halls.add_tables(competition=cup, by=cast.organiser, first=1, last=2)
    tie = ties_of(cup)[0]
    seal(tie, tie.home)
    sealed = page(client, cup).content.decode()
    assert not Call.objects.exists() and tie.away.player.nickname not in sealed, "nobody is called before the reveal"
    seal(tie, tie.away)
    first, second, third = boards_of(tie)
    desk = " ".join(page(client, cup).content.decode().split())
    overlay = " ".join(client.get(f"/overlay/{cup.slug}/calls/").content.decode().split())
    wall = " ".join(client.get(f"/wall/{cup.slug}/").content.decode().split())
    for board in (first, second):
        people = f"<bdi>{board.home_player.nickname}</bdi> – <bdi>{board.away_player.nickname}</bdi>"
        assert people in overlay and people in wall
        assert f"<bdi>{board.home_player.nickname}</bdi> <bdi>{board.away_player.nickname}</bdi>" in desk
    assert f"<bdi>{third.home_player.nickname}</bdi> – <bdi>{third.away_player.nickname}</bdi>" in desk, "in the queue"
    assert f"{tie.home.name} against {tie.away.name}, board 3" in desk
    client.force_login(cast.anna, backend="django.contrib.auth.backends.ModelBackend")
    (up,) = client.get(f"/competitions/{cup.slug}/tables/").context["next_up"]
    own = first if cast.anna.pk in (first.home_player_id, first.away_player_id) else None
    assert (
        own is not None and up.rival in (first.home_player.nickname, first.away_player.nickname) and up.rival != "anna"
    )
