"""A player's calendar reads the player's fixtures, not every competition."""

from __future__ import annotations

import pytest

from league.competitions.verbs import entries, rounds
from tests.explained import explained, short
from tests.league.builders import competition, running
from tests.multiplied import as_if_larger, multiply_cup

OTHERS = 3000
MOST_BUFFERS = 500


@pytest.mark.parametrize("signed_in", [False, True])
def test_a_calendar_reads_the_players_fixtures(client, cast, signed_in):
    shown, hidden, cancelled = (competition(cast.organiser) for _each in range(3))
    for cup in (shown, hidden, cancelled):
        for player in (cast.anna, cast.bruno):
            entries.enter(competition=cup, player=player)
        rounds.start(competition=cup, by=cast.organiser)
    type(hidden).objects.filter(pk=hidden.pk).update(name="Hidden cup", visibility="link")
    type(hidden).objects.filter(pk=cancelled.pk).update(name="Cancelled cup", status="cancelled")
    multiply_cup(OTHERS, running(cast.organiser, entrants=2))
    as_if_larger()
    if signed_in:
        client.force_login(cast.stranger, backend="django.contrib.auth.backends.ModelBackend")
    path = f"/players/{cast.anna.pk}/calendar.ics"
    events = client.get(path).content.decode()
    assert events.count("BEGIN:VEVENT") == 1
    assert "Saturday cup" in events and "Hidden cup" not in events and "Cancelled cup" not in events
    over = [
        (plan.buffers, short(plan.sql)) for plan in explained(lambda: client.get(path)) if plan.buffers > MOST_BUFFERS
    ]
    assert not over, over
