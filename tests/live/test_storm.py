"""A reconnect storm: a whole crowd drops at once and comes back at once; everybody is served, no ghost stays.

The controls take one guard away each: comings and goings are told one by one, dropped sockets are not taken away.
"""

from __future__ import annotations

import asyncio
import time
from functools import partial

import psycopg
import pytest

from matches.live.running import Hall, _halls
from matches.live.runtime import PRESENCE_DELAY, Runtime
from matches.socket.consumers import MatchConsumer
from matches.store.database import conninfo
from tests.live.history import History
from tests.live.players import check_history
from tests.live.sockets import cookie_of, serving, sit
from tests.matches.table import check_log, duel
from tests.sizes import size

pytestmark = pytest.mark.django_db(transaction=True)

CROWD = size(100, 400)


SMALL = 60
"""A crowd that shows what is missing without a guard."""
LINKS = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'tabellone matches'"


def members() -> int:
    return sum(len(runtime.sockets) for here in list(_halls.values()) for runtime in here.runtimes.values())


def test_a_crowd_that_drops_and_returns(cast):
    match = duel(cast.anna, cast.bruno, options={"kicks": 100000})
    anna, bruno = cookie_of(cast.anna), cookie_of(cast.bruno)

    history = History()

    async def watch(port: int, dropped: asyncio.Barrier, back: list[float], name: str) -> None:
        async with sit(port, match) as table:
            table.noted = partial(history.note, name, 1)
            full = await table.until("full")
            await dropped.wait()
            table.link.transport.abort()
        began = time.monotonic()
        async with sit(port, match, v=full["v"]) as table:
            table.v = full["v"]
            table.noted = partial(history.note, name, 2)
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
            for number in range(CROWD):
                group.create_task(watch(port, dropped, back, f"spectator {number}"))
            await dropped.wait()
            mover = home if home.state["choices"] else away
            began = time.monotonic()
            await mover.move()
            await mover.until("ack")
            assert time.monotonic() - began < 15, "the players do not wait for the crowd"
            await dropped.wait()
            until = time.monotonic() + 60
            while members() != CROWD + 2 and time.monotonic() < until:
                await asyncio.sleep(0.1)  # the server still takes the dropped ones away
            assert members() == CROWD + 2, "nobody is counted twice, nobody is missing"
            await dropped.wait()
        return back

    with serving() as port:
        back = asyncio.run(scenario(port))
        with psycopg.connect(conninfo()) as link:
            held = link.execute(LINKS).fetchone()[0]
        assert held <= Hall()._pool_size[1], "a crowd does not ask for more connections than the pool has"
        deadline = time.monotonic() + 60
        while members() and time.monotonic() < deadline:
            time.sleep(0.1)
        assert members() == 0
    print(f"{CROWD} sockets are back within {max(back):.1f} s")
    assert check_log(match.id).version == 1
    assert sum(note.v == 1 for note in history.notes) >= CROWD
    check_history(match, history)


async def stays(_consumer) -> None:
    """A consumer that ends and leaves its socket where it was."""


@pytest.mark.parametrize("missing", ["nothing", "told_together", "taken_away"])
def test_a_storm_and_what_is_missing_without_a_guard(cast, monkeypatch, missing):
    """Return the notices at the table, and the count of those present afterwards."""
    if missing == "told_together":
        monkeypatch.setattr(Runtime, "tell_presence", Runtime._tell_presence)
    if missing == "taken_away":
        monkeypatch.setattr(MatchConsumer, "leave", stays)
    match = duel(cast.anna, cast.bruno, options={"kicks": 100000})
    anna, bruno = cookie_of(cast.anna), cookie_of(cast.bruno)

    async def watch(port: int, together: asyncio.Barrier) -> None:
        async with sit(port, match) as table:
            await table.until("full")
            await together.wait()
            table.link.transport.abort()
        async with sit(port, match) as table:
            await table.until("full")
            await together.wait()  # all are back
            await together.wait()  # and counted

    async def scenario(port: int) -> tuple[int, int, float]:
        together, told = asyncio.Barrier(SMALL + 1), 0
        async with (
            asyncio.timeout(120),
            sit(port, match, anna) as home,
            sit(port, match, bruno) as away,
            asyncio.TaskGroup() as group,
        ):
            await asyncio.gather(home.until_live(), away.until_live())
            for _ in range(SMALL):
                group.create_task(watch(port, together))
            await together.wait()
            await home.say(t="ping", n=1)
            await home.until("pong", n=1)
            home.frames.clear()
            began = time.monotonic()
            await together.wait()
            until = time.monotonic() + (3 if missing == "taken_away" else 60)
            while members() != SMALL + 2 and time.monotonic() < until:
                await asyncio.sleep(0.05)
            await home.say(t="ping", n=2)
            await home.until("pong", n=2)
            told, left = sum(frame["t"] == "presence" for frame in home.frames), members()
            most = (time.monotonic() - began) / PRESENCE_DELAY + 2
            await together.wait()
        return told, left, most

    with serving() as port:
        told, left, most = asyncio.run(scenario(port))
    if missing == "told_together":
        assert told >= SMALL, "the control: one frame for each who came or went"
    else:
        assert told <= most, "those of half a second are told together"
    assert left == (2 * SMALL + 2 if missing == "taken_away" else SMALL + 2)
