"""The pages of a season's accidents and of its end ask the database the same number of questions, however many play."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.competitions.models import ResultEntry
from league.competitions.verbs import rulings
from league.players.words.zones import known_zone
from league.seasons.verbs import leaves, official, renewals, substitutes
from league.seasons.verbs.substitutes import Successor
from tests.league.builders import running
from tests.league.tables import play_out

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"
FEW, MANY = 3, 7


def accidents(cast, size):
    """A league in which everybody but the last has taken leave and one was replaced: page -> its path."""
    row = running(cast.organiser, "league", entrants=size, settings={"times": 1})
    yes, today = rulings.Consent(confirmed=True), timezone.localdate(timezone=known_zone(row.time_zone))
    first, *others, _last = row.entrants.order_by("seed")
    substitutes.substitute(entrant=first, by=cast.organiser, successor=Successor(name="Zora"), consent=yes)
    leaves.allow(competition=row, days=9, by=cast.organiser)
    for one in others:
        leaves.take(entrant=one, first=today, last=today + timedelta(days=2), by=cast.organiser)
    here = f"/competitions/{row.slug}/"
    return {
        "inactive": f"{here}console/inactive/",
        "leave": f"{here}leave/",
        "substitute": f"{here}entrants/{others[0].pk}/substitute/",
    }


def ends(cast, size):
    """A league that is over, official and has a next season: page -> its path."""
    row = running(cast.organiser, "league", entrants=size, settings={"times": 1})
    play_out(row)
    ResultEntry.objects.filter(competition=row).update(at=timezone.now() - timedelta(days=30))
    official.make_official(competition=row, by=cast.organiser)
    after = renewals.next_season(competition=row, by=cast.organiser)
    here = f"/competitions/{row.slug}/"
    return {
        "end": f"{here}end/",
        "certificates": f"{here}certificates/?all",
        "archive": f"/archive/{row.pk}/",
        "answers": f"/competitions/{after.slug}/console/answers/",
        "in or out": f"/in-or-out/{after.asking.renewals.first().key}/",
    }


def asked(client, path):
    """Count the queries of a page."""
    with CaptureQueriesContext(connection) as said:
        assert client.get(path).status_code == 200, path
    return len(said)


@pytest.mark.parametrize("made", [accidents, ends])
def test_pages_ask_the_same_however_many_play(cast, made):
    client = Client()
    client.force_login(cast.organiser, backend=BACKEND)
    few, many = made(cast, FEW), made(cast, MANY)
    asked(client, next(iter(few.values())))  # what is asked once in a process
    found = {page: (asked(client, few[page]), asked(client, many[page])) for page in few}
    assert {page: counts for page, counts in found.items() if counts[0] != counts[1] or counts[1] > 40} == {}
