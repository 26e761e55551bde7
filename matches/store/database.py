"""Statements of a running match, over psycopg's asynchronous pool, never the ORM.

One pool an event loop. The one statement that matters is ``COMMIT``: it checks the version, stores the snapshot and
appends the log in a single round trip, which is also a single transaction. Everything else reads, or writes what has no
version (seats, presence).
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias
from uuid import UUID

import msgspec
import psycopg
from django.conf import settings
from django.db import connections
from psycopg.conninfo import make_conninfo
from psycopg.rows import TupleRow
from psycopg.types.json import set_json_loads
from psycopg_pool import AsyncConnectionPool

from engines.core.seats import SEATS
from matches.store.packing import unpack
from matches.store.rows import WRITTEN, LogRow, MatchRow, SeatRow

Connection: TypeAlias = psycopg.AsyncConnection[TupleRow]
Pool: TypeAlias = AsyncConnectionPool[Connection]


encode = msgspec.json.Encoder(enc_hook=str).encode


def conninfo() -> str:
    """Return the address of Django's own database (the tests' one in tests)."""
    parameters = connections["default"].get_connection_params()
    names = {"dbname", "user", "password", "host", "port", "sslmode", "sslrootcert", "sslcert", "sslkey", "options"}
    names |= {"target_session_attrs", "connect_timeout"}
    return make_conninfo("", **{key: parameters[key] for key in names if parameters.get(key)})


LOCK_SECONDS: Final = 3
"""Seconds that a statement waits for a locked row; then its sender is told to try again. Behind a pooler
(``DATABASE_PREPARED=0``) it is ANSWER_SECONDS."""
ANSWER_SECONDS: Final = 15.0
"""Seconds for a commit: a database that is silent for longer is lost, whatever its connection says."""
DEAD_SECONDS: Final = 20
"""Seconds without a sign of life after which a database on another machine counts as lost."""
ALIVE: Final = {
    "keepalives_idle": DEAD_SECONDS // 2,
    "keepalives_interval": DEAD_SECONDS // 4,
    "keepalives_count": 2,
    "tcp_user_timeout": DEAD_SECONDS * 1000,
}
"""The same as settings of libpq; a unix socket ignores them."""


_TIMELINE = "SELECT ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int"


async def _timeline(link: Connection) -> int:
    """Return the history of the database that this connection writes.

    It changes when a standby is promoted; 0 if the server does not tell. Raises OperationalError on a standby: it may
    be behind, and is read-only.
    """
    try:
        row = await (await link.execute(_TIMELINE)).fetchone()
    except psycopg.errors.ObjectNotInPrerequisiteState:
        raise
    except psycopg.DatabaseError:
        if link.closed:
            raise
        return 0
    return 0 if row is None else int(row[0])


async def open_pool(*, min_size: int = 1, max_size: int = 8, on_timeline: Callable[[int], None] | None = None) -> Pool:
    """Open a pool on the running event loop. Its connections commit each statement by itself.

    ``on_timeline`` is called with the history of the database of each new connection, before anybody uses it.
    """

    async def _configure(link: Connection) -> None:
        set_json_loads(msgspec.json.decode, link)
        if settings.DATABASE_PREPARED:  # a pooler would give the setting to whoever has this connection next
            await link.execute("SELECT set_config('lock_timeout', %s, false)", (str(round(LOCK_SECONDS * 1000)),))
        if on_timeline is not None:
            on_timeline(await _timeline(link))

    pool: Pool = AsyncConnectionPool(
        conninfo(),
        min_size=min_size,
        max_size=max_size,
        open=False,
        timeout=5,
        max_idle=settings.DATABASE_IDLE_SECONDS,
        kwargs={
            "autocommit": True,
            "application_name": "tabellone matches",
            "prepare_threshold": 5 if settings.DATABASE_PREPARED else None,  # None: nothing is ever prepared
            **ALIVE,
        },
        configure=_configure,
        name="matches",
    )
    await pool.open()
    return pool


_COLUMNS = tuple(name for name in MatchRow.__slots__ if name not in ("secret", "offers", "seats"))
_SEAT_COLUMNS = (
    *("user_id", "bot", "name", "dice_seed", "default_seed", "seen_at", "gone_at", "robot", "devices"),
    "places",
)

_SHARED = """
(SELECT coalesce(jsonb_agg(jsonb_build_object('user', c.user_id::text, 'name', c.name) ORDER BY c.number), '[]')
 FROM (SELECT user_id, name, number FROM matches_seatcontroller WHERE seat_id = {side}.id UNION ALL
    SELECT {side}.user_id, name, number FROM jsonb_array_elements_text({side}.people) WITH ORDINALITY
    AS at_one_screen(name, number)) AS c)
