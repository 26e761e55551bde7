"""A day at a table at which nobody says anything: no timer of the server closes a socket, and all hear the next move.

The day is shortened by the clocks of the server's own thread, which jump an hour ahead again and again: the loop's (the
pings of its sockets, every time-out and pause), and the hall's (deadlines, absence, who was heard of lately). That a
day of pings is survived at their own number is ``tests.benchmarks.test_memory``'s.
"""

from __future__ import annotations

import asyncio
import threading
import time
from datetime import timedelta

import pytest
import websockets
from websockets.frames import Opcode

from matches.live.running import _halls
from matches.store.timing import utcnow
from matches.upkeep import sweeper
from tests.live.sockets import Table, cookie_of, serving, sit
from tests.matches.table import check_log, duel

pytestmark = pytest.mark.django_db(transaction=True)

HOURS = 24
REST = 0.3
"""Seconds that really pass after each jump: pings are answered, and the sweep goes round."""


class Day:
    """Return the lead of the server's clocks."""

    def __init__(self, monkeypatch) -> None:
        self.ahead, real = 0.0, time.monotonic
        self.sweeps, sweep = 0, sweeper.Sweeper.sweep

        def monotonic() -> float:
            return real() + (self.ahead if threading.current_thread().name == "server" else 0.0)

        async def counted(swept) -> None:
            await sweep(swept)
            self.sweeps += 1

        monkeypatch.setattr(time, "monotonic", monotonic)  # asyncio's own loop asks it, too; uvloop has its own
        monkeypatch.setattr(sweeper.Sweeper, "sweep", counted)
        monkeypatch.setattr(sweeper, "OUTAGE", timedelta(hours=2))  # a jump is no hole in which nobody swept

    async def pass_(self, hours: int) -> None:
        """Let so many hours pass, one by one."""
        for _ in range(hours):
            swept = self.sweeps
            self.ahead += 3600
            for here in list(_halls.values()):
                here.now = lambda: utcnow() + timedelta(seconds=self.ahead)
            await asyncio.sleep(REST)
            async with asyncio.timeout(10):
                while self.sweeps == swept:
                    await asyncio.sleep(0.02)


def deaf(table: Table) -> Table:
    """A client that answers no more pings: a line that is dead and does not say so."""
    protocol, answer = table.link.protocol, table.link.protocol.send_frame

    def send_frame(frame) -> None:
        if frame.opcode is not Opcode.PONG:
            answer(frame)

    protocol.send_frame = send_frame
    return table


def test_a_day_without_a_word(cast, monkeypatch):
    """Both seats and a spectator stay. The control is a fourth, who answers no ping: the same day lets it go."""
    day = Day(monkeypatch)
    match = duel(cast.anna, cast.bruno, move_seconds=3 * 86400, absence_seconds=300, absence_claimed=False)
    anna, bruno = cookie_of(cast.anna), cookie_of(cast.bruno)

    async def scenario(port: int) -> None:
        async with (
            asyncio.timeout(120),
            sit(port, match, anna) as home,
            sit(port, match, bruno) as away,
            sit(port, match) as spectator,
            sit(port, match) as dead,
        ):
            tables = (home, away, spectator)
            await asyncio.gather(*(table.until_live() for table in (*tables, deaf(dead))))
            await day.pass_(HOURS)
            for number, table in enumerate(tables):
                await table.say(t="ping", n=number)
                await table.until("pong", n=number)
            with pytest.raises(websockets.ConnectionClosed):
                while True:
                    await dead.read(5)
            await (home if home.state["choices"] else away).move()
            await asyncio.gather(*(table.until("step", v=1) for table in tables))

    with serving(loop="asyncio") as port:
        asyncio.run(scenario(port))
    assert day.sweeps > HOURS
    assert check_log(match.id).status == "live"
