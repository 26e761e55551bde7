"""The parts of the load driver: each measures one thing on the running site and prints its lines."""

from __future__ import annotations

import asyncio
import http.client
import os
import statistics
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from django.db import connection
from django.db.models import Avg, Count

import engines
from engines.core.seats import SEATS
from league.players.models import User
from matches.archiving import archive
from matches.models import Match, Outbox, Review
from matches.verbs.opening import Opening, Sitter, open_match
from tests.benchmarks.driver import Load, server
from tests.benchmarks.site import Site
from tests.live.sockets import cookie_of

SCALE = float(os.environ.get("LOAD_SCALE", "1"))
GAME: Final = "super_goal"
PACE = 0.5
"""Seconds between two moves of a match: a seat may send a hundred frames in twenty seconds."""
TABLES = int(40 * SCALE)
SECONDS = 20 * SCALE
CROWD = int(400 * SCALE)
STEPS = [int(count * SCALE) for count in (50, 100, 200, 300, 400)]
ENDED = {GAME: int(24 * SCALE), **dict.fromkeys(("dom_jim", "six_a_side", "soccer_tactics", "fuba"), int(8 * SCALE))}
"""Matches of each game that are played to their end."""
LONGEST = 900
"""Seconds after which a match that has not ended is left out."""
REVIEWED = max(60, 240 * SCALE)
"""Seconds for which the workers may make reviews: each takes many of a core, and a mean is enough."""
READS = max(8, int(60 * SCALE))
SHOWN = ("web", "database", "valkey", "worker")


def say(*lines: str) -> None:
    print(*lines, sep="\n", flush=True)


@dataclass
class Spent:
    """Seconds of the processor by process in a stretch of time, what they use while nobody is there taken off."""

    seconds: float
    cpu: dict[str, float]

    def each(self, count: float) -> str:
        """Tell microseconds of each process a unit, of which there were ``count``."""
        parts = [f"{name} {1e6 * self.cpu.get(name, 0) / max(count, 1):7.0f}" for name in SHOWN]
        return "  ".join(parts) + f"  all {1e6 * self.all / max(count, 1):7.0f} us"

    @property
    def all(self) -> float:
        return sum(self.cpu.values())


@dataclass
class Bench:
    """One run against one site."""

    site: Site
    idle: dict[str, float] = field(default_factory=dict)
    """Seconds of the processor a second of each process while nobody is there."""

    @property
    def child(self) -> Any:
        """The web process, as the load driver knows it."""
        return self

    @property
    def pid(self) -> int:
        return self.site.roots["web"]

    @property
    def port(self) -> int:
        return self.site.port

    @contextmanager
    def account(self) -> Iterator[Spent]:
        """Measure a block; the figures are there when it has ended."""
        spent, before, began = Spent(0, {}), self.site.spent(), time.monotonic()
        yield spent
        spent.seconds, after = time.monotonic() - began, self.site.spent()
        for name, total in after.items():
            spent.cpu[name] = max(0.0, total - before[name] - self.idle.get(name, 0) * spent.seconds)

    def load(self, tables: list[tuple[str, str, str]], watchers: int = 0, pace: float = PACE) -> Load:
        return Load(self, tables, watchers, pace)  # type: ignore[arg-type]  # it asks for no more than port and child


def seated(count: int, game: str = GAME) -> list[tuple[str, str, str]]:
    """Make waiting matches; return them with the cookies of their seats."""
    tables = []
    for _ in range(count):
        people = [User.objects.create(kind="guest", nickname=uuid.uuid4().hex[:12]) for _ in SEATS]
        home, away = (Sitter(user=person, name=person.nickname) for person in people)
        match = open_match(Opening(game=game, home=home, away=away, move_seconds=600))
        tables.append((str(match.pk), *map(cookie_of, people)))
    return tables


