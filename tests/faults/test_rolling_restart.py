"""Every process restarted in turn during play, behind nginx with the shipped file: nothing is lost, play goes on."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from pathlib import Path

import pytest

from deploy.stores import free_port
from league.players.models import User
from matches.models import Outbox
from tests.faults.nginx import NGINX, Waiting, plain_nginx, told
from tests.live.players import all_there
from tests.live.sockets import cookie_of
from tests.matches.table import duel
from tests.server import Web, Workers
from tests.sizes import size

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.faults]
ROUNDS = size(1, 5)


@pytest.fixture
def folder():
    place = Path(tempfile.mkdtemp(prefix="tabellone-rolling-", dir="/tmp"))
    place.chmod(0o755)
    yield place
    shutil.rmtree(place, ignore_errors=True)


def test_web_and_worker_are_restarted_one_after_the_other(db, folder):
    if not Path(NGINX).exists():
        pytest.skip("nginx is not installed (Debian: apt install nginx-light)")
    people = [User.objects.create(kind="guest", nickname=f"player{n}") for n in range(4)]
    games = [duel(people[n], people[n + 1], options={"kicks": 100000}) for n in range(0, 4, 2)]
    ending = duel(*people[:2], options={"kicks": 5})
    players = [Waiting(games[n // 2], cookie_of(person)) for n, person in enumerate(people)]
    short = [Waiting(ending, cookie_of(person)) for person in people[:2]]
    webs, workers, port = [Web(), Web()], [Workers(app="tests.faults.dueling") for _ in range(2)], free_port()
    proxy = plain_nginx(folder, port, webs)
    for web in webs:
        web.command = [part.replace("deploy.asgi:", "tests.live.application:") for part in web.command]
        web.start()
    workers[0].start()
    proxy.start()

    def roll() -> None:
        """As ``docs/upgrading.md`` says: a second worker and beat, each web process, then the first two end."""
        workers[1].worker.start()
        workers[1].beat.start()
        for one in webs:
            one.stop()
            one.start()
        workers[0].beat.stop()
        workers[0].worker.stop()

    async def scenario() -> None:
        tasks = [asyncio.create_task(player.play(port)) for player in players]
        async with asyncio.timeout(200):
            while not all(player.acknowledged for player in players):
                await asyncio.sleep(0.1)
        last = [asyncio.create_task(player.play(port)) for player in short]  # a result in the middle of it
        for number in range(ROUNDS):
            await asyncio.to_thread(roll)
            if number + 1 < ROUNDS:
                workers.reverse()
        before = [len(player.acknowledged) for player in players]
        async with asyncio.timeout(200):
            while not all(len(player.acknowledged) > was for player, was in zip(players, before, strict=True)):
                await asyncio.sleep(0.1)
            while not await Outbox.objects.filter(match=ending, taken_at__isnull=False).aexists():
                await asyncio.sleep(0.2)
        for player in (*players, *short):
            player.stop = True
        await asyncio.wait_for(asyncio.gather(*tasks, *last), 60)

    try:
        asyncio.run(asyncio.wait_for(scenario(), 500))
    finally:
        for process in (proxy, *webs, *workers):
            process.stop()
    total = sum(all_there(match, *players[2 * n : 2 * n + 2]) for n, match in enumerate(games))
    assert sum(player.cuts for player in players) >= len(players), "each table was moved at least once"
    print(f"{2 * ROUNDS} restarts, {total} acknowledged moves, none lost; {told((*players, *short))}")
