"""The way of a move from its socket to the log and back: few returns to a module that it had left."""

from __future__ import annotations

import asyncio
import sys
import uuid
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from matches.live import presence
from matches.live.protocol import MoveFrame
from matches.live.running import hall
from matches.live.sockets import Socket
from matches.socket.consumers import MatchConsumer
from tests.matches.table import duel, run, start, to_act

pytestmark = pytest.mark.django_db(transaction=True)

ROOT = Path(__file__).parents[2]
MOST_RETURNS = 20


def _is_plain(frame: FrameType) -> bool:
    """Return whether a call only looks up or builds something, or is part of a function: no visit to a module."""
    name = frame.f_code.co_name
    holder = type(frame.f_locals.get("self"))
    return name in ("__init__", "text") or name.startswith("<") or isinstance(getattr(holder, name, None), property)


class Way:
    """The modules of ours that the current task enters, in their order; calls within one module count once."""

    def __init__(self) -> None:
        self.stays: list[str] = []
        self._task = asyncio.current_task()
        self._begun: list[FrameType] = []
        """Frames entered so far: a coroutine that goes on is not entered again. Held, so that no address is reused."""
        self._ids: set[int] = set()

    def __enter__(self) -> Way:
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_error: object) -> None:
        sys.setprofile(None)
        self._begun.clear()

    def _note(self, frame: FrameType, event: str, _of: Any) -> None:
        path = Path(frame.f_code.co_filename)
        if event != "call" or id(frame) in self._ids or not path.is_relative_to(ROOT):
            return
        try:
            if asyncio.current_task() is not self._task:
                return
        except RuntimeError:
            return
        room = str(path.relative_to(ROOT))
        if room.startswith(("engines/", "matches/")) and not _is_plain(frame):
            self._ids.add(id(frame))
            self._begun.append(frame)
            if room != (self.stays[-1] if self.stays else ""):
                self.stays.append(room)

    @property
    def returns(self) -> int:
        return len(self.stays) - len(set(self.stays))


@pytest.mark.parametrize("asked", ["a move", "the last move", "an old version"])
def test_a_move_goes_to_and_fro_little(cast, asked):
    match = duel(cast.anna, cast.bruno, options={"kicks": 1 if asked == "the last move" else 10})

    async def scenario() -> tuple[list[dict[str, Any]], Way]:
        await start(match)
        consumer = MatchConsumer()
        consumer.hall = hall()
        runtime = consumer.hall.runtime(match.id)
        sent: list[str] = []

        async def send(text: str) -> None:
            sent.append(text)

        async def close(_code: int) -> None: ...

        seat = to_act(match)
        socket = Socket(send, close, seat, user=str(runtime.row.seats[seat].user))
        async with runtime.lock:
            await presence.come(runtime, socket, None)
        await asyncio.sleep(0.05)
        sent.clear()
        runtime.others = 0  # no other process: the count is that of the last poke, which may be older than this socket
        v = runtime.row.version - (asked == "an old version")
        frame = MoveFrame(id=uuid.uuid4(), v=v, moves=[{"type": "kick"}])
        with Way() as way:
            await consumer._move(runtime, socket, frame)
        await asyncio.sleep(0.05)
        await presence.go(runtime, socket)
        await socket.stop()
        return sent, way

    sent, way = run(scenario)
    answer = "stale" if asked == "an old version" else "ack"
    assert any(f'"t":"{answer}"' in text.replace(" ", "") for text in sent)
    assert way.returns <= MOST_RETURNS, " ".join(way.stays)
