"""The pages of an event: what each reader finds there, and the buttons of the desk."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from league.competitions.models import Call, Competition
from league.competitions.verbs import calling, entries, rounds
from league.events.models import Event, Presence
from league.events.verbs import joining
from tests.league.builders import competition
from tests.league.events.weekend import event_of, joined, weekend

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"


def signed_in(user):
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


def get(client, name, event):
    answer = client.get(reverse(f"events:{name}", args=[event.slug]))
    assert answer.status_code == 200, name
    return answer.content.decode()


def test_every_page_has_its_readers(cast):
    event, cups = weekend(cast)
    calling.call_due()
    for name in ("one", "calendar"):
        get(Client(), name, event)
    organiser = signed_in(cast.organiser)
    for name in ("one", "desk", "people", "settings", "next", "calendar"):
        get(organiser, name, event)
    page = Client().get(reverse("event_wall", args=[event.slug])).content.decode()
    assert re.findall(r'data-panel="(\w+)"', page) == ["calls", "join"]
    page = get(Client(), "one", event)
    assert page.count('data-state="called"') == 2
    assert all(cup.name in page for cup in cups)
    assert reverse("events:one", args=[event.slug]) in Client().get(f"/competitions/{cups[0].slug}/").content.decode()


def test_a_hidden_competition_tells_no_names(cast):
    """Others on the same tables see that a table is taken, and neither who plays there nor who waits."""
    event, (open_cup, hidden) = weekend(cast, tables=4)
    Competition.objects.filter(pk=hidden.pk).update(visibility=Competition.Visibility.MEMBERS)
    calling.call_due()
    names = set(hidden.entrants.values_list("name", flat=True))
    for page in (
        get(Client(), "one", event),
        Client().get(f"/competitions/{open_cup.slug}/tables/").content.decode(),
        Client().get(f"/api/v1/events/{event.pk}/tables/").content.decode(),
        get(Client(), "calendar", event),
    ):
        assert not [name for name in names if name in page]
    assert get(Client(), "one", event).count('data-state="called"') == 4
    assert names <= set(re.findall(r"\w+", get(signed_in(cast.organiser), "desk", event)))


def press(client, event, do, **values):
    return client.post(reverse("events:press", args=[event.slug]), {"do": do, **values}, follow=True)


def test_the_desk_has_the_buttons_of_its_competitions(cast):
    event, cups = weekend(cast, tables=1)
    calling.call_due()
    call = Call.objects.select_related("fixture__competition").get(ended_at=None)
    organiser = signed_in(cast.organiser)
    values = {"competition": call.fixture.competition.slug, "fixture": call.fixture_id, "back": "desk"}
    answer = press(organiser, event, "begin_call", **values)
    assert answer.redirect_chain[-1][0] == reverse("events:desk", args=[event.slug])
    call.refresh_from_db()
    assert call.began_at is not None
    foreign = competition(cast.anna)
    answer = press(organiser, event, "close_table", competition=foreign.slug, table=1)
    assert answer.status_code == 404
    press(organiser, event, "close_table", competition=cups[0].slug, table=1, reason="a leg is broken")
    assert event.hall.tables.get().closed_because == "a leg is broken"


def test_where_a_person_is_next(cast):
    """Called, in the queue, or with nothing ahead; the button there says that they are here."""
    event = event_of(cast.organiser)
    cup = competition(cast.organiser, places=2)
    for player in (cast.anna, cast.bruno):
        entries.enter(competition=cup, player=player)
    cup = joined(event, rounds.start(competition=cup, by=cast.organiser))
    anna = signed_in(cast.anna)
    assert 'data-next="queue"' in get(anna, "next", event)
    press(anna, event, "event_check_in")
    assert Presence.objects.get().user == cast.anna
    calling_page = signed_in(cast.organiser)
    press(calling_page, event, "add_tables", competition=cup.slug, first=7)
    page = get(anna, "next", event)
    assert 'data-next="table"' in page
    assert re.search(r'class="where">\s*7\s*<', page)
    assert 'data-next="none"' in get(signed_in(cast.stranger), "next", event)


def test_a_name_is_enough_for_an_event_of_today(cast):
    organiser = signed_in(cast.organiser)
    form = organiser.get("/events/new/").context["form"]
    shown = {name: form[name].value() for name in ("first_day", "last_day", "opens", "closes", "time_zone")}
    organiser.post("/events/new/", {**shown, "name": "Today"})
    event = Event.objects.get()
    assert event.first_day == event.last_day == timezone.localdate() and event.opens < event.closes


def test_an_event_is_made_and_ended_by_its_pages(cast):
    organiser = signed_in(cast.organiser)
    values = {
        "name": "Weekend al Lago", "first_day": "2027-05-01", "last_day": "2027-05-02", "opens": "09:00",
        "closes": "20:00", "breaks": "13:00-14:00, 18:00–18:15", "time_zone": "Europe/Rome", "listed": "on",
    }  # fmt: skip
    answer = organiser.post("/events/new/", values, follow=True)
    event = Event.objects.get()
    assert answer.redirect_chain[-1][0] == reverse("events:settings", args=[event.slug])
    assert event.breaks == [["13:00", "14:00"], ["18:00", "18:15"]]
    answer = organiser.post("/events/new/", {**values, "last_day": "2027-04-01"})
    assert "cannot be before the first" in answer.content.decode()
    cup = competition(cast.organiser)
    offered = re.findall(rf'<option value="([^"]*)">{cup.name}<', get(organiser, "settings", event))
    press(organiser, event, "event_add", competition=offered[0], category="U19", one_of="age", minutes="25")
    part = event.parts.get()
    assert (part.category, part.one_of, part.minutes) == ("U19", "age", 25)
    press(organiser, event, "event_remove", part=part.pk)
    assert not event.parts.exists()
    assert event.name in Client().get("/events/").content.decode()
    press(organiser, event, "event_end")
    assert not Event.objects.exists()


def test_pages_ask_as_much_for_a_large_event(cast):
    """The queries of a page do not grow with people, tables and matches."""
    counts = []
    for entrants, tables in ((4, 1), (12, 3)):
        event, _cups = weekend(cast, tables=tables, presets=("league",), entrants=entrants)
        calling.call_due()
        client = signed_in(cast.organiser)
        for name in ("one", "desk", "people"):
            get(client, name, event)
            with CaptureQueriesContext(connection) as queries:
                get(client, name, event)
            counts.append((name, len(queries)))
    assert counts[:3] == counts[3:]


def test_the_staff_of_all_competitions_run_the_event(cast):
    event, (first, second) = weekend(cast, tables=0)
    assert signed_in(cast.referee).get(reverse("events:desk", args=[event.slug])).status_code == 404
    Competition.objects.filter(pk=first.pk).update(owner=cast.referee)
    assert signed_in(cast.referee).get(reverse("events:desk", args=[event.slug])).status_code == 404
    joining.remove(event=event, by=cast.organiser, competition=second)
    get(signed_in(cast.referee), "desk", event)
