"""A match whose stored position cannot be read: everybody is told, nothing waits for ever, nobody else waits for it."""

import asyncio
import json
import uuid
from datetime import timedelta

import pytest
import websockets
from django.test import Client
from django.utils import timezone

import engines
from matches.live import moves as play
from matches.live.commands import command
from matches.live.running import hall
from matches.models import Match, MatchCommand
from matches.store.timing import utcnow
from matches.upkeep import sweeper
from tests.live.sockets import cookie_of, serving
from tests.matches.table import check_log, duel, kick, run, start
from tests.matches.test_rulings import outcome_of, sweep

pytestmark = pytest.mark.django_db(transaction=True)
SENTENCE = "The stored position of this match cannot be read"


def damaged(cast, *, rules=0):
    """A live match whose position is no position; ``rules``: begun under that many versions more."""
    match = duel(cast.anna, cast.bruno)
    run(lambda: start(match))
    version = engines.get("duel").rules_version + rules
    Match.objects.filter(id=match.id).update(snapshot={"of": "another release"}, rules_version=version)
    return match


def test_a_move_is_refused_with_the_reason(cast):
    match = damaged(cast, rules=1)
    outcome = run(lambda: kick(match, 0, seat="home"))
    assert (outcome.kind, outcome.code, outcome.v) == ("refused", "unreadable", 0)
    assert outcome.reason.startswith(SENTENCE) and "under rules 2, not 1" in outcome.reason
    resigned = run(lambda: play.resign(match_id=match.id, seat="home", client_id=uuid.uuid4()))
    assert resigned.code == "unreadable"


def test_decisions_on_it_are_refused_and_hold_up_no_other(cast, monkeypatch):
    monkeypatch.setattr(sweeper, "BATCH", 1)
    match, other = damaged(cast), duel(cast.anna, cast.bruno)
    run(lambda: start(other))
    hopeless = [command(match.id, kind, {"reason": "go on"}) for kind in ("message", "pause")]
    later = command(other.id, "pause", {"reason": "a look at the board"})
    run(sweep)
    run(sweep)
    assert outcome_of(later) == "applied"
    assert all(outcome_of(row).startswith(SENTENCE) for row in hopeless)


def test_a_decision_under_newer_rules_waits_a_minute_for_a_newer_release(cast):
    match = damaged(cast, rules=1)
    waits = command(match.id, "pause", {"reason": "a look at the board"})
    run(sweep)
    waits.refresh_from_db()
    assert waits.applied_at is None
    MatchCommand.objects.filter(id=waits.id).update(created_at=timezone.now() - timedelta(minutes=2))
    run(sweep)
    assert "under rules 2, not 1" in outcome_of(waits)


def test_its_deadlines_hold_up_no_other(cast, monkeypatch, caplog):
    monkeypatch.setattr(sweeper, "BATCH", 1)
    match, other = damaged(cast), duel(cast.anna, cast.bruno, move_seconds=30)
    run(lambda: start(other))
    Match.objects.filter(id=match.id).update(deadline_at=timezone.now() - timedelta(hours=1))

    async def sweeps():
        hall().now = lambda: utcnow() + timedelta(seconds=35)
        async with hall().connection() as link:  # time jumps here, but nobody was out
            await link.execute("UPDATE matches_heartbeat SET at = %s", (hall().now(),))
        one = sweeper.Sweeper(hall())
        for _ in range(3):
            await one.sweep()

    run(sweeps)
    assert check_log(other.id).version == 1, "its time-out was called"
    assert sum(SENTENCE in record.getMessage() for record in caplog.records) == 1, "not once a sweep"


def test_a_player_at_the_table_is_told(cast):
    match = damaged(cast)

    cookie = cookie_of(cast.anna)

    async def scenario(port):
        url, headers = f"ws://127.0.0.1:{port}/ws/matches/{match.id}/", {"Cookie": cookie}
        async with websockets.connect(url, additional_headers=headers, origin=f"http://127.0.0.1:{port}") as line:
            return [json.loads(await line.recv()) for _ in range(2)]

    with serving() as port:
        told, bye = asyncio.run(scenario(port))
    assert (told["t"], told["code"]) == ("error", "unreadable") and told["reason"].startswith(SENTENCE)
    assert bye["t"] == "bye"


def test_its_pages_and_lists_open(cast):
    match = damaged(cast)
    client = Client()
    client.force_login(cast.anna, backend="django.contrib.auth.backends.ModelBackend")
    page = client.get(f"/matches/{match.id}/")
    assert page.status_code == 200 and "cannot be read" in page.content.decode()
    body = {"id": str(uuid.uuid4()), "v": 0, "moves": [{"type": "kick"}]}
    answer = client.post(f"/api/v1/matches/{match.id}/moves/", body, content_type="application/json")
    assert answer.status_code == 409 and answer.json()["code"] == "unreadable"
    assert client.get(f"/api/v1/matches/{match.id}/").status_code == 200
