"""Kick-offs: proposed, answered, put off, planned and planned again; what the record says of a match never played."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from league.competitions.errors import BadSetting, ScheduleRefused, WrongStep
from league.competitions.models import Competition, Fixture, Proposal, Round
from league.competitions.setup.season_plan import Wishes
from league.competitions.tasks import close_due_rounds, remind
from league.competitions.verbs import entries, planning, reminders, rounds, rulings, schedule
from league.players.models import Notification
from league.players.verbs import notify
from league.players.words.zones import known_zone
from league.sentences import translated
from matches.models import Match, Seat
from tests.cast import Cast
from tests.league.builders import competition
from tests.league.tables import finish, open_fixtures

HOUR = timedelta(hours=1)


def furnished():
    """Return the cast, a running final of two accounts, and a running single round robin of four, three rounds."""
    cast = Cast.make()
    tournament = competition(cast.organiser, places=2, no_show_minutes=15)
    entries.enter(competition=tournament, player=cast.anna)
    entries.enter(competition=tournament, player=cast.bruno)
    cup = rounds.start(competition=tournament, by=cast.organiser)
    season = competition(cast.organiser, "league", 4, settings={"times": 1}, advance="click")
    for player in (cast.anna, cast.bruno, cast.stranger, cast.referee):
        entries.enter(competition=season, player=player)
    return cast, cup, rounds.start(competition=season, by=cast.organiser)


@pytest.fixture(scope="module")
def built(build_once):
    return build_once(furnished)


@pytest.fixture
def cast(copied):
    return copied[0]


@pytest.fixture
def cup(copied):
    return copied[1]


@pytest.fixture
def fixture(cup):
    return open_fixtures(cup)[0]


@pytest.fixture
def league(copied):
    return copied[2]


def now_at(fixture):
    return Fixture.objects.select_related("match").get(id=fixture.id)


def told(user):
    return list(Notification.objects.filter(user=user).order_by("at").values_list("kind", flat=True))


def tomorrow(hours=24):
    return (timezone.now() + hours * HOUR).replace(minute=0, second=0, microsecond=0)


# Proposals


def test_it_works(cast, cup, fixture):
    made = schedule.propose(fixture=fixture, by=cast.anna, kick_off_at=tomorrow())
    assert schedule.propose(fixture=fixture, by=cast.anna, kick_off_at=tomorrow()).id == made.id
    assert told(cast.bruno) == ["proposal"]
    schedule.answer(proposal=made, by=cast.bruno, accept=True)
    schedule.answer(proposal=made, by=cast.bruno, accept=True)
    current_fixture = now_at(fixture)
    assert (current_fixture.kick_off_at, current_fixture.fixed, current_fixture.sequence) == (tomorrow(), "agreed", 1)
    assert current_fixture.match.no_show_at == tomorrow() + timedelta(minutes=15)
    assert told(cast.anna)[-1] == "kick_off"
    assert {"propose", "agree"} <= set(cup.audit.values_list("verb", flat=True))


def test_proposing_what_the_other_proposed_agrees(cast, cup, fixture):
    schedule.propose(fixture=fixture, by=cast.anna, kick_off_at=tomorrow())
    schedule.propose(fixture=fixture, by=cast.anna, kick_off_at=tomorrow(30))
    said = schedule.propose(fixture=fixture, by=cast.bruno, kick_off_at=tomorrow(30))
    assert said.state == "accepted" and now_at(fixture).kick_off_at == tomorrow(30)
    assert sorted(Proposal.objects.values_list("state", flat=True)) == ["accepted", "dropped"]


def test_refusals(cast, cup, fixture):
    def refused(match, by=cast.anna, at=None):
        with pytest.raises(ScheduleRefused, match=match):
            schedule.propose(fixture=fixture, by=by, kick_off_at=at or tomorrow())

    refused("Only the two", by=cast.stranger)
    refused("future", at=timezone.now() - HOUR)
    refused("Only the organiser can extend it", at=timezone.now() + timedelta(days=8))
    for hours in (24, 25, 26):
        schedule.propose(fixture=fixture, by=cast.anna, kick_off_at=tomorrow(hours))
    refused("at most 3", at=tomorrow(27))
    with pytest.raises(ScheduleRefused, match="other side can answer"):
        schedule.answer(proposal=Proposal.objects.first(), by=cast.anna, accept=True)
    schedule.answer(proposal=Proposal.objects.first(), by=cast.bruno, accept=False)
    with pytest.raises(ScheduleRefused, match="proposal is closed"):
        schedule.answer(proposal=Proposal.objects.first(), by=cast.bruno, accept=True)
    Competition.objects.update(blackout=[tomorrow(50).date().isoformat()])
    refused("No matches are played", at=tomorrow(50).replace(hour=12))
    finish(fixture.match, 1, 0)
    refused("finished")


def test_a_kick_off_lies_within_its_window_to_the_second(cast, cup, fixture):
    now = timezone.now().replace(microsecond=0)
    second = timedelta(seconds=1)
    rounds_of_cup = Round.objects.filter(stage__competition=cup)
    rounds_of_cup.update(closes_at=now + HOUR)
    with time_machine.travel(now, tick=False):
        for at, says in ((now, "in the future"), (now + HOUR + second, "Only the organiser can extend it")):
            with pytest.raises(ScheduleRefused, match=says):
                schedule.propose(fixture=fixture, by=cast.anna, kick_off_at=at)
        for at in (now + second, now + HOUR):
            assert schedule.propose(fixture=fixture, by=cast.anna, kick_off_at=at).state == "open"
        rounds_of_cup.update(closes_at=None)
        with pytest.raises(ScheduleRefused, match="within a year"):
            schedule.propose(fixture=fixture, by=cast.anna, kick_off_at=now + schedule.AHEAD + second)


def test_a_proposal_is_not_answered_once_the_match_is_over(cast, cup, fixture):
    made = schedule.propose(fixture=fixture, by=cast.anna, kick_off_at=tomorrow())
    finish(fixture.match, 1, 0)
    for accept in (True, False):
        with pytest.raises(ScheduleRefused, match="finished"):
            schedule.answer(proposal=made, by=cast.bruno, accept=accept)


def test_a_match_awarded_before_its_round_opens_needs_no_kick_off(cast, league):
    later = Fixture.objects.filter(tie__round__stage__competition=league, tie__round__number=2).first()
    assert later.match is None
    rulings.walkover(fixture=later, winner="home", by=cast.organiser, reason="they left for the season")
    with pytest.raises(ScheduleRefused, match="in play or finished"):
        schedule.propose(fixture=later, by=later.home.player, kick_off_at=tomorrow())


def test_the_organiser_puts_a_match_off_past_its_window(cast, cup, fixture):
    late = tomorrow(24 * 20)
    schedule.override_kick_off(fixture=fixture, by=cast.organiser, kick_off_at=late, reason="the hall is closed")
    current_fixture = now_at(fixture)
    assert (current_fixture.kick_off_at, current_fixture.fixed) == (late, "organiser")
    assert told(cast.anna) == told(cast.bruno) == ["kick_off"]
    with pytest.raises(ScheduleRefused, match="organiser set"):
        schedule.propose(fixture=fixture, by=cast.anna, kick_off_at=tomorrow())
    Round.objects.update(closes_at=timezone.now() - HOUR)
    assert close_due_rounds() == 0
    Fixture.objects.update(kick_off_at=timezone.now() - 3 * HOUR)
    assert close_due_rounds() == 1


def test_the_audit_tells_how_a_kick_off_came_about(cast, cup, fixture):
    for accept in (False, True):
        made = schedule.propose(fixture=fixture, by=cast.anna, kick_off_at=tomorrow())
        schedule.answer(proposal=made, by=cast.bruno, accept=accept)
    schedule.override_kick_off(
        fixture=fixture, by=cast.organiser, kick_off_at=tomorrow(30), reason="the hall is closed"
    )
    lines = cup.audit.filter(verb__in=("propose", "decline", "agree", "put_off")).order_by("id")
    assert list(lines.values_list("verb", "actor__nickname")) == [
        ("propose", "anna"),
        ("decline", "bruno"),
        ("propose", "anna"),
        ("agree", "bruno"),
        ("put_off", "organiser"),
    ]
    assert told(cast.anna) == ["proposal", "kick_off", "kick_off"], "that it was declined, agreed, put off"


def test_times_are_said_in_the_readers_zone(client, cast, cup, fixture):
    client.force_login(cast.anna, backend="django.contrib.auth.backends.ModelBackend")
    cast.anna.time_zone = "America/New_York"
    cast.anna.save()
    day = (timezone.now() + timedelta(days=2)).date()
    page = f"/competitions/{cup.slug}/fixtures/{fixture.id}/"
    client.post(f"{page}act/", {"do": "propose", "kick_off_at": f"{day.isoformat()}T15:00"})
    proposal = Proposal.objects.get()
    assert proposal.kick_off_at.astimezone(UTC).hour in (19, 20)
    assert "15:00" in client.get(page).content.decode()
    cast.bruno.time_zone = "Europe/Rome"
    cast.bruno.save()
    client.force_login(cast.bruno, backend="django.contrib.auth.backends.ModelBackend")
    assert "21:00" in client.get(page).content.decode() or "20:00" in client.get(page).content.decode()
    client.post(f"{page}act/", {"do": "accept", "proposal": str(proposal.pk)})
    assert now_at(fixture).fixed == "agreed"


# The record


def expire(cup):
    Round.objects.filter(stage__competition=cup, status="open").update(closes_at=timezone.now() - HOUR)
    assert close_due_rounds() == 1


def reason(fixture, language="en"):
    stored_fixture = Fixture.objects.select_related("home", "away").get(id=fixture.id)
    return translated(stored_fixture.reason, {"home": stored_fixture.home.name, "away": stored_fixture.away.name})


def test_who_proposed_and_was_never_answered_is_awarded_the_match(cast, cup, fixture):
    schedule.propose(fixture=fixture, by=cast.anna, kick_off_at=tomorrow())
    schedule.propose(fixture=fixture, by=cast.anna, kick_off_at=tomorrow(30))
    expire(cup)
    cup.refresh_from_db()
    assert cup.champion.player == cast.anna
    assert "anna proposed a kick-off (2), bruno never answered" in reason(fixture)
    assert "anna proposed" in translated(cup.audit.get(verb="walkover").message)


@pytest.mark.parametrize(("seat", "goals"), [("home", (3, 0)), ("away", (0, 3))])
def test_a_match_awarded_for_its_time_counts_three_to_nil(cup, fixture, seat, goals):
    schedule.propose(fixture=fixture, by=getattr(fixture, seat).player, kick_off_at=tomorrow())
    expire(cup)
    assert (now_at(fixture).home_goals, now_at(fixture).away_goals) == goals


def test_who_was_at_the_table_wins_whoever_proposed(cast, cup, fixture):
    schedule.propose(fixture=fixture, by=cast.anna, kick_off_at=tomorrow())
    Seat.objects.filter(match=fixture.match, user=cast.bruno).update(seen_at=timezone.now())
    expire(cup)
    cup.refresh_from_db()
    assert cup.champion.player == cast.bruno and "bruno came, anna did not" in reason(fixture)


def test_nobody_is_awarded_where_both_tried_or_nobody_did(cast, cup, fixture):
    made = schedule.propose(fixture=fixture, by=cast.anna, kick_off_at=tomorrow())
    schedule.answer(proposal=made, by=cast.bruno, accept=False)
    expire(cup)
    assert "no kick-off was agreed" in reason(fixture)
    cup.refresh_from_db()
    assert cup.champion is None


def test_nobody_did_anything(cast, cup, fixture):
    expire(cup)
    assert "nobody proposed a kick-off" in reason(fixture)


def test_a_no_show_at_the_table_says_what_was_agreed(cast, cup, fixture):
    from league.competitions.verbs.results import collect

    made = schedule.propose(fixture=fixture, by=cast.anna, kick_off_at=tomorrow())
    schedule.answer(proposal=made, by=cast.bruno, accept=True)
    Seat.objects.filter(match=fixture.match, user=cast.anna).update(seen_at=timezone.now())
    winner = "home" if fixture.home.player_id == cast.anna.id else "away"
    finish(fixture.match, 3, 0, winner=winner, how="no_show", source="no_show")
    collect()
    assert "a kick-off was agreed: anna came, bruno did not" in reason(fixture)


# The plan


def wishes(**changed):
    first = timezone.now().date() + timedelta(days=7)
    values = {"first": first, "every_days": 7, "at": time(21), "time_zone": "Europe/Rome"}
    return Wishes(**{**values, **changed})


def kick_offs(league):
    rows = Fixture.objects.filter(tie__round__stage__competition=league).order_by("tie__round__number", "tie__number")
    return [row.kick_off_at for row in rows]


def test_a_season_is_planned_in_one_step(cast, league):
    before = kick_offs(league)
    shown = planning.planned(league, wishes())
    assert len(shown) == 3 and kick_offs(league) == before, "the preview writes nothing"
    made = planning.plan(competition=league, by=cast.organiser, wishes=wishes())
    assert [day.kick_off_at for day in made] == [day.kick_off_at for day in shown]
    assert len(set(kick_offs(league))) == 3
    for earlier, later in pairwise(made):
        assert earlier.closes_at == later.opens_at and earlier.kick_off_at < earlier.closes_at
    line = league.audit.get(verb="plan", actor=cast.organiser)
    assert line.message[0] == "planned the schedule from {first} (rounds: {rounds})"
    sequences = list(Fixture.objects.values_list("sequence", flat=True))
    planning.plan(competition=league, by=cast.organiser, wishes=wishes())
    assert list(Fixture.objects.values_list("sequence", flat=True)) == sequences, "the same plan changes nothing"


def test_the_hour_stays_when_the_clocks_change(cast, league):
    days = planning.planned(league, wishes(first=date(2027, 3, 20), every_days=7)) if timezone.now().year < 2027 else []
    hours = [day.kick_off_at.astimezone(UTC).hour for day in days]
    assert hours == [20, 20, 19] or not days


def test_days_without_play_are_skipped(cast, league):
    first = timezone.now().date() + timedelta(days=7)
    days = planning.planned(league, wishes(blackout=(first, first + timedelta(days=1))))
    assert days[0].kick_off_at.date() >= first + timedelta(days=2)


def test_planning_again_keeps_what_is_agreed_and_played(cast, league):
    planning.plan(competition=league, by=cast.organiser, wishes=wishes())
    rounds.open_round(competition=league, number=1, by=cast.organiser)
    first, second = open_fixtures(league)
    finish(first.match, 1, 0)
    at = tomorrow()
    made = schedule.propose(fixture=second, by=second.home.player, kick_off_at=at)
    schedule.answer(proposal=made, by=second.away.player, accept=True)
    played_at = now_at(first).kick_off_at
    later = wishes(first=timezone.now().date() + timedelta(days=30))
    shown = planning.planned(league, later)
    assert planning.kept_words(shown) == [f"{second.home} – {second.away}"]
    planning.plan(competition=league, by=cast.organiser, wishes=later)
    assert now_at(first).kick_off_at == played_at
    assert (now_at(second).kick_off_at, now_at(second).fixed) == (at, "agreed")
    assert Round.objects.get(stage__competition=league, number=1).closes_at > at


def test_a_plan_that_cannot_be_is_refused_by_field(cast, league):
    for field, changed in [
        ("time_zone", {"time_zone": "Mars/Base"}),
        ("every_days", {"every_days": 0}),
        ("first", {"first": date(2020, 1, 1)}),
    ]:
        with pytest.raises(BadSetting) as refused:
            planning.planned(league, wishes(**changed))
        assert refused.value.field == field
    draft = competition(cast.organiser, "league", 4)
    with pytest.raises(WrongStep):
        planning.planned(draft, wishes())


def test_the_page_shows_the_plan_before_it_is_written(client, cast, league):
    client.force_login(cast.organiser, backend="django.contrib.auth.backends.ModelBackend")
    page = f"/competitions/{league.slug}/console/plan/"
    # The page's today is the reader's, who may be in tomorrow already.
    first = (timezone.localdate(timezone=known_zone(cast.organiser.time_zone)) + timedelta(days=7)).isoformat()
    client.cookies["django_language"] = "it"
    assert f'type="date" name="first" value="{first}"' in client.get(page).content.decode().replace("\n", "")
    client.cookies["django_language"] = "en"
    said = {"first": first, "every_days": "7", "at": "21:00", "time_zone": "Europe/Rome", "blackout": ""}
    html = client.post(page, {**said, "do": "preview"}).content.decode()
    assert "Use this plan" in html and not Fixture.objects.filter(fixed="plan").exists()
    assert "Line 1 is not a date" in client.post(page, {**said, "blackout": "soon", "do": "preview"}).content.decode()
    assert client.post(page, {**said, "do": "plan"}).status_code == 302
    assert Fixture.objects.filter(fixed="plan").count() == 6


# Being told


def test_every_kind_of_reminder_is_counted(monkeypatch):
    for count, kind in ((1, "_opened"), (20, "_begins"), (300, "_closes"), (4000, "_line_ups")):
        monkeypatch.setattr(reminders, kind, lambda count=count: count)
    assert remind() == 4321


def test_players_are_reminded_once(cast, cup, fixture):
    assert remind() == 1 and told(cast.anna) == ["open"]
    remind()
    assert told(cast.anna) == ["open"]
    made = schedule.propose(fixture=fixture, by=cast.anna, kick_off_at=tomorrow(20))
    schedule.answer(proposal=made, by=cast.bruno, accept=True)
    remind()
    remind()
    assert told(cast.anna).count("reminder") == 1
    Match.objects.update(created_at=timezone.now() - timedelta(days=3))
    Round.objects.update(closes_at=timezone.now() + 22 * HOUR)
    remind()
    remind()
    assert told(cast.anna).count("reminder") == 2


def test_players_of_many_fixtures_are_reminded_in_slices(cast, league, monkeypatch):
    monkeypatch.setattr(reminders, "SLICE", 1)
    rounds.open_round(competition=league, number=1, by=cast.organiser)
    opened = Fixture.objects.filter(match__isnull=False).count()
    assert opened > 1 and remind() == opened
    Match.objects.update(created_at=timezone.now() - timedelta(days=3))
    Round.objects.filter(status="open").update(closes_at=timezone.now() + 22 * HOUR)
    assert remind() == opened
    Round.objects.update(closes_at=timezone.now() + 25 * HOUR)
    assert remind() == 0


def test_mails_go_out_once_in_the_readers_language(cast, cup, fixture):
    cast.bruno.language = "it"
    cast.bruno.save()
    remind()
    assert notify.send_mails() == 2 and notify.send_mails() == 0
    by = {message.to[0]: message for message in mail.outbox}
    assert "can be played now" in by["anna@example.org"].body
    assert "ora si può giocare" in by["bruno@example.org"].body
    assert f"/competitions/{cup.slug}/fixtures/{fixture.id}/" in by["anna@example.org"].body


def test_one_click_ends_the_mails(client, cast, cup):
    remind()
    notify.send_mails()
    link = next(message for message in mail.outbox if message.to == ["anna@example.org"])
    out = link.extra_headers["List-Unsubscribe"].strip("<>").split("/unsubscribe/")[1]
    assert client.get(f"/unsubscribe/{out}").status_code == 200
    assert client.post(f"/unsubscribe/{out}", {"List-Unsubscribe": "One-Click"}).status_code == 200
    cast.anna.refresh_from_db()
    assert cast.anna.mail is False
    assert client.get("/unsubscribe/made-up/").status_code == 404


def test_the_page_of_notifications(client, cast, cup):
    remind()
    client.force_login(cast.anna, backend="django.contrib.auth.backends.ModelBackend")
    text = client.get("/notifications/").content.decode()
    assert "can be played now" in text and "Mark all as read" in text
    client.post("/notifications/")
    assert "Mark all as read" not in client.get("/notifications/").content.decode()
    assert client.get("/").content.decode().count("data-unread") == 0


def test_nobody_is_told_of_what_was_rolled_back(cast, cup, fixture):
    with pytest.raises(ScheduleRefused):
        schedule.propose(fixture=fixture, by=cast.anna, kick_off_at=datetime(2020, 1, 1, tzinfo=UTC))
    assert told(cast.bruno) == []


def test_a_table_that_opened_with_a_plan_begins_at_the_agreed_time(
    cast, fixture, monkeypatch, django_capture_on_commit_callbacks
):
    told_to_look = []
    monkeypatch.setattr("matches.feed.publish_poke", told_to_look.append)
    Match.objects.filter(id=fixture.match_id).update(starts_at=tomorrow(72))
    offer = schedule.propose(fixture=fixture, by=cast.anna, kick_off_at=tomorrow())
    with django_capture_on_commit_callbacks(execute=True):
        schedule.answer(proposal=offer, by=cast.bruno, accept=True)
    assert now_at(fixture).match.starts_at == tomorrow()
    assert told_to_look == [fixture.match_id], "who sits there sees the new time"


@pytest.mark.parametrize("name", ["Europe", "Europe/Atlantis", "x" * 300, "../UTC", "\0"])
def test_a_name_that_is_no_zone_is_refused_in_a_plan_and_is_nobodys(league, name):
    wishes = Wishes(tomorrow().date(), 7, time(20), name)
    with pytest.raises(BadSetting, match="time zone"):
        planning.planned(league, wishes)
    assert known_zone(name).key == "Europe/Rome"


def test_the_task_leaves_a_round_that_was_just_planned_for_later(league):
    Round.objects.filter(stage__competition=league).update(opens_at=tomorrow())
    left = rounds.open_round(competition=league, number=1, by=None, due=True)
    assert left.status == Round.Status.PENDING
    Round.objects.filter(stage__competition=league).update(opens_at=timezone.now())
    assert rounds.open_round(competition=league, number=1, by=None, due=True).status == Round.Status.OPEN
