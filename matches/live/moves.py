"""The one write path of every move, whoever sends it (socket, HTTP, bot, clock, command).

Under the match's lock: repeat? stale? legal? Then the engine, then one SQL statement that checks the version, appends
the log and stores the snapshot; only what is committed is shown. After a statement of unknown fate (connection lost)
the memory is marked as stale: the client sends the same id again and learns the outcome.
"""

import asyncio
import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal
from uuid import UUID, uuid4

import psycopg
from psycopg.errors import UniqueViolation
from psycopg_pool import PoolClosed, PoolTimeout

from engines.core.dice import FairDice
from engines.core.errors import EngineError
from engines.core.game import Game
from engines.core.seats import SEATS, Seat, other
from matches import feed, metrics
from matches.collecting import kick_results
from matches.live import seating
from matches.live.frames import numbered, ruling_line, score
from matches.live.running import Hall, hall
from matches.live.runtime import Runtime, Step, UnreadablePosition
from matches.store import database
from matches.store.database import MatchRow
from matches.terms import clock, pace

log = logging.getLogger("matches.live.moves")

DOWN = (psycopg.OperationalError, psycopg.InterfaceError, PoolTimeout, PoolClosed)
"""Errors of a database that is unreachable, or was lost in the middle of a statement."""


@dataclass(frozen=True, slots=True)
class Outcome:
    kind: Literal["applied", "repeat", "stale", "refused", "busy"]
    v: int
    """The version of the match now; for applied and repeat, that of the last of these moves."""
    code: str = ""
    reason: str = ""

    @property
    def done(self) -> bool:
        """Return whether the moves are in the log (now, or already)."""
        return self.kind in ("applied", "repeat")


@dataclass(slots=True)
class Change:
    """The values of the one statement, beside the version check."""

    rows: list[dict[str, Any]]
    client_id: UUID
    at: datetime
    clocks: clock.Clocks
    kind: Literal["move", "ruling"] = "move"
    seat: Seat | None = None
    state: Any = None  # the game's own position type, after the rows
    rolls: int = 0
    status: str = "live"
    result: dict[str, Any] | None = None
    steps: list[Step] = field(default_factory=list)
    command: UUID | None = None
    resume_at: datetime | None = None

    @property
    def over(self) -> bool:
        return self.status in ("finished", "void")


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
            await runtime.ensure()
            outcome = await _submit(runtime, seat, moves, client_id, v, timed_out, command, by, timeline)
        except UnreadablePosition as error:
            runtime.forget()
            refused = Outcome("refused", error.v, error.code, str(error))
            outcome = await _repeat(runtime, client_id, ask=True) or refused
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
        outcome = await _repeat(runtime, client_id, ask=True)
    except DOWN:
        runtime.forget()
        outcome = None
    # A missing row proves nothing: the statement may still be on its way. The same id again is safe either way.
    return outcome or Outcome("busy", -1, "busy", "The server cannot save moves at this moment. Try again.")


