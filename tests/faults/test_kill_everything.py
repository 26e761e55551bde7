"""kill -9 of the web process and of the Celery worker while a cup is played: every result counts, and counts once."""

from __future__ import annotations

import random
import time

import pytest

from league.competitions.models import Competition, Fixture, ResultEntry, Tie
from league.competitions.verbs import entries, rounds
from matches.models import MatchEvent, Outbox
from tests.faults.records import tell
from tests.league.builders import competition
from tests.matches.table import check_log
from tests.server import Web, Workers
from tests.sizes import size

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.faults]

KILLS = size(3, 20)


def moves_of(cup: Competition) -> int:
    return MatchEvent.objects.filter(match__fixture__tie__round__stage__competition=cup).count()


def wait_until(condition, seconds: float, what: str) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"{what} did not come about within {seconds} s"
        time.sleep(0.1)


def test_a_cup_of_bots_survives_them_all(cast):
    settings = {"legs": 2, "third_place": True}
    cup = competition(cast.organiser, places=4, settings=settings, options={"half_turns": 30}, bot_seconds=0.02)
    entries.add_bots(competition=cup, by=cast.organiser)
    rounds.start(competition=cup, by=cast.organiser)
    web, workers = Web(), Workers()
    web.start()
    workers.start()
    chance = random.Random(7)
    try:
        for number in range(KILLS):
            before = moves_of(cup)
            wait_until(lambda seen=before: moves_of(cup) > seen + 20 or finished(cup), 120, "play")
            time.sleep(chance.uniform(0, 0.5))
            if number % 3 != 1:
                web.kill()
            if number % 3 != 0:
                workers.worker.kill()
                workers.worker.start()
            if number % 3 != 1:
                web.start()
        wait_until(lambda: finished(cup), 240, "the champion")
    finally:
        workers.stop()
        web.stop()
    cup.refresh_from_db()
    assert cup.champion is not None
    played = Fixture.objects.filter(tie__round__stage__competition=cup)
    assert played.count() == 8
    for fixture in played:
        match = check_log(fixture.match_id)
        assert match.status == "finished" and match.result["source"] == "play"
        result_entry = ResultEntry.objects.get(competition=cup, match_id=match.pk)
        assert (result_entry.home_goals, result_entry.away_goals) == (
            match.result["score"]["home"],
            match.result["score"]["away"],
        )
    assert ResultEntry.objects.filter(competition=cup).count() == 8
    assert not Outbox.objects.filter(taken_at__isnull=True, match__fixture__in=played).exists()
    assert Tie.objects.get(round__stage__competition=cup, kind="final").winner == cup.champion
    tell("everything_killed", tried=KILLS)


def finished(cup: Competition) -> bool:
    return Competition.objects.get(pk=cup.pk).status == Competition.Status.FINISHED
