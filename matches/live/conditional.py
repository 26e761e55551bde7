"""Play the replies of conditional moves: each as soon as its position is on the board, once, through ``submit``.

The id that names a reply to the log is made from the lines and the version that it answers. So a reply counts once,
whichever process sends it, and a killed process is replaced by the next sweep.
"""

import hashlib
import logging
from typing import Any, Final, cast
from uuid import UUID, uuid5

from engines.core.game import Game
from engines.core.seats import Seat
from matches.live.moves import submit_in
from matches.live.running import Hall

log = logging.getLogger("matches.live.conditional")

EVERY: Final = 5.0
"""Seconds between two looks for replies that a killed process left; each other one follows its move at once."""

_READ = "SELECT id, seat, replies FROM matches_conditionalmoves WHERE match_id = %s"
_SEEN = "UPDATE matches_conditionalmoves SET seen = greatest(seen, %s) WHERE id = %s"
_UNDONE = "SELECT FROM matches_matchevent WHERE match_id = %s AND seq = %s AND move ->> 'type' = 'undo'"
_DROP = "DELETE FROM matches_conditionalmoves WHERE id = %s"
_LEFT = """
SELECT c.match_id FROM matches_conditionalmoves c JOIN matches_match m ON m.id = c.match_id
WHERE m.version > c.seen AND m.game = ANY(%s) LIMIT %s
"""


def key(game: Game[Any], state: Any) -> str:
    """Return a short name of a whole position."""
    return hashlib.sha256(game.position(state).encode()).hexdigest()[:32]


async def matches_moved_on(hall: Hall, games: list[str], batch: int) -> list[UUID]:
    """Return matches that have moved on since somebody last looked for a reply."""
    async with hall.connection() as link:
        return [row[0] async for row in await link.execute(_LEFT, (games, batch))]


async def answer(hall: Hall, match_id: UUID) -> None:
    """Play the reply that the seat to act has for this position, if any; delete lines that can no longer come."""
    runtime = hall.runtime(match_id)
    async with hall.connection() as link:
        rows = await (await link.execute(_READ, (match_id,))).fetchall()
    if not rows:
        return
    async with runtime.lock:
        await runtime.catch_up()
        row, game, state = runtime.row, runtime.game, runtime.state
        version, status = row.version, row.status
        here_now = "" if state is None else key(game, state)
    async with hall.connection() as link:
        undone = (await link.execute(_UNDONE, (match_id, version))).rowcount
    for plan, seat, replies in rows:
        if status != "live":
            over = status in ("finished", "void")
            await _write(hall, (_DROP, (plan,)) if over else (_SEEN, (version, plan)))
        elif here_now not in replies or (undone and replies[here_now] is not None):  # who undid a reply has another
            await _write(hall, (_DROP, (plan,)))
        elif replies[here_now] is None:
            await _write(hall, (_SEEN, (version, plan)))
        else:
            await _reply(hall, match_id, plan, cast("Seat", seat), replies[here_now], version)


async def _reply(hall: Hall, match_id: UUID, plan: UUID, seat: Seat, move: dict[str, Any], version: int) -> None:
    """Play ``move``; the commit leads to the next look. Lines that are refused are deleted and logged."""
    # The log shows ids to both sides: as version 4, which pages send, it says nothing of the plan.
    client_id = UUID(bytes=uuid5(plan, str(version)).bytes, version=4)
    outcome = await submit_in(hall, match_id=match_id, seat=seat, moves=[move], client_id=client_id, v=version)
    if outcome.kind == "refused" and outcome.code not in ("frozen", "not_live", "late"):
        log.error("match %s: a conditional move was refused: %s", match_id, outcome.reason)
        await _write(hall, (_DROP, (plan,)))


async def _write(hall: Hall, statement: tuple[Any, tuple[Any, ...]]) -> None:
    async with hall.connection() as link:
        await link.execute(*statement)
