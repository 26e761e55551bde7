"""The database's disk is full during play: moves are refused as busy, none acknowledged is lost, play goes on.

The disk is a small tmpfs of its own, which only root can mount. The supervisor's own loop tends the database.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import psycopg
import pytest

from deploy import processes
from deploy.plan import Plan
from deploy.stores import Stores
from deploy.supervisor import Supervisor
from tests.faults.household import public_folder
from tests.faults.records import tell
from tests.live.players import Player
from tests.seed import sow
from tests.server import Process, Web, printed

pytestmark = [pytest.mark.faults]

MEGABYTES = 420
SEATED = """
import json, django, sys
import tests.live.application
from tests.live.sockets import cookie_of
from tests.matches.table import duel
from league.players.models import User
people = [User.objects.create(kind="guest", nickname=name) for name in ("one", "two")]
match = duel(*people, options={"kicks": 100000}, move_seconds=600)
print(json.dumps([str(match.pk), *(cookie_of(person) for person in people)]))
"""


LEAGUE = """
import json, django
django.setup()
from tests.cast import Cast
from tests.league.builders import running
from tests.league.tables import finish, open_fixtures
league = running(Cast.make().organiser, "league", 8)
for number, fixture in enumerate(open_fixtures(league)):
    finish(fixture.match, number % 3, 1)
print(json.dumps(str(league.pk)))
"""
"""A league of eight; the results of its first matchdays wait to be taken."""
PLAY_ON = """
import django, sys
django.setup()
from league.competitions.models import Competition
from tests.league.tables import finish, open_fixtures
for fixture in open_fixtures(Competition.objects.get(pk=sys.argv[1])):
    finish(fixture.match, 2, 1)
"""
TAKEN_ONCE = """
import json, django, sys
django.setup()
from django.db.models import Count
from league.competitions.derivation.recompute import recompute
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Group, ResultEntry
league = Competition.objects.get(pk=sys.argv[1])
def kept():
    return list(Group.objects.filter(stage__competition=league).order_by("pk").values_list("table", flat=True))
before = kept()
with locked(league.pk) as row:
    recompute(row)
entries = ResultEntry.objects.filter(competition=league)
twice = entries.values("match_id").annotate(times=Count("pk")).filter(times__gt=1).count()
print(json.dumps({"results": entries.count(), "twice": twice, "same": kept() == before}))
"""


@contextlib.contextmanager
def small_disk(megabytes: int):
    """A folder on a disk of its own."""
    if os.geteuid() != 0:
        pytest.skip("only root can mount a small disk")
    folder = public_folder()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=755", "tmpfs", folder], check=False
    )
    if mounted.returncode:
        folder.rmdir()
        pytest.skip("this machine lets nobody mount a disk")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)
        folder.rmdir()


@pytest.fixture
def disk():
    with small_disk(MEGABYTES) as folder:
        yield folder


class Refused(Player):
    """A player who counts refusals."""

    busy = 0

    async def one(self, table):
        await super().one(table)
        if table.frames and table.frames[-1].get("code") == "busy":
            self.busy += 1


@contextlib.contextmanager
def tended(stores):
    """The supervisor's loop around a database that dies."""
    plan = Plan(stores.folder, 1, None, False, "", "")
    supervisor, ended = Supervisor(plan), threading.Event()
    supervisor.stores = stores

    def tend():
        while not ended.wait(0.25):
            supervisor._tend()

    thread = threading.Thread(target=tend)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def fill(folder: Path, url: str) -> None:
    """Take all room, and let the log of the database need a new file: it must refuse, or even die."""
    with contextlib.suppress(OSError), (folder / "filler").open("wb", buffering=0) as filler:
        while True:
            filler.write(b"x" * 65536)
    for _ in range(40):
        with contextlib.suppress(psycopg.Error), psycopg.connect(url, autocommit=True, connect_timeout=3) as link:
            link.execute("SELECT pg_switch_wal()")
            link.execute("SELECT pg_logical_emit_message(true, 'fill', repeat('x', 1000000))")
            continue
        return
    raise AssertionError("the database did not notice that its disk is full")


@contextlib.contextmanager
def told_by(log: Path):
    """Print the end of the database's log if what happens beside it fails."""
    try:
        yield
    except BaseException:
        print(log.read_text(errors="replace")[-6000:])
        raise


