"""How long the writing of competitions takes with the database: one result, a big round, a page of sixty-four."""

from __future__ import annotations

import time

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.competitions.book import open_book
from league.competitions.derive import derive
from league.competitions.locks import locked
from league.competitions.recompute import recompute
from league.competitions.verbs.rounds import open_round
from matches.models import Match
from tests.league.builders import running
from tests.league.tables import play_out

pytestmark = pytest.mark.bench


def best_of(count, what):
    """The least CPU time of ``count`` runs in milliseconds; the database's own work is not in it."""
    times = []
    for _run in range(count):
        begin = time.process_time()
        what()
        times.append((time.process_time() - begin) * 1000)
    return min(times)


def test_a_result_in_a_league_of_twenty(cast):
    cup = running(cast.organiser, "league", entrants=20)
    play_out(cup, until=150)

    def again():
        with locked(cup.id) as row:
            recompute(row)

    took, reading = best_of(7, again), best_of(7, lambda: derive(open_book(cup)))
    print(
        f"a 20-team league recomputed with its database: {took:.0f} ms of CPU, {reading:.0f} of it to read and derive"
    )
    assert took < 150


def test_opening_a_round_of_512_fixtures(cast):
    cup = running(cast.organiser, "cup", entrants=1024, advance="click")
    begin = time.process_time()
    with CaptureQueriesContext(connection) as asked:
        open_round(competition=cup, number=1, by=cast.organiser)
    took = time.process_time() - begin
    assert Match.objects.filter(status=Match.Status.WAITING).count() == 512
    print(f"a round of 512 fixtures opened: {took:.1f} s of CPU, {len(asked)} queries   (at most 5 s)")
    assert took <= 5


def test_a_page_of_64_entrants(cast, client):
    cup = running(cast.organiser, "cup", entrants=64)
    play_out(cup, until=40)
    path = f"/competitions/{cup.slug}/bracket/"
    client.get(path)
    took = best_of(7, lambda: client.get(path))
    with CaptureQueriesContext(connection) as asked:
        client.get(path)
    print(f"the bracket of 64 entrants: {took:.0f} ms of CPU, {len(asked)} queries")
    assert len(asked) <= 10
    assert took < 300
