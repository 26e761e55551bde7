"""A reconnect storm: a whole crowd drops at once and comes back at once; everybody is served, no ghost stays."""

from __future__ import annotations

import asyncio
import time

import pytest

from matches.hall import _halls
from tests.live.sockets import cookie_of, serving, sit
from tests.matches.table import check_log, duel
from tests.sizes import size

pytestmark = pytest.mark.django_db(transaction=True)

CROWD = size(100, 400)


def members() -> int:
    return sum(len(found.sockets) for here in list(_halls.values()) for found in here.runtimes.values())


def test_a_crowd_that_drops_and_returns(cast):
    match = duel(cast.anna, cast.bruno, options={"kicks": 100000})
    anna, bruno = cookie_of(cast.anna), cookie_of(cast.bruno)

    async def watch(port: int, dropped: asyncio.Barrier, back: list[float]) -> None:
        async with sit(port, match) as table:
            full = await table.until("full")
            await dropped.wait()
            table.link.transport.abort()
        began = time.monotonic()
        async with sit(port, match, v=full["v"]) as table:
            table.v = full["v"]
            while table.v < 1:  # the step that was made while nobody looked, or a whole position after it
                await table.read()
            back.append(time.monotonic() - began)
            await dropped.wait()
            await dropped.wait()

    async def scenario(port: int) -> list[float]:
        back: list[float] = []
        dropped = asyncio.Barrier(CROWD + 1)
        async with (
            asyncio.timeout(120),
            sit(port, match, anna) as home,
            sit(port, match, bruno) as away,
            asyncio.TaskGroup() as group,
        ):
            await asyncio.gather(home.until_live(), away.until_live())
            for _ in range(CROWD):
                group.create_task(watch(port, dropped, back))
            await dropped.wait()
            mover = home if home.state["choices"] else away
            began = time.monotonic()
            await mover.move()
            await mover.until("ack")
            assert time.monotonic() - began < 15, "the players do not wait for the crowd"
            await dropped.wait()
            until = time.monotonic() + 15
            while members() != CROWD + 2 and time.monotonic() < until:
                await asyncio.sleep(0.1)  # the server still takes the dropped ones away
            assert members() == CROWD + 2, "nobody is counted twice, nobody is missing"
            await dropped.wait()
        return back

    with serving() as port:
        back = asyncio.run(scenario(port))
        deadline = time.monotonic() + 15
        while members() and time.monotonic() < deadline:
            time.sleep(0.1)
        assert members() == 0
    print(f"{CROWD} sockets are back within {max(back):.1f} s")
    assert check_log(match.id).version == 1
