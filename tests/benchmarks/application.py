"""The platform for the load driver: the tests' small game beside the five, no flood limit, and a clock on the engines.

``GET /engine?clocks=on`` puts a clock on every engine, ``?clocks=off`` takes it off: reading a thread's processor time
is a call of the kernel, twenty times a move, so what a move costs in all is measured without. ``GET /engine`` answers
with what the engines have cost this process under the clock, in seconds of its own thread's processor time, what the
clock takes of itself taken off: ``rules`` is what a game is (moves, results, views, wire), ``words`` is what shows it
(scene, choices, prompt, commentary, clock). ``?metrics=on`` and ``off`` switch the measurements for Prometheus.
``GET /inside`` tells what the process holds.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any

from tests.live.application import application as platform

# The application sets Django up; only then may the rooms be imported.
import engines  # isort: skip
from matches.socket import consumers  # isort: skip
from matches import metrics  # isort: skip
from matches.live.running import hall  # isort: skip

consumers.CREDITS = 1e9

RULES = ("new", "legal", "apply", "to_act", "result", "view", "to_wire", "from_wire")
WORDS = ("scene", "choices", "prompt", "commentary", "clock")

spent = {"rules": 0.0, "words": 0.0}
_depth = 0
_own = 0.0
"""Seconds that one reading of the clock adds to what it measures."""


def timed(kind: str, inner: Callable[..., Any]) -> Callable[..., Any]:
    """``inner``, its time added to ``kind``; what one method of a game calls of another counts once."""

    def measured(*given: Any, **named: Any) -> Any:
        global _depth
        if _depth:
            return inner(*given, **named)
        _depth = 1
        began = time.thread_time()
        try:
            return inner(*given, **named)
        finally:
            spent[kind] += time.thread_time() - began - _own
            _depth = 0

    return measured


def gauge() -> None:
    """Find out what the clock takes of itself."""
    global _own
    _own, empty = 0.0, timed("rules", lambda: None)
    before = spent["rules"]
    for _ in range(2000):
        empty()
    _own, spent["rules"] = (spent["rules"] - before) / 2000, before


def put_clocks() -> None:
    """Measure every game of this process."""
    gauge()
    for slug in (*engines.games(), "duel"):
        game = engines.get(slug)
        for kind, names in (("rules", RULES), ("words", WORDS)):
            for name in names:
                if name not in vars(game):
                    setattr(game, name, timed(kind, getattr(game, name)))


def take_clocks() -> None:
    """Measure no game any more."""
    for slug in (*engines.games(), "duel"):
        game = engines.get(slug)
        for name in (*RULES, *WORDS):
            if name in vars(game):
                delattr(game, name)


def inside() -> dict[str, int]:
    """Coroutines of the loop, matches in memory, sockets at them, whether no other process is alive."""
    rooms = hall().runtimes.values()
    sockets = sum(len(room.sockets) for room in rooms)
    return {"tasks": len(asyncio.all_tasks()), "rooms": len(rooms), "sockets": sockets, "alone": int(hall().alone)}


async def application(scope: Any, receive: Any, send: Any) -> None:
    """``/engine`` and ``/inside``, else the platform."""
    if scope["type"] != "http" or scope["path"] not in ("/engine", "/inside"):
        await platform(scope, receive, send)
        return
    asked = scope["query_string"]
    if asked == b"clocks=on":
        put_clocks()
    elif asked == b"clocks=off":
        take_clocks()
    elif asked in (b"metrics=on", b"metrics=off"):
        metrics.on = asked == b"metrics=on"
    told: dict[str, Any] = spent if scope["path"] == "/engine" else inside()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"application/json")]})
    await send({"type": "http.response.body", "body": json.dumps(told).encode()})
