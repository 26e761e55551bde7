"""A soak: two hundred rooms of all five games for half an hour, at the pace at which people play a matchday.

Memory, descriptors, threads, coroutines and database connections must not grow, every acknowledged move must be in its
log, nothing may be refused, and neither clock nor delay may creep away. What is finished makes room for the next match
of the same two, so that what a match leaves behind would add up. ``TABELLONE_SOAK`` is its length in minutes.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import uuid

import pytest

import engines
from league.players.models import User
from matches.models import Match, Outbox
from matches.verbs.opening import Opening, Sitter, open_matches
from tests.benchmarks.driver import cpu_seconds, server
from tests.live.soak import Reading, Soak, nothing_lost, read
from tests.live.sockets import cookie_of
from tests.matches.table import check_log
from tests.server import Workers

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

MINUTES = float(os.environ.get("TABELLONE_SOAK", "30"))
ROOMS = int(os.environ.get("TABELLONE_SOAK_ROOMS", "200"))
PACE = float(os.environ.get("TABELLONE_SOAK_PACE", "10"))
"""Seconds between two moves of a room, in the mean."""
STOCK = 2 + round(MINUTES * 60 / PACE / 40)
"""Matches of a room: no game is over within forty moves."""
READINGS = 60
GROWTH = 0.05
"""By how much the second half may exceed the first, beside its noise."""


def rooms() -> list[tuple[list[Match], tuple[str, str]]]:
    """The matches of each room, and the cookies of its two."""
    games = [slug for slug in engines.games() if slug != "duel"]
    found = []
    for number in range(ROOMS):
        home, away = (User.objects.create(kind="guest", nickname=uuid.uuid4().hex[:12]) for _ in range(2))
        game = games[number % len(games)]
        opening = {"game": game, "home": Sitter(user=home), "away": Sitter(user=away), "move_seconds": 600}
        matches = list(Match.objects.filter(pk__in=open_matches([Opening(**opening) for _ in range(STOCK)])))
        found.append((matches, (cookie_of(home), cookie_of(away))))
    return found


def test_half_an_hour_of_two_hundred_rooms(db, capsys):
    seated = rooms()
    web, workers, readings = server("application"), Workers(), []
    web.start()
    workers.start()
    soak = Soak(web.port, PACE)
    assert web.child
    began = cpu_seconds(web.child.pid)

    async def scenario() -> None:
        async with asyncio.timeout(MINUTES * 60 + 300), asyncio.TaskGroup() as group:
            for number, (matches, cookies) in enumerate(seated):
                group.create_task(soak.room(number, iter(matches), cookies))
            for number in range(1, READINGS + 1):
                await asyncio.sleep(MINUTES * 60 / READINGS)
                readings.append(await asyncio.to_thread(read, web, number * MINUTES * 60 / READINGS))
                with capsys.disabled():
                    print(f"\n{readings[-1].told()}; {soak.sent} moves, {len(soak.ended)} matches over", end="")
            soak.stopping.set()

    try:
        asyncio.run(scenario())
        spent = cpu_seconds(web.child.pid) - began
    finally:
        workers.stop()
        web.stop()
    total = nothing_lost(soak.acknowledged)
    for match in [*soak.ended][:20]:
        check_log(match)
    with capsys.disabled():
        print("\n" + told(soak, total, spent))
    assert not soak.wrong, soak.wrong[:5]
    assert total == soak.sent, "every move that was sent was acknowledged"
    assert not Outbox.objects.filter(taken_at__isnull=True, tries__gt=0).exists(), "every result was collected"
    level(readings)
    early, late = (statistics.median(drift for at, drift in soak.drifts if keep(at)) for keep in halves())
    assert abs(late - early) < 0.1, "the clock in the frames creeps away"


def halves():
    """Which moments belong to the first half, which to the second."""
    middle = MINUTES * 30
    return (lambda at: at < middle), (lambda at: at >= middle)


def level(readings: list[Reading]) -> None:
    """Assert that nothing grows: the second half of the time beside the first, whose beginning is left out."""
    warm = readings[len(readings) // 6 :]
    first, second = warm[: len(warm) // 2], warm[len(warm) // 2 :]
    for what in ("rss", "files", "threads", "tasks", "sockets", "links"):
        was, now = ([getattr(reading, what) for reading in part] for part in (first, second))
        allowed = statistics.median(was) * (1 + GROWTH) + (max(was) - min(was)) / 2
        assert statistics.median(now) <= allowed, f"{what} grew from {was} to {now}"
    assert all(reading.sockets <= 2 * ROOMS for reading in readings), "no ghost sits at a table"


def told(soak: Soak, total: int, spent: float) -> str:
    """The figures of the run."""
    lines = [
        f"{ROOMS} rooms, {2 * ROOMS} sockets, {MINUTES:g} minutes, a move a room every {PACE:g} s: {total} moves "
        f"({total / MINUTES / 60:.1f} a second), none lost, {len(soak.ended)} matches over, {len(soak.wrong)} refused, "
        f"{soak.returns} times come again, "
        f"{100 * spent / MINUTES / 60:.1f}% of a core"
    ]
    for name, keep in zip(("first half", "second half"), halves(), strict=True):
        waits = sorted(wait for at, wait in soak.latencies if keep(at))
        drift = statistics.median(drift for at, drift in soak.drifts if keep(at))
        p50, p95, p99 = (waits[int(len(waits) * part)] * 1000 for part in (0.5, 0.95, 0.99))
        lines.append(
            f"{name}: the other seat sees a move after p50 {p50:.0f}, p95 {p95:.0f}, p99 {p99:.0f}, at most "
            f"{waits[-1] * 1000:.0f} ms; its clock lies {1000 * drift:.0f} ms behind (load {os.getloadavg()[0]:.1f})"
        )
    return "\n".join(lines)
