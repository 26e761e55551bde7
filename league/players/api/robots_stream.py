"""The event stream of a bot: challenges, match starts, turns, offers, results, one JSON object a line.

The feed only wakes the stream; events are read from the rows, so a lost message delays an event by a few seconds and
loses none. While the stream is open the bot counts as present at its tables. Each event is sent once a connection: a
bot that reconnects gets the pending ones again.
"""

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator
from typing import Any, Final
from uuid import UUID

import msgspec

from engines.core.seats import Seat
from matches import feed
from matches.errors import MatchError
from matches.live.moves import DOWN
from matches.live.presence import LEAVES, SEEN_HERE
from matches.live.running import Hall, hall
from matches.live.seating import SEAT_FRESH
from matches.store.database import STANDS

STREAMS_A_BOT: Final = 2
LOOK_EVERY: Final = 3.0
"""Seconds after which the stream looks without being woken."""

_open: Counter[UUID] = Counter()

_CHALLENGES = """
SELECT c.id, c.game, c.options, c.winner, c.legs, c.control, c.side, u.id, u.nickname FROM matches_challenge c
JOIN players_user u ON u.id = c.owner_id
WHERE c.to_id = %s AND c.status = 'open' AND c.expires_at > now() ORDER BY c.id LIMIT 50
"""
_MATCHES = """
SELECT m.id, m.game, m.status, m.version, m.result, s.side FROM matches_seat s JOIN matches_match m ON m.id = s.match_id
WHERE s.user_id = %s AND s.robot
    AND (m.status IN ('waiting', 'live', 'paused') OR m.id = ANY(%s)) ORDER BY m.id LIMIT 50
"""
_OFFERED = f"""
SELECT o.id, o.match_id, o.kind, o.version, s.side FROM matches_seat s JOIN matches_match m ON m.id = s.match_id
JOIN matches_offer o ON o.match_id = m.id AND o.seat <> s.side WHERE s.user_id = %s AND s.robot
    AND (m.status IN ('waiting', 'live', 'paused') OR m.finished_at > now() - interval '1 day') AND {STANDS}
    ORDER BY o.id LIMIT 50
"""
"""Offers at the table that wait for the bot's answer; a rematch is offered after the match."""
_HERE = f"""
WITH visited AS (UPDATE matches_match SET visited_at = %(now)s WHERE id IN (
    SELECT m.id FROM matches_match m JOIN matches_seat s ON s.match_id = m.id
    WHERE s.user_id = %(bot)s AND s.robot AND m.status = 'waiting' FOR UPDATE OF m SKIP LOCKED))
UPDATE matches_seat SET seen_at = %(now)s, gone_at = NULL, {SEEN_HERE} FROM matches_match m
WHERE m.id = match_id AND user_id = %(bot)s AND robot AND m.status IN ('waiting', 'live', 'paused')
"""
_GONE = f"""
UPDATE matches_seat SET {LEAVES} FROM matches_match m
WHERE m.id = match_id AND user_id = %(bot)s AND robot AND m.status IN ('waiting', 'live', 'paused')
"""
_USED = "UPDATE players_apitoken SET used_at = now() WHERE id = %s AND revoked_at IS NULL"


def has_room(bot: UUID) -> bool:
    """Return whether this process may open one more stream of ``bot``."""
    return _open[bot] < STREAMS_A_BOT


async def events(bot: UUID, token: UUID) -> AsyncIterator[bytes]:
    """Yield the lines of the stream until its token is revoked."""
    here, woken = hall(), asyncio.Event()

    def wake(_body: bytes) -> None:
        woken.set()

    topic = f"user:{bot}"
    feed.ear().listen(topic, wake)
    _open[bot] += 1
    versions: dict[str, Any] = {}
    try:
        yield b"\n"
        while True:
            woken.clear()
            with contextlib.suppress(*DOWN):  # without the database there is no news; the next look finds it
                if not await _note_presence(here, bot, token):
                    return
                for event in await _news(here, bot, versions):
                    yield msgspec.json.encode(event, enc_hook=str) + b"\n"
            try:
                await asyncio.wait_for(woken.wait(), LOOK_EVERY)
            except TimeoutError:
                yield b"\n"
    finally:
        feed.ear().forget(topic, wake)
        _open[bot] -= 1
        if not _open[bot]:
            del _open[bot]
            with contextlib.suppress(*DOWN):
                await asyncio.shield(_leave(here, bot))


async def _note_presence(hall: Hall, bot: UUID, token: UUID) -> bool:
    """Record the bot as present at its tables; return False once its token is revoked."""
    async with hall.connection() as link:
        used = (await link.execute(_USED, (token,))).rowcount
        if used:
            await link.execute(_HERE, {"bot": bot, "now": hall.now(), "process": hall.name})
    return bool(used)


async def _leave(hall: Hall, bot: UUID) -> None:
    """Note that no stream of the bot is open here: it is gone unless another process has one."""
    now = hall.now()
    async with hall.connection() as link:
        await link.execute(_GONE, {"bot": bot, "now": now, "process": hall.name, "fresh": now - SEAT_FRESH})


async def _news(hall: Hall, bot: UUID, versions: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the events not yet sent on this connection."""
    playing = [UUID(key) for key, status in versions.items() if status in ("waiting", "live", "paused")]
    async with hall.connection() as link:
        challenges = await (await link.execute(_CHALLENGES, (bot,))).fetchall()
        rows = await (await link.execute(_MATCHES, (bot, playing))).fetchall()
        offers = await (await link.execute(_OFFERED, (bot,))).fetchall()
    news: list[dict[str, Any]] = []
    for challenge, game, options, winner, legs, control, side, owner, name in challenges:
        if f"challenge {challenge}" not in versions:
            versions[f"challenge {challenge}"] = True
            by = {"id": owner, "name": name}
            details = {"challenge": challenge, "game": game, "control": control, "side": side, "by": by}
            rules = {"options": options, "winner": winner, "legs": legs}
            news.append({"type": "challenge", **details, **rules})
    for match, game, status, version, result, side in rows:
        key = str(match)
        before, versions[key] = versions.get(key), status
        if status == "live":
            if before in (None, "waiting"):
                news.append({"type": "match_start", "match": match, "game": game, "seat": side})
            if versions.get(f"turn {match}") != version and await _to_act(hall, match, version, side):
                versions[f"turn {match}"] = version
                news.append({"type": "your_turn", "match": match, "v": version, "seat": side})
        elif status in ("finished", "void") and before != status:
            versions.pop(f"turn {match}", None)
            news.append({"type": "match_end", "match": match, "status": status, "result": result})
    for offer, match, kind, version, side in offers:
        if f"offer {offer}" not in versions:
            versions[f"offer {offer}"] = True
            news.append({"type": "offer", "match": match, "kind": kind, "v": version, "seat": side})
    return news


async def _to_act(hall: Hall, match: UUID, version: int, side: Seat) -> bool:
    """Return whether ``side`` is to act; False too where the position cannot be read, for the sake of other matches."""
    runtime = hall.runtime(match)
    async with runtime.lock:
        try:
            await runtime.ensure()
            if runtime.row.version != version:
                await runtime.catch_up()
        except MatchError:
            return False
        return runtime.state is not None and side in runtime.game.to_act(runtime.state)
