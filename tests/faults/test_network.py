"""The network fails under play: cut lines, acknowledgements that are lost, lines that are dead and do not say so."""

from __future__ import annotations

import asyncio
import random
import re
import time
import uuid

import pytest
import websockets

from deploy import processes
from deploy.environment import ROOT
from league.players.models import User
from matches.live.runtime import Runtime
from matches.models import MatchEvent
from tests.faults.proxy import Network, network
from tests.faults.records import tell
from tests.faults.test_kill import web
from tests.live.players import Player, all_there
from tests.live.sockets import cookie_of, serving, sit
from tests.matches.table import check_log, duel
from tests.sizes import size

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.faults]

CUTS = size(10, 200)
ACK = b'"t":"ack"'


class Forgetful(Player):
    """A client without the guard: it forgets its pending move when the line is cut."""

    def __setattr__(self, name, value):
        if name == "cuts":
            super().__setattr__("pending", None)
        super().__setattr__(name, value)


def table_of_two():
    people = [User.objects.create(kind="guest", nickname=uuid.uuid4().hex[:12]) for _ in range(2)]
    return duel(*people, options={"kicks": 100000}), [cookie_of(person) for person in people]


async def playing(players, line: Network, fail) -> None:
    """Let the players play over ``line`` while ``fail`` goes on, then half a minute at most until they move again."""
    tasks = [asyncio.create_task(player.play(line.port)) for player in players]
    while not all(player.acknowledged for player in players):
        await asyncio.sleep(0.05)
    await fail()
    before = [len(player.acknowledged) for player in players]
    async with asyncio.timeout(60):
        while not all(len(player.acknowledged) > was for player, was in zip(players, before, strict=True)):
            await asyncio.sleep(0.05)
    for player in players:
        player.stop = True
    await asyncio.wait_for(asyncio.gather(*tasks), 20)


def test_lines_that_are_cut_lose_no_move(db):
    match, cookies = table_of_two()
    players, chance = [Player(match, cookie) for cookie in cookies], random.Random(13)

    async def scenario(port: int) -> None:
        async with network(port) as line:

            async def fail() -> None:
                for number in range(CUTS):
                    while not all(player.there and player.cuts >= number for player in players):
                        await asyncio.sleep(0.01)
                    await asyncio.sleep(chance.uniform(0, 0.3))
                    line.cut()

            await playing(players, line, fail)

    with serving() as port:
        asyncio.run(asyncio.wait_for(scenario(port), 120 + 2 * CUTS))
    assert all(player.cuts >= CUTS - 1 for player in players)
    total = all_there(match, *players)
    tell("lines_cut", tried=CUTS, moves=total)
    print(f"{CUTS} cuts, {total} acknowledged moves, none lost")


@pytest.mark.parametrize("guarded", [True, False])
def test_who_was_cut_off_misses_nothing(db, monkeypatch, guarded):
    """Two moves are made while a spectator is cut off: it comes back from its last version and is shown both. The
    control is a server that lets it come back and tells it only what is new: it finds a gap."""
    match, cookies = table_of_two()
    if not guarded:
        resume = Runtime.resume
        monkeypatch.setattr(Runtime, "resume", lambda self, eyes, v: resume(self, eyes, v) if v is None else None)

    async def scenario(port: int) -> int:
        async with (
            network(port) as line,
            sit(port, match, cookies[0]) as home,
            sit(port, match, cookies[1]) as away,
        ):
            await asyncio.gather(home.until_live(), away.until_live())

            async def moves(count: int) -> None:
                for _ in range(count):
                    mover, v = (home if home.state["choices"] else away), home.v
                    await mover.move()
                    await asyncio.gather(home.until_v(v + 1), away.until_v(v + 1))

            async with sit(line.port, match) as eyes:
                await eyes.until_live()
                line.cut()
                with pytest.raises(websockets.ConnectionClosed):
                    while True:
                        await eyes.read()
            await moves(2)
            async with sit(line.port, match, v=eyes.v, timeline=eyes.timeline) as back:
                back.v, back.timeline = eyes.v, eyes.timeline
                await back.say(t="ping", n=1)
                await back.until("pong")  # it is at the table, and has been told what it is told
                told = back.v
                await moves(1)
                await back.until_v(3)
                return told

    with serving() as port:
        seen = asyncio.wait_for(scenario(port), 60)
        if guarded:
            assert asyncio.run(seen) == 2
        else:
            with pytest.raises(AssertionError, match="a gap"):
                asyncio.run(seen)