"""

STANDS: Final = """
o.status = 'open' AND m.status = CASE o.kind WHEN 'start' THEN 'waiting'
    WHEN 'resume' THEN 'paused' WHEN 'rematch' THEN 'finished' ELSE 'live' END AND NOT EXISTS (
    SELECT FROM matches_matchevent e WHERE e.match_id = o.match_id AND e.seq > o.version
    AND ((e.kind = 'ruling' AND e.move ->> 'type' IN ('pause', 'frozen', 'resume')) OR CASE o.kind
    WHEN 'draw' THEN e.seat NOT IN ('', o.seat) WHEN 'undo' THEN e.kind = 'move' OR e.move ->> 'type' = 'undo'
    WHEN 'coaching' THEN e.seat = o.seat ELSE false END))
"""
"""Condition of an open offer ``o`` of a match ``m``. All lapse with a pause and with its end; a draw with the next
decision of the other side too, a call for coaching with one's own, an undo with any or with another undo."""

_OFFERS = f"""
(SELECT coalesce(jsonb_agg(jsonb_build_object('kind', o.kind, 'seat', o.seat, 'v', o.version) ORDER BY o.created_at),
    '[]'::jsonb) FROM matches_offer o WHERE o.match_id = m.id AND {STANDS})
"""

LOAD = f"""
SELECT {", ".join(f"m.{name}" for name in _COLUMNS)}, s.value, {_OFFERS},
       {", ".join(f"{side}.{name}" for side in SEATS for name in _SEAT_COLUMNS)},
       {", ".join(_SHARED.format(side=side) for side in SEATS)}
FROM matches_match m
JOIN matches_matchsecret s ON s.match_id = m.id
JOIN matches_seat home ON home.match_id = m.id AND home.side = 'home'
JOIN matches_seat away ON away.match_id = m.id AND away.side = 'away'
WHERE m.id = %s
"""

LOG_BETWEEN = """
SELECT seq, client_id, seat, move, rolls, events, kind, at FROM matches_matchevent
WHERE match_id = %s AND seq > %s AND seq <= %s ORDER BY seq
"""

TAIL: Final = 50
ARCHIVED = "SELECT packed FROM matches_matcharchive WHERE match_id = %s"

BY_CLIENT = """
SELECT (SELECT max(seq) FROM matches_matchevent WHERE match_id = %(match)s AND client_id = %(client)s),
    (SELECT packed FROM matches_matcharchive WHERE match_id = %(match)s)
"""

_GIVEN: Final = {
    "id": "uuid",
    "expected": "int",
    "was": "text",
    "client_id": "uuid",
    "seat": "text",
    "kind": "text",
    "at": "timestamptz",
    "rows": "jsonb",
    "over": "boolean",
    "command": "uuid",
    **WRITTEN,
}
"""Parameters of a commit, as one JSON object: one parameter costs less to adapt than thirty, and has one type."""

