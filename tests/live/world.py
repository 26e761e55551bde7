"""Two web processes of this site on one real store, by hand: nothing happens but what a test says.

Each process is a thread with an event loop, a hall and a subscription of its own, and serves the real application to
clients that speak ASGI. Time stands until a test lets it pass, and a process sweeps when it is told to; what Valkey
brings is heard only while a process listens. So the same steps lead to the same frames.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import threading
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, TypeVar
from uuid import UUID

import psycopg
import pytest
from psycopg.types.json import Jsonb

from deploy.asgi import application
from matches import feed
from matches.live import runtime
from matches.live.running import Hall, close_hall, set_hall
from matches.live.runtime import Runtime
from matches.models import Match
from matches.store import database, timing
from matches.upkeep.sweeper import Sweeper
from tests.server import test_database_url

T = TypeVar("T")

MACHINE_CLOCK = timing.utcnow
"""Goes on: a process compares it with the database's own."""
DONE: Counter[str] = Counter()
"""Counts of each action of the live half that was asked for (``tests/live/test_actions.py``)."""
PATIENCE = 120
"""Seconds of the machine's own time after which a process counts as hung."""


class Hung(AssertionError):
    """A process does not answer."""


class ByHand(Sweeper):
    """A sweeper that waits to be asked."""

    async def _run(self) -> None:
        pass