@pytest.mark.parametrize("guarded", [True, False])
def test_acknowledgements_that_are_lost(db, guarded):
    """A move is committed and its acknowledgement never arrives: the same id again is told that it counts. The control,
    a client that forgets its move when the line is cut, never learns it."""
    match, cookies = table_of_two()
    kind = Player if guarded else Forgetful
    players = [kind(match, cookie) for cookie in cookies]

    async def scenario(port: int) -> None:
        async with network(port, swallow=ACK) as line:

            async def fail() -> None:
                line.losses = size(5, 50)
                async with asyncio.timeout(120):
                    while line.lost < line.losses:
                        await asyncio.sleep(0.05)

            await playing(players, line, fail)

    with serving() as port:
        asyncio.run(asyncio.wait_for(scenario(port), 300))
    check_log(match.id)
    log = {str(found) for found in MatchEvent.objects.filter(match=match).values_list("client_id", flat=True)}
    known = {client_id for player in players for client_id in player.acknowledged}
    last = {player.pending["id"] for player in players if player.pending}
    assert known <= log
    if guarded:
        assert log - known <= last, "every move that counts was acknowledged in the end"
    else:
        assert log - known - last, "the control: moves that count and were never acknowledged"


@pytest.mark.parametrize("pings", [True, False])
def test_a_line_that_is_dead_and_does_not_say_so(db, pings):
    """The server's own pings find it, and the other side sees the seat empty; without pings it stays so."""
    match, cookies = table_of_two()
    server = web()
    every = "1" if pings else "0"
    for option in ("--ws-ping-interval", "--ws-ping-timeout"):
        server.command[server.command.index(option) + 1] = every if option.endswith("interval") else "1"

    async def scenario() -> float | None:
        async with (
            network(server.port) as line,
            sit(line.port, match, cookies[0]) as home,
            sit(server.port, match, cookies[1]) as away,
        ):
            await asyncio.gather(home.until_live(), away.until_live())
            mover = home if home.state["choices"] else away
            await mover.move()
            await away.until("step", v=1)
            line.silent.set()
            began = time.monotonic()
            try:
                while True:
                    told = await away.until("presence", timeout=20 if pings else 6)
                    if not told["home"]["here"]:
                        return time.monotonic() - began
            except TimeoutError:
                return None
            finally:
                line.cut()

    server.start()
    try:
        noticed = asyncio.run(asyncio.wait_for(scenario(), 90))
    finally:
        server.stop()
    assert (noticed is not None) == pings


@pytest.mark.parametrize("pings", [True, False])
def test_a_proxy_that_cuts_what_is_silent(db, pings):
    """An idle socket is spoken to often enough for it: proxy and pings sixty times as quick as ours. Without: cut."""
    every = int(processes.web()[processes.web().index("--ws-ping-interval") + 1])
    limits = [
        int(found) for found in re.findall(r"proxy_read_timeout (\d+)s", (ROOT / "deploy/nginx.conf").read_text())
    ]
    assert limits and min(limits) >= 2 * every, "one ping may be late"
    match, _cookies = table_of_two()
    server = web()
    server.command[server.command.index("--ws-ping-interval") + 1] = str(every / 60) if pings else "0"

    async def stays() -> bool:
        async with network(server.port, patience=min(limits) / 60) as line, sit(line.port, match) as table:
            await table.until("full")
            await asyncio.sleep(4 * min(limits) / 60)
            try:
                await table.say(t="ping", n=1)
                await table.until("pong")
            except websockets.ConnectionClosed:
                return False
            return True

    server.start()
    try:
        stayed = asyncio.run(asyncio.wait_for(stays(), 60))
    finally:
        server.stop()
    assert stayed == pings
