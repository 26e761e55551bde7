"""Captains are told once that their line-up is due; nobody learns what a line-up says."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.db.models import F, Value
from django.db.models.functions import Concat
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from league.competitions.models import Round
from league.competitions.pages.todo import needs_line_ups
from league.competitions.verbs import reminders, rulings, sides, silent_captains
from league.players.models import Notification
from tests.league.builders import running
from tests.league.competitions.test_races import together
from tests.league.teams import boards_of, running_teams, seal, ties_of

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)
BACKEND = "django.contrib.auth.backends.ModelBackend"


def told(prefix=""):
    """Who has a notice whose key begins with ``prefix``, and which message."""
    rows = Notification.objects.filter(key__startswith=prefix).order_by("user__nickname", "at")
    return [(row.user.nickname, row.message[0]) for row in rows.select_related("user")]


def opened_before(cup, part):
    """Of the time to name line-ups, ``part`` is over."""
    opened = timezone.now() - timedelta(hours=cup.line_up_hours) * part
    Round.objects.filter(stage__competition=cup, status="open").update(opens_at=opened, closes_at=None)


def test_captain_and_second_are_asked_once(cast):
    cup = running_teams(cast.organiser, boards=3)
    tie = ties_of(cup)[0]
    for _run in range(2):
        reminders.remind_due()
    sentence = "Name the line-up of {team} for {tie} by {when}"
    names = ["Bar Centrale 0", "Bar Centrale 1", "Torre Civetta 0", "Torre Civetta 1"]
    assert told() == [(name, sentence) for name in names]
    page = reverse("competitions:line_up", args=[cup.slug, tie.pk])
    assert set(Notification.objects.values_list("url", "about")) == {(page, cup.name)}


def test_once_more_when_a_quarter_of_the_time_is_left_and_theirs_is_not_in(cast):
    cup = running_teams(cast.organiser, boards=3)
    tie = ties_of(cup)[0]
    reminders.remind_due()
    seal(tie, tie.home)
    opened_before(cup, 0.7)
    reminders.remind_due()
    assert told("line_up_late") == []
    opened_before(cup, 0.8)
    for _run in range(2):
        reminders.remind_due()
    sentence = "The line-up of {team} for {tie} is not in: name it by {when}"
    assert told("line_up_late") == [(f"{tie.away.name} {number}", sentence) for number in (0, 1)]
    assert len(told()) == 6


def test_nobody_is_asked_when_time_is_over_or_the_competition_rests(cast):
    cup = running_teams(cast.organiser)
    opened_before(cup, 1.1)
    reminders.remind_due()
    opened_before(cup, 0.1)
    type(cup).objects.filter(pk=cup.pk).update(frozen_at=timezone.now())
    reminders.remind_due()
    assert told() == []


def test_open_line_ups_tell_each_player_board_and_opponent(cast):
    cup = running_teams(cast.organiser, boards=2, squad=3)
    tie = ties_of(cup)[0]
    seal(tie, tie.home, 1, 0)
    seal(tie, tie.away, 0, 2)
    for _run in range(2):
        reminders.remind_due()
    expected = {}
    for fixture in boards_of(tie):
        expected[fixture.home_player_id] = {"board": fixture.board, "name": fixture.away_player.nickname}
        expected[fixture.away_player_id] = {"board": fixture.board, "name": fixture.home_player.nickname}
    rows = Notification.objects.all()
    assert {row.user_id: row.message[1] for row in rows} == expected and len(rows) == 4
    assert {row.message[0] for row in rows} == {"You play board {board} against {name}"}


def test_who_was_named_and_has_nobody_to_play_hears_it(cast):
    cup = running_teams(cast.organiser, boards=2, squad=2)
    tie = ties_of(cup)[0]
    seal(tie, tie.home)
    sides.take_out(entrant=tie.home, player=tie.home.members.get().user)
    seal(tie, tie.away)
    for _run in range(2):
        reminders.remind_due()
    alone = boards_of(tie)[1].away_player
    sentence = "You were named for board {board}, and {team} has nobody for it"
    assert told("unopposed") == [(alone.nickname, sentence)]
    plays = "You play board {board} against {name}"
    assert sorted(told("open")) == sorted((user.nickname, plays) for user in at_board(tie, 1))


def at_board(tie, number):
    board = boards_of(tie)[number - 1]
    return [board.home_player, board.away_player]


def test_an_award_is_told_to_those_who_play_it(cast):
    cup = running_teams(cast.organiser, boards=2)
    tie = ties_of(cup)[0]
    seal(tie, tie.home)
    seal(tie, tie.away)
    award = {"winner": "home", "by": cast.organiser, "reason": "bus", "confirmed": True}
    for _again in range(2):
        rulings.walkover(fixture=boards_of(tie)[1], **award)
    assert {name for name, _sentence in told("awarded")} == {user.nickname for user in at_board(tie, 2)}
    assert len(told("awarded")) == 2, "each once"
    rulings.walkover(fixture=boards_of(tie)[1], **award, tie=True)
    everybody = {user.nickname for number in (1, 2) for user in at_board(tie, number)}
    assert {name for name, _sentence in told("awarded")} == everybody
    [told_of] = {row.message[1]["said"][1]["fixture"] for row in Notification.objects.filter(key__contains=":tie:")}
    assert told_of == f"{tie.home} – {tie.away}"


def test_no_notice_depends_on_a_sealed_line_up(cast):
    cup = running_teams(cast.organiser, boards=2, squad=4)
    tie = ties_of(cup)[0]
    pictures = []
    for numbers in ((0, 1), (3, 2)):
        seal(tie, tie.home, *numbers)
        Notification.objects.all().delete()
        reminders.remind_due()
        rows = Notification.objects.order_by("user__nickname").values("user", "kind", "key", "message", "url")
        pictures.append(json.dumps(list(rows), default=str))
    assert pictures[0] == pictures[1] and "Torre" in pictures[0]


@pytest.mark.django_db(transaction=True)
def test_two_runs_at_once_tell_once(cast):
    running_teams(cast.organiser)
    answers = together(reminders.remind_due, reminders.remind_due)
    assert not [answer for answer in answers if isinstance(answer, Exception)], answers
    assert len(told()) == 4


# ── the organiser ──
def needs_of(client, cup):
    """What the console asks of the organiser about line-ups."""
    needs = client.get(reverse("competitions:console", args=[cup.slug])).context["needs"]
    return [(need.sentence, need.detail) for need in needs if need.button == "remind_captains"]


def test_the_console_counts_who_is_silent_and_reminds_them(cast, client):
    cup = running_teams(cast.organiser, teams=4, boards=2)
    first, second = [tie for tie in ties_of(cup) if tie.round.number == 1]
    client.force_login(cast.organiser, backend=BACKEND)
    assert [sentence[:10] for sentence, _names in needs_of(client, cup)] == ["4 captains"]
    seal(first, first.home)
    seal(second, second.home)
    seal(second, second.away)
    ((sentence, detail),) = needs_of(client, cup)
    assert sentence.startswith("1 captain has") and first.away.name in detail and first.home.name not in detail
    press = reverse("competitions:press", args=[cup.slug])
    for _run in range(2):
        assert client.post(press, {"do": "remind_captains"}).status_code == 302
    sentence = "The organiser asks for the line-up of {team} for {tie}: name it by {when}"
    assert told("line_up_again") == [(f"{first.away.name} {number}", sentence) for number in (0, 1)]
    assert cup.audit.filter(verb="remind_captains").count() == 1
    seal(first, first.away)
    assert needs_of(client, cup) == []


def test_the_organiser_reminds_again_after_some_hours(cast):
    cup = running_teams(cast.organiser)
    assert [silent_captains.remind(competition=cup, by=cast.organiser) for _run in range(2)] == [2, 0]
    Notification.objects.update(
        at=timezone.now() - silent_captains.AGAIN - timedelta(minutes=1), key=Concat(F("key"), Value("0"))
    )
    assert silent_captains.remind(competition=cup, by=cast.organiser) == 2
    assert len(told()) == 8


def test_the_time_of_a_line_up_and_of_a_reminder_ends_to_the_second(cast):
    cup = running_teams(cast.organiser)
    now = timezone.now().replace(microsecond=0)
    Round.objects.filter(stage__competition=cup).update(opens_at=now, closes_at=None)
    for later, reminded in ((timedelta(0), 2), (silent_captains.AGAIN - SECOND, 0), (silent_captains.AGAIN, 2)):
        with time_machine.travel(now + later, tick=False):
            assert silent_captains.remind(competition=cup, by=cast.organiser) == reminded
    for later, missing in ((timedelta(hours=cup.line_up_hours) - SECOND, 2), (timedelta(hours=cup.line_up_hours), 0)):
        with time_machine.travel(now + later, tick=False):
            assert len(silent_captains.missing_in(cup)) == missing


def test_what_a_line_up_says_changes_neither_console_nor_reminder(cast, client):
    cup = running_teams(cast.organiser, boards=2, squad=4)
    tie = ties_of(cup)[0]
    client.force_login(cast.organiser, backend=BACKEND)
    pictures = []
    for numbers in ((0, 1), (3, 2)):
        seal(tie, tie.home, *numbers)
        Notification.objects.all().delete()
        needs = needs_of(client, cup)
        silent_captains.remind(competition=cup, by=cast.organiser)
        pictures.append((needs, list(Notification.objects.order_by("user").values_list("user", "message", "url"))))
    assert pictures[0] == pictures[1] and len(pictures[0][1]) == 2


def test_the_console_asks_nothing_of_an_ordinary_league(cast):
    cup = running(cast.organiser, "league", 4)
    with CaptureQueriesContext(connection) as asked:
        assert needs_line_ups(cup) == []
    assert not len(asked)


def queries_of_reminders(cup):
    with CaptureQueriesContext(connection) as asked:
        assert silent_captains.ask([tie.pk for tie in ties_of(cup)]) == len(cup.entrants.all())
    return len(asked)


def test_many_teams_are_no_more_queries(cast):
    few, many = running_teams(cast.organiser, teams=2), running_teams(cast.organiser, teams=4, boards=4)
    assert queries_of_reminders(few) == queries_of_reminders(many)


@pytest.mark.django_db(transaction=True)
def test_two_presses_at_once_remind_once(cast):
    cup = running_teams(cast.organiser)
    answers = together(*[lambda: silent_captains.remind(competition=cup, by=cast.organiser)] * 2)
    assert sorted(answers) == [0, 2]
    assert len(told("line_up_again")) == 4


# ── the captain ──
def test_home_and_overview_lead_the_captain_to_the_line_up_while_it_is_due(cast, client):
    cup = running_teams(cast.organiser, boards=3)
    tie = ties_of(cup)[0]
    line_up = reverse("competitions:line_up", args=[cup.slug, tie.pk]).encode()
    pages = ["/", reverse("competitions:overview", args=[cup.slug])]
    captain, (second, third) = tie.away.player, [row.user for row in tie.away.members.order_by("number")[:2]]

    def led(user):
        client.force_login(user, backend=BACKEND)
        return [line_up in client.get(page).content for page in pages]

    assert led(captain) == led(second) == led(tie.home.player) == [True, True]
    assert led(third) == led(cast.organiser) == led(cast.stranger) == [False, False]
    seal(tie, tie.away)
    assert led(captain) == led(second) == [False, False]
    assert led(tie.home.player) == [True, True]
    opened_before(cup, 1.1)
    assert led(tie.home.player) == [False, False]
