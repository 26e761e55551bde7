"""The one way of every move, whoever sends it (socket, HTTP, bot, clock, command).

Under the match's lock: is it refused as things are? Then the engine decides, and one statement writes
(``matches.live.commits``); only what is committed is shown. After a statement of unknown fate (connection lost) the
memory is marked as stale: the client sends the same id again and learns the outcome.
"""

import logging
from collections.abc import Mapping, Sequence
from typing import Any, Final
from uuid import UUID

import psycopg
from psycopg.errors import UniqueViolation
from psycopg_pool import PoolClosed, PoolTimeout

import engines
from engines.core.errors import EngineError
from engines.core.seats import Seat
from matches import metrics
from matches.live import deciding
from matches.live.commits import commit
from matches.live.outcomes import LATE, Outcome, refusal
from matches.live.running import Hall, hall
from matches.live.runtime import Runtime, UnreadablePosition
from matches.store import database

log = logging.getLogger("matches.live.moves")

DOWN = (psycopg.OperationalError, psycopg.InterfaceError, PoolTimeout, PoolClosed)
"""Errors of a database that is unreachable, or was lost in the middle of a statement."""
FROZEN: Final = "Something went wrong, and the match is paused."


async def submit(
    *,
    match_id: UUID,
    seat: Seat | None,
    moves: Sequence[Mapping[str, Any]],
    client_id: UUID,
    v: int,
    by: str | None = None,
    timeline: int | None = None,
) -> Outcome:
    """Make ``moves`` of ``seat`` after version ``v``: all or none, once for a ``client_id``.

    ``seat`` None is a host move; ``by`` is the sending user, where several share the seat; ``timeline`` is the history
    of the database in which they saw that position, if they know. Raises UnknownMatch; everything else is an Outcome.
    """
    return await submit_in(
        hall(), match_id=match_id, seat=seat, moves=moves, client_id=client_id, v=v, by=by, timeline=timeline
    )


async def submit_in(
    hall: Hall,
    *,
    match_id: UUID,
    seat: Seat | None,
    moves: Sequence[Mapping[str, Any]],
    client_id: UUID,
    v: int | None,
    timed_out: Seat | None = None,
    command: UUID | None = None,
    by: str | None = None,
    timeline: int | None = None,
) -> Outcome:
    """Run ``submit`` in a given hall.

    ``v`` None: the position as it is (host moves); ``command`` is marked as applied.
    """
    runtime = hall.runtime(match_id)
    async with runtime.lock:
        try:
            if hall.misses_beat and hall.on_missed is not None:
                await hall.on_missed()
            await runtime.ensure()
            outcome = await _submit(runtime, seat, moves, client_id, v, timed_out, command, by, timeline)
        except UnreadablePosition as error:
            runtime.forget()
            refused = Outcome("refused", error.v, error.code, str(error))
            outcome = await _repeat(runtime, client_id) or refused
        except DOWN as error:
            runtime.forget()
            log.warning("match %s: the database was lost during a move: %s", match_id, error)
            hall.spawn(hall.mend())
            outcome = await _after_loss(runtime, client_id)
        except BaseException:
            runtime.forget()
            raise
    if metrics.on:
        metrics.MOVES.labels(outcome.kind).inc()
    return outcome


async def _after_loss(runtime: Runtime, client_id: UUID) -> Outcome:
    """Return whether the interrupted statement was committed, if the database already answers."""
    try:
        await runtime.ensure()
        outcome = await _repeat(runtime, client_id)
    except DOWN:
        runtime.forget()
        outcome = None
    # A missing row proves nothing: the statement may still be on its way. The same id again is safe either way.
    return outcome or Outcome("busy", -1, "busy", "The server cannot save moves at this moment. Try again.")


async def _repeat(runtime: Runtime, client_id: UUID) -> Outcome | None:
    """Return the outcome of moves that are in the log already, by the memory or else the database."""
    seq = runtime.clients.get(client_id)
    if seq is None:
        async with runtime.hall.connection() as link:
            seq = await database.seq_of_client(link, runtime.match_id, client_id)
        if seq is not None:
            runtime.clients[client_id] = seq
    return None if seq is None else Outcome("repeat", seq)


async def _submit(
    runtime: Runtime,
    seat: Seat | None,
    moves: Sequence[Mapping[str, Any]],
    client_id: UUID,
    v: int | None,
    timed_out: Seat | None,
    command: UUID | None,
    by: str | None,
    timeline: int | None,
) -> Outcome:
    if (v is None or v > runtime.row.version) and client_id not in runtime.clients:
        await runtime.catch_up()
    refused = None
    for _attempt in range(3):
        if client_id in runtime.clients:
            break
        refused = refusal(runtime, seat, v, timeline, by)
        if refused is not None:
            break
        try:
            change = deciding.moved(runtime, seat, moves, client_id, timed_out=timed_out, command=command)
            done = Outcome("applied", change.columns["version"])
        except EngineError as error:
            rule = engines.about(runtime.row.game).rulebook.refusals.get(error.kind, "")
            return Outcome("refused", runtime.row.version, error.code, str(error), rule)
        except Exception as error:
            log.exception("match %s: the engine of %s failed; the match is frozen", runtime.match_id, runtime.row.game)
            change = deciding.frozen(runtime, error)
            done = Outcome("refused", change.columns["version"], "frozen", FROZEN)
        try:
            if await commit(runtime, change):
                return done
        except UniqueViolation:
            pass  # the same client id, from another process
        await runtime.catch_up()  # another process was first
    repeated = await _repeat(runtime, client_id)
    if repeated is None and refused is not None and refused.code == LATE:
        runtime.call_due()  # call time now rather than at the next sweep
    return repeated or refused or Outcome("stale", runtime.row.version)


async def resign(*, match_id: UUID, seat: Seat, client_id: UUID) -> Outcome:
    """Resign for ``seat``: the engine's own host move."""
    move = {"type": "resign", "seat": seat}
    return await submit_in(hall(), match_id=match_id, seat=None, moves=[move], client_id=client_id, v=None)
