"""Presence at a table: sockets coming and going, and absence times.

The server's own pings notice a vanished socket; presence never decides a match by itself (deadlines do).
"""

import hashlib
import logging
from datetime import datetime
from typing import Any, Final

from engines.core.seats import Seat
from matches import feed
from matches.live import chat, protocol
from matches.live.kickoff import try_kick_off
from matches.live.moves import DOWN
from matches.live.runtime import Runtime
from matches.live.seating import SEAT_FRESH
from matches.live.sockets import Socket

log = logging.getLogger("matches.live.presence")

SEEN_HERE: Final = """
seen_in = coalesce(seen_in, '{}') || jsonb_build_object(%(process)s::text, extract(epoch FROM %(now)s::timestamptz))
"""
"""Note in a seat that the web process ``process`` sees its side."""
LEAVES: Final = """
gone_at = CASE WHEN {elsewhere} THEN NULL ELSE %(now)s::timestamptz END,
seen_in = CASE WHEN {elsewhere} THEN seen_in - %(process)s::text END
""".format(
    elsewhere="""EXISTS (SELECT FROM jsonb_each(seen_in - %(process)s::text) AS other
    WHERE other.value::float8 > extract(epoch FROM %(fresh)s::timestamptz))"""
)
"""Note that it no longer does: the side is gone unless another process has seen it since ``fresh``."""

_CAME = f"""
WITH visited AS (UPDATE matches_match SET visited_at = %(now)s WHERE id IN (
    SELECT id FROM matches_match WHERE id = %(match)s AND status = 'waiting' FOR UPDATE SKIP LOCKED))
UPDATE matches_seat SET seen_at = %(now)s, gone_at = NULL, {SEEN_HERE}
WHERE match_id = %(match)s AND side = ANY(%(seats)s)
"""
_WENT = f"""
UPDATE matches_seat SET seen_at = %(now)s, {LEAVES}
WHERE match_id = %(match)s AND side = ANY(%(seats)s) RETURNING side, gone_at
"""


_PLAYS_ON = """
UPDATE matches_seat SET devices = devices || jsonb_build_object(%(user)s::text, %(device)s::text)
WHERE match_id = %(match)s AND side = ANY(%(seats)s) AND devices ->> %(user)s::text IS DISTINCT FROM %(device)s::text
"""
"""Asks the database, not the memory: another process may have moved the seat away, and this one not heard of it."""


def device_of(session: Any) -> str:  # Django's session in the socket's scope, which has no type
    """Return a name for the browser of ``session``, the same for all its tabs; "" without a session."""
    key = getattr(session, "session_key", None)
    return hashlib.sha256(f"device {key}".encode()).hexdigest()[:16] if key else ""


async def take(runtime: Runtime, socket: Socket) -> None:
    """Make the device of ``socket`` the one its user plays on; the user's others look on. Lock held."""
    if socket.seat is None or not socket.device or not socket.user:
        return
    values = {"user": socket.user, "device": socket.device, "match": runtime.match_id, "seats": list(socket.seats)}
    async with runtime.hall.connection() as link:
        is_new = bool((await link.execute(_PLAYS_ON, values)).rowcount)
    for seat in socket.seats:
        runtime.row.seats[seat].devices[socket.user] = socket.device
    others = [other for other in runtime.sockets if other.user == socket.user and other.device != socket.device]
    was_elsewhere, socket.elsewhere = socket.elsewhere, False
    runtime.know_devices()
    if (is_new and others) or was_elsewhere:  # the other device may sit at another process, or have gone
        socket.put(protocol.device(True, len(others)))
    if is_new:
        runtime.hall.moved(runtime.match_id)


async def come(runtime: Runtime, socket: Socket, v: int | None, *, again: bool = False) -> None:
    """Add ``socket``, which has seen version ``v``, and bring it up to date. Lock held, position loaded.

    A newly opened page takes the seat for its device; one that reconnects (``again``) does not.
    """
    arrives = [seat for seat in socket.seats if not runtime.here(seat)]
    if not runtime.sockets:
        feed.ear().listen(f"moved:{runtime.match_id}", runtime.take_poke)
        if not runtime.hall.alone:
            await runtime.catch_up()
    elif runtime.behind or _has_seen_more(runtime, v):
        await runtime.catch_up()
    runtime.sockets.add(socket)
    if arrives:
        now = runtime.hall.now()
        async with runtime.hall.connection() as link:
            values = {"now": now, "match": runtime.match_id, "seats": arrives, "process": runtime.hall.name}
            await link.execute(_CAME, values)
        for seat in arrives:
            sits = runtime.row.seats[seat]
            sits.seen_at, sits.gone_at = now, None
    await runtime.ensure()  # that connection may be the first to another database
    runtime.resume(socket, v)
    if not again:
        await take(runtime, socket)
    runtime.know_devices()
    runtime.tell_presence()
    if runtime.row.status == "waiting":
        await try_kick_off(runtime)


def _has_seen_more(runtime: Runtime, v: int | None) -> bool:
    """Return whether who comes with version ``v`` may have been shown more by another process than is known here."""
    return v is not None and (v > runtime.row.version or runtime.row.status == "waiting")


async def go(runtime: Runtime, socket: Socket) -> None:
    """Remove ``socket``; a second call does nothing. Its side is gone unless it sits in another process too."""
    if socket not in runtime.sockets:
        return
    runtime.sockets.discard(socket)
    if not runtime.sockets:
        feed.ear().forget(f"moved:{runtime.match_id}", runtime.take_poke)
        chat.leave(runtime)
    runtime.tell_presence()
    left_seats = [seat for seat in socket.seats if not runtime.here(seat)]
    if not left_seats:
        return
    now = runtime.hall.now()
    gone_at: dict[Seat, datetime | None] = dict.fromkeys(left_seats, now)
    values = {"now": now, "match": runtime.match_id, "seats": left_seats, "process": runtime.hall.name}
    try:
        async with runtime.hall.connection() as link:
            cursor = await link.execute(_WENT, {**values, "fresh": now - SEAT_FRESH})
            gone_at |= dict(await cursor.fetchall())
    except DOWN as error:
        log.info("match %s: that %s left could not be noted: %s", runtime.match_id, left_seats, error)
    for seat in left_seats:
        if runtime.here(seat):  # it has come back meanwhile
            continue
        sits = runtime.row.seats[seat]
        sits.seen_at, sits.gone_at = now, gone_at[seat]
        if sits.gone_at is not None:
            runtime.ready_since = None
    runtime.tell_presence()