async def _repeat(runtime: Runtime, client_id: UUID, *, ask: bool) -> Outcome | None:
    """Return the outcome of moves already in the log. ``ask``: also look in the database."""
    seq = runtime.clients.get(client_id)
    if seq is None and ask:
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
    by: str | None = None,
    timeline: int | None = None,
) -> Outcome:
    repeated = await _repeat(runtime, client_id, ask=False)
    if repeated is not None:
        return repeated
    if v is not None and v > runtime.row.version:
        await runtime.catch_up()
    for _attempt in range(3):
        row = runtime.row
        if timeline is not None and timeline != runtime.timeline:
            # The database has since lost its end, so version ``v`` may be another position than the sender saw.
            return await _repeat(runtime, client_id, ask=True) or Outcome("stale", row.version)
        if v is not None and v != row.version and not runtime.still_asked(seat, v):
            return await _repeat(runtime, client_id, ask=True) or Outcome("stale", row.version)
        if row.status != "live":
            return await _repeat(runtime, client_id, ask=True) or _not_live(row)
        if _is_late(runtime, seat):
            return await _repeat(runtime, client_id, ask=True) or _too_late(runtime)
        if by is not None and seat is not None and row.seats[seat].shared:
            sits, game = row.seats[seat], runtime.game
            if not seating.may_decide(game, runtime.state, seat, sits, by):
                refusal = seating.not_your_turn(game, runtime.state, seat, sits)
                return Outcome("refused", row.version, "not_your_turn", refusal)
        if row.rules_version != runtime.game.rules_version:
            # A newer release runs beside an older one, or started without its check (matches.upkeep.upgrades): hands
            # off.
            return Outcome("refused", row.version, "other_rules", "This match is played under other rules than these.")
        try:
            change = _decide(runtime, seat, moves, client_id, timed_out)
        except EngineError as error:
            return Outcome("refused", row.version, error.code, str(error))
        except Exception as error:
            log.exception("match %s: the engine of %s failed; the match is frozen", runtime.match_id, row.game)
            await freeze(runtime, repr(error))
            return Outcome("refused", runtime.row.version, "frozen", "Something went wrong, and the match is paused.")
        change.command = command
        try:
            if await commit(runtime, change):
                return Outcome("applied", runtime.row.version)
        except UniqueViolation:
            pass  # the same client id, from another process: found as a repeat below
        await runtime.catch_up()
        repeated = await _repeat(runtime, client_id, ask=True)
        if repeated is not None:
            return repeated
    return Outcome("stale", runtime.row.version)


def _not_live(row: MatchRow) -> Outcome:
    reasons = {
        "waiting": "The match has not kicked off yet.",
        "paused": "The match is paused.",
        "finished": "The match is over.",
        "void": "The match was declared void.",
    }
    return Outcome("refused", row.version, "not_live", reasons.get(row.status, "The match is not being played."))


def _is_late(runtime: Runtime, seat: Seat | None) -> bool:
    """Return whether the limit of ``seat`` has passed. After an outage its time is given back first."""
    if seat is None or not runtime.overdue() or runtime.hall.misses_beat:
        return False
    return clock.limit_passed(runtime.row, seat, runtime.hall.now()) is not None


def _too_late(runtime: Runtime) -> Outcome:
    """Refuse a move past its limit, and call time now rather than at the next sweep."""
    if runtime.hall.on_due is not None:
        runtime.hall.spawn(runtime.hall.on_due(runtime.match_id))
    return Outcome("refused", runtime.row.version, "late", "Your time for this decision was up.")


def _decide(
    runtime: Runtime,
    seat: Seat | None,
    moves: Sequence[Mapping[str, Any]],
    client_id: UUID,
    timed_out: Seat | None,
) -> Change:
    """Run the engine over ``moves`` without changing anything here. Raises EngineError."""
    row, game, state = runtime.row, runtime.game, runtime.state
    dice = fair_dice(row)
    now = runtime.hall.now()
    rows, steps, rolled = [], [], 0
    for part, move in enumerate(moves):
        state, events = game.apply(state, seat, move, dice)
        seq = row.version + part + 1
        rows.append({"seq": seq, "part": part, "move": move, "rolls": dice.rolled[rolled:], "events": events})
        rolled = len(dice.rolled)
        steps.append(Step(seq, state, numbered(seq, game.commentary(events)), seat))
    result = game.result(state)
    change = Change(
        rows=rows,
        client_id=client_id,
        at=now,
        clocks=clock.after(
            row,
            mover=seat,
            to_act=() if result else game.to_act(state),
            people=people(row),
            now=now,
            timed_out=timed_out,
            lag_ms=runtime.lag_ms.get(seat, 0) if seat is not None else 0,
        ),
        seat=seat,
        state=state,
        rolls=row.rolls + rolled,
        steps=steps,
    )
    if result is not None:
        public = game.view(state, None)
        change.status = "finished"
        change.result = {
            **result,
            "score": score(row, public),
            "shootout": public.get("shootout"),
            "source": "play",
            "reason": "",
        }
    return change


