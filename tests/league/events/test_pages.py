"""The pages of an event: what each reader finds there, and the buttons of the desk."""

from __future__ import annotations

import re
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from league.competitions.models import Call, Competition, Fixture, Hall, HallTable
from league.competitions.verbs import calling, entries, halls, rounds
from league.events.models import MOST_COMPETITIONS, Event, Particulars, PlannedMatch, Presence
from league.events.timetable import propose
from league.events.verbs import joining, timetable
from league.players.models import Notification
from matches.feed import TOPICS_LIMIT
from tests.league.builders import competition
from tests.league.events.weekend import event_of, joined, let_pass, weekend

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


def test_the_feed_takes_every_competition_of_an_event():
    """A page that named one topic too many was refused, and heard of nothing."""
    assert MOST_COMPETITIONS + len(("lobby", "user")) <= TOPICS_LIMIT


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
    today = timezone.localdate(timezone=ZoneInfo(event.time_zone))
    assert event.first_day == event.last_day == today and event.opens < event.closes


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


def test_results_are_entered_at_the_desk(cast):
    """Goals beside the names; what is refused comes back with what was typed, and leads back to the desk."""
    event, _cups = weekend(cast, tables=2, presets=("cup",))
    calling.call_due()
    first, second = (call.fixture for call in Call.objects.filter(ended_at=None).select_related("fixture__competition"))
    for fixture in (first, second):
        calling.begin(fixture=fixture, by=cast.organiser)
    organiser, back = signed_in(cast.organiser), reverse("events:desk", args=[event.slug])
    page = get(organiser, "desk", event)
    at = reverse("competitions:ruling", args=[first.competition.slug, first.pk])
    assert page.count('name="home_goals"') == 2 and f'action="{at}"' in page
    assert "home_goals" not in get(Client(), "one", event)
    typed = {"do": "result", "home_goals": "1", "away_goals": "1", "next": back}
    refused = organiser.post(at, typed)
    assert refused.status_code == 200 and f'name="next" value="{back}"' in refused.content.decode()
    answer = organiser.post(at, {**typed, "away_goals": "0"})
    assert answer.headers["Location"] == back
    first.refresh_from_db()
    assert (first.home_goals, first.away_goals) == (1, 0)
    other = reverse("competitions:ruling", args=[second.competition.slug, second.pk])
    elsewhere = organiser.post(other, {**typed, "away_goals": "0", "next": "https://example.org/"})
    assert elsewhere.headers["Location"] == reverse("competitions:tables", args=[second.competition.slug])


def test_changes_of_the_timetable_are_chosen_on_its_page(cast):
    event, cups = weekend(cast, tables=1)
    organiser, at = signed_in(cast.organiser), reverse("events:timetable", args=[event.slug])

    def shown(page):
        (seen,) = re.findall(r'name="seen" value="(\w+)"', page)
        return {"do": "event_apply", "seen": seen}, re.findall(r'name="changes" value="([^"]+)" checked', page)

    values, keys = shown(get(organiser, "timetable", event))
    assert len(keys) == 15
    assert "at least one change" in organiser.post(at, values, follow=True).content.decode()
    organiser.post(at, {**values, "changes": keys})
    assert PlannedMatch.objects.count() == 15
    first = Fixture.objects.filter(planned__event=event).order_by("kick_off_at").first()
    calling.call_due()
    calling.begin(fixture=first, by=cast.organiser)
    let_pass(event, 40)
    values, keys = shown(get(organiser, "timetable", event))
    before = Fixture.objects.get(pk=keys[0]).kick_off_at
    answer = organiser.post(at, {**values, "changes": keys[:1]})
    page = answer.content.decode()
    assert answer.status_code == 409 and "Table 1:" in page and "at once" in page
    assert Fixture.objects.get(pk=keys[0]).kick_off_at == before
    assert shown(page)[1] == keys[:1]
    (confirmed,) = re.findall(r'name="confirmed" value="(\w+)"', page)
    organiser.post(at, {**values, "changes": keys[:1], "confirmed": confirmed})
    assert Fixture.objects.get(pk=keys[0]).kick_off_at > before
    assert signed_in(cast.anna).post(at, values).status_code == 404
    assert cups


def test_the_end_of_a_category_is_typed_by_the_clock_at_the_place(cast):
    event, (cup, _other) = weekend(cast, tables=0, time_zone="America/Lima")
    organiser = signed_in(cast.organiser)
    press(organiser, event, "event_part", part=cup.in_event.pk, ends_by="2030-05-01T18:00", minutes="20")
    part = event.parts.get(competition=cup)
    assert part.ends_by.isoformat() == "2030-05-01T23:00:00+00:00"
    assert 'value="2030-05-01T18:00"' in get(organiser, "settings", event)
    press(organiser, event, "event_part", part=cup.in_event.pk, ends_by="", minutes="20")
    part.refresh_from_db()
    assert part.ends_by is None


