"""The kick-off: the dice seeds are frozen, and the engine makes the first position.

A side's own seed comes from its browser before the kick-off; without one in time the server makes it, and marks it.
Everything happens in one transaction on the locked row, so that of two processes one kicks off and the other sees that
it is done.
"""

import asyncio
import logging
import secrets
import time
from typing import Any, Final
from uuid import UUID, uuid5

import msgspec

from engines.core.game import Game
from engines.core.seats import SEATS, Seat
from matches import maintenance
from matches.live.announcing import announce
from matches.live.deciding import fair_dice, people
from matches.live.runtime import Runtime
from matches.models import Match
from matches.store import database
from matches.store.rows import MatchRow
from matches.terms import clock

log = logging.getLogger("matches.live.kickoff")

SEED_SECONDS: Final = 2.0
"""Seconds for both sides' browsers to send seeds once both are at the table."""

_json = msgspec.json.Encoder(enc_hook=str).encode

_SEED = """
UPDATE matches_seat SET dice_seed = %s, default_seed = false FROM matches_match m
WHERE m.id = matches_seat.match_id AND m.id = %s AND side = %s AND m.status = 'waiting' AND dice_seed = ''
"""

_OBEYED = "UPDATE matches_matchcommand SET applied_at = %s, outcome = 'applied' WHERE id = %s AND applied_at IS NULL"

_KICK_OFF = """
UPDATE matches_match SET status = 'live', version = %(version)s, snapshot = %(snapshot)s::jsonb,
    opening = %(opening)s::jsonb, rolls = %(rolls)s, started_at = %(at)s, no_show_at = NULL,
    home_since = %(home_since)s, away_since = %(away_since)s,
    set_piece = %(set_piece)s, home_placing_ms = %(home_placing_ms)s, away_placing_ms = %(away_placing_ms)s,
    period = %(period)s, time_up_at = %(time_up_at)s, deadline_at = %(deadline_at)s, bot_due_at = %(bot_due_at)s
WHERE id = %(id)s AND status = 'waiting'
"""

_BEGIN = """
INSERT INTO matches_matchevent (match_id, seq, client_id, part, seat, move, rolls, events, kind, at)
VALUES (%(id)s, %(version)s, %(key)s, 0, '', %(ruling)s::jsonb, '[]', '[]', 'ruling', %(at)s)
"""


async def take_seed(runtime: Runtime, seat: Seat, seed: str) -> bool:
    """Keep the dice seed sent by ``seat``; only the first counts, before the kick-off. Lock held."""
    async with runtime.hall.connection() as link:
        count = (await link.execute(_SEED, (seed, runtime.match_id, seat))).rowcount
    if count:
        sits = runtime.row.seats[seat]
        sits.dice_seed, sits.default_seed = seed, False
    return bool(count)


def ready(runtime: Runtime) -> bool:
    """Return whether both sides are there and it is time."""
    row = runtime.row
    if row.status != "waiting" or row.held or _is_ahead(runtime, row):
        return False
    if maintenance.is_closed(runtime.hall.now()):
        return False
    unseen = _begins_unseen(row)
    return all(row.seats[seat].is_taken and (unseen or runtime.at_table(seat)) for seat in SEATS)


def _begins_unseen(row: MatchRow) -> bool:
    """Return whether nobody has to be at the table: a taken seat is enough.

    By correspondence; and a guided match has no clock, and must start for a page without a script too.
    """
    return clock.is_correspondence(row.move_seconds) or row.mode == Match.Mode.GUIDED


async def try_kick_off(runtime: Runtime) -> bool:
    """Kick off if both sides are there and their seeds are in or overdue. Lock held."""
    if not ready(runtime):
        runtime.ready_since = None
        return False
    now = time.monotonic()
    if runtime.ready_since is None:
        runtime.ready_since = now
    awaited = [seat for seat in people(runtime.row) if not runtime.row.seats[seat].dice_seed]
    left = SEED_SECONDS - (now - runtime.ready_since)
    if awaited and left > 0:
        if runtime.seeds_timer is not None:
            runtime.seeds_timer.cancel()
        loop = asyncio.get_running_loop()
        runtime.seeds_timer = loop.call_later(left + 0.01, lambda: runtime.hall.spawn(try_again(runtime)))
        return False
    return await kick_off(runtime)


async def try_again(runtime: Runtime) -> None:
    """Run ``try_kick_off`` under the lock, on fresh data."""
    async with runtime.lock:
        await runtime.catch_up()
        await try_kick_off(runtime)


