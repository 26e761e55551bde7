"""The pages and the API of arenas: what is shown, and what the buttons do."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from league.arenas import turns, verbs
from league.arenas.models import Arena
from league.clubs.verbs import clubs
from matches.models import Match
from matches.terms.rules import RulesOfMatch, options_of
from tests.league.arenas.test_arenas import again, arena, joined, only, won_by


def signed(user):
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def press(client, row, do):
    return client.post(f"/arenas/{row.slug}/press/", {"do": do}, follow=True)


def test_an_arena_is_created_joined_and_shown(cast):
    organiser, anna = signed(cast.organiser), signed(cast.anna)
    form = {"name": "Lunch hour", "game": "super_goal", "minutes": "30", "control": "normal", "bots": "1"}
    page = organiser.post("/arenas/new/", form, follow=True)
    row = Arena.objects.get()
    assert page.redirect_chain[-1][0] == f"/arenas/{row.slug}/"
    assert (row.minutes, row.control, row.half_clock, row.rated, row.bots) == (30, "normal", False, False, 1)
    assert "Lunch hour" in Client().get("/arenas/").content.decode()
    press(anna, row, "join")
    turns.turn(row.pk)
    found = only(row)
    answer = anna.post(f"/arenas/{row.slug}/here/")
    assert answer["HX-Redirect"] == f"/matches/{found.match_id}/"
    Match.objects.filter(pk=found.match_id).update(snapshot={}, status="live")
    assert "HX-Redirect" not in anna.post(f"/arenas/{row.slug}/here/")
    shown = anna.get(f"/arenas/{row.slug}/")
    assert f"/matches/{found.match_id}/" in shown.content.decode()
    press(anna, row, "pause")
    assert row.players.get(user=cast.anna).status == "paused"
    assert press(organiser, row, "end").context["status"] == "over"


def test_the_form_takes_the_options_of_its_game(cast):
    organiser = signed(cast.organiser)
    page = organiser.get("/arenas/new/?game=fuba")
    names = {field.name for field in page.context["rules_form"]}
    assert names == {f"options.{option.name}" for option in options_of("fuba")}
    usual = RulesOfMatch.taken("fuba").options
    name, other = next(
        (each.name, value) for each in options_of("fuba") for value in each.values if value != usual[each.name]
    )
    form = {"name": "Lunch hour", "game": "fuba", "minutes": "30", "control": "normal", "bots": "0"}
    wrong = organiser.post("/arenas/new/", {**form, f"fuba-options.{name}": "nonsense"})
    assert wrong.context["form"].errors and not Arena.objects.exists()
    organiser.post("/arenas/new/", {**form, f"fuba-options.{name}": str(other)})
    row = Arena.objects.get()
    assert row.options == RulesOfMatch.taken("fuba", options={name: other}).options
    shown = Client().get(f"/arenas/{row.slug}/")
    assert shown.context["rules"].changed() == {f"options.{name}": other}
    assert shown.context["rules"].in_words() in shown.content.decode()


def test_a_nickname_is_enough_to_join(cast):
    row, client = arena(cast), Client()
    path = f"/arenas/{row.slug}/"
    assert client.post(f"{path}press/", {"do": "pause"}).url.startswith("/accounts/login/")
    client.post(f"{path}press/", {"do": "join", "nickname": "x" * 99})
    assert not row.players.exists()
    client.post(f"{path}press/", {"do": "join", "nickname": "Gino"})
    assert [player.user.nickname for player in row.players.all()] == ["Gino"]
    assert row.players.get().user.is_guest
    assert client.get(path).context["own"].name == "Gino"


def test_nobody_becomes_a_guest_at_the_arena_of_a_club_or_one_that_is_over(cast):
    row = arena(cast, club=clubs.create(by=cast.organiser, name="Bar Centrale", joining="open"))
    over = arena(cast, name="Another")
    verbs.end_early(arena=over, by=cast.organiser)
    for each in (row, over):
        client = Client()
        client.post(f"/arenas/{each.slug}/press/", {"do": "join", "nickname": "Gino"})
        assert "_auth_user_id" not in client.session and not each.players.exists()


def test_a_wrong_form_keeps_what_was_typed_and_names_the_field(cast):
    page = signed(cast.organiser).post("/arenas/new/", {"name": "Lunch hour", "game": "super_goal", "minutes": "5"})
    assert page.context["form"].errors["minutes"] == ["Enter a number from 10 to 360."]
    assert page.context["form"]["name"].value() == "Lunch hour"
    assert not Arena.objects.exists()


def test_a_refusal_is_shown(cast):
    row = arena(cast, half_clock=False)
    anna = signed(cast.anna)
    assert "You are not in this arena" in press(anna, row, "pause").content.decode()
    assert press(anna, row, "fly").status_code == 404
    assert press(anna, row, "end").status_code == 404


def test_the_table_shows_streaks_and_the_podium_stands(cast):
    row = joined(arena(cast), cast.anna, cast.bruno)
    for _number in range(3):
        won_by(only(row), cast.anna)
        again(row, cast.anna, cast.bruno)
    page = Client().get(f"/arenas/{row.slug}/")
    first = page.context["table"].lines[0]
    assert (first.points, first.on_streak, first.sheet) == (8, True, [2, 2, 4])
    assert "data-double" in page.content.decode()
    with time_machine.travel(row.ends_at + timedelta(seconds=9)):
        turns.turn(row.pk)
        over = Client().get(f"/arenas/{row.slug}/")
    assert [line.name for line in over.context["podium"]] == ["anna", "bruno"]


def test_who_played_no_match_is_on_no_podium(cast):
    row = arena(cast)
    verbs.join(arena=row, player=cast.anna)
    with time_machine.travel(row.ends_at + timedelta(seconds=9)):
        over = Client().get(f"/arenas/{row.slug}/")
    assert [line.name for line in over.context["table"].lines] == ["anna"]
    assert over.context["podium"] == []


def test_a_page_asks_as_much_whoever_many_are_in(cast, django_assert_max_num_queries):
    row = joined(arena(cast, bots=24), cast.anna)
    anna = signed(cast.anna)
    anna.get(f"/arenas/{row.slug}/")
    with django_assert_max_num_queries(13):
        anna.get(f"/arenas/{row.slug}/")
    with django_assert_max_num_queries(3):
        Client().get("/arenas/")


def test_an_arena_of_a_club_for_members_is_not_there_for_others(cast):
    club = clubs.create(by=cast.organiser, name="Bar Centrale", visibility="members")
    row = arena(cast, club=club)
    assert signed(cast.organiser).get(f"/arenas/{row.slug}/").status_code == 200
    assert signed(cast.anna).get(f"/arenas/{row.slug}/").status_code == 404
    assert "Lunch hour" not in Client().get("/arenas/").content.decode()
    assert Client().get(f"/api/v1/arenas/{row.pk}/").status_code == 404


def test_the_api_does_what_the_pages_do(cast):
    organiser, anna = signed(cast.organiser), signed(cast.anna)
    made = organiser.post(
        "/api/v1/arenas/",
        {"name": "Lunch hour", "game": "super_goal", "minutes": 20, "bots": 1},
        content_type="application/json",
    )
    assert (made.status_code, made.json()["status"]) == (201, "running")
    path = f"/api/v1/arenas/{made.json()['id']}/"
    assert anna.post(f"{path}here/").status_code == 400
    assert anna.post(f"{path}join/").json()["status"] == "in"
    half = anna.post(f"{path}half-clock/", {"half": True}, content_type="application/json")
    assert half.json()["half_clock"]
    row = Arena.objects.get()
    turns.turn(row.pk)
    found = only(row)
    assert anna.post(f"{path}here/").json()["match"] == str(found.match_id)
    won_by(found, cast.anna)
    turns.turn(row.pk)
    lines = Client().get(f"{path}table/").json()["lines"]
    assert [(line["name"], line["points"], line["sheet"]) for line in lines] == [
        ("anna", 3, [3]),
        ("Pallonetto", 0, [0]),
    ]
    assert [anna.post(f"{path}{verb}/").json()["status"] for verb in ("pause", "leave")] == ["paused", "left"]
    assert anna.post(f"{path}end/").status_code == 404
    assert organiser.post(f"{path}cancel/").json()["code"] == "arena"
    assert organiser.post(f"{path}end/").json()["status"] == "over"
    assert Client().get("/api/v1/arenas/?open=true").json()["count"] == 1  # the worker has not closed it yet


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"minutes": 5}, "minutes"),
        ({"game": "chess"}, "game"),
        ({"options": {"golden": 1}}, "options.golden"),
        ({"club": "0191a1c6-0000-7000-8000-000000000000"}, "club"),
        ({"starts_at": "2020-01-01T00:00Z"}, "starts_at"),
        ({"pace": 1}, "pace"),
    ],
)
def test_the_api_names_a_wrong_field(cast, values, field):
    body = {"name": "Lunch hour", "game": "super_goal", **values}
    answer = signed(cast.organiser).post("/api/v1/arenas/", body, content_type="application/json")
    assert answer.status_code == 400
    assert field in answer.json()["errors"]
    assert not Arena.objects.exists()


def test_a_page_ahead_counts_down_in_its_last_hour_alone(cast):
    row = arena(cast, starts_at=timezone.now() + timedelta(hours=2))
    assert Client().get(f"/arenas/{row.slug}/").context["left"] is None
    with time_machine.travel(row.starts_at - timedelta(minutes=2, seconds=5)):
        assert Client().get(f"/arenas/{row.slug}/").context["left"]["shown"] in ("2:04", "2:05")
    verbs.cancel(arena=row, by=cast.organiser)
    assert Client().get(f"/arenas/{row.slug}/").context["status"] == "cancelled"


def test_an_empty_arena_that_is_over_asks_nobody_in(cast):
    row = arena(cast)
    assert "Nobody is in yet" in Client().get(f"/arenas/{row.slug}/").text
    verbs.end_early(arena=row, by=cast.organiser)
    text = Client().get(f"/arenas/{row.slug}/").text
    assert "Nobody took part" in text and "Join, and" not in text