def fair_dice(row: MatchRow) -> FairDice:
    """Return the match's own dice, at its next roll."""
    return FairDice(
        bytes.fromhex(row.secret),
        str(row.id),
        row.seats["home"].dice_seed,
        row.seats["away"].dice_seed,
        row.rolls + 1,
    )


def people(row: MatchRow) -> list[Seat]:
    """Return the seats whose clock runs when they are to act."""
    return [seat for seat in SEATS if not row.seats[seat].bot]


async def commit(runtime: Runtime, change: Change) -> bool:
    """Write ``change`` if the match is still at the version it was made for; then, and only then, show it.

    False: another process was first, and nothing was written.
    """
    row, state = runtime.row, change.state
    columns = _columns(runtime, change)
    if not await _write_columns(runtime, change, columns):
        return False
    before, since, version = row.status, row.version, columns["version"]
    acting = () if runtime.state is None else runtime.game.to_act(runtime.state)
    row.apply(columns, change.seat, moved=change.kind == "move" or state is not runtime.state)
    nothing_decided = change.kind == "ruling" and change.status == before and state is runtime.state
    runtime.state = state
    if row.bot_due_at is None or not _by_bot(row, change):
        runtime.hurried, runtime.bot_decisions = False, 0
    else:
        runtime.bot_decisions += 1
    runtime.note_asked(acting, change.seat, since, same=nothing_decided)
    runtime.clients[change.client_id] = version
    if len(runtime.clients) > 2 * 64:
        runtime.remember(())
    try:
        runtime.show(change.steps)
    except Exception:
        # The move is committed; a client that cannot be shown it reconnects and asks for the whole position.
        log.exception("match %s: version %s could not be shown", row.id, version)
        runtime.forget()
    runtime.arm()
    runtime.hall.moved(row.id, runtime.public_after(since) if before == row.status else "")
    wake_robots(runtime)
    if runtime.hall.on_turn is not None and clock.is_correspondence(row.move_seconds):
        runtime.hall.spawn(runtime.hall.on_turn(row.id))
    if change.over or change.status != before:
        runtime.hall.spawn(tell_pages(runtime, change.over))
    return True


def _columns(runtime: Runtime, change: Change) -> dict[str, Any]:
    """Return the values of ``database.WRITTEN`` after ``change``."""
    row, state, game = runtime.row, change.state, runtime.game
    wall = clock.NO_WALL
    if row.options.get("clock") == "wall" and state is not None:
        view = game.view(state, None)
        wall = clock.wall(row, view, status=change.status, now=change.at, whole_minutes=game.wall_minutes)
    return {
        "version": row.version + len(change.rows),
        "snapshot": runtime.unread if state is None else game.to_wire(state),
        "rolls": change.rolls,
        "status": change.status,
        "result": change.result,
        "finished_at": change.at if change.over else None,
        "resume_at": change.resume_at,
        "bot_due_at": clock.shifted(change.at, _pause(runtime, change)) if _bot_acts(row, game, change) else None,
        **change.clocks._asdict(),
        **wall._asdict(),
    }


def _bot_acts(row: MatchRow, game: Game[Any], change: Change) -> bool:
    return change.status == "live" and any(row.seats[seat].bot for seat in game.to_act(change.state))


def _pause(runtime: Runtime, change: Change) -> float:
    """Return the seconds before the bot that is to act after ``change`` decides."""
    row = runtime.row
    before = runtime.bot_decisions + 1 if _by_bot(row, change) else 0
    rolled = any(each["rolls"] for each in change.rows)
    return pace.pause(row.bot_seconds, before=before, rolled=rolled, hurried=runtime.hurried)


def _by_bot(row: MatchRow, change: Change) -> bool:
    return change.seat is not None and bool(row.seats[change.seat].bot)


