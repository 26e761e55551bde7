"""Captains are told once that their line-up is due; nobody learns what a line-up says."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from league.competitions.models import Round
from league.competitions.verbs import reminders
from league.players.models import Notification
from tests.league.competitions.test_races import together
from tests.league.teams import boards_of, running_teams, seal, ties_of

pytestmark = pytest.mark.django_db


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