@dataclass(eq=False)
class Process:
    """One web process."""

    world: World
    name: str
    hall: Hall = field(init=False)
    listens: bool = False
    """Hears what other processes tell it; else that is lost, as Valkey may lose anything."""
    mishears: bool = False
    """Loses every second word of a match's moves even so."""
    heard: int = 0
    """Words of moves that came."""
    loses: str = ""
    """Where the connection to the database is cut at the next commit: ``before`` it, or ``after``."""

    def __post_init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, name=f"process {self.name}", daemon=True)
        self.thread.start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run ``work`` in this process to its end."""
        return self.begin(work)()

    def begin(self, work: Coroutine[Any, Any, T]) -> Callable[[], T]:
        """Begin ``work`` in this process; the result waits for its end."""
        future = asyncio.run_coroutine_threadsafe(work, self.loop)

        def result() -> T:
            try:
                return future.result(PATIENCE)
            except TimeoutError:
                future.cancel()
                raise Hung(f"process {self.name} does not answer") from None

        return result

    async def start(self) -> None:
        self.hall = Hall(max_pool=4)
        self.hall.now, self.hall.own_clock = self.world.now, MACHINE_CLOCK
        set_hall(self.hall)
        self.sweeper = ByHand(self.hall)
        await self.sweeper.start()

    async def stop(self) -> None:
        """End as a process does that is told to: its sockets are told to come again."""
        await self.sweeper.stop()
        await close_hall()

    async def sweep(self) -> None:
        """Do what is due, as about once a second; each time as a process that has just begun to sweep."""
        await Sweeper(self.hall).sweep()
        await self.hall.drain()

    async def hear(self, match_id: UUID) -> None:
        """Listen to what others tell from now on, once Valkey has confirmed it."""
        self.listens = True
        topics = [feed.POKES, *([f"moved:{match_id}"] if self.hall.runtime(match_id).sockets else [])]
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(feed.ear().heard_from_now(topics), 2)

    async def settle(self) -> None:
        """Wait until this process has nothing more to do, and its clients have all that it sent."""
        for _ in range(3):  # work in the background may begin more of it
            await asyncio.sleep(0)
            await self.hall.drain()
        for client in self.world.clients:
            if client.process is self and client.is_open:
                await client.ping()

    def end(self) -> None:
        async def last() -> None:
            await feed.close_ear()

        self.run(last())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(PATIENCE)
        self.loop.close()


@dataclass(eq=False)
class Client:
    """One socket, as a browser holds it: it folds what it is sent into a state, and keeps what it sent."""

    process: Process
    match: Match
    user: str
    """Whose browser it is; "" for a visitor without an account."""
    device: str
    seat: str | None
    frames: list[dict[str, Any]] = field(default_factory=list)
    state: dict[str, Any] = field(default_factory=dict)
    v: int = -1
    timeline: int | None = None
    is_open: bool = False
    closed: int | None = None
    here: bool = True
    """Plays on this device, as the last frame about it says."""
    unread: list[dict[str, Any]] = field(default_factory=list)
    """Positions that the model has not looked at yet."""
    lines: dict[tuple[str, int], dict[str, Any]] = field(default_factory=dict)
    """The chat as it stands on the page: room and number."""
    n: int = 0

    async def open(self, **asked: Any) -> None:
        """Connect; returns once the first frames are here, or the socket is closed."""
        self.mail: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.news = asyncio.Condition()
        headers = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
        cookie = self.process.world.cookies.get(self.device)
        if cookie:
            headers.append((b"cookie", cookie.encode()))
        query = "&".join(f"{name}={value}" for name, value in asked.items() if value is not None)
        path = f"/ws/matches/{self.match.pk}/"
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": headers,
            "client": None,
            "server": ("localhost", 80),
            "subprotocols": [],
            "state": {},
        }
        self.is_open = True
        self.mail.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.create_task(self._serve(scope))
        await self.ping()

    async def _serve(self, scope: dict[str, Any]) -> None:
        try:
            await application(scope, self.mail.get, self._take)
        finally:
            self.is_open = False
            async with self.news:
                self.news.notify_all()

    async def _take(self, message: Any) -> None:
        """Take what the server sends."""
        if message["type"] == "websocket.close":
            self.closed = message.get("code", 1000)
            self.is_open = False
            self.mail.put_nowait({"type": "websocket.disconnect", "code": self.closed})
        elif message["type"] == "websocket.send":
            self._read(json.loads(message["text"]))
        async with self.news:
            self.news.notify_all()

    def _read(self, frame: dict[str, Any]) -> None:
        self.frames.append(frame)
        if frame["t"] == "device":
            self.here = frame["here"]
        if frame["t"] in ("offers", "presence"):
            self.state[frame["t"]] = frame["offers"] if frame["t"] == "offers" else frame
        if frame["t"] == "chat":
            self.lines |= {(frame["room"], line["n"]): line for line in frame["lines"]}
        if frame["t"] not in ("full", "step"):
            return
        self.process.world.note_shown(self, frame)
        if frame["t"] == "step" and (frame["v"] > self.v + 1 or frame["timeline"] != self.timeline):
            self.process.world.fault(f"{self} was shown {frame['v']} after {self.v}: a step is missing")
        if frame["t"] == "full" and frame["v"] < self.v and frame["timeline"] == self.timeline:
            self.process.world.fault(f"{self} was shown {frame['v']} after {self.v}: time does not run back")
        if frame["status"] == "waiting" and self.state.get("status", "waiting") != "waiting":
            self.process.world.fault(f"{self} is shown that the match waits, and has seen it played")
        if frame["v"] >= self.v or frame["timeline"] != self.timeline:
            self.v, self.timeline, self.state = frame["v"], frame["timeline"], {**self.state, **frame}
        self.unread.append(frame)

    async def until(self, found: Callable[[dict[str, Any]], bool], since: int = 0) -> dict[str, Any] | None:
        """Return the first frame after number ``since`` that is ``found``; None once the socket is closed."""
        try:
            async with asyncio.timeout(PATIENCE / 2), self.news:
                while True:
                    for frame in self.frames[since:]:
                        if found(frame):
                            return frame
                    since = len(self.frames)
                    if not self.is_open:
                        return None
                    await self.news.wait()
        except TimeoutError:
            raise Hung(f"{self} waits for an answer") from None

    async def say(self, frame: dict[str, Any]) -> dict[str, Any] | None:
        """Send ``frame``; return its answer, None if the socket was closed instead."""
        since = len(self.frames)
        await self.tell(frame)
        return await self.until(
            lambda found: found.get("id") == frame["id"] and found["t"] in ("ack", "said", "stale", "error"), since
        )

    async def tell(self, frame: dict[str, Any]) -> None:
        """Send ``frame``, which has no answer."""
        DONE[f"frame {frame['t']}"] += 1
        self.mail.put_nowait({"type": "websocket.receive", "text": json.dumps(frame)})

    async def ping(self) -> None:
        """Wait for the echo of a frame: all that was queued before it has been sent."""
        self.n += 1
        await self.tell({"t": "ping", "n": self.n})
        n = self.n
        await self.until(lambda frame: frame["t"] == "pong" and frame["n"] == n, 0 if n == 1 else len(self.frames) - 1)

    async def drop(self) -> None:
        """Vanish, as a page does that is closed."""
        self.is_open = False
        self.mail.put_nowait({"type": "websocket.disconnect", "code": 1006})
        await asyncio.wait([self.task], timeout=PATIENCE / 2)

    def __str__(self) -> str:
        return f"{self.user or 'a visitor'} ({self.seat or 'looks on'}) at {self.process.name}"


class World:
    """The store, two processes, the people; and what was seen that may not be."""

    def __init__(self) -> None:
        self.beginning = self.moment = timing.utcnow()
        self.processes: list[Process] = []
        self.clients: list[Client] = []
        self.cookies: dict[str, str] = {}
        self.faults: list[str] = []
        self.shown: dict[UUID, int] = {}
        self.timeline = 1
        """The history of the store; another one when a standby takes over."""
        self.examples = 0
        """How often it began."""
        self.store = psycopg.connect(test_database_url(), autocommit=True)
        self.looking = threading.Lock()

    def now(self) -> datetime:
        return self.moment

    def fault(self, words: str) -> None:
        """Note what may not happen."""
        self.faults.append(words)

    def ask(self, statement: Any, *values: Any) -> list[tuple[Any, ...]]:
        """Ask the store, beside everything else."""
        with self.looking:
            return self.store.execute(statement, values).fetchall()

    def note_shown(self, client: Client, frame: dict[str, Any]) -> None:
        """Check at once that the version of ``frame`` is in the store."""
        if frame["v"] <= self.shown.get(client.match.pk, 0) or frame["timeline"] != self.timeline:
            return
        ((version,),) = self.ask("SELECT version FROM matches_match WHERE id = %s", client.match.pk)
        if frame["v"] > version:
            self.fault(f"{client} was shown {frame['v']} before it was committed: the store is at {version}")
        self.shown[client.match.pk] = version

    def begin(self) -> None:
        """Begin anew: an empty store, two processes that know nothing."""
        self.examples += 1
        self.moment, self.faults, self.shown, self.clients = self.beginning, [], {}, []
        with self.looking, self.store.transaction():
            self.store.execute("SET LOCAL session_replication_role = replica")
            self.store.execute("; ".join(f'DELETE FROM "{name}"' for name in self.tables()))
        self.beats()
        for process in self.processes:
            process.listens, process.mishears, process.heard, process.loses = False, False, 0, ""
            process.run(process.start())

    def tables(self) -> list[str]:
        found = self.store.execute("SELECT relname FROM pg_class WHERE relkind = 'r' AND relname LIKE 'matches\\_%%'")
        return [name for (name,) in found]

    def copied(self) -> dict[str, Any]:
        """Return all that is in the store now, as a standby has it."""
        rows = "SELECT coalesce(jsonb_agg(to_jsonb(t)), '[]') FROM \"{}\" t"
        return {name: self.ask(rows.format(name))[0][0] for name in self.tables()}

    def promote(self, copy: dict[str, Any] | None) -> None:
        """Let a standby take over: every process loses its connections. ``copy``: it was only so far.

        Nobody reads a match meanwhile: what an old connection shows is of the old history, a new one's of the new.
        """
        with self.looking, self.store.transaction():
            self.store.execute("LOCK TABLE matches_match IN ACCESS EXCLUSIVE MODE")
            self.timeline += 1
            self.shown.clear()
            self.store.execute(
                "SELECT pg_terminate_backend(pid, %s) FROM pg_stat_activity"
                " WHERE application_name = 'tabellone matches' AND datname = current_database()",
                [PATIENCE * 1000],
            )
            if copy is not None:
                self.store.execute("SET LOCAL session_replication_role = replica")
                for name, rows in copy.items():
                    self.store.execute(f'DELETE FROM "{name}"')
                    self.store.execute(
                        f'INSERT INTO "{name}" SELECT * FROM jsonb_populate_recordset(NULL::"{name}", %s)',
                        [Jsonb(rows)],
                    )
        for process in self.processes:
            process.run(process.hall.mend())

    def end(self) -> None:
        """End the processes; what is in the store stays."""
        for client in self.clients:
            if client.is_open:
                client.process.run(client.drop())
        for process in self.processes:
            process.run(process.stop())

    def pass_time(self, seconds: float) -> None:
        """Let time pass in which every process swept, or could have: nobody was out."""
        self.moment += timedelta(seconds=seconds)
        self.beats()

    def beats(self) -> None:
        with self.looking:
            self.store.execute(
                "INSERT INTO matches_heartbeat (id, at) VALUES (1, %s) ON CONFLICT (id) DO UPDATE SET at = excluded.at",
                [self.moment],
            )
        for process in self.processes:
            if hasattr(process, "hall"):
                process.hall.beat_at = self.moment

    def settle(self) -> None:
        """Wait until every process has nothing more to do."""
        for process in self.processes:
            process.run(process.settle())

    def of(self, hall: Hall) -> Process | None:
        """Return the process whose hall this is, None for one that has ended."""
        return next((process for process in self.processes if process.hall is hall), None)


@contextlib.contextmanager
def two_processes(cookies: dict[str, str]) -> Iterator[World]:
    """A world in which time stands, for browsers whose ``cookies`` are given by their name."""
    world = World()
    world.cookies = cookies
    commit, poked, looked = database.commit, Runtime.take_poke, Sweeper._poked

    async def cut(link: Any, change: Any) -> int:
        """Commit; or lose the connection, before or after it. What is queued for a client leaves first."""
        process = next((each for each in world.processes if each.loop is asyncio.get_running_loop()), None)
        for _ in range(5):
            await asyncio.sleep(0)
        loses = ""
        if process is not None:
            loses, process.loses = process.loses, ""
        if loses == "before":
            raise psycopg.OperationalError("the connection is lost")
        done = await commit(link, change)
        if loses == "after":
            raise psycopg.OperationalError("the connection is lost")
        return done

    def heard(runtime: Runtime, message: bytes) -> None:
        process = world.of(runtime.hall)  # type: ignore[arg-type]  # the surroundings of a match are a hall
        if process is not None:
            process.heard += 1
            if process.listens and not (process.mishears and process.heard % 2 == 0):
                poked(runtime, message)

    async def history(_link: Any) -> int:
        return world.timeline

    def told(sweeper: Sweeper, message: bytes) -> None:
        process = world.of(sweeper.hall)
        if message == feed.ARRIVED or (process is not None and process.listens):
            looked(sweeper, message)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(database, "commit", cut)
        patched.setattr(database, "_timeline", history)
        patched.setattr(runtime, "PRESENCE_DELAY", 0)
        patched.setattr(Runtime, "take_poke", heard)
        patched.setattr(Sweeper, "_poked", told)
        patched.setattr(timing, "own_clock", world.now)
        patched.setattr(timing, "utcnow", world.now)
        patched.setattr(timing, "_ahead", timedelta())
        patched.setattr(timing, "_asked_at", float("inf"))
        world.processes = [Process(world, "one"), Process(world, "two")]
        try:
            yield world
        finally:
            for process in world.processes:
                process.end()
            world.store.close()


@contextlib.contextmanager
def dice_of(seed: int) -> Iterator[Callable[[int, int], int]]:
    """Let every match roll the dice of ``seed``: the face of a roll's number on a die with so many faces."""

    def rolled(number: int, faces: int) -> int:
        return random.Random(f"{seed}:{number}:{faces}").randint(1, faces)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("engines.core.dice.fair_roll", lambda *given: rolled(*given[-2:]))
        yield rolled
