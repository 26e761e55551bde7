"""House bots at the table: they wait ``bot_seconds``, see their seat's view, and ``submit``.

If a bot fails, its game's default move is played, so that a match never hangs on it.
"""

from __future__ import annotations

import logging
import secrets
from uuid import UUID, uuid4

from engines.core.seats import SEATS
from matches.live.moves import submit_in
from matches.live.running import Hall

log = logging.getLogger("matches.live.bots")


async def take_turn(here: Hall, match_id: UUID) -> None:
    """Let the bot that is to act decide, once."""
    runtime = here.runtime(match_id)
    async with runtime.lock:
        await runtime.ensure()
        row, game, state = runtime.row, runtime.game, runtime.state
        if row.status != "live" or state is None or row.bot_due_at is None:
            return
        to_act = game.to_act(state)
        seat = next((side for side in SEATS if side in to_act and row.seats[side].bot), None)
        if seat is None:
            return
        version, bot = row.version, row.seats[seat].bot
        view, moves = game.view(state, seat), list(game.legal(state, seat))
        spare = game.default_move(state, seat)
    try:
        move = await here.bots.choose(game.slug, bot, view, seat, moves, secrets.randbits(63))
    except Exception:
        log.exception("match %s: the bot %s failed; its default move is played", match_id, bot)
        move = spare
    outcome = await submit_in(here, match_id=match_id, seat=seat, moves=[move], client_id=uuid4(), v=version)
    if outcome.kind == "refused" and outcome.code not in ("frozen", "not_live"):
        log.error("match %s: the move of the bot %s was refused: %s", match_id, bot, outcome.reason)
        await submit_in(here, match_id=match_id, seat=seat, moves=[spare], client_id=uuid4(), v=version)
