"""An event by the API: made, joined, checked in, planned and applied."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from league.competitions.models import Fixture
from league.competitions.verbs import entries, halls, rounds
from league.events.models import Event
from tests.league.builders import competition

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"


def test_a_weekend_by_the_api(cast):
    client = Client()
    client.force_login(cast.organiser, backend=BACKEND)

    def send(way, address, status=200, **body):
        answer = getattr(client, way)(f"/api/v1/{address}", json.dumps(body), content_type="application/json")
        assert answer.status_code == status, answer.content
        return answer.json() if answer.content else None

    new = {"name": "Weekend", "opens": "00:05", "closes": "23:55", "breaks": [["13:00", "14:00"]]}
    send("post", "events/", 400, first_day="2030-05-02", last_day="2030-05-01", **new)
    event = send("post", "events/", 201, first_day="2030-05-01", last_day="2030-05-02", **new)
    one = f"events/{event['id']}/"
    assert send("patch", one, place="Bar Centrale")["place"] == "Bar Centrale"
    cup = competition(cast.organiser)
    for player in (cast.anna, cast.bruno):
        entries.enter(competition=cup, player=player)
    entries.enter_names(competition=cup, by=cast.organiser, names="Ugo\nVera")
    part = send("post", f"{one}competitions/", 201, competition=str(cup.pk), category="Open")
    assert send("patch", f"{one}competitions/{part['id']}/", minutes=20)["minutes"] == 20
    cup.refresh_from_db()
    rounds.start(competition=cup, by=cast.organiser)
    cup.refresh_from_db()
    people = client.get(f"/api/v1/{one}people/").json()
    assert {tuple(person["names"]) for person in people} == {("anna",), ("bruno",), ("Ugo",), ("Vera",)}
    send("post", f"{one}check-in/", person=people[0]["key"])
    assert client.get(f"/api/v1/{one}people/").json()[0]["here_at"]
    assert client.get(f"/api/v1/{one}timetable/").json()["proposed"] is None  # no table yet
    halls.add_tables(competition=cup, by=cast.organiser, first=1)
    Fixture.objects.filter(competition=cup).update(table=None)
    proposed = client.get(f"/api/v1/{one}timetable/").json()["proposed"]
    send("post", f"{one}timetable/", 409, seen="another")
    send("post", f"{one}timetable/", seen=proposed["seen"])
    matches = Client().get(f"/api/v1/{one}timetable/").json()["matches"]
    assert [row["table"] for row in matches] == [1] * len(matches)
    assert len(matches) == len(proposed["changes"])
    assert all(row["minutes"] == 20 and row["kick_off_at"].startswith("2030-05-01") for row in matches)
    assert Client().get(f"/api/v1/{one}tables/").json()["tables"][0]["number"] == 1
    send("delete", f"{one}competitions/{part['id']}/", 204)
    assert Event.objects.count() == 1


def test_hours_have_no_offset(cast):
    """They are read by the clock at the place; the document says so, too: its ``time`` would have an offset."""
    client = Client()
    client.force_login(cast.organiser, backend=BACKEND)
    days = {"name": "Weekend", "first_day": "2030-05-01", "last_day": "2030-05-02", "closes": "20:00"}
    for opens in ("10:00+05:00", "10:00Z"):
        answer = client.post("/api/v1/events/", {**days, "opens": opens}, content_type="application/json")
        assert (answer.status_code, [*answer.json().get("errors", ())]) == (400, ["opens"]), answer.json()
    answer = client.post("/api/v1/events/", {**days, "opens": "10:00"}, content_type="application/json")
    assert answer.status_code == 201
    shapes = client.get("/api/v1/schema/?format=json").json()["components"]["schemas"]
    for shape in ("OneEventOut", "NewEventIn", "PatchedEventChange"):
        assert {shapes[shape]["properties"][name]["format"] for name in ("opens", "closes")} == {"time-local"}