async def kick_off(runtime: Runtime, command: UUID | None = None) -> bool:
    """Freeze the seeds, make the first position, go live. Lock held; both seats must be taken."""
    async with runtime.hall.connection() as link, link.transaction():
        await link.execute("SELECT 1 FROM matches_match WHERE id = %s FOR UPDATE", (runtime.match_id,))
        row = await database.load(link, runtime.match_id)
        if row is None or row.status != "waiting" or row.held or not all(row.seats[seat].is_taken for seat in SEATS):
            started = False
        elif command is None and (_is_ahead(runtime, row) or _has_left(runtime, row)):
            started = False  # since it was loaded its start was put off, or a side went away from another process
        else:
            await _freeze_seeds(link, row)
            values = _opening(runtime, row)
            await link.execute(_KICK_OFF, values)
            if values["ruling"] is not None:
                await link.execute(_BEGIN, {**values, "key": uuid5(row.id, "guided")})
            if command is not None:
                await link.execute(_OBEYED, (runtime.hall.now(), command))
            runtime.wrote = values["version"]
            started = True
    await runtime.catch_up()
    if started:
        announce(runtime, changed=True)
    return started


def _is_ahead(runtime: Runtime, row: MatchRow) -> bool:
    return row.starts_at is not None and row.starts_at > runtime.hall.now()


def _has_left(runtime: Runtime, row: MatchRow) -> bool:
    """Return whether a side that has to be at the table has left it by ``row``."""
    gone = any(row.seats[seat].gone_at is not None and not runtime.here(seat) for seat in SEATS)
    return gone and not _begins_unseen(row)


async def _freeze_seeds(link: database.Connection, row: MatchRow) -> None:
    for seat in SEATS:
        sits = row.seats[seat]
        if not sits.dice_seed:
            sits.dice_seed = secrets.token_hex(16)
            # A house bot's seed comes from the server and is marked so, like that of a side that sent none.
            await link.execute(
                "UPDATE matches_seat SET dice_seed = %s, default_seed = true WHERE match_id = %s AND side = %s",
                (sits.dice_seed, row.id, seat),
            )


def _opening(runtime: Runtime, row: MatchRow) -> dict[str, Any]:
    """Return the first position as the statement's values."""
    game, now = runtime.game, runtime.hall.now()
    ruling: dict[str, Any] | None = None
    if row.snapshot is None or row.mode == Match.Mode.POSITION:
        dice = fair_dice(row)
        options = game.options_under(row.rules_version, row.options)
        state, events = game.new(options, row.terms, dice)
        opening, rolls = {"rolls": dice.rolled, "events": events}, len(dice.rolled)
        if row.mode == Match.Mode.GUIDED:
            state = _first_lesson(game, options, row.terms)
            ruling = {"type": "guided", "wire": game.stored_under(row.rules_version, state)}
        elif row.snapshot is not None:
            state = game.from_wire(row.snapshot)
            ruling = {"type": "position", "line": game.position(state), "wire": row.snapshot}
    else:  # it continues another match (``matches.verbs.resuming``)
        state, opening, rolls = game.from_wire(row.snapshot), row.opening, row.rolls
    to_act = game.to_act(state)
    clocks = clock.after(row, mover=None, to_act=to_act, people=people(row), now=now, set_piece=game.set_piece(state))
    wall = clock.wall(row, game.view(state, None), status="live", now=now, whole_minutes=game.wall_minutes)
    is_bots = any(row.seats[seat].bot for seat in to_act)
    return {
        "id": row.id,
        "at": now,
        "snapshot": _json(game.stored_under(row.rules_version, state)).decode(),
        "opening": _json(opening).decode(),
        "rolls": rolls,
        "version": row.version + (ruling is not None),
        "ruling": None if ruling is None else _json(ruling).decode(),
        "home_since": clocks.home_since,
        "away_since": clocks.away_since,
        "set_piece": clocks.set_piece,
        "home_placing_ms": clocks.home_placing_ms,
        "away_placing_ms": clocks.away_placing_ms,
        "period": wall.period,
        "time_up_at": wall.time_up_at,
        "deadline_at": clocks.deadline_at,
        "bot_due_at": clock.shifted(now, row.bot_seconds) if is_bots else None,
    }


def _first_lesson(game: Game[Any], options: dict[str, Any], terms: dict[str, Any]) -> Any:  # the game's own position
    """Return the first position of a guided match."""
    assert game.coach is not None, "only games with a coach are opened in this mode"
    return game.setup(dict(game.coach.start().overrides), options, terms)