def idle(bench: Bench) -> None:
    """Measure the site while nobody is there."""
    with bench.account() as spent:
        time.sleep(max(10, 60 * SCALE))
    bench.idle = {name: used / spent.seconds for name, used in spent.cpu.items()}
    shares = ", ".join(f"{name} {100 * share:.1f} %" for name, share in bench.idle.items())
    memory = ", ".join(f"{name} {bench.site.memory(name) / 2**20:.0f}" for name in ("web", "worker", "outward", "beat"))
    say(f"nobody there: {shares} of a core; memory of their own in MB: web process and its like {memory}")


@dataclass
class Stretch:
    """Play for a while."""

    spent: Spent
    moves: int
    frames: int
    octets: int
    latencies: list[float]

    def told(self, title: str) -> str:
        p50, p99 = (1e3 * self.latencies[int(len(self.latencies) * part)] for part in (0.5, 0.99))
        return (
            f"{title:<26} {self.spent.each(self.moves)} a move  {self.moves / self.spent.seconds:4.0f} moves/s  "
            f"p50 {p50:.0f} p99 {p99:.0f} ms  {self.octets / max(self.frames, 1) / 1024:.1f} kB a frame  "
            f"load {os.getloadavg()[0]:.1f}"
        )


def play(bench: Bench, load: Load, seconds: float = SECONDS) -> Stretch:
    """Play at ``load``'s tables; measure once all have begun."""

    async def stretch() -> Stretch:
        async with load.playing():
            moves, frames, octets = load.moves, load.frames, load.octets
            with bench.account() as spent:
                await asyncio.sleep(seconds)
            counts = (load.moves - moves, load.frames - frames, load.octets - octets)
            return Stretch(spent, *counts, sorted(load.latencies) or [0.0])

    return asyncio.run(stretch())


def moves(bench: Bench) -> None:
    """A move of each game, nobody looking on."""
    for game in engines.games():
        if game != "duel":
            say(play(bench, bench.load(seated(TABLES, game))).told(game))


def spectators(bench: Bench) -> None:
    """A frame to a spectator: one match before a crowd, less what its moves cost before nobody."""
    tables = seated(1)
    alone = play(bench, bench.load(tables))
    before = bench.site.memory("web")
    full = play(bench, bench.load(tables, watchers=CROWD))
    held = bench.site.memory("web") - before
    frames = full.frames - 2 * full.moves
    cpu = {
        name: used - alone.spent.cpu[name] * full.moves / max(alone.moves, 1) for name, used in full.spent.cpu.items()
    }
    say(
        f"{CROWD} spectators of a match    {Spent(full.spent.seconds, cpu).each(frames)} a frame  "
        f"{frames / full.spent.seconds:4.0f} frames/s",
        f"memory of a spectator: at most {held / CROWD / 1024:.0f} kB",
    )


def steps(bench: Bench) -> None:
    """More and more matches, until moves wait."""
    before, seats = bench.site.memory("web"), 0
    for count in STEPS:
        stretch = play(bench, bench.load(seated(count)), SECONDS / 2)
        seats += count
        shares = (f"{name} {100 * stretch.spent.cpu[name] / stretch.spent.seconds:.0f} %" for name in SHOWN)
        say(f"{stretch.told(f'{count} matches')}  of a core: {', '.join(shares)}")
    say(f"memory of a match with both players: {(bench.site.memory('web') - before) / seats / 1024:.0f} kB")


def size(bench: Bench) -> None:
    """The bytes of finished matches, as rows and archived; the work of the workers for each."""
    empty = _relations()
    tables = [(game, table) for game, count in ENDED.items() for table in seated(count, game)]
    ended = asyncio.run(_to_the_end(bench.load([table for _game, table in tables], pace=0.25)))
    _settled()
    made = Review.objects.filter(status="done").values("match__game").annotate(Count("pk"), Avg("seconds")).order_by()
    reviews = (f"{row['match__game']} {row['seconds__avg']:.0f} s ({row['pk__count']})" for row in made)
    say(f"{len(ended)} matches played to their end; of a worker's core for a review: {', '.join(reviews)}")
    ids = {
        game: [one for one, *_cookies in (table for g, table in tables if g == game) if one in ended] for game in ENDED
    }
    live = {game: _rows(found) for game, found in ids.items()}
    live_size = _relations()
    for one in ended:
        archive(uuid.UUID(one))
    archived_size = _relations()
    for game, found in ids.items():
        if found:
            _tell_of(game, found, live[game])
    say(
        f"with pages and indexes, all games: {(live_size - empty) / len(ended) / 1024:.0f} kB a match, "
        f"archived {(archived_size - empty) / len(ended) / 1024:.0f}"
    )