def test_a_full_disk_loses_nothing_and_play_goes_on(disk):
    sow(disk)
    stores = Stores(disk)
    stores.start()
    around = surroundings_of(stores)
    match_id, *cookies = json.loads(printed(["-c", SEATED], around))
    players = [Refused(SimpleNamespace(pk=match_id), cookie) for cookie in cookies]
    web = Web(around=around)
    web.command = [part.replace("deploy.asgi:", "tests.live.application:") for part in web.command]
    web.start()

    async def scenario() -> tuple[float, float]:
        tasks = [asyncio.create_task(player.play(web.port)) for player in players]
        async with asyncio.timeout(120):
            while not all(len(player.acknowledged) > 5 for player in players):
                await asyncio.sleep(0.1)
            await asyncio.to_thread(fill, disk, stores.database_url)
            while not any(player.busy for player in players):
                await asyncio.sleep(0.1)
        full, before = time.monotonic(), sum(len(player.acknowledged) for player in players)
        await asyncio.sleep(5)
        (disk / "filler").unlink()
        freed = time.monotonic()
        async with asyncio.timeout(120):
            while sum(len(player.acknowledged) for player in players) < before + 4:
                await asyncio.sleep(0.05)
        back = time.monotonic()
        for player in players:
            player.stop = True
        await asyncio.wait_for(asyncio.gather(*tasks), 60)
        return freed - full, back - freed

    try:
        with tended(stores), told_by(stores.folder / "postgres.log"):
            was_full, back = asyncio.run(asyncio.wait_for(scenario(), 400))
            with psycopg.connect(stores.database_url) as link:
                rows = link.execute(
                    "SELECT client_id::text, seq FROM matches_matchevent WHERE match_id = %s", [match_id]
                )
                log = dict(rows.fetchall())
    finally:
        web.stop()
        stores.stop()
    acknowledged = {key: v for player in players for key, v in player.acknowledged.items()}
    assert acknowledged and {key: log.get(key) for key in acknowledged} == acknowledged
    assert sorted(log.values()) == list(range(1, len(log) + 1)), "no gap, nothing twice"
    busy = sum(player.busy for player in players)
    print(f"full for {was_full:.1f} s: {busy} moves refused as busy; {len(acknowledged)} acknowledged, none lost")
    tell("disk_full", tried=1, moves=len(acknowledged), seconds=[back])
    print(f"play went on {back:.1f} s after there was room")


def test_results_are_taken_once_when_there_is_room_again(disk):
    sow(disk)
    stores = Stores(disk)
    stores.start()
    around = surroundings_of(stores)
    league = json.loads(printed(["-c", LEAGUE], around))
    worker = Process(processes.worker(), processes.surroundings("worker", around))
    beat = Process(processes.beat(), processes.surroundings("beat", around))
    waiting = "SELECT count(*) FROM matches_outbox WHERE taken_at IS NULL"

    def left() -> int:
        try:
            with psycopg.connect(stores.database_url, connect_timeout=3) as link:
                return link.execute(waiting).fetchone()[0]
        except psycopg.OperationalError:  # it is being started anew
            return -1

    def wait_until_taken() -> None:
        deadline = time.monotonic() + 180
        while left() != 0:
            assert time.monotonic() < deadline, f"{left()} results wait"
            time.sleep(0.2)

    try:
        with tended(stores), told_by(stores.folder / "postgres.log"):
            assert left() > 0
            fill(disk, stores.database_url)
            worker.start()
            beat.start()
            time.sleep(8)  # several turns of the task that takes results
            (disk / "filler").unlink()
            wait_until_taken()
            printed(["-c", PLAY_ON, league], around)
            wait_until_taken()
            found = json.loads(printed(["-c", TAKEN_ONCE, league], around))
    finally:
        beat.stop()
        worker.stop()
        stores.stop()
    assert found["results"] > 0
    assert (found["twice"], found["same"]) == (0, True)


def surroundings_of(stores: Stores) -> dict[str, str]:
    """The environment of a process on that database."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    extra = {"DATABASE_URL": stores.database_url, "VALKEY_URL": stores.valkey_url}
    return {
        **os.environ,
        "DATABASE_POOL": "0",
        "LOG_LEVEL": "ERROR",
        "DJANGO_SETTINGS_MODULE": "deploy.settings",
        **extra,
    }
