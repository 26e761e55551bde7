"""A person is erased: no string of theirs is left in a full dump, and all results stay."""

from __future__ import annotations

import re

import pytest
from django.contrib.sessions.models import Session

from league.competitions.models import Entrant, ResultEntry
from league.players.models import User
from league.privacy import deletion, erasing, leaving
from league.privacy.table import TABLE, USER_FIELDS, On
from matches.models import ChatLine, Match, MatchEvent
from tests.league.privacy import person as people
from tests.league.privacy.person import MARKS, NAME, columns_with, dump

pytestmark = pytest.mark.django_db

WORDS_OF_USER = ("username", "email", "nickname", "password", "banned_because")
UNFILLED = {
    # Of the account: no words, or the same for everybody.
    *(f"players.User.{name}" for name in USER_FIELDS if name not in WORDS_OF_USER),
    "sessions.Session.session_data",  # encoded: looked at by itself
    "usersessions.UserSession.ip",
    "matches.MatchArchive.packed",  # not to be read in a dump: see tests/matches/test_archiving.py
    "matches.Seat.seen_at",
    "matches.Seat.gone_at",
    "matches.Seat.seen_in",
    "competitions.Entrant.code",
    "competitions.Entrant.link_sent_at",
    "competitions.Entrant.link_opened_at",
    "competitions.Member.link_opened_at",
    "competitions.Member.link_sent_at",
    "competitions.Entrant.personal_key",
    "competitions.Entrant.side_key",
    "seasons.Archive.digest",
    "competitions.Absence.first",
    "competitions.Absence.last",
    "account.EmailConfirmation.email_address",
    "delivery.PushMessage.subscription",
    "delivery.PushMessage.notification",
    "privacy.DataArchive.file",
    "classes.Card.key",  # a pupil's: see test_pupils
    "classes.Card.nonce",
    "competitions.Competition.slug",
}  # fmt: skip


def test_nothing_of_a_person_is_left_in_the_dump(cast, toy):
    person = people.make(cast)
    filled = columns_with(MARKS)
    personal = {
        f"{label}.{name}"
        for label, stored in TABLE.items()
        for name in stored.having(On.NAME, On.WORDS, On.STATE, On.CLEAR, On.OWN, On.ROW)
        if name not in stored.people
    }
    assert sorted(personal - filled - UNFILLED) == [], "the test puts the person's strings everywhere"
    before = {
        "results": ResultEntry.objects.count(),
        "entrants": Entrant.objects.count(),
        "matches": Match.objects.count(),
        "moves": MatchEvent.objects.count(),
        "lines": ChatLine.objects.count(),
    }
    assert leaving.leave(person=person) is False  # the match of the running cup ends first
    Match.objects.filter(status__in=("waiting", "live", "paused")).update(status="void")
    assert deletion.delete(person_id=person.pk)
    hits = [line for line in dump().splitlines() if re.search("|".join(MARKS), line, re.IGNORECASE)]
    assert hits == [], "\n".join(hits)
    assert columns_with(MARKS) == set()
    assert all("beeblebrox" not in str(row.get_decoded()) for row in Session.objects.all())
    after = {
        "results": ResultEntry.objects.count(),
        "entrants": Entrant.objects.count(),
        "matches": Match.objects.count(),
        "moves": MatchEvent.objects.count(),
        "lines": ChatLine.objects.count(),
    }
    assert {name: after[name] >= count for name, count in before.items()} == dict.fromkeys(before, True)
    row = User.objects.get(pk=person.pk)
    assert (row.nickname, row.username, row.email, row.is_active) == ("deleted player", None, "", False)
    assert not row.has_usable_password()
    assert {entrant.name for entrant in Entrant.objects.filter(player=person)} == {"deleted player"}
    assert erasing.erase(person_id=person.pk) is False  # again: nothing to do
    assert deletion.delete(person_id=person.pk) is False
    assert "deleted player" in dump()


def test_the_dump_finds_a_forgotten_string(cast):
    assert not re.search("zaphodis", dump(), re.IGNORECASE)
    User.objects.filter(pk=cast.anna.pk).update(nickname=NAME)
    assert re.search(f"players_user: .*{NAME}", dump())
    assert columns_with(MARKS) == {"players.User.nickname"}