def _tell_of(game: str, ids: list[str], live: dict[str, int]) -> None:
    """Print the bytes of a game's matches: as rows before, archived now."""
    decisions = statistics.mean(Match.objects.filter(pk__in=ids).values_list("version", flat=True))
    archived = _rows(ids)

    def kilobytes(rows: dict[str, int], part: str = "") -> str:
        return f"{sum(size for table, size in rows.items() if part in table) / len(ids) / 1024:.1f} kB"

    say(
        f"{game:<15} {len(ids):3d} matches of {decisions:4.0f} decisions: rows {kilobytes(live)} a match (its log "
        f"{kilobytes(live, 'matchevent')}), archived {kilobytes(archived)} (its log {kilobytes(archived, 'archive')}, "
        f"its review, where it is made, {kilobytes(archived, 'review')})"
    )


async def _to_the_end(load: Load) -> list[str]:
    deadline = time.monotonic() + LONGEST
    async with load.playing():
        while len(load.over) < len(load.tables) and time.monotonic() < deadline:
            await asyncio.sleep(0.5)
    return sorted(load.over)


def _settled() -> None:
    """Wait until results are taken and statistics counted, and for some reviews."""
    began = time.monotonic()
    while time.monotonic() < began + REVIEWED or Outbox.objects.filter(taken_at=None).exists():
        time.sleep(1)


def _tables() -> list[str]:
    """Return the tables that hold a match."""
    asked = """SELECT DISTINCT c.relname FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
        WHERE k.contype = 'f' AND k.confrelid = 'matches_match'::regclass ORDER BY 1"""
    with connection.cursor() as cursor:
        cursor.execute(asked)
        return ["matches_match", *(name for (name,) in cursor.fetchall() if name.startswith(("matches", "statistics")))]


def _relations() -> int:
    """Return the bytes of these tables with their indexes, without room that updates left."""
    with connection.cursor() as cursor:
        cursor.execute(f"VACUUM (FULL, ANALYZE) {', '.join(_tables())}")
        cursor.execute("SELECT sum(pg_total_relation_size(t::regclass)) FROM unnest(%s::text[]) t", [_tables()])
        return int(cursor.fetchone()[0])


ROW_HEAD = 28
"""Bytes of a row beside its columns."""


def _rows(ids: list[str]) -> dict[str, int]:
    """Return the bytes of the rows of these matches, by table."""
    found = {}
    with connection.cursor() as cursor:
        for table in _tables():
            columns = [column.name for column in connection.introspection.get_table_description(cursor, table)]
            key = "id" if table == "matches_match" else "match_id"
            if key not in columns:
                continue
            width = " + ".join(f'coalesce(pg_column_size("{name}"), 0)' for name in columns)
            asked = f'SELECT coalesce(sum({ROW_HEAD} + {width}), 0) FROM {table} WHERE "{key}" = ANY(%s::uuid[])'
            cursor.execute(asked, [ids])
            found[table] = int(cursor.fetchone()[0])
    return found


PAGES = (
    "home", "lobby", "competitions", "leaders", "search", "player", "match", "report", "league", "league table/",
    "league fixtures/", "bracket of 64", "fixture", "club",
)  # fmt: skip