async def _write_columns(runtime: Runtime, change: Change, columns: Mapping[str, Any]) -> bool:
    """Write the row and the log; False if the match was no longer at that version."""
    row = runtime.row
    values = {
        **columns,
        "id": row.id,
        "expected": row.version,
        "was": row.status,
        "client_id": change.client_id,
        "seat": change.seat or "",
        "kind": change.kind,
        "at": change.at,
        "rows": change.rows,
        "over": change.over,
        "command": change.command,
    }
    if runtime.timeline != runtime.hall.timeline:
        return False
    began = time.perf_counter()
    async with runtime.hall.connection() as link:
        if runtime.timeline != runtime.hall.timeline:  # this is the first connection to another database
            return False
        is_written = await database.commit(link, values) == len(change.rows)
    if metrics.on:
        metrics.COMMIT.observe(time.perf_counter() - began)
    return is_written


def wake_robots(runtime: Runtime) -> None:
    """Wake the event streams of the programs that play here (``Seat.robot``)."""
    robots = [sits.user for sits in runtime.row.seats.values() if sits.robot and sits.user]
    if robots:
        data = {"match": str(runtime.match_id), "v": runtime.row.version}
        runtime.hall.spawn(feed.apublish_all([f"user:{user}" for user in robots], data))


async def tell_pages(runtime: Runtime, over: bool) -> None:
    """Tell pages of a status change at once; a result also wakes its collector (which sweeps anyhow)."""
    row = runtime.row
    data = {"match": row.id, "status": row.status}
    wake_robots(runtime)
    await feed.apublish(f"match:{row.id}", data)
    if row.listed and row.audience is None:
        await feed.apublish("lobby", data)
    if over:
        await asyncio.get_running_loop().run_in_executor(None, kick_results, row.id)


async def rule(
    runtime: Runtime,
    ruling: Mapping[str, Any],
    *,
    client_id: UUID,
    status: str,
    result: dict[str, Any] | None = None,
    command: UUID | None = None,
    resume_at: datetime | None = None,
) -> bool:
    """Write a ruling (the match's own decision, no engine move) into the log. Lock held.

    False: another process was first.
    """
    row, now = runtime.row, runtime.hall.now()
    state, rolls = runtime.state, row.rolls
    if ruling.get("type") == "undo":  # another position stands again, with the rolls that led to it
        state, rolls = runtime.game.from_wire(ruling["wire"]), ruling["rolls"]
    to_act = runtime.game.to_act(state) if status == "live" and state is not None else ()
    seq = row.version + 1
    change = Change(
        rows=[{"seq": seq, "part": 0, "move": dict(ruling), "rolls": [], "events": []}],
        client_id=client_id,
        at=now,
        clocks=clock.after(row, mover=None, to_act=to_act, people=people(row), now=now),
        kind="ruling",
        state=state,
        rolls=rolls,
        status=status,
        result=result,
        steps=[Step(seq, state, numbered(seq, [ruling_line(ruling)]))],
        command=command,
        resume_at=resume_at,
    )
    return await commit(runtime, change)


async def freeze(runtime: Runtime, error: str) -> None:
    """Pause a match whose engine failed; the others play on."""
    await rule(runtime, {"type": "frozen", "reason": error[:300]}, client_id=uuid4(), status="paused")


def award(
    winner: Seat | None,
    *,
    score_now: Mapping[str, int],
    source: str,
    how: str,
    reason: str,
    code: str = "",
) -> dict[str, Any]:
    """Return the result of a match that was not played to its end.

    ``code`` names a reason of the match's own. The winner gets 3-0, or the current score if that is better for it (as
    in football's own rules).
    """
    final_score = dict(score_now)
    if winner is not None and final_score[winner] - final_score[other(winner)] < 3:
        final_score = {winner: 3, other(winner): 0}
    return {
        "winner": winner,
        "how": how,
        "score": {seat: final_score[seat] for seat in SEATS},
        "shootout": None,
        "source": source,
        "reason": reason,
        **({"code": code} if code else {}),
    }


async def resign(*, match_id: UUID, seat: Seat, client_id: UUID) -> Outcome:
    """Resign for ``seat``: the engine's own host move."""
    move = {"type": "resign", "seat": seat}
    return await submit_in(hall(), match_id=match_id, seat=None, moves=[move], client_id=client_id, v=None)
