"""House bots at the table: they wait (``matches.terms.pace``), see their seat's view, and ``submit``.

If a bot fails, its game's default move is played, so that a match never hangs on it.
"""

import logging
import secrets
from typing import Any
from uuid import UUID, uuid4

from engines.core.game import Game
from engines.core.moves import Move
from engines.core.seats import SEATS, Seat
from matches.live.deciding import decision
from matches.live.moves import submit_in
from matches.live.running import Hall
from matches.live.runtime import Runtime

log = logging.getLogger("matches.live.bots")


async def take_turn(hall: Hall, match_id: UUID) -> None:
    """Let the bot that is to act decide, once; a run of placements is one decision."""
    runtime = hall.runtime(match_id)
    async with runtime.lock:
        await runtime.ensure()
        row, game, state = runtime.row, runtime.game, runtime.state
        seat = acting(runtime)
        if seat is None or runtime.thinks_at == row.version:
            return
        version, bot = row.version, row.seats[seat].bot
        spare = game.default_move(state, seat)
        runtime.thinks_at = version
    try:
        moves = await _decide(hall, game, bot, state, seat)
    except Exception:
        log.exception("match %s: the bot %s failed; its default move is played", match_id, bot)
        moves = [spare]
    finally:
        runtime.thinks_at = None
    outcome = await submit_in(hall, match_id=match_id, seat=seat, moves=moves, client_id=uuid4(), v=version)
    if outcome.kind == "refused" and outcome.code not in ("frozen", "not_live"):
        log.error("match %s: the moves of the bot %s were refused: %s", match_id, bot, outcome.reason)
        await submit_in(hall, match_id=match_id, seat=seat, moves=[spare], client_id=uuid4(), v=version)


async def hurry(hall: Hall, match_id: UUID) -> None:
    """Play the rest of the bot's turn at once, on the wish of a person at the table.

    Only the first decision is made here: while ``Runtime.hurried`` holds, each is followed by the next without a pause
    (``matches.live.moves``), as any bot's move is, by the row.
    """
    runtime = hall.runtime(match_id)
    async with runtime.lock:
        await runtime.ensure()
        if acting(runtime) is None or runtime.hurried:
            return
        runtime.hurried = True
    await take_turn(hall, match_id)


def acting(runtime: Runtime) -> Seat | None:
    """Return the seat of the bot that is to act, if any. Lock held."""
    row, state = runtime.row, runtime.state
    if row.status != "live" or state is None or row.bot_due_at is None:
        return None
    to_act = runtime.game.to_act(state)
    return next((side for side in SEATS if side in to_act and row.seats[side].bot), None)


async def _decide(hall: Hall, game: Game[Any], bot: str, state: Any, seat: Seat) -> list[Move]:
    """Return the next decision of ``bot`` (``deciding.decision``), thought out beside this loop."""
    asked = decision(game, state, seat)
    view, legal = next(asked)
    while True:
        chosen = await hall.bots.choose(game.slug, bot, view, seat, legal, secrets.randbits(63))
        try:
            view, legal = asked.send(chosen)
        except StopIteration as decided:
            moves: list[Move] = decided.value
            return moves
