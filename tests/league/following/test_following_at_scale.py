"""The page of what somebody follows reads what is followed, not the whole site."""

from __future__ import annotations

import pytest
from django.utils import timezone

from league.competitions.models import Fixture, ResultEntry
from league.competitions.verbs import entries, rounds
from league.following import verbs
from tests.explained import explained, short
from tests.league.builders import competition, running
from tests.multiplied import as_if_larger, multiply_cup
from tests.planned import vacuum

BACKEND = "django.contrib.auth.backends.ModelBackend"
OTHERS = 3000
MOST_BUFFERS = 100


def played(cup):
    """Give every fixture of ``cup`` a result."""
    for number, fixture in enumerate(Fixture.objects.filter(tie__round__stage__competition=cup), start=1000):
        Fixture.objects.filter(pk=fixture.pk).update(status="played", home_goals=2, away_goals=1)
        ResultEntry.objects.create(
            competition=cup, position=number, fixture=fixture, kind="result", home_goals=2, at=timezone.now()
        )


@pytest.fixture
def there(cast):
    """Anna's old result and next fixture, a cup's old result, and thousands of other cups since."""
    vacuum()
    old = competition(cast.organiser)
    for player in (cast.anna, cast.bruno):
        entries.enter(competition=old, player=player)
    played(rounds.start(competition=old, by=cast.organiser))
    coming = competition(cast.organiser)
    for player in (cast.anna, cast.referee):
        entries.enter(competition=coming, player=player)
    rounds.start(competition=coming, by=cast.organiser)
    cup = running(cast.organiser, entrants=2)
    played(cup)
    other = running(cast.organiser, entrants=2)
    played(other)
    multiply_cup(OTHERS, other)
    verbs.follow(user=cast.stranger, player=cast.anna)
    verbs.follow(user=cast.stranger, competition=cup)
    return old, coming, cup


def test_the_page_reads_what_is_followed(client, cast, there):
    old, coming, cup = there
    client.force_login(cast.stranger, backend=BACKEND)
    page = client.get("/matches/?show=followed")
    near = [row.tie.round.stage.competition for row in (*page.context["next"], *page.context["results"])]
    assert {*near, *(group.competition for group in page.context["groups"])} == {cup, old, coming}
    as_if_larger()
    plans = explained(lambda: client.get("/matches/?show=followed"))
    over = [(plan.buffers, short(plan.sql)) for plan in plans if plan.buffers > MOST_BUFFERS]
    assert not over, over
