"""A class by the REST API: its cards, more pupils, another PIN, another day, deleting it; for who runs it alone."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone
from rest_framework.test import APIClient

from league.classes import verbs
from league.classes.models import Card, Forgotten, SchoolClass
from league.competitions.models import Competition

BACKEND = "django.contrib.auth.backends.ModelBackend"
NAMES = ["Anna B", "Bice C", "Carlo D", "Dora E"]


def client_of(user):
    made = APIClient()
    made.force_login(user, backend=BACKEND)
    return made


def made(client, **more):
    day = timezone.localdate() + timedelta(days=30)
    said = {"name": "Classe 3B", "game": "super_goal", "names": NAMES, "delete_on": day.isoformat(), **more}
    return client.post("/api/v1/classes/", said, format="json")


def test_it_works(cast):
    teacher = client_of(cast.organiser)
    answer = made(teacher)
    assert answer.status_code == 201 and "no-store" in answer["Cache-Control"]
    data = answer.json()
    assert [card["name"] for card in data["cards"]] == NAMES and len({card["pin"] for card in data["cards"]}) > 1
    first = data["cards"][0]
    assert verbs.sign_in(pin=first["pin"], key=first["key"]).pk == Card.objects.get(pk=first["id"]).user_id
    row = Competition.objects.get(pk=data["competition"])
    assert (row.visibility, row.chat) == ("members", "presets")
    at = f"/api/v1/competitions/{row.pk}/class/"
    assert teacher.get(at).json() == data and teacher.get("/api/v1/classes/").json()["count"] == 1
    more = teacher.post(f"{at}pupils/", {"names": ["Enea F"]}, format="json")
    assert more.status_code == 201 and [card["name"] for card in more.json()] == ["Enea F"]
    other = teacher.post(f"{at}cards/{first['id']}/pin/").json()
    assert other["pin"] != first["pin"] and other["key"] == first["key"]
    day = (timezone.localdate() + timedelta(days=7)).isoformat()
    assert teacher.patch(at, {"delete_on": day}, format="json").json()["delete_on"] == day
    late = (timezone.localdate() + timedelta(days=500)).isoformat()
    assert teacher.patch(at, {"delete_on": late}, format="json").status_code == 400
    assert teacher.delete(at).status_code == 204 and Forgotten.objects.get().pupils == 5
    assert teacher.get(at).status_code == 404 and not SchoolClass.objects.exists()


def test_a_list_with_a_bad_name_makes_no_class(cast):
    answer = made(client_of(cast.organiser), names=["Anna", "x", "Carlo"])
    assert answer.status_code in (400, 409) and "Line 2" in answer.json()["detail"]
    assert not Competition.objects.exists()


def test_nobody_else_finds_it(cast):
    data = made(client_of(cast.organiser)).json()
    at, card = f"/api/v1/competitions/{data['competition']}/class/", data["cards"][0]["id"]
    pupil = Card.objects.get(pk=card).user
    for who in (cast.stranger, pupil):
        client = client_of(who)
        assert client.get(at).status_code == 404 and client.delete(at).status_code == 404
        assert client.post(f"{at}cards/{card}/pin/").status_code == 404
        assert client.get("/api/v1/classes/").json()["count"] == 0
    assert made(client_of(pupil)).status_code == 403, "a pupil makes no class"
    assert APIClient().get(at).status_code == 401 == APIClient().post("/api/v1/classes/").status_code


def test_a_class_plays_by_its_options(cast):
    teacher = client_of(cast.organiser)
    data = made(teacher, preset="cup", options={"length": "tournament"}, winner="shootout").json()
    row = Competition.objects.get(pk=data["competition"])
    assert row.options["length"] == "tournament" and row.stages.get().settings["extra_time"] is False
    for more, field in (({"options": {"length": "short"}}, "options.length"), ({"winner": "extra_time"}, "winner")):
        problem = made(teacher, preset="cup", **more).json()
        assert problem["status"] == 400 and list(problem["errors"]) == [field]
    data = made(teacher, preset="league", game="fuba", winner="shootout").json()
    assert Competition.objects.get(pk=data["competition"]).stages.get().settings["draws"] == "shootout"
