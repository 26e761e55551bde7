"""kill -9 of the web process in the middle of matches: what was acknowledged is there, once, and play goes on."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
import uuid
from dataclasses import dataclass, field

import pytest
import websockets

from league.players.models import User
from matches.models import Match, MatchEvent
from tests.live.sockets import Table, cookie_of, sit
from tests.matches.table import bot, check_log, duel
from tests.server import Web
from tests.sizes import size

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.faults]

KILLS = size(3, 50)


def web() -> Web:
    """The server of the platform, which also knows the tests' small game."""
    process = Web()
    process.command = [part.replace("deploy.asgi:", "tests.live.application:") for part in process.command]
    assert any("tests.live.application:" in part for part in process.command)
    return process


@dataclass
class Player:
    """A client as ours is: it keeps its pending move over a cut and sends it again under the same id."""

    match: Match
    cookie: str
    acknowledged: dict[str, int] = field(default_factory=dict)
    seen: dict[int, str] = field(default_factory=dict)
    pending: dict | None = None
    v: int | None = None
    cuts: int = 0
    stop: bool = False

    async def play(self, port: int) -> None:
        while not self.stop:
            try:
                async with sit(port, self.match, self.cookie, self.v) as table:
                    table.v = -1 if self.v is None else self.v
                    if self.pending:
                        await table.say(**self.pending)
                    while not self.stop:
                        with contextlib.suppress(TimeoutError):
                            await self.one(table)
            except (OSError, websockets.WebSocketException):
                self.cuts += 1
                await asyncio.sleep(random.uniform(0.05, 0.2))

    async def one(self, table: Table) -> None:
        frame = await table.read(0.5)
        if frame["t"] in ("full", "step"):
            self.v = table.v
        if frame["t"] == "step":
            self.seen[frame["v"]] = str(frame["lines"])
        if self.pending and frame.get("id") == self.pending["id"]:
            assert frame["t"] == "ack" or frame.get("code") == "busy", frame
            if frame["t"] == "ack":
                self.acknowledged[frame["id"]] = frame["v"]
                self.pending = None
            else:
                await asyncio.sleep(0.05)
                await table.say(**self.pending)
        if not self.pending and table.state.get("choices") and table.v == self.v:
            # A move is chosen for the position on the screen; one that is in the log already has been acknowledged.
            if self.acknowledged and self.v < max(self.acknowledged.values()):
                return
            await asyncio.sleep(0.002)
            move = table.state["choices"][0]["move"]
            self.pending = {"t": "move", "id": str(uuid.uuid4()), "v": self.v, "moves": [move]}
            await table.say(**self.pending)


async def kill_often(server: Web, watch: list[float]) -> None:
    for _ in range(KILLS):
        await asyncio.sleep(random.uniform(0.3, 1.5))
        server.kill()
        began = time.monotonic()
        await asyncio.to_thread(server.start)
        watch.append(time.monotonic() - began)


def test_every_acknowledged_move_survives(db):
    people = [User.objects.create(kind="guest", nickname=f"player{n}") for n in range(6)]
    games = [duel(people[n], people[n + 1], options={"kicks": 100000}) for n in (0, 2, 4)]
    players = [Player(games[n // 2], cookie_of(person)) for n, person in enumerate(people)]
    server = web()
    server.start()
    restarts: list[float] = []

    async def scenario() -> None:
        tasks = [asyncio.create_task(player.play(server.port)) for player in players]
        while not all(player.acknowledged for player in players):
            await asyncio.sleep(0.1)
        await kill_often(server, restarts)
        await asyncio.sleep(2)
        for player in players:
            player.stop = True
        await asyncio.wait_for(asyncio.gather(*tasks), 20)

    try:
        asyncio.run(asyncio.wait_for(scenario(), 60 + 20 * KILLS))
    finally:
        server.stop()
    total = 0
    for number, match in enumerate(games):
        check_log(match.id)
        log = {str(row.client_id): row.seq for row in MatchEvent.objects.filter(match=match)}
        for player in players[2 * number : 2 * number + 2]:
            assert player.acknowledged, "nobody moved: the test shows nothing"
            assert player.cuts >= KILLS
            for client_id, v in player.acknowledged.items():
                assert log.get(client_id) == v
            total += len(player.acknowledged)
    print(f"{KILLS} kills, {total} acknowledged moves, none lost; back in {max(restarts):.1f} s at most")


def test_bots_play_on_after_a_restart(db):
    match = duel(bot(), bot(), options={"kicks": 100000}, bot_seconds=0.01)
    server = web()
    server.start()
    try:
        for _ in range(size(2, 10)):
            _grows(match)
            server.kill()
            server.start()
        _grows(match)
    finally:
        server.stop()
    check_log(match.id)


def _grows(match: Match) -> None:
    """The bots move within ten seconds."""
    before, end = Match.objects.get(pk=match.pk).version, time.monotonic() + 10
    while Match.objects.get(pk=match.pk).version < before + 3:
        assert time.monotonic() < end, "the bots stand still"
        time.sleep(0.05)
