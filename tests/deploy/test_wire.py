"""Frames are made as the websockets library makes them, and those of one turn leave in their order by one write."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from deploy.wire import BEHIND, Wire, cut, framed, turn_of


@pytest.mark.parametrize("size", [0, 1, 125, 126, 199, 200, 65535, 65536])
def test_a_frame_is_what_the_library_makes_of_it(size):
    text = "è" * (size // 2) + "x" * (size % 2)
    assert framed(text) == Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


def opened(loop, written) -> Wire:
    wire = Wire.__new__(Wire)
    wire.loop, wire._turn, wire._held, wire.writable = loop, turn_of(loop), [], asyncio.Event()
    wire.writable.set()
    wire.handshake_complete, wire.disconnected, wire.close_sent, wire.initial_response = True, False, False, None
    wire.conn = SimpleNamespace(state=State.OPEN)
    wire.transport = SimpleNamespace(write=written.append, is_closing=lambda: False, close=lambda: None)
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


def test_a_connection_that_fails_does_not_keep_a_frame_from_the_others(caplog):
    def broken(_data):
        raise RuntimeError("closed from below")

    async def scenario():
        first, second, third, calls = [], [], [], []
        loop = asyncio.get_running_loop()
        wires = [opened(loop, written) for written in (first, second, third)]
        wires[1].transport.write = broken
        once, loop.call_soon = loop.call_soon, lambda *told, **how: calls.append(told) or once(*told, **how)
        for wire in wires:
            assert wire.now("a step")
        asked = len(calls)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert first == third == [framed("a step")]
        assert asked == 1, "one turn for all of them"

    asyncio.run(scenario())
    assert "could not be written" in caplog.text


def heard(chunks, *, size=16 * 1024 * 1024):
    """What the application is told of ``chunks``, and what went to websockets beside; reading stops at its own time."""

    async def scenario():
        wire = opened(asyncio.get_running_loop(), [])
        wire._rest, wire._cut, wire.handshake_initiated = b"", True, True
        wire.config = SimpleNamespace(ws_max_size=size)
        wire.queue, wire.read_paused, paused = asyncio.Queue(), False, []
        wire.transport.pause_reading = lambda: paused.append(wire.queue.qsize())
        wire.conn = ServerProtocol(state=State.OPEN, max_size=size)
        wire.frames, wire.curr_msg_data_type, wire.pending_ping_payload = [], "text", None
        wire.logger = SimpleNamespace(exception=lambda *_: None)
        for chunk in chunks:
            wire.data_received(chunk)
            if paused and wire.queue.qsize() <= BEHIND:
                paused.clear()
        told = []
        while not wire.queue.empty():
            told.append(wire.queue.get_nowait())
        return told, paused

    return asyncio.run(scenario())


def from_client(*frames: Frame) -> bytes:
    return b"".join(frame.serialize(mask=True) for frame in frames)


TEXTS = ["", "ping", "è" * 70, "x" * 4000, "y" * 70000]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64, 100000])
def test_however_a_message_is_cut_on_its_way_it_comes_whole(size):
    """The same bytes in pieces of every size: the application is told what websockets alone would tell it."""
    sent = from_client(*(Frame(Opcode.TEXT, text.encode()) for text in TEXTS))
    told, _ = heard([sent[at : at + size] for at in range(0, len(sent), size)])
    assert [message["text"] for message in told] == TEXTS


def test_fragments_and_other_frames_go_to_the_library_and_texts_after_them_do_not():
    pieces = [Frame(Opcode.TEXT, b"one, ", fin=False), Frame(Opcode.PONG, b""), Frame(Opcode.CONT, b"two")]
    sent = from_client(*pieces, Frame(Opcode.BINARY, b"bytes"), Frame(Opcode.TEXT, b"three"))
    told, _ = heard([sent[:9], sent[9:]])
    assert [message.get("text") or message.get("bytes") for message in told] == ["one, two", b"bytes", "three"]


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (from_client(Frame(Opcode.TEXT, b"\xff\xfe")), 1007),
        (from_client(Frame(Opcode.TEXT, b"x" * 2000)), 1009),
        (Frame(Opcode.TEXT, b"not masked").serialize(mask=False), 1002),
        (from_client(Frame(Opcode.TEXT, b"a", fin=False), Frame(Opcode.TEXT, b"b")), 1002),
    ],
    ids=["no text", "too long", "not masked", "a text in another"],
)
def test_what_is_not_as_it_should_be_is_refused_as_the_library_refuses_it(sent, code):
    told, _ = heard([sent], size=1000)
    assert [message["type"] for message in told] == ["websocket.disconnect"]
    assert told[0]["code"] == code


def test_reading_stops_only_for_an_application_that_is_behind():
    one = from_client(Frame(Opcode.TEXT, b"x"))
    assert heard([one] * BEHIND)[1] == []
    assert heard([one] * (BEHIND + 5))[1] == [BEHIND + 1]


def test_the_end_of_a_frame_is_not_known_before_its_length_is():
    frame = from_client(Frame(Opcode.TEXT, b"x" * 300))
    assert [cut(frame[:have], 0) for have in (1, 3)] == [None, None]
    assert cut(frame[:4], 0) == (8, 308)
