"""Guests who did nothing for long are deleted, and nobody else."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.utils import timezone

from league.clubs.models import Membership
from league.clubs.verbs import clubs
from league.competitions.verbs import entries
from league.players import tasks
from league.players.models import User
from league.players.verbs import guests, sessions
from matches.models import Match, Seat
from matches.verbs import casual
from matches.verbs.opening import take_seat
from tests.league.builders import competition

pytestmark = pytest.mark.django_db


def long_ago(*guests):
    """Let these guests, and all matches, be a hundred days old."""
    before = timezone.now() - timedelta(days=100)
    User.objects.filter(pk__in=[guest.pk for guest in guests]).update(date_joined=before, last_login=before)
    Match.objects.update(created_at=before)
    Seat.objects.update(seen_at=None, gone_at=None)


def test_a_guest_who_did_nothing_goes_with_the_matches_of_nobody_else(toy):
    guest, other = guests.guest(nickname="Passing by"), guests.guest(nickname="Friend")
    casual.play_friend(user=guest, game="toy")
    casual.practice(user=guest, game="toy")
    casual.play_bot(user=guest, game="toy", bot="random")
    casual.practice(user=other, game="toy")
    long_ago(guest)
    assert tasks.forget_guests() == 1
    assert list(User.objects.filter(kind="guest")) == [other]
    assert [seat.user for seat in Seat.objects.exclude(user=None)] in ([other], [other, other])
    assert tasks.forget_guests() == 0


def test_guests_who_did_something_lately_stay(toy):
    new, back, playing = (guests.guest(nickname=name) for name in ("New one", "Back again", "Playing"))
    match = casual.practice(user=playing, game="toy")
    long_ago(back, playing)
    User.objects.filter(pk=back.pk).update(last_login=timezone.now() - timedelta(days=80))
    Seat.objects.filter(match=match).update(seen_at=timezone.now() - timedelta(days=80))
    assert tasks.forget_guests() == 0
    assert User.objects.filter(kind="guest").count() == 3
    assert new.pk


def test_guests_whom_others_need_stay(cast, toy, settings):
    entrant, member, opponent = (guests.guest(nickname=name) for name in ("Entrant", "Member", "Opponent"))
    entries.enter(competition=competition(cast.organiser), player=entrant)
    Membership.objects.create(club=clubs.create(by=cast.organiser, name="Bar Centrale"), user=member)
    match = casual.play_friend(user=opponent, game="toy")
    Seat.objects.filter(match=match, user=None).update(user=cast.anna, invite="")
    Match.objects.filter(pk=match.pk).update(
        status=Match.Status.FINISHED, finished_at=timezone.now() - timedelta(days=95), result={"winner": None}
    )
    long_ago(entrant, member, opponent)
    assert tasks.forget_guests() == 0
    assert User.objects.filter(kind="guest").count() == 3


def test_guests_of_a_side_of_several_go_when_nobody_shared_it(cast):
    alone, host, team_mate = (guests.guest(nickname=name) for name in ("Alone", "Host", "Team-mate"))
    casual.play_friend(user=alone, game="six_a_side", people_per_side=2)
    match = casual.play_friend(user=host, game="six_a_side", people_per_side=2)
    take_seat(invite=match.seats.get(side="home").invite, user=team_mate)
    over = timezone.now() - timedelta(days=95)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED, finished_at=over, result={"winner": None})
    long_ago(alone, host, team_mate)
    assert tasks.forget_guests() == 1
    assert set(User.objects.filter(kind="guest")) == {host, team_mate}


def test_accounts_never_go(cast):
    long_ago(cast.anna)
    assert tasks.forget_guests() == 0
    assert User.objects.filter(pk=cast.anna.pk).exists()


def test_expired_sessions_go_with_what_is_known_of_them(cast, monkeypatch):
    monkeypatch.setattr(sessions, "SLICE", 2)
    now = timezone.now()
    for number in range(10):  # five are over, in three slices; of the last no session is there
        key, over = f"{number}" * 32, now + timedelta(days=1 if number % 2 else -1)
        UserSession.objects.create(user=cast.anna, session_key=key, ip="127.0.0.1", user_agent="")
        if number < 9:
            Session.objects.create(session_key=key, session_data="", expire_date=over)
    tasks.forget()
    for model, kept in ((Session, "1357"), (UserSession, "1357")):
        assert sorted(row.session_key[0] for row in model.objects.all()) == list(kept), model
    tasks.forget()
    assert Session.objects.count() == 4
