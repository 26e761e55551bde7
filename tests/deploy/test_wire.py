"""Frames are made as the websockets library makes them, and those of one turn leave in their order by one write."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest
from websockets.frames import Frame, Opcode
from websockets.protocol import State

from deploy.wire import Wire, framed


@pytest.mark.parametrize("size", [0, 1, 125, 126, 199, 200, 65535, 65536])
def test_a_frame_is_what_the_library_makes_of_it(size):
    text = "è" * (size // 2) + "x" * (size % 2)
    assert framed(text) == Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


def opened(loop, written) -> Wire:
    wire = Wire.__new__(Wire)
    wire.loop, wire._held, wire.writable = loop, [], asyncio.Event()
    wire.writable.set()
    wire.handshake_complete, wire.disconnected, wire.close_sent, wire.initial_response = True, False, False, None
    wire.conn = SimpleNamespace(state=State.OPEN)
    wire.transport = SimpleNamespace(write=written.append, is_closing=lambda: False)
    return wire


def test_one_turn_is_one_write_and_who_is_in_arrears_must_wait():
    async def scenario():
        written = []
        wire = opened(asyncio.get_running_loop(), written)
        texts = ["step " * 100, "ack"]
        assert wire.now(texts[0])
        await wire.send({"type": "websocket.send", "text": texts[1]})
        assert written == []
        await asyncio.sleep(0)
        assert written == [b"".join(map(framed, texts))]
        wire.writable.clear()
        assert not wire.now("later")
        wire.writable.set()
        wire.conn.state = State.CLOSING
        assert not wire.now("too late")
        await asyncio.sleep(0)
        assert len(written) == 1

    asyncio.run(scenario())
