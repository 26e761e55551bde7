"""Reminders to players: a match has opened, begins within a day, or is about to expire.

Each is sent once (by the key of the notification), however often or late this runs.
"""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone

from engines.core.text import text
from league.competitions.derivation.deadlines import Leave, deadline, leaves_of
from league.competitions.derivation.effects import names
from league.competitions.models import Competition, Fixture
from league.competitions.policy.parties import people_in
from league.competitions.verbs import open_disputes
from league.competitions.verbs.schedule import stamp
from matches.models import Match

SOON = timedelta(hours=24)
FRESH = timedelta(minutes=10)
"""A match that opened longer ago is not announced."""


def remind_due() -> int:
    """Remind everybody who is due; return the number of fixtures looked at."""
    return _opened() + _begins() + _closes()


def _ahead() -> QuerySet[Fixture]:
    """Return fixtures still to be played, with what a message needs."""
    rows = Fixture.objects.filter(
        Q(match__isnull=True) | Q(match__status=Match.Status.WAITING),
        status__in=(Fixture.Status.PENDING, Fixture.Status.OPEN),
        home__isnull=False,
        away__isnull=False,
        tie__round__stage__competition__in=Competition.objects.moving(),
    )
    return rows.select_related("home", "away", "tie__round__stage__competition")


def _row(fixture: Fixture) -> Competition:
    return fixture.tie.round.stage.competition


def _opened() -> int:
    rows = _ahead().filter(match__created_at__gte=timezone.now() - FRESH)
    for fixture in rows:
        message = text("{fixture} can be played now", fixture=names(fixture))
        open_disputes.tell(_row(fixture), people_in(fixture), "open", message, fixture, f"open:{fixture.match_id}")
    return len(rows)


def _begins() -> int:
    now = timezone.now()
    rows = _ahead().exclude(fixed="").filter(kick_off_at__gt=now, kick_off_at__lte=now + SOON)
    for fixture in rows:
        assert fixture.kick_off_at is not None
        when = stamp(fixture.kick_off_at)
        message = text("{fixture} begins on {when}", fixture=names(fixture), when=when)
        key = f"begins:{fixture.id}:{fixture.sequence}"
        open_disputes.tell(_row(fixture), people_in(fixture), "reminder", message, fixture, key)
    return len(rows)


def _closes() -> int:
    now = timezone.now()
    soon = Q(tie__round__closes_at__gt=now, tie__round__closes_at__lte=now + SOON)
    later = Q(tie__round__closes_at__lte=now, tie__round__stage__competition__leave_days__gt=0)
    rows = _ahead().filter(soon | later, status=Fixture.Status.OPEN)
    rows = rows.filter(match__created_at__lt=now - SOON)  # not for a round of a few hours
    leaves: dict[UUID, list[Leave]] = {}
    reminded = 0
    for fixture in rows:
        row = _row(fixture)
        if row.id not in leaves:
            leaves[row.id] = leaves_of(row)
        closes = deadline(fixture, leaves[row.id])
        if closes is None or not now < closes <= now + SOON:
            continue
        message = text("play {fixture} by {when}", fixture=names(fixture), when=stamp(closes))
        key = f"closes:{fixture.id}:{closes:%Y%m%d%H}"
        open_disputes.tell(row, people_in(fixture), "reminder", message, fixture, key)
        reminded += 1
    return reminded
