"""kill -9 of the web process in the middle of matches: what was acknowledged is there, once, and play goes on."""

from __future__ import annotations

import asyncio
import random
import time
from typing import Any
from uuid import UUID, uuid4

import pytest
import websockets
from django.utils import timezone

from league.players.models import User
from matches.models import Match, MatchEvent
from tests.faults.records import tell
from tests.live.players import Player, all_there, missing
from tests.live.sockets import cookie_of, sit
from tests.matches.table import bot, check_log, duel
from tests.matches.test_conditional import by_days, keep, line_of, logged, own_first
from tests.server import Web
from tests.sizes import size

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.faults]

KILLS = size(3, 50)


def web(application: str = "tests.live.application") -> Web:
    """The server of the platform, which also knows the tests' small game."""
    process = Web()
    process.command = [part.replace("deploy.asgi:", f"{application}:") for part in process.command]
    assert any(f"{application}:" in part for part in process.command)
    return process


async def kill_often(server: Web, watch: list[float]) -> None:
    chance = random.Random(5)
    for _ in range(KILLS):
        await asyncio.sleep(chance.uniform(0.3, 1.5))
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
        pair = players[2 * number : 2 * number + 2]
        assert all(player.cuts >= KILLS for player in pair)
        total += all_there(match, *pair)
    tell("web_killed", tried=KILLS, moves=total, seconds=restarts)
    print(f"{KILLS} kills, {total} acknowledged moves, none lost; back in {max(restarts):.1f} s at most")


def test_told_before_it_is_written_a_kill_loses_moves(db):
    """The control: the same kill and the same count find a loss where a move is written a moment after it is told."""
    people = [User.objects.create(kind="guest", nickname=f"player{n}") for n in range(2)]
    match = duel(*people, options={"kicks": 100000})
    players = [Player(match, cookie_of(person)) for person in people]
    server = web("tests.faults.careless")

    async def scenario() -> None:
        tasks = [asyncio.create_task(player.play(server.port)) for player in players]
        told, since = 0, time.monotonic()
        # A move that was told and never written may leave both waiting for each other: that is the loss, too.
        while not all(len(player.acknowledged) > 10 for player in players) and time.monotonic() < since + 10:
            await asyncio.sleep(0.05)
            now = sum(len(player.acknowledged) for player in players)
            if now > told:
                told, since = now, time.monotonic()
        for player in players:
            player.stop = True  # nobody asks again for what is lost
        await asyncio.to_thread(server.kill)
        await asyncio.wait_for(asyncio.gather(*tasks), 20)

    server.start()
    try:
        asyncio.run(asyncio.wait_for(scenario(), 60))
    finally:
        server.stop()
    check_log(match.id)
    assert missing(match, *players), "the kill was not noticed"


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


def test_every_second_leg_opens_once_whenever_the_process_dies(db):
    """First legs end; processes that open their second legs are killed one after the other in the middle of it."""
    people = [User.objects.create(kind="guest", nickname=f"player{n}") for n in range(2)]
    result = {"winner": "home", "how": "score", "score": {"home": 1, "away": 0}, "source": "play"}
    count = 40 * KILLS
    for _ in range(count):
        match = duel(*people, legs=2)
        Match.objects.filter(pk=match.pk).update(status="finished", result=result, finished_at=timezone.now())
    seconds, cut = Match.objects.filter(leg=2), 0
    server = web()
    try:
        while (before := seconds.count()) < count:
            server.start()
            end = time.monotonic() + 30
            while seconds.count() < min(before + 15, count):
                assert time.monotonic() < end, "no second leg opens"
                time.sleep(0.01)
            server.kill()
            cut += seconds.count() < count
    finally:
        server.stop()
    assert cut >= KILLS, "killed in the middle"
    assert seconds.count() == count == Match.objects.filter(leg=1, second_leg__in=seconds).count()
    assert all(match.seats.count() == 2 and match.secret for match in seconds)
    tell("killed_between_legs", tried=cut)


