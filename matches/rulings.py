"""Commands applied: what officials, deadlines and clocks decide, each a row of the log and a frame.

A command is applied once: its row is marked in the same statement that writes the log, and its id is the client id of
that row. What cannot be applied is marked with the reason.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid5

from engines.core.seats import SEATS, Seat, other
from matches import clock
from matches.frames import score
from matches.hall import Hall
from matches.kickoff import kick_off
from matches.play import award, rule, submit_in
from matches.runtime import Runtime

_OPEN = """
SELECT id, kind, payload FROM matches_matchcommand WHERE match_id = %s AND applied_at IS NULL ORDER BY created_at, id
"""
_REFUSED = "UPDATE matches_matchcommand SET applied_at = %s, outcome = %s WHERE id = %s AND applied_at IS NULL"


async def obey(here: Hall, match_id: UUID) -> None:
    """Apply the open commands of a match, in their order."""
    async with here.connection() as link:
        found = await (await link.execute(_OPEN, (match_id,))).fetchall()
    for command_id, kind, payload in found:
        reason = await _apply(here, match_id, command_id, kind, payload)
        if reason:
            async with here.connection() as link:
                await link.execute(_REFUSED, (here.now(), reason[:200], command_id))


async def _apply(here: Hall, match_id: UUID, command_id: UUID, kind: str, payload: Mapping[str, Any]) -> str:
    """Apply one command; a sentence where it was refused, empty where it is done or will be tried again."""
    if kind in ("resign", "time_up"):
        move = {"type": "time_up"} if kind == "time_up" else {"type": "resign", "seat": payload.get("seat")}
        outcome = await submit_in(
            here, match_id=match_id, seat=None, moves=[move], client_id=command_id, v=None, command=command_id
        )
        if outcome.kind == "repeat":
            return "applied"
        return outcome.reason if outcome.kind == "refused" else ""
    runtime = here.runtime(match_id)
    async with runtime.lock:
        await runtime.catch_up()
        for _attempt in range(3):
            status = runtime.row.status
            refused = _refusal(kind, status, runtime)
            if refused:
                return refused
            if await _rule(runtime, command_id, kind, payload):
                return ""
            await runtime.catch_up()
    return ""


def _refusal(kind: str, status: str, runtime: Runtime) -> str:
    """Why a command cannot be applied in this status; empty where it can."""
    allowed = {
        "start": ("waiting",),
        "pause": ("live",),
        "resume": ("paused",),
        "award": ("waiting", "live", "paused"),
        "void": ("waiting", "live", "paused"),
    }
    if status not in allowed[kind]:
        return f"The match is {status}."
    if kind == "start" and not all(runtime.row.seats[seat].taken for seat in SEATS):
        return "A seat is not taken."
    return ""


async def _rule(runtime: Runtime, command_id: UUID, kind: str, payload: Mapping[str, Any]) -> bool:
    if kind == "start":
        return await kick_off(runtime, command_id)
    reason = str(payload.get("reason") or "")
    ruling: dict[str, Any] = {"type": kind, "reason": reason}
    if payload.get("by"):
        ruling["by"] = payload["by"]
    status, result = {"pause": "paused", "resume": "live", "void": "void", "award": "finished"}[kind], None
    if kind == "award":
        winner: Seat | None = payload.get("winner")
        ruling["winner"] = winner
        result = award(
            winner,
            score_now=current_score(runtime),
            source="award",
            how=str(payload.get("how") or "award"),
            reason=reason,
        )
        if payload.get("score"):
            result["score"] = dict(payload["score"])
    return await rule(runtime, ruling, client_id=command_id, status=status, result=result, command=command_id)


def current_score(runtime: Runtime) -> dict[str, int]:
    """The goals so far."""
    return score(runtime.row, None if runtime.state is None else runtime.game.view(runtime.state, None))


async def call_time(here: Hall, match_id: UUID) -> None:
    """What follows when a deadline of a live match has passed: time-out, forfeit after three, or the flag."""
    runtime = here.runtime(match_id)
    async with runtime.lock:
        await runtime.ensure()
        row = runtime.row
        late = clock.overdue(row, here.now()) if row.status == "live" else []
        if not late:
            if row.status == "live":
                # Another process moved on, or gave time back: this memory is behind.
                await runtime.catch_up()
            return
        seat, limit = late[0]
        version = row.version
        key = uuid5(match_id, f"{limit}:{seat}:{version}")
        running = row.home_timeouts if seat == "home" else row.away_timeouts
        if limit == "budget":
            await _forfeit(runtime, key, seat, how="time", code="time", reason="its time for the match is used up")
            return
        if running + 1 >= clock.TIMEOUTS_RUNNING:
            await _forfeit(runtime, key, seat, how="forfeit", code="three_timeouts", reason="three time-outs running")
            return
    await submit_in(
        here,
        match_id=match_id,
        seat=None,
        moves=[{"type": "timeout", "seat": seat}],
        client_id=key,
        v=version,
        timed_out=seat,
    )


_RUNG = "UPDATE matches_match SET time_up_at = NULL WHERE id = %s AND version = %s"


async def ring(here: Hall, match_id: UUID) -> None:
    """The wall clock of a period has run out: the game is told, and lets the attack finish by its own rules."""
    runtime = here.runtime(match_id)
    async with runtime.lock:
        await runtime.ensure()
        row = runtime.row
        if row.status != "live" or row.time_up_at is None or row.time_up_at > here.now():
            await runtime.catch_up()
            return
        version = row.version
    outcome = await submit_in(
        here,
        match_id=match_id,
        seat=None,
        moves=[{"type": "time_up"}],
        client_id=uuid5(match_id, f"time_up:{version}"),
        v=version,
    )
    if outcome.kind == "refused":
        # The game knows no such call now; without this the clock would ring for ever.
        async with here.connection() as link:
            await link.execute(_RUNG, (match_id, version))


async def _forfeit(runtime: Runtime, key: UUID, seat: Seat, *, how: str, code: str, reason: str) -> None:
    winner = other(seat)
    ruling = {"type": "award", "winner": winner, "seat": seat, "reason": reason, "reason_code": code}
    goals = current_score(runtime)
    result = award(winner, score_now=goals, source="clock", how=how, reason=reason, code=code)
    if not await rule(runtime, ruling, client_id=key, status="finished", result=result):
        await runtime.catch_up()


async def call_no_show(here: Hall, match_id: UUID) -> None:
    """A match that was not kicked off in time: who is there wins; if nobody is, it is void."""
    runtime = here.runtime(match_id)
    async with runtime.lock:
        await runtime.catch_up()
        row = runtime.row
        if row.status != "waiting" or row.no_show_at is None or row.no_show_at > here.now():
            return
        there: list[Seat] = [seat for seat in SEATS if row.seats[seat].taken and runtime.at_table(seat)]
        if len(there) == len(SEATS):
            await kick_off(runtime)
            return
        winner = there[0] if there else None
        code = "no_show" if winner else "nobody_came"
        reason = "the other side did not come" if winner else "neither side came"
        ruling = {"type": "award" if winner else "void", "winner": winner, "reason": reason, "reason_code": code}
        goals = current_score(runtime)
        result = award(winner, score_now=goals, source="no_show", how="no_show", reason=reason, code=code)
        await rule(
            runtime,
            ruling,
            client_id=uuid5(match_id, "no_show"),
            status="finished" if winner else "void",
            result=result,
        )
