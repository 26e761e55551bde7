"""A client that survives cuts as ours does: it keeps its pending move and sends it again under the same id."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import random
import tempfile
import time
import uuid
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import websockets

from matches.models import Match, MatchEvent
from tests.live.history import History, What, violations
from tests.live.sockets import Table, sit
from tests.matches.table import check_log
from tests.sizes import size

PAUSE = size(0.02, 0.002)
"""Seconds from a position to the move: without them a table keeps a core busy, and its whole log is checked after."""


@dataclass
class Player:
    """A client as ours is: it keeps its pending move over a cut and sends it again under the same id."""

    match: Match
    cookie: str
    acknowledged: dict[str, int] = field(default_factory=dict)
    seen: dict[int, str] = field(default_factory=dict)
    pending: dict | None = None
    v: int | None = None
    timeline: int | None = None
    lost: dict[str, int] = field(default_factory=dict)
    """Return the acknowledged moves beyond the version that another database went on from."""
    cuts: int = 0
    there: bool = False
    """At the table now."""
    stop: bool = False
    pause: float = PAUSE
    """Seconds from a position to the move."""
    visit: float = float("inf")
    """Seconds after which it leaves and connects again."""
    history: History = field(default_factory=History)
    sockets: int = 0
    """Connections so far."""

    async def play(self, *ports: int) -> None:
        """Play until ``stop``; each connection goes to the next of ``ports``."""
        for port in itertools.cycle(ports):
            if self.stop:
                return
            try:
                async with sit(port, self.match, self.cookie, self.v, timeline=self.timeline) as table:
                    table.v = -1 if self.v is None else self.v
                    table.timeline = self.timeline or 0
                    self.there = True
                    self.sockets += 1
                    table.noted = partial(self.history.note, self.cookie[-8:], self.sockets)
                    if self.pending:
                        await self.ask(table)
                    came_at = time.monotonic()
                    while not self.stop and time.monotonic() < came_at + self.visit:
                        with contextlib.suppress(TimeoutError):
                            await self.one(table)
            except (OSError, websockets.WebSocketException):
                self.there = False
                self.cuts += 1
                await asyncio.sleep(random.uniform(0.05, 0.2))

    async def one(self, table: Table) -> None:
        frame = await table.read(0.5)
        if frame["t"] in ("full", "step"):
            if frame["t"] == "full" and self.timeline not in (None, table.timeline):
                self._rewound(frame["v"])
            self.v, self.timeline = table.v, table.timeline
        if frame["t"] == "step":
            self.seen[frame["v"]] = str(frame["lines"])
        if self.pending and frame.get("id") == self.pending["id"]:
            is_old = frame["t"] == "stale" and self.pending["timeline"] != table.timeline
            assert frame["t"] == "ack" or frame.get("code") == "busy" or is_old, frame
            answer: What = "ok" if frame["t"] == "ack" else "fail" if is_old else "busy"
            self.note(table, answer, id=frame["id"], v=frame.get("v", -1), timeline=table.timeline)
            if frame["t"] == "ack":
                self.acknowledged[frame["id"]] = frame["v"]
                self.pending = None
            elif is_old:  # it was made for a position of a database that was lost, and is not in the log of this one
                self.pending = None
            else:
                await asyncio.sleep(0.05)
                await self.ask(table)
        if not self.pending and table.state.get("choices") and table.v == self.v:
            # A move is chosen for the position on the screen; one that is in the log already has been acknowledged.
            if self.acknowledged and self.v < max(self.acknowledged.values()):
                return
            await asyncio.sleep(self.pause)
            move = table.state["choices"][0]["move"]
            self.pending = {"t": "move", "id": str(uuid.uuid4()), "v": self.v, "moves": [move]}
            self.pending["timeline"] = self.timeline
            await self.ask(table)

    async def ask(self, table: Table) -> None:
        """Send the pending move."""
        assert self.pending
        self.note(table, "invoke", id=self.pending["id"])
        await table.say(**self.pending)

    def note(self, table: Table, what: What, **more: Any) -> None:
        if table.noted:
            table.noted(what, **more)

    def _rewound(self, v: int) -> None:
        """Another database goes on from ``v``."""
        self.lost |= {key: at for key, at in self.acknowledged.items() if at > v}
        self.acknowledged = {key: at for key, at in self.acknowledged.items() if at <= v}


def missing(match: Match, *players: Player) -> int:
    """Count the acknowledged moves that are not in the log at their promised place."""
    log = {str(row.client_id): row.seq for row in MatchEvent.objects.filter(match=match)}
    acknowledged = [found for player in players for found in player.acknowledged.items()]
    assert all(player.acknowledged for player in players), "nobody moved: the test shows nothing"
    return sum(log.get(client_id) != v for client_id, v in acknowledged)


def check_history(match: Match, *histories: History) -> None:
    """Hold what clients noted against the log; ``TABELLONE_HISTORY`` names a folder that keeps their notes."""
    log: dict[str, list[int]] = {}
    for row in MatchEvent.objects.filter(match=match).order_by("seq"):
        log.setdefault(str(row.client_id), []).append(row.seq)
    whole = History([note for history in histories for note in history.notes])
    found = violations(whole.notes, log)
    folder = os.environ.get("TABELLONE_HISTORY")
    if folder or found:
        path = Path(folder or tempfile.mkdtemp(prefix="tabellone-history-")) / f"{match.pk}.jsonl"
        whole.write(path)
        assert not found, f"{found[:5]}, by {path}"


def all_there(match: Match, *players: Player) -> int:
    """Every acknowledged move is in the log where it was said to be, and once; returns how many there are."""
    check_log(match.id)
    assert missing(match, *players) == 0
    check_history(match, *(player.history for player in players))
    return sum(len(player.acknowledged) for player in players)