def pages(bench: Bench) -> None:
    """A page to a player, to a new visitor, and to a visitor who has it already; nothing else is at work meanwhile."""
    from tests.benchmarks.asker import paths_of
    from tests.benchmarks.crowd import fill

    bench.site.pause("worker", "outward", "beat")  # a site of years appears at once: they would count it for hours
    organiser = User.objects.create_user("organiser", "", None, nickname="Organiser")
    there = fill(organiser, matches=int(10_000 * SCALE), players=max(200, int(1_000 * SCALE)))
    paths = paths_of(there)
    link, cookie = http.client.HTTPConnection("127.0.0.1", bench.port, timeout=60), cookie_of(there["player"])
    say("a page: ms of web and database for a player / a visitor / a visitor who has it")
    totals: dict[str, list[float]] = {}
    for name in PAGES:
        drawn = _read(bench, link, paths[name], {"Cookie": cookie})
        kept = _read(bench, link, paths[name], {})
        tag = kept.tag and _read(bench, link, paths[name], {"If-None-Match": kept.tag})
        again = f"{tag.told()}" if tag else "no tag"
        say(f"{name:<18} {drawn.told()}  /  {kept.told()}  /  {again}  {drawn.octets / 1024:.0f} kB")
        for kind, read in (("player", drawn), ("visitor", kept), ("visitor again", tag)):
            if read:
                totals.setdefault(kind, []).append(read.web + read.database)
    for kind, costs in totals.items():
        mean = statistics.mean(costs)
        say(f"{kind:<14} {mean:5.1f} ms a page in the mean of {len(costs)}: {1000 / mean:.0f} pages a second a core")
    bench.site.resume("worker", "outward", "beat")


@dataclass
class Read:
    """One page, read many times."""

    web: float
    database: float
    tag: str
    octets: int

    def told(self) -> str:
        return f"{self.web:5.1f} + {self.database:4.1f}"


def _read(bench: Bench, link: http.client.HTTPConnection, path: str, headers: dict[str, str]) -> Read:
    def ask() -> tuple[str, int]:
        link.request("GET", path, headers={"Accept-Encoding": "gzip", **headers})
        answer = link.getresponse()
        body = answer.read()
        expected = 304 if "If-None-Match" in headers else 200
        assert answer.status == expected, (path, answer.status)
        return answer.headers.get("ETag", ""), len(body)

    for _ in range(3):
        tag, octets = ask()
    with bench.account() as spent:
        for _ in range(READS):
            ask()
    return Read(1e3 * spent.cpu["web"] / READS, 1e3 * spent.cpu["database"] / READS, tag, octets)


def metrics(bench: Bench) -> None:
    """The share of the processor that metrics take: a process beside the site, with them and without by turns."""
    from tests.benchmarks import test_metrics
    from tests.server import surroundings

    web = server("application")
    web.around = surroundings("web", METRICS_PORT=str(web.port + 1))
    test_metrics.ROUNDS, test_metrics.SECONDS = max(6, int(40 * SCALE)), 1  # before a match ends
    web.start()
    try:
        load = Load(web, seated(max(8, int(1.5 * TABLES))), watchers=1, pace=PACE / 2)
        ratios, move = asyncio.run(test_metrics.taking_turns(load))
    finally:
        web.stop()
    middle, spread = statistics.median(ratios), statistics.stdev(ratios) / len(ratios) ** 0.5
    measuring = test_metrics.measurement_seconds()
    say(
        f"metrics: a move costs {1e6 * move:.0f} us without, by turns {100 * (middle - 1):+.2f} % with them "
        f"({len(ratios)} pairs, standard error {100 * spread:.2f} %); its measurements alone "
        f"take {1e6 * measuring:.2f} us, {100 * measuring / move:.2f} %"
    )


PARTS: dict[str, Callable[[Bench], None]] = {
    "idle": idle,
    "moves": moves,
    "spectators": spectators,
    "steps": steps,
    "metrics": metrics,
    "size": size,
    "pages": pages,
}
"""In this order: the last fills the database."""