def test_a_release_in_the_middle_of_play_loses_nothing(db):
    """SIGTERM, as a new release sends it: every socket is told to come again (1012), the process ends by itself."""
    people = [User.objects.create(kind="guest", nickname=f"player{n}") for n in range(4)]
    games = [duel(people[n], people[n + 1], options={"kicks": 100000}) for n in (0, 2)]
    players = [Player(games[n // 2], cookie_of(person)) for n, person in enumerate(people)]
    server, codes = web(), []
    server.start()

    async def look_on(match: Match) -> None:
        async with sit(server.port, match) as table:
            with pytest.raises(websockets.ConnectionClosed) as closed:
                while True:
                    await table.read()
            codes.append(closed.value.rcvd and closed.value.rcvd.code)

    async def scenario() -> float:
        tasks = [asyncio.create_task(player.play(server.port)) for player in players]
        watching = [asyncio.create_task(look_on(match)) for match in games]
        while not all(len(player.acknowledged) > 20 for player in players):
            await asyncio.sleep(0.05)
        began = time.monotonic()
        await asyncio.to_thread(server.stop)
        took = time.monotonic() - began
        await asyncio.gather(*watching)
        await asyncio.to_thread(server.start)
        before = [len(player.acknowledged) for player in players]
        while not all(len(player.acknowledged) > was for player, was in zip(players, before, strict=True)):
            await asyncio.sleep(0.05)
        for player in players:
            player.stop = True
        await asyncio.wait_for(asyncio.gather(*tasks), 20)
        return took

    try:
        took = asyncio.run(asyncio.wait_for(scenario(), 90))
    finally:
        server.stop()
    total = sum(all_there(match, *players[2 * n : 2 * n + 2]) for n, match in enumerate(games))
    assert codes == [1012, 1012] and took < 12, (codes, took)  # after 15 s it would have been killed
    tell("release", tried=1, moves=total)
    print(f"a release: {took:.1f} s to end, {total} acknowledged moves, none lost")


def test_a_conditional_reply_counts_once_whenever_the_process_dies(cast):
    """The other side moves, the process dies within moments, the next one sends what is missing, and nothing twice."""
    chance, server = random.Random(8), web()
    tables = [by_days(cast) for _ in range(size(4, 40))]
    lines = [line_of(match, seat) for match, seat in tables]
    for (match, seat), line in zip(tables, lines, strict=True):
        keep(match, seat, cast, line)
    server.start()

    async def moved(match: Match, cookie: str, move: dict[str, Any], v: int, sent: UUID, kill: bool) -> None:
        async with sit(server.port, match, cookie) as table:
            await table.until_live()
            await table.move(move, v=v, client_id=sent)
            if kill:
                await asyncio.sleep(chance.uniform(0, 0.01))
                server.kill()
            else:
                await table.until("ack", id=str(sent))

    try:
        for (match, seat), line in zip(tables, lines, strict=True):
            cookie = cookie_of(cast.bruno if seat == "home" else cast.anna)
            first = own_first(line, seat)
            for v, move in enumerate(first):
                sent = uuid4()
                if v == len(first) - 1:
                    asyncio.run(moved(match, cookie, move, v, sent, kill=True))
                    server.start()
                asyncio.run(moved(match, cookie, move, v, sent, kill=False))  # the same id: at most once
        end = time.monotonic() + 30
        while any(len(logged(match)) < len(line) for (match, _), line in zip(tables, lines, strict=True)):
            assert time.monotonic() < end, "a reply is missing"
            time.sleep(0.1)
    finally:
        server.stop()
    for (match, _), line in zip(tables, lines, strict=True):
        assert logged(match) == line
        check_log(match.id)
    tell("killed_before_a_reply", tried=len(tables))


@pytest.mark.long
def test_no_clock_stands_still_after_a_kill(db):
    """Both have left, one of them to move: with no process alive nothing happens, and the next one calls time."""
    people = [User.objects.create(kind="guest", nickname=f"player{n}") for n in range(2)]
    match = duel(*people, options={"kicks": 100000}, move_seconds=8)
    cookies = [cookie_of(person) for person in people]

    async def sit_down() -> None:
        async with sit(server.port, match, cookies[0]) as home, sit(server.port, match, cookies[1]) as away:
            await asyncio.gather(home.until_live(), away.until_live())

    def timeouts() -> int:
        return MatchEvent.objects.filter(match=match, move__type="timeout").count()

    server = web()
    server.start()
    try:
        asyncio.run(sit_down())
        server.kill()
        before = timeouts()  # none, unless to sit down took longer than a move may
        time.sleep(9)
        assert timeouts() == before, "the control: nobody is there who could call time"
        server.start()
        end = time.monotonic() + 60  # the outage is given back, and twenty seconds more
        while timeouts() == before:
            assert time.monotonic() < end, "the clock stands still"
            time.sleep(0.2)
    finally:
        server.stop()
    check_log(match.id)


def _grows(match: Match) -> None:
    """The bots move within ten seconds."""
    before, end = Match.objects.get(pk=match.pk).version, time.monotonic() + 10
    while Match.objects.get(pk=match.pk).version < before + 3:
        assert time.monotonic() < end, "the bots stand still"
        time.sleep(0.05)
