"""Planned work: announced before, the site closed meanwhile, nobody's time lost; the page of the state."""

from __future__ import annotations

import datetime as dt
import io
import time

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from deploy import closing, status
from deploy.celery import app, timetable
from deploy.management.commands.maintenance import moment
from deploy.models import Incident
from deploy.tasks import heartbeat
from matches import maintenance
from matches.live.kickoff import try_kick_off
from matches.live.running import hall
from matches.models import Heartbeat, Maintenance, Match, Outbox, Seat
from matches.upkeep import planned_work
from matches.upkeep.sweeper import Sweeper
from tests.matches.table import duel, run

HOUR = dt.timedelta(hours=1)


@pytest.fixture(autouse=True)
def open_again():
    yield
    maintenance.note(None)


def told(*arguments, **options):
    out = io.StringIO()
    call_command("maintenance", *arguments, stdout=out, **options)
    return out.getvalue()


def close(until=None, begins_at=None):
    work = planned_work.announce("A new disk.", begins_at or timezone.now() - dt.timedelta(minutes=1), until)
    maintenance.note(maintenance.Work(work.sentence, work.begins_at, work.until))
    return work


def test_pages_announce_what_is_planned(db):
    assert b"A new disk." not in Client().get("/games/").content
    close(begins_at=timezone.now() + HOUR)
    answer = Client().get("/games/")
    assert answer.status_code == 200
    assert "The site closes for work on" in answer.content.decode() and "A new disk." in answer.content.decode()
    close(begins_at=timezone.now() + 30 * HOUR)
    assert b"A new disk." not in Client().get("/games/").content


def test_a_kept_page_is_not_shown_when_work_is_announced(db, settings):
    settings.PAGE_CACHE = True
    first = Client().get("/games/")
    assert Client().get("/games/", headers={"if-none-match": first["ETag"]}).status_code == 304
    close(begins_at=timezone.now() + HOUR)
    again = Client().get("/games/", headers={"if-none-match": first["ETag"]})
    assert again.status_code == 200 and "A new disk." in again.content.decode()


def test_a_closed_site_says_until_when(db):
    close(until=timezone.now() + HOUR)
    answer = Client().get("/competitions/")
    assert answer.status_code == 503 and 3500 < int(answer["Retry-After"]) <= 3600
    page = answer.content.decode()
    assert "The site is to open again on" in page and page.count("A new disk.") == 1
    assert "Closed for work" in page and "Chiuso per lavori" not in page
    assert "Chiuso per lavori" in Client(headers={"accept-language": "it"}).get("/competitions/").content.decode()
    problem = Client().get("/api/v1/competitions/")
    assert problem.status_code == 503 and problem["Content-Type"] == "application/problem+json"
    assert problem.json()["code"] == "maintenance" and problem.json()["until"] and problem["Retry-After"]
    assert Client().post("/challenges/new/").status_code == 503
    close(until=None)
    assert Client().get("/competitions/")["Retry-After"] == "60"


def test_what_stays_open(cast):
    match = duel(cast.anna, cast.bruno)
    close()
    for path in (f"/matches/{match.pk}/", f"/api/v1/matches/{match.pk}/", "/status/", "/accounts/login/", "/livez"):
        assert Client().get(path).status_code == 200, path
    for path in (
        f"/matches/{match.pk}/rematch/",
        f"/matches/{match.pk}/practise/",
        "/",
        f"/api/v1/matches/{match.pk}/rematch/",
    ):
        assert Client().post(path).status_code == 503, path


