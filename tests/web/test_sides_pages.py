"""Pages of friendlies with several people a side: who came, who may pass which link on, what a form sent twice does."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from matches.models import Match, Seat
from matches.verbs import casual
from matches.verbs.opening import take_seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(cast) -> Match:
    return casual.play_friend(user=cast.anna, game="six_a_side", people_per_side=2)


def link(match: Match, side: str) -> str:
    return f"/matches/join/{Seat.objects.get(match=match, side=side).invite}/"


def links_seen(client: Client, match: Match) -> set[str]:
    body = client.get(f"/matches/{match.id}/").content.decode()
    return set(re.findall(r'value="http://testserver(/matches/join/[\w-]+/)"', body))


def test_it_works(client: Client):
    form = {"nickname": "Libero 7", "opponent": "friend", "people_per_side": "3"}
    assert client.post("/play/six_a_side/", form).status_code == 302
    match = Match.objects.get()
    assert match.options["players"] == {"home": 3, "away": 3}
    assert links_seen(client, match) == {link(match, "home"), link(match, "away")}


@pytest.mark.parametrize("people", ["0", "4", "many"])
def test_a_number_that_the_game_does_not_have_is_refused_with_those_it_has(client: Client, people):
    form = {"nickname": "Libero 7", "opponent": "friend", "people_per_side": people}
    answer = client.post("/play/six_a_side/", form)
    assert answer.status_code == 422 and "1, 2, 3" in answer.content.decode()
    assert not Match.objects.exists()


@pytest.mark.parametrize(("game", "places"), [("six_a_side", {"1", "2", "3"}), ("soccer_tactics", {"1", "2"})])
def test_only_games_that_have_sides_of_several_ask_for_them(client: Client, game, places):
    body = client.get(f"/play/{game}/").content.decode()
    offered = re.search(r'<select[^>]*name="people_per_side".*?</select>', body, re.DOTALL)
    assert offered and set(re.findall(r'value="(\d)"', offered[0])) == places
    assert body.count('name="team_mate"') == body.count('name="other_side"') == len(places) - 1
    other = client.get("/play/fuba/").content.decode()
    assert "people_per_side" not in other and "team_mate" not in other


def test_the_side_that_invites_sees_both_links_the_other_its_own_and_nobody_else_any(client: Client, cast, match):
    take_seat(invite=Seat.objects.get(match=match, side="away").invite, user=cast.bruno)
    for user, seen in (
        (cast.anna, {"home", "away"}),
        (cast.bruno, {"away"}),
        (cast.stranger, set()),
    ):
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        assert links_seen(client, match) == {link(match, side) for side in seen}


def test_the_invitation_shows_who_sits_on_each_side(client: Client, cast, match):
    take_seat(invite=Seat.objects.get(match=match, side="away").invite, user=cast.bruno)
    body = client.get(link(match, "home")).content.decode()
    people = [re.findall(r"<bdi>(\w+)</bdi>", side) for side in re.findall(r"<ol.*?</ol>", body, re.DOTALL)]
    assert people == [["anna"], ["bruno"]]


def test_a_form_sent_twice_leads_to_the_table_even_where_it_took_the_last_place(client: Client, cast, match):
    take_seat(invite=Seat.objects.get(match=match, side="away").invite, user=cast.bruno)
    last = link(match, "away")
    client.force_login(cast.stranger, backend="django.contrib.auth.backends.ModelBackend")
    answers = [client.post(last, {"match": str(match.id)}) for _tap in range(2)]
    assert [answer["Location"] for answer in answers] == [f"/matches/{match.id}/"] * 2
    assert Seat.objects.get(match=match, side="away").controllers.count() == 2
    assert Client().post(last, {"match": str(match.id)}).status_code == 410


def test_one_leaves_and_another_comes(client: Client, cast, match):
    client.force_login(cast.bruno, backend="django.contrib.auth.backends.ModelBackend")
    client.post(link(match, "away"))
    assert client.post(f"/matches/{match.id}/leave/").status_code == 302
    assert Seat.objects.get(match=match, side="away").controllers.count() == 0
    assert Match.objects.get().status == "waiting"


def test_names_at_one_screen(client: Client):
    form = {
        "opponent": "screen",
        "nickname": "Libero 7",
        "second": "Bice",
        "team_mate": ["Carlo", ""],
        "other_side": ["Dora", ""],
    }
    table = client.post("/play/six_a_side/", form)["Location"]
    assert {seat.side: seat.people for seat in Seat.objects.all()} == {
        "home": ["Libero 7", "Carlo"],
        "away": ["Bice", "Dora"],
    }
    assert client.post("/play/six_a_side/", form)["Location"] == table
    assert client.get(table).status_code == 200


def test_tapped_twice_the_button_opens_one_table(client: Client, cast):
    client.force_login(cast.anna, backend="django.contrib.auth.backends.ModelBackend")
    form = {"opponent": "friend", "people_per_side": "2"}
    first, again = (client.post("/play/six_a_side/", form)["Location"] for _ in range(2))
    assert first == again and Match.objects.count() == 1
    other = client.post("/play/six_a_side/", {**form, "people_per_side": "3"})["Location"]
    assert other != first and set(Seat.objects.values_list("places", flat=True)) == {2, 3}


def test_everybody_of_a_side_finds_the_match_on_the_home_page(client: Client, cast, match):
    take_seat(invite=Seat.objects.get(match=match, side="home").invite, user=cast.bruno)
    for user, finds in ((cast.anna, True), (cast.bruno, True), (cast.stranger, False)):
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        assert (f'href="/matches/{match.id}/"' in client.get("/").content.decode()) == finds