MOST: Final = 32
"""Changes that one statement takes; as its limit it also tells the planner to look them up one by one."""
_COLUMNS_GIVEN = f"change({', '.join(f'{name} {kind}' for name, kind in _GIVEN.items())})"
_WRITE = f"""
), changed AS (
    UPDATE matches_match AS m SET {", ".join(f"{name} = given.{name}" for name in WRITTEN)} FROM given
    WHERE m.id = given.id AND m.version = given.expected AND m.status = given.was AND (given.command IS NULL
        OR EXISTS (SELECT FROM matches_matchcommand WHERE id = given.command AND applied_at IS NULL))
    RETURNING m.id, given.client_id, given.seat, given.kind, given.at, given.rows, given.over, given.command
), announced AS (
    INSERT INTO matches_outbox (match_id, topic, created_at, tries)
    SELECT id, 'result', at, 0 FROM changed WHERE over ON CONFLICT DO NOTHING
), obeyed AS (
    UPDATE matches_matchcommand AS c SET applied_at = changed.at, outcome = 'applied'
    FROM changed WHERE c.id = changed.command
)
INSERT INTO matches_matchevent (match_id, seq, client_id, part, seat, move, rolls, events, kind, at)
SELECT changed.id, r.seq, changed.client_id, r.part, changed.seat, r.move, r.rolls, r.events, changed.kind, changed.at
FROM changed, jsonb_to_recordset(changed.rows) AS r(seq int, part int, move jsonb, rolls jsonb, events jsonb)
RETURNING match_id
"""
COMMIT = f"""
WITH given AS MATERIALIZED (
    SELECT * FROM jsonb_to_record(%s::jsonb) AS {_COLUMNS_GIVEN}
{_WRITE}"""
"""A move or ruling: the match, its log, the command to mark as applied, and at the end its outbox row."""
COMMIT_TOGETHER = f"""
WITH asked AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset(%s::jsonb) AS {_COLUMNS_GIVEN} LIMIT {MOST}
), given AS MATERIALIZED (
    SELECT asked.* FROM asked JOIN matches_match AS free USING (id) FOR NO KEY UPDATE OF free SKIP LOCKED
{_WRITE}"""
"""The same for several matches; those whose row somebody else holds are left out."""


async def load(link: Connection, match_id: UUID) -> MatchRow | None:
    columns = await (await link.execute(LOAD, (match_id,))).fetchone()
    if columns is None:
        return None
    row = MatchRow(*columns[: len(_COLUMNS) + 2])
    seat_columns = columns[len(_COLUMNS) + 2 :]
    for number, side in enumerate(SEATS):
        part = seat_columns[number * len(_SEAT_COLUMNS) : (number + 1) * len(_SEAT_COLUMNS)]
        row.seats[side] = SeatRow(None if part[0] is None else str(part[0]), *part[1:])
        row.seats[side].shared = seat_columns[len(SEATS) * len(_SEAT_COLUMNS) + number]
    return row


async def log_between(link: Connection, match_id: UUID, seq: int, version: int) -> list[LogRow]:
    """Return the rows after ``seq`` up to ``version``, from the archive if they are no longer in rows.

    ``version`` is that of the position which the reader has: later rows may be committed meanwhile.
    """
    rows = [LogRow(*columns) async for columns in await link.execute(LOG_BETWEEN, (match_id, seq, version))]
    if rows and rows[0].seq == seq + 1:
        return rows
    archived = await (await link.execute(ARCHIVED, (match_id,))).fetchone()
    return rows if archived is None else [row for row in [*_unpacked(archived[0]), *rows] if seq < row.seq <= version]


def _unpacked(packed: bytes) -> list[LogRow]:
    return [
        LogRow(seq, client_id, seat, move, rolls, events, kind, at)
        for seq, client_id, _part, seat, move, rolls, events, kind, at in unpack(packed)
    ]


async def log_tail(link: Connection, match_id: UUID, version: int) -> list[LogRow]:
    """Return the last rows of the log, at most ``TAIL``."""
    return await log_between(link, match_id, max(0, version - TAIL), version) if version else []


async def seq_of_client(link: Connection, match_id: UUID, client_id: UUID) -> int | None:
    """Return the last row that ``client_id`` wrote, or None: it identifies a repeat."""
    row = await (await link.execute(BY_CLIENT, {"match": match_id, "client": client_id})).fetchone()
    seq: int | None
    seq, packed = row or (None, None)
    if seq is None and packed is not None:
        seq = max((each.seq for each in _unpacked(packed) if each.client_id == client_id), default=None)
    return seq


async def commit(link: Connection, change: Mapping[str, Any]) -> int:
    """Run ``COMMIT``, a transaction of its own, with ``change``; return how many rows of the log it wrote.

    Raises OperationalError for a silent database, and other errors of psycopg.
    """
    return len(await _run(link, COMMIT, change))


async def commit_together(link: Connection, changes: Sequence[Mapping[str, Any]]) -> set[UUID]:
    """Run ``COMMIT_TOGETHER`` with at most ``MOST`` changes of different matches; return the matches that it wrote."""
    return set(await _run(link, COMMIT_TOGETHER, changes))


async def _run(link: Connection, statement: str, values: Any) -> list[UUID]:
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            cursor = await link.execute(statement, (encode(values).decode(),), prepare=True)
            return [match_id for (match_id,) in await cursor.fetchall()]
    except TimeoutError:
        raise psycopg.OperationalError("the database does not answer") from None