def test_bad_input_changes_nothing_by_page_and_api(cast):
    """Two competitions with the same table, and a person in two that exclude each other: a sentence, and no trace."""
    event, organiser = event_of(cast.organiser), signed_in(cast.organiser)
    first, second, third = (competition(cast.organiser) for _number in range(3))
    for cup in (first, second):
        entries.enter(competition=cup, player=cast.anna)
    joined(event, first)
    joining.change(part=first.in_event, by=cast.organiser, one_of="age")
    for cup in (first, third):
        halls.add_tables(competition=cup, by=cast.organiser, first=1, last=2)
    api = f"/api/v1/events/{event.pk}/competitions/"
    for cup, values, words in (
        (third, {}, "Tables 1, 2 are tables of the event"),
        (second, {"one_of": "Age"}, "exclude each other"),
    ):
        before = (event.parts.count(), event.log.count(), Hall.objects.count(), HallTable.objects.count())
        page = press(organiser, event, "event_add", competition=cup.pk, **values).content.decode()
        assert words in page
        answer = organiser.post(api, {"competition": str(cup.pk), **values}, content_type="application/json")
        assert answer.status_code == 409 and words in answer.content.decode()
        assert before == (event.parts.count(), event.log.count(), Hall.objects.count(), HallTable.objects.count())
        cup.refresh_from_db()
        assert cup.hall_id != event.hall_id


def test_duties_are_counted_for_the_staff(cast):
    event, _cups = weekend(cast, tables=2, presets=("league",), entrants=6)
    joining.change(part=event.parts.get(), by=cast.organiser, referees=True)
    event.refresh_from_db()
    timetable.apply(event=event, by=cast.organiser, seen=propose(event).digest)
    rows = signed_in(cast.organiser).get(reverse("events:timetable", args=[event.slug])).context["duties"]
    assert len(rows) == 6
    assert sum(row.count for row in rows) == PlannedMatch.objects.exclude(referee=None).count() > 0
    assert 'id="referees"' not in get(signed_in(cast.anna), "timetable", event)


def test_who_is_late_gets_five_minutes(cast):
    event = event_of(cast.organiser)
    cup = competition(cast.organiser, places=2)
    for player in (cast.anna, cast.bruno):
        entries.enter(competition=cup, player=player)
    cup = joined(event, rounds.start(competition=cup, by=cast.organiser))
    halls.add_tables(competition=cup, by=cast.organiser, first=7)
    call = Call.objects.get(ended_at=None)
    anna, organiser = signed_in(cast.anna), signed_in(cast.organiser)
    assert 'value="come_late"' in get(anna, "next", event)
    values = {"competition": cup.slug, "fixture": call.fixture_id, "back": "next"}
    for times in range(1, 4):
        press(anna, event, "come_late", **values)
        assert Call.objects.get().due_at == call.due_at + timedelta(minutes=5 * times)
    assert "Ask the organiser" in press(anna, event, "come_late", **values).content.decode()
    assert Call.objects.get().due_at == call.due_at + timedelta(minutes=15)
    assert Notification.objects.filter(user=cast.bruno, kind="call").count() == 1 + 3
    assert "they come by" in get(organiser, "desk", event)
    assert press(signed_in(cast.stranger), event, "come_late", **values).status_code == 404
    press(organiser, event, "begin_call", **values)
    assert "has begun" in press(anna, event, "come_late", **values).content.decode()


def test_only_the_staff_see_a_year_of_birth(cast):
    """Told by the person under "where am I next"; on no page of others, nor in the API for them."""
    event = event_of(cast.organiser)
    cup = joined(event, competition(cast.organiser))
    joining.change(part=cup.in_event, by=cast.organiser, born_to=1976)
    anna, organiser = signed_in(cast.anna), signed_in(cast.organiser)
    assert 'name="birth_year"' in get(anna, "next", event)
    press(anna, event, "event_tell", birth_year="1951", licence="IT-77", back="next")
    entries.enter(competition=cup, player=cast.anna)
    assert 'value="1951"' in get(anna, "next", event)
    page = get(organiser, "people", event)
    assert 'value="1951"' in page and 'value="IT-77"' in page
    for name in ("one", "next"):
        page = get(signed_in(cast.bruno), name, event)
        assert "1951" not in page and "IT-77" not in page
    api = f"/api/v1/events/{event.pk}/people/"
    assert organiser.get(api).json()[0]["birth_year"] == 1951
    assert signed_in(cast.bruno).get(api).status_code == 404
    press(anna, event, "event_tell", birth_year="1990", back="next")
    assert Particulars.objects.get().birth_year == 1951


def test_an_empty_list_of_events_speaks_of_no_rounds_of_a_series():
    client = Client()
    client.post("/prefer/", {"language": "it"})
    text = client.get(reverse("events:list")).text
    assert "evento" in text and "tappa" not in text
