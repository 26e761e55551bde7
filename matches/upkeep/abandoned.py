"""Closing of abandoned tables whose clock does not run: practice, guided, friendlies never begun or paused by a fault.

Nothing else ends them, and a person's list of running matches would fill up with them. They are closed as void, with a
ruling that says why. Matches of a competition have times of their own and are never closed here.
"""

import logging
from datetime import timedelta
from typing import Final
from uuid import UUID, uuid5

from django.conf import settings

import engines
from matches.live.commits import commit
from matches.live.deciding import award, ruled
from matches.live.rulings import current_score
from matches.live.running import Hall
from matches.models import Match

log = logging.getLogger("matches.upkeep.sweeper")

BATCH: Final = 50
REASON: Final = "nobody had played here for a long time"

_OPEN = "m.status IN ('waiting', 'live', 'paused') AND NOT m.rated AND m.back_url = ''"
_UNTIMED = """
CASE m.status WHEN 'waiting' THEN m.no_show_at IS NULL WHEN 'paused' THEN m.resume_at IS NULL
ELSE coalesce(m.move_seconds, m.budget_seconds) IS NULL END
"""
_UNTOUCHED = """
greatest(m.created_at, m.started_at, m.starts_at,
    (SELECT max(greatest(s.seen_at, s.gone_at)) FROM matches_seat s WHERE s.match_id = m.id),
    (SELECT e.at FROM matches_matchevent e WHERE e.match_id = m.id ORDER BY e.seq DESC LIMIT 1))
    < CASE m.mode WHEN 'practice' THEN %(practice)s ELSE %(others)s END
"""
_FORGOTTEN = f"""
SELECT m.id FROM matches_match m
WHERE {_OPEN} AND {_UNTIMED} AND m.created_at < greatest(%(practice)s, %(others)s) AND m.game = ANY(%(games)s)
AND {_UNTOUCHED} ORDER BY m.created_at LIMIT {BATCH}
"""
_STILL = f"SELECT 1 FROM matches_match m WHERE m.id = %(match)s AND {_OPEN} AND {_UNTIMED} AND {_UNTOUCHED}"
_NO_LINKS = "UPDATE matches_seat SET invite = '' WHERE match_id = %s AND invite <> ''"


async def close_forgotten(hall: Hall) -> list[UUID]:
    """Close the due tables, at most ``BATCH`` at once; return them. Safe under concurrency."""
    values = {
        "practice": hall.now() - timedelta(days=settings.PRACTICE_DAYS),
        "others": hall.now() - timedelta(days=settings.UNTIMED_DAYS),
        "games": engines.games(),
    }
    async with hall.connection() as link:
        match_ids = [row[0] async for row in await link.execute(_FORGOTTEN, values)]
    closed = []
    for match_id in match_ids:
        try:
            if await _close(hall, match_id, values):
                closed.append(match_id)
        except Exception:
            log.exception("match %s: it could not be closed as abandoned", match_id)
    return closed


async def _close(hall: Hall, match_id: UUID, values: dict[str, object]) -> bool:
    """Declare one match void, unless somebody has come meanwhile."""
    runtime = hall.runtime(match_id)
    async with runtime.lock:
        await runtime.catch_up()
        async with hall.connection() as link:
            still = (await link.execute(_STILL, {**values, "match": match_id})).rowcount
        if not still or runtime.sockets:
            return False
        ruling = {"type": Match.Status.VOID.value, "reason": REASON, "reason_code": "abandoned"}
        goals = current_score(runtime)
        result = award(None, score_now=goals, source="abandoned", how="abandoned", reason=REASON, code="abandoned")
        key = uuid5(match_id, f"abandoned:{runtime.row.version}")
        change = ruled(runtime, ruling, client_id=key, status=Match.Status.VOID.value, result=result)
        if not await commit(runtime, change):
            return False
        async with hall.connection() as link:  # a sent link must not lead to a closed table
            await link.execute(_NO_LINKS, (match_id,))
    return True
