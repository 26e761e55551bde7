"""The least that a durable live move can cost on this stack: the measure beside which the platform is measured.

One ASGI application without Django or Channels: a frame comes in, a lock is taken, one statement checks the version,
stores a snapshot and appends the move, and the new frame goes to everybody at the table. No game, no clocks, no views,
no identity, no queues. It speaks just enough of the protocol for the load driver.
"""

from __future__ import annotations

import asyncio
import os
from typing import Any

import msgspec
from psycopg_pool import AsyncConnectionPool

PREPARE = """
CREATE TABLE IF NOT EXISTS floor_match (id text PRIMARY KEY, version int NOT NULL, snapshot jsonb NOT NULL);
CREATE TABLE IF NOT EXISTS floor_move (match text, seq int, client text, body jsonb, UNIQUE (match, seq));
"""
MOVE = """
WITH changed AS (
    UPDATE floor_match SET version = version + 1, snapshot = %s::jsonb WHERE id = %s AND version = %s
    RETURNING id, version)
INSERT INTO floor_move SELECT id, version, %s, %s::jsonb FROM changed
"""
SNAPSHOT = msgspec.json.encode({"cells": [f"p{n} at {n * 7}" for n in range(30)]}).decode()
SCENE = [{"id": f"h{n}", "x": n * 10, "y": n * 7, "cell": "C4"} for n in range(14)]

pool: Any = None
tables: dict[str, dict[str, Any]] = {}


async def lifespan(receive: Any, send: Any) -> None:
    global pool
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            pool = AsyncConnectionPool(
                os.environ["DATABASE_URL"], min_size=1, max_size=8, open=False, kwargs={"autocommit": True}
            )
            await pool.open()
            async with pool.connection() as link:
                await link.execute(PREPARE)
            await send({"type": "lifespan.startup.complete"})
        else:
            await pool.close()
            await send({"type": "lifespan.shutdown.complete"})
            return


def frame(kind: str, v: int, seat: str | None) -> str:
    """The position after ``v`` for ``seat``: home moves on even versions."""
    acting = ("home", "away")[v % 2]
    choices = [{"move": {"type": "kick"}}] if seat == acting else []
    told = {"t": kind, "v": v, "status": "live", "to_act": [acting], "choices": choices, "scene": SCENE}
    return msgspec.json.encode(told).decode()


async def socket(scope: Any, receive: Any, send: Any) -> None:
    name = scope["path"].split("/")[3]
    cookie = dict(scope["headers"]).get(b"cookie", b"").decode()
    seat = cookie.rpartition("=")[2] or None
    await receive()
    await send({"type": "websocket.accept"})
    if name not in tables:
        tables[name] = {"lock": asyncio.Lock(), "v": 0, "members": []}
        async with pool.connection() as link:
            await link.execute(
                "INSERT INTO floor_match VALUES (%s, 0, '{}') ON CONFLICT (id) DO UPDATE SET version = 0", (name,)
            )
            await link.execute("DELETE FROM floor_move WHERE match = %s", (name,))
    table = tables[name]
    await send({"type": "websocket.send", "text": frame("full", table["v"], seat)})
    member = (seat, send)
    table["members"].append(member)
    try:
        while (message := await receive())["type"] == "websocket.receive":
            given = msgspec.json.decode(message["text"])
            async with table["lock"]:
                body = msgspec.json.encode(given["moves"]).decode()
                async with pool.connection() as link:
                    await link.execute(MOVE, (SNAPSHOT, name, given["v"], given["id"], body))
                table["v"] += 1
                shown = {view: frame("step", table["v"], view) for view in ("home", "away", None)}
                for view, out in table["members"]:
                    await out({"type": "websocket.send", "text": shown[view]})
                await send({"type": "websocket.send", "text": f'{{"t":"ack","id":"{given["id"]}","v":{table["v"]}}}'})
    except OSError:
        pass
    finally:
        table["members"].remove(member)


async def application(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "lifespan":
        await lifespan(receive, send)
    elif scope["type"] == "websocket":
        await socket(scope, receive, send)
    else:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b'{"rules": 0, "words": 0}'})
