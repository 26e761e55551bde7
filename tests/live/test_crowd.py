"""Spectators that are slow, idle, or vanish must cost the players nothing and leave nothing behind."""

import asyncio
import time
import uuid

import pytest

from matches.live import sockets
from matches.live.outcomes import Outcome
from matches.live.running import _halls, hall
from matches.live.sockets import SOCKET_QUEUE, Socket
from matches.socket.consumers import MatchConsumer
from tests.live.sockets import cookie_of, serving, sit
from tests.matches.table import duel, kick, run, start
from tests.sizes import size

pytestmark = pytest.mark.django_db(transaction=True)


async def stays(_consumer):
    """A consumer that ends and leaves its socket where it was."""


@pytest.mark.parametrize("guarded", [True, False])
def test_a_slow_spectator_is_let_go_and_nobody_waits_for_it(cast, monkeypatch, guarded):
    """And the control: without a bound to its queue it stays, and what it never reads is kept for it."""
    moves = SOCKET_QUEUE + 10
    if not guarded:
        monkeypatch.setattr(sockets, "SOCKET_QUEUE", 10 * moves)
    match = duel(cast.anna, cast.bruno, options={"kicks": 100000})

    async def scenario():
        here = hall()
        await start(match)
        runtime = here.runtime(match.id)
        never, got, codes = asyncio.Event(), [], []

        async def stuck(_text):
            await never.wait()

        async def quick(text):
            got.append(text)

        async def close(code):
            codes.append(code)

        slow, fast = Socket(stuck, close, None), Socket(quick, close, None)
        runtime.sockets |= {slow, fast}
        for v in range(moves):
            await kick(match, v)  # would never end, if anybody waited for the one who never reads
        await asyncio.sleep(0.05)
        assert slow.closing == (1013 if guarded else None)
        assert fast.closing is None and len(got) == moves
        never.set()
        await asyncio.sleep(0.05)
        assert codes == ([1013] if guarded else [])
        for socket in (slow, fast):
            await socket.stop()
        runtime.sockets.clear()

    run(scenario)


def test_idle_sockets_stay(cast):
    """The usual channel layers drop a socket every five seconds here (research: channels_redis #422)."""
    match = duel(cast.anna, cast.bruno)

    async def scenario(port):
        async with asyncio.TaskGroup() as group, asyncio.timeout(200):
            ready = asyncio.Event()

            async def idle():
                async with sit(port, match) as table:
                    await table.until("full")
                    await ready.wait()
                    await table.say(t="ping", n=1)
                    await table.until("pong")

            for _ in range(10):
                group.create_task(idle())
            await asyncio.sleep(size(12, 120))
            ready.set()

    with serving() as port:
        asyncio.run(scenario(port))


@pytest.mark.parametrize("guarded", [True, False])
def test_sockets_that_vanish_under_traffic_leave_nothing(cast, monkeypatch, guarded):
    """And the control: where a consumer takes nothing away as it ends, they stay as ghosts."""
    if not guarded:
        monkeypatch.setattr(MatchConsumer, "leave", stays)
    match = duel(cast.anna, cast.bruno, options={"kicks": 100000})
    cookies = {"home": cookie_of(cast.anna), "away": cookie_of(cast.bruno)}
    crowd, lost = 30, 18

    def members():
        return sum(len(runtime.sockets) for here in list(_halls.values()) for runtime in here.runtimes.values())

    async def scenario(port):
        async with asyncio.TaskGroup() as group, asyncio.timeout(60):
            done = asyncio.Event()

            async def watch(number):
                async with sit(port, match) as table:
                    await table.until("full")
                    if number < lost:
                        for _ in range(3 + number):
                            await table.read()
                        table.link.transport.abort()
                        return
                    while not done.is_set():
                        await table.read()

            async def seat(cookie):
                async with sit(port, match, cookie) as table:
                    await table.until_live()
                    while not done.is_set():
                        if table.state["choices"]:
                            before = table.v
                            await asyncio.sleep(0.05)
                            await table.move()
                            while table.v == before:
                                await table.read()
                        else:
                            try:
                                await table.read(1)
                            except TimeoutError:
                                continue

            watchers = [group.create_task(watch(number)) for number in range(crowd)]
            for cookie in cookies.values():
                group.create_task(seat(cookie))
            await asyncio.wait(watchers[:lost])
            # They are found out by the next frame, at the latest by the server's ping.
            until = time.monotonic() + (30 if guarded else 1)
            while members() != crowd - lost + 2 and time.monotonic() < until:
                await asyncio.sleep(0.05)
            left = members()
            done.set()
        return left

    with serving() as port:
        left = asyncio.run(scenario(port))
        if not guarded:
            assert left == crowd + 2, "the control: ghosts"
            return
        assert left == crowd - lost + 2
        end = time.monotonic() + 30
        while members() and time.monotonic() < end:
            time.sleep(0.05)
        assert members() == 0


def test_a_placement_of_many_moves_is_one_message(cast):
    match = duel(cast.anna, cast.bruno, options={"sealed": True})
    cookie = cookie_of(cast.anna)

    async def scenario(port):
        async with sit(port, match, cookie) as home, sit(port, match, cookie_of_bruno) as away:
            await asyncio.gather(home.until_live(), away.until_live())
            corners = [{"type": "corner", "n": n % 3 + 1} for n in range(39)]
            await home.move(*corners, {"type": "done"})
            assert (await home.until("ack"))["v"] == 40
            await away.until("step", v=40)

    cookie_of_bruno = cookie_of(cast.bruno)
    with serving() as port:
        asyncio.run(scenario(port))


def test_twenty_sockets_of_one_seat_send_the_same_turn(cast):
    """Eight tabs of one person, all sending: one move counts, each is told."""
    match = duel(cast.anna, cast.bruno, options={"kicks": 100})
    cookies = {"home": cookie_of(cast.anna), "away": cookie_of(cast.bruno)}

    async def scenario(port):
        async with sit(port, match, cookies["home"]) as home, sit(port, match, cookies["away"]) as away:
            await asyncio.gather(home.until_live(), away.until_live())
            mover = "home" if home.state["choices"] else "away"
            ready = asyncio.Barrier(6)

            async def tab():
                async with sit(port, match, cookies[mover]) as table:
                    await table.until("full")
                    await ready.wait()
                    await table.move({"type": "kick"}, v=0, client_id=uuid.uuid4())
                    while True:
                        frame = await table.read()
                        if frame["t"] in ("ack", "stale"):
                            return frame["t"], frame["v"]

            return await asyncio.gather(*(tab() for _ in range(6)))

    with serving() as port:
        found = asyncio.run(scenario(port))
    assert sorted(found) == [("ack", 1)] + [("stale", 1)] * 5
    assert Outcome("applied", 1).done
