"""A player's page and the list of sitemaps read a few matches of many."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from league.delivery.sitemaps import Competitions, Reports
from matches.models import Match, Seat
from matches.verbs.opening import Opening, Sitter, open_match
from tests.explained import explained, short
from tests.league.builders import competition
from tests.multiplied import as_if_larger, multiply

OTHERS = 20_000
MOST_BUFFERS = 500


@pytest.fixture
def played(cast):
    """Sixty matches of Anna's and twenty thousand of others since, all over."""
    ended = timezone.now() - timedelta(days=90)
    made = []
    for home, away in ((cast.anna, cast.bruno), (cast.referee, cast.organiser)):
        match = open_match(Opening(game="super_goal", home=Sitter(user=home), away=Sitter(user=away)))
        over = {"status": "finished", "result": {"winner": None, "score": {"home": 1, "away": 1}}, "snapshot": {}}
        Match.objects.filter(pk=match.pk).update(**over, started_at=ended, finished_at=ended)
        made.append(match)
    own, other = (
        (Match.objects.filter(pk=match.pk), Seat.objects.filter(match=match).order_by("pk")) for match in made
    )
    multiply(59, *own, finished_at="one.finished_at + n * interval '1 second'")
    multiply(OTHERS, *other, finished_at="one.finished_at + n * interval '1 minute'")


def too_many(work):
    plans = explained(work)
    assert plans
    return [(plan.buffers, short(plan.sql)) for plan in plans if plan.buffers > MOST_BUFFERS]


def test_a_players_page_reads_the_players_matches(client, cast, played):
    client.force_login(cast.anna, backend="django.contrib.auth.backends.ModelBackend")
    path = f"/players/{cast.anna.pk}/"
    last = Match.objects.filter(seats__user=cast.anna).order_by("-finished_at")[:10]
    shown = [re.findall(r"/matches/(.*?)/", line) for line in client.get(path).context["played"]]
    assert shown == [[str(match.pk)] for match in last]
    as_if_larger()
    found = too_many(lambda: client.get(path))
    assert not found, found


def test_the_last_change_of_the_sitemaps_is_read_from_an_index(cast, played):
    last = Match.objects.order_by("-finished_at").values_list("finished_at", flat=True)[0]
    assert Reports().get_latest_lastmod() == last
    found = too_many(lambda: Reports().get_latest_lastmod())
    assert not found, found


def test_a_competition_that_goes_on_leaves_the_sitemap_without_a_date(cast):
    assert Competitions().get_latest_lastmod() is None
    cups = [competition(cast.organiser) for _each in range(2)]
    ended = timezone.now()
    for number, cup in enumerate(cups):
        assert Competitions().get_latest_lastmod() is None
        type(cup).objects.filter(pk=cup.pk).update(status="finished", finished_at=ended + timedelta(hours=number))
    assert Competitions().get_latest_lastmod() == ended + timedelta(hours=1)
