"""Every periodic task asks the database as often for many rows as for few, whether they are due or were done."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from deploy import celery
from league.competitions.models import Fixture
from league.competitions.verbs import reminders
from matches.models import Match
from tests.web.test_constant_queries import FEW, MANY, furnished

EACH_ALONE = {
    "matches-archive": "a transaction for each log",
    "delivery-tell": "a draw or title has its own people, and is looked at once",
    "following-tell": "a draw, title or kick-off has its own followers, and is looked at for ten minutes",
}
"""Task that asks for each row -> why."""


def asked():
    """Return the queries of the first run of each task of beat, and of a second one."""
    found = {}
    for name, entry in celery.timetable().items():
        for run in ("first", "second"):
            with CaptureQueriesContext(connection) as queries:
                celery.app.tasks[entry["task"]].apply(throw=True)
            found[name, run] = len(queries)
    return found


@pytest.fixture(autouse=True)
def one_slice(monkeypatch):
    """Read at once what is read in slices, or more rows are more slices."""
    monkeypatch.setattr(reminders, "SLICE", 500)


@pytest.mark.django_db
def test_many_rows_are_no_more_queries_of_a_task(cast):
    furnished(cast, FEW)
    few = asked()
    furnished(cast, MANY)
    many = asked()
    grown = {name for name, _run in few if any(many[name, run] > few[name, run] for run in ("first", "second"))}
    assert grown == set(EACH_ALONE)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("competitions-remind", lambda there: fixed_soon(there["league"])),
        ("delivery-tell", lambda there: to_move(there["player"])),
    ],
)
def test_people_who_wait_are_no_more_queries(cast, django_capture_on_commit_callbacks, name, change):
    """Fixtures that begin within a day, and moves of correspondence, which are looked at again and again."""
    task = celery.app.tasks[celery.timetable()[name]["task"]]
    counts = []
    for many in (FEW, MANY):
        there = furnished(cast, many)
        with django_capture_on_commit_callbacks(execute=True):
            task.apply(throw=True)  # draws and titles
        assert change(there) >= many
        for _run in range(2):
            with CaptureQueriesContext(connection) as queries, django_capture_on_commit_callbacks(execute=True):
                task.apply(throw=True)
            counts.append(len(queries))
    first, second, *after = counts
    assert after[0] <= first and after[1] <= second


def fixed_soon(league):
    """Let the fixtures of the league begin in an hour."""
    rows = Fixture.objects.filter(tie__round__stage__competition=league, status__in=("pending", "open"))
    return rows.update(kick_off_at=timezone.now() + timedelta(hours=1), fixed="agreed")


def to_move(player):
    """Let the clock of days run against everybody who plays with ``player``."""
    rows = Match.objects.filter(status="live", seats__user=player)
    long_ago = timezone.now() - timedelta(hours=1)
    return Match.objects.filter(pk__in=list(rows.values_list("pk", flat=True))).update(
        move_seconds=3 * 86400, home_since=long_ago, away_since=long_ago
    )