def test_staff_come_through(cast, settings):
    close()
    client = Client()
    client.force_login(cast.anna, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get("/games/").status_code == 503
    cast.anna.is_staff = True
    cast.anna.save()
    assert client.get("/games/").status_code == 200
    settings.FACTOR_REQUIRED = True
    assert client.get("/games/").status_code == 503, "rights wait for the second factor"


@pytest.mark.django_db(transaction=True)
async def test_no_match_kicks_off_and_no_show_is_called(cast):
    from asgiref.sync import sync_to_async

    match = await sync_to_async(duel)(cast.anna, cast.bruno, move_seconds=4 * 24 * 3600)
    late = await sync_to_async(duel)(cast.anna, cast.bruno)
    await Match.objects.filter(pk=late.pk).aupdate(no_show_at=timezone.now() - dt.timedelta(seconds=5))
    await Seat.objects.aupdate(dice_seed="seed")
    here = hall()
    work = await sync_to_async(close)()
    maintenance.note(None)
    await Sweeper(here).sweep()
    assert maintenance.is_closed(timezone.now()), "the sweep reads the row"
    runtime = here.runtime(match.pk)
    async with runtime.lock:
        await runtime.catch_up()
        assert not await try_kick_off(runtime)
    await late.arefresh_from_db()
    assert late.status == "waiting"
    await sync_to_async(planned_work.end)(timezone.now())
    await Sweeper(here).sweep()
    await match.arefresh_from_db()
    assert match.status == "live" and not maintenance.is_closed(timezone.now()) and work.pk
    await here.close()


def test_who_could_not_come_gets_the_time_back(cast):
    now = timezone.now()
    before, during = duel(cast.anna, cast.bruno), duel(cast.anna, cast.bruno)
    Match.objects.filter(pk=before.pk).update(no_show_at=now - 3 * HOUR)
    Match.objects.filter(pk=during.pk).update(no_show_at=now - HOUR)
    starts = now - HOUR, now + HOUR
    meanwhile, coming = (duel(cast.anna, cast.bruno, starts_at=at, no_show_at=at + HOUR / 6) for at in starts)
    close(begins_at=now - 2 * HOUR)
    planned_work.end(now)
    for match in (before, during, meanwhile, coming):
        match.refresh_from_db()
    assert before.no_show_at == now - 3 * HOUR and during.no_show_at == now + HOUR
    assert meanwhile.no_show_at == now + HOUR / 6 and coming.no_show_at == now + HOUR + HOUR / 6
    assert planned_work.end(now) is None


def test_the_end_of_a_freeze_alone_gives_a_held_match_its_time_back(cast):
    due = timezone.now() + HOUR
    held = duel(cast.anna, cast.bruno, no_show_at=due, held=True)
    close(begins_at=due - 2 * HOUR)
    planned_work.end(due - HOUR / 2)
    held.refresh_from_db()
    assert held.no_show_at == due


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("ends_first", [False, True])
def test_work_during_which_nobody_sweeps_gives_the_time_back_once(cast, ends_first):
    """The processes stop ten minutes before the work, or during it, and start before its end or after it."""
    now = timezone.now()
    for stopped in (now - HOUR, now - HOUR / 2):
        starts = {"long ago": None, "meanwhile": now - HOUR / 4, "soon": now + HOUR}
        matches = {name: duel(cast.anna, cast.bruno, starts_at=at) for name, at in starts.items()}
        for name, match in matches.items():
            Match.objects.filter(pk=match.pk).update(no_show_at=(starts[name] or stopped) + HOUR / 12)
        Heartbeat.objects.update_or_create(id=1, defaults={"at": stopped})
        close(begins_at=now - HOUR * 5 / 6)
        if ends_first:
            planned_work.end(now)
        run(lambda: Sweeper(hall()).beat())
        planned_work.end(timezone.now())
        waits = {name: Match.objects.get(pk=match.pk).no_show_at - now for name, match in matches.items()}
        assert {name: round(wait / (HOUR / 60)) for name, wait in waits.items()} == {
            "long ago": 5 if stopped == now - HOUR else 25,
            "meanwhile": 5,
            "soon": 65,
        }, stopped


def test_tasks_that_open_matches_or_call_deadlines_wait(db):
    app.loader.import_default_modules()
    assert {row["task"] for row in timetable().values()} >= closing.OPENING_TASKS | closing.DEADLINE_TASKS
    opening, deadline, other = (
        "league.competitions.tasks.pair_due", "league.competitions.tasks.close_due_rounds", "deploy.heartbeat",
    )  # fmt: skip
    assert not any(map(closing.waits, (opening, deadline, other)))
    now = timezone.now()
    close(begins_at=now - HOUR)
    assert closing.waits(opening) and closing.waits(deadline) and not closing.waits(other)
    assert app.tasks[opening]() is None
    planned_work.end(now - HOUR / 4)
    assert not closing.waits(opening) and closing.waits(deadline)
    assert not planned_work.holds_deadlines(now + HOUR)


def test_work_called_off_before_it_begins_closes_nothing(db):
    close(begins_at=timezone.now() + HOUR)
    planned_work.end(timezone.now())
    assert not planned_work.holds_deadlines(timezone.now() + 2 * HOUR)
    assert not planned_work.is_closed(timezone.now() + 2 * HOUR)


def test_the_command(db):
    assert told() == "No work is planned.\n"
    assert "The site is closed until" in told("on", "A new disk.", until="23:59")
    assert "The site closes at" in told("on", "Another disk.", at="2099-01-01T10:00", until="2099-01-01T11:00")
    assert Maintenance.objects.count() == 1, "there is one at a time"
    assert "Another disk." in told() and "has ended" in told("off") and told("off") == "There was no work.\n"
    for given, sentence in (
        ({"until": "25:00"}, "is no time"),
        ({"until": "soon"}, "is no time"),
        ({"at": "2099-01-01", "until": "2098-01-01"}, "later than --at"),
    ):
        with pytest.raises(CommandError, match=sentence):
            told("on", "A disk.", **given)
    with pytest.raises(CommandError, match="Say what for"):
        told("on", " ")


def test_a_time_of_day_is_the_next_one():
    evening = dt.datetime(2026, 5, 1, 21, 30, tzinfo=dt.UTC)
    assert moment("22:00", evening) == evening.replace(hour=22, minute=0)
    assert moment("01:00", evening) == dt.datetime(2026, 5, 2, 1, tzinfo=dt.UTC)
    assert moment("2026-05-03 01:00", evening) == dt.datetime(2026, 5, 3, 1, tzinfo=dt.UTC)


# ── /status/ ──


def kinds():
    return {str(part.name): part.kind for part in status.parts(timezone.now())}


def test_the_state_is_measured_now(cast, settings):
    cache.clear()
    assert kinds() == {"Pages": "won", "Live play": "bad", "Background tasks": "bad", "Mail": "done"}
    Heartbeat.objects.create(id=1, at=timezone.now())
    heartbeat()
    assert set(kinds().values()) == {"won", "done"}
    Outbox.objects.create(match=duel(cast.anna, cast.bruno))
    assert kinds()["Background tasks"] == "won"
    Outbox.objects.update(created_at=timezone.now() - dt.timedelta(minutes=2))
    assert kinds()["Background tasks"] == "warn"
    Heartbeat.objects.update(at=timezone.now() - dt.timedelta(seconds=11))
    assert kinds()["Live play"] == "bad"
    cache.set("heartbeat", time.time() - 61)
    assert kinds()["Background tasks"] == "bad"


def test_mail_that_waits_is_slow(cast, settings):
    from engines.core.text import text
    from league.delivery.models import MailMessage
    from league.players.models import Notification
    from league.players.verbs.notify import notify

    settings.EMAIL_IS_REAL = True
    cast.anna.email = "anna@example.org"
    cast.anna.save()
    cast.anna.emailaddress_set.create(email="anna@example.org", verified=True, primary=True)
    notify(users=[cast.anna], kind="result", message=text("It is over."), url="/", key="one")
    assert kinds()["Mail"] == "won"
    Notification.objects.update(at=timezone.now() - dt.timedelta(minutes=11))
    assert kinds()["Mail"] == "warn"
    Notification.objects.update(mailed_at=timezone.now())
    assert kinds()["Mail"] == "won"
    made, now = timezone.now() - dt.timedelta(minutes=11), timezone.now()
    MailMessage.objects.create(to="a@example.org", sender="s", made_at=made, expires_at=now, due_at=now)
    assert kinds()["Mail"] == "warn"


def test_the_page_tells_of_work_and_incidents(db):
    page = Client().get("/status/").content.decode()
    assert "No work is planned." in page and "Nothing has gone wrong." in page
    call_command("incident", "Mails are late", story="The provider is <slow>.", stdout=io.StringIO())
    call_command("incident", "Mails are late", story="Still.", stdout=io.StringIO())
    close(begins_at=timezone.now() + HOUR)
    page = Client().get("/status/").content.decode()
    assert page.count("Mails are late") == 1 and "Still." in page and "A new disk." in page
    call_command("incident", end=True, stdout=io.StringIO())
    assert Incident.objects.get().ended_at
    Incident.objects.update(ended_at=timezone.now() - dt.timedelta(days=91))
    assert "Mails are late" not in Client().get("/status/").content.decode()
    with pytest.raises(CommandError, match="Say what happens"):
        call_command("incident", "")


def test_the_footer_leads_there(db):
    assert 'href="/status/"' in Client().get("/games/").content.decode()
