"""Comings and goings at a table: sockets in and out, who is there, since when not.

A socket that vanishes is noticed by the server's own pings; presence never decides a match by itself (deadlines do).
"""

from __future__ import annotations

import logging

from matches import chat, feed
from matches.kickoff import try_kick_off
from matches.play import DOWN
from matches.runtime import Runtime
from matches.sockets import Socket

log = logging.getLogger("matches.presence")

_CAME = "UPDATE matches_seat SET seen_at = %s, gone_at = NULL WHERE match_id = %s AND side = %s"
_WENT = "UPDATE matches_seat SET seen_at = %s, gone_at = %s WHERE match_id = %s AND side = %s"


async def come(runtime: Runtime, socket: Socket, v: int | None) -> None:
    """Add ``socket``, which has seen version ``v``, and bring it up to date. Lock held, position loaded."""
    seat = socket.seat
    first = seat is not None and not runtime.here(seat)
    if not runtime.sockets:
        feed.ear().listen(f"moved:{runtime.match_id}", runtime.heard)
        if not runtime.hall.alone:
            await runtime.catch_up()
    runtime.sockets.add(socket)
    if seat is not None and first:
        now = runtime.hall.now()
        async with runtime.hall.connection() as link:
            await link.execute(_CAME, (now, runtime.match_id, seat))
        sits = runtime.row.seats[seat]
        sits.seen_at, sits.gone_at = now, None
    runtime.resume(socket, v)
    runtime.tell_presence()
    if runtime.row.status == "waiting":
        await try_kick_off(runtime)


async def go(runtime: Runtime, socket: Socket) -> None:
    """Remove ``socket``; a second call does nothing."""
    if socket not in runtime.sockets:
        return
    runtime.sockets.discard(socket)
    if not runtime.sockets:
        feed.ear().forget(f"moved:{runtime.match_id}", runtime.heard)
        chat.leave(runtime)
    runtime.tell_presence()
    seat = socket.seat
    if seat is None or runtime.here(seat):
        return
    now = runtime.hall.now()
    sits = runtime.row.seats[seat]
    sits.seen_at, sits.gone_at = now, now
    runtime.ready_since = None
    try:
        async with runtime.hall.connection() as link:
            await link.execute(_WENT, (now, now, runtime.match_id, seat))
    except DOWN as error:
        log.info("match %s: that %s left could not be noted: %s", runtime.match_id, seat, error)
