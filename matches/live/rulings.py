"""Commands applied: decisions of officials, deadlines and clocks, each a row of the log and a frame.

A command is applied once: its row is marked in the same statement that writes the log, and its id is the client id of
that row; a call for coaching is marked by a second row, which tells why. A command that cannot be applied is marked
with the reason.
"""

import logging
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final
from uuid import UUID, uuid5

from engines.core.seats import SEATS, Seat, other
from matches.live.commands import WHEN, takes_over
from matches.live.commits import commit
from matches.live.deciding import award, ruled
from matches.live.frames import score
from matches.live.kickoff import kick_off
from matches.live.moves import DOWN, submit_in
from matches.live.outcomes import Outcome
from matches.live.running import Hall, hall
from matches.live.runtime import Runtime, UnknownMatch, UnreadablePosition
from matches.store import database
from matches.terms import clock

log = logging.getLogger("matches.live.rulings")

_OPEN = """
SELECT id, kind, payload, created_at FROM matches_matchcommand
WHERE match_id = %s AND applied_at IS NULL ORDER BY created_at, id
"""
_REFUSED = "UPDATE matches_matchcommand SET applied_at = %s, outcome = %s WHERE id = %s AND applied_at IS NULL"


_TURNED = """
SELECT FROM matches_matchevent WHERE match_id = %s AND seq > %s AND kind = 'move' AND seat = %s LIMIT 1
"""
"""A decision of a seat since a version: the turn in which it called coaching then is over."""

_STATUS = {"pause": "paused", "resume": "live", "void": "void", "award": "finished", "draw": "finished"}


HELD = "The competition is frozen."
FAILED = "Something went wrong, and this decision was not carried out."
ENDS: Final = ("award", "void")
OTHER_RELEASE: Final = timedelta(seconds=60)
"""Time of a newer release, beside this one, for a decision on a match of its rules."""


async def obey(hall: Hall, match_id: UUID) -> None:
    """Apply the open commands of a match, in order.

    Of a match whose position cannot be read, those that end it are applied and the others refused. Raises
    UnreadablePosition while they wait for a release that plays its rules.
    """
    async with hall.connection() as link:
        open_commands = await (await link.execute(_OPEN, (match_id,))).fetchall()
    for command_id, kind, payload, created_at in open_commands:
        runtime = hall.runtime(match_id)
        try:
            async with runtime.lock:
                await runtime.ensure()
            reason = await _apply(hall, match_id, command_id, kind, payload)
        except (UnknownMatch, *DOWN):
            raise
        except UnreadablePosition as error:
            if error.other_rules and hall.now() - created_at < OTHER_RELEASE:
                raise
            log.error("match %s: the command %s (%s): %s", match_id, command_id, kind, error.__cause__)
            reason = await _end_unread(runtime, command_id, kind, payload) if kind in ENDS else str(error)
        except Exception:
            log.exception("match %s: the command %s (%s) failed", match_id, command_id, kind)
            runtime.forget()
            reason = FAILED
        if reason:
            async with hall.connection() as link:
                await link.execute(_REFUSED, (hall.now(), reason[:200], command_id))


async def obey_here(match_id: UUID) -> None:
    """Run ``obey`` in the hall of the running loop, for synchronous views (``calling.call``)."""
    await obey(hall(), match_id)


async def _end_unread(runtime: Runtime, command_id: UUID, kind: str, payload: Mapping[str, Any]) -> str:
    """End a match whose position cannot be read, as its officials decided; return the sentence of a refusal."""
    async with runtime.lock:
        await runtime.load_unread()
        refused = _refusal(kind, runtime.row.status, runtime, payload)
        if not refused:
            await _rule(runtime, command_id, kind, payload)  # another process may be first: the next sweep looks again
        runtime.forget()
    return refused


async def _apply(hall: Hall, match_id: UUID, command_id: UUID, kind: str, payload: Mapping[str, Any]) -> str:
    """Apply one command; return the sentence of a refusal, "" if it is done or will be tried again."""
    if kind in ("resign", "time_up", "coaching"):
        if kind == "coaching" and await _is_over(hall, match_id, command_id, payload):
            return "Play went on."
        move = {"type": "time_up"} if kind == "time_up" else {"type": kind, "seat": payload.get("seat")}
        # A call for coaching is done only with its reason: until then the next sweep comes back to it.
        marked = None if kind == "coaching" else command_id
        outcome = await submit_in(
            hall, match_id=match_id, seat=None, moves=[move], client_id=command_id, v=None, command=marked
        )
        if outcome.done and kind == "coaching":
            await _explain(hall, match_id, command_id, payload)
            return ""
        if outcome.kind == "repeat":
            return "applied"
        return outcome.reason if outcome.kind == "refused" else ""
    runtime = hall.runtime(match_id)
    async with runtime.lock:
        await runtime.catch_up()
        for _attempt in range(3):
            status = runtime.row.status
            refused = _refusal(kind, status, runtime, payload)
            if refused:
                return refused
            if await _rule(runtime, command_id, kind, payload):
                return ""
            await runtime.catch_up()
    return ""


async def _is_over(hall: Hall, match_id: UUID, command_id: UUID, payload: Mapping[str, Any]) -> bool:
    """Return whether the turn in which the other side called coaching is over; an official decides at once."""
    if "after" not in payload:
        return False
    async with hall.connection() as link:
        if await database.seq_of_client(link, match_id, command_id) is not None:
            return False  # carried out, and perhaps not explained yet
        turned = await link.execute(_TURNED, (match_id, payload["after"], other(payload["seat"])))
    return bool(turned.rowcount)


def _refusal(kind: str, status: str, runtime: Runtime, payload: Mapping[str, Any]) -> str:
    """Return why a command cannot be applied in this status; "" if it can."""
    if status not in WHEN[kind] and (agreed(payload) or not takes_over(kind, runtime.row)):
        return f"The match is {status}."
    if runtime.row.held and kind in ("start", "resume"):
        return HELD
    if kind == "start" and not all(runtime.row.seats[seat].is_taken for seat in SEATS):
        return "A seat is not taken."
    if kind == "draw" and not level(current_score(runtime)):
        return "The score is not level any more."
    if kind == "undo" and payload["v"] != runtime.row.version:
        return "Play went on."
    if kind == "resume" and agreed(payload) and runtime.row.resume_at is None:
        return "A referee paused this match."
    return ""


async def _rule(runtime: Runtime, command_id: UUID, kind: str, payload: Mapping[str, Any]) -> bool:
    if kind == "start":
        return await kick_off(runtime, command_id)
    reason = str(payload.get("reason") or "")
    ruling: dict[str, Any] = {"type": kind, "reason": reason}
    if payload.get("by"):
        ruling["by"] = payload["by"]
    if agreed(payload):
        ruling |= {"reason": "both sides agreed", "reason_code": "agreement"}
    status, result, resume_at = _STATUS.get(kind, runtime.row.status), None, None
    if kind == "message":
        resume_at = runtime.row.resume_at  # a message changes nothing
    if kind == "pause" and payload.get("seconds"):
        resume_at = clock.shifted(runtime.hall.now(), float(payload["seconds"]))
    if kind == "draw":
        goals = current_score(runtime)
        result = award(None, score_now=goals, source="agreement", how="agreement", reason="", code="agreement")
    if kind == "undo":
        ruling |= {name: payload[name] for name in ("to", "rolls", "wire")}
        return await commit(runtime, ruled(runtime, ruling, client_id=command_id, status=status, command=command_id))
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
    change = ruled(
        runtime, ruling, client_id=command_id, status=status, result=result, command=command_id, resume_at=resume_at
    )
    return await commit(runtime, change)


def agreed(payload: Mapping[str, Any]) -> bool:
    """Return whether both sides agreed on the command (``matches.verbs.offers``)."""
    return payload.get("by") == "agreement"


def level(goals: Mapping[str, int]) -> bool:
    return goals["home"] == goals["away"]


async def _explain(hall: Hall, match_id: UUID, command_id: UUID, payload: Mapping[str, Any]) -> None:
    """Log the reason of a call that the engine has carried out, as no engine knows a referee; mark it as applied."""
    runtime = hall.runtime(match_id)
    said = ("seat", "reason", "reason_code", "by")
    ruling = {"type": "coaching", **{name: payload[name] for name in said if name in payload}}
    key = uuid5(command_id, "reason")
    async with runtime.lock:
        await runtime.ensure()
        for _attempt in range(3):
            if key in runtime.clients:
                return  # another process was first
            row = runtime.row  # perhaps the call has ended the match: what stands stays
            stands: dict[str, Any] = {"status": row.status, "result": row.result, "resume_at": row.resume_at}
            if await commit(runtime, ruled(runtime, ruling, client_id=key, command=command_id, **stands)):
                return
            await runtime.catch_up()


def current_score(runtime: Runtime) -> dict[str, int]:
    return score(runtime.row, runtime.unread if runtime.state is None else runtime.game.view(runtime.state, None))


async def call_time(hall: Hall, match_id: UUID) -> None:
    """Apply a passed deadline of a live match: time-out, the end of a countdown, or the flag."""
    runtime = hall.runtime(match_id)
    async with runtime.lock:
        await runtime.catch_up()  # another process may have moved on, or given time back
        row = runtime.row
        late = clock.overdue(row, hall.now()) if row.status == "live" else []
        if not late or hall.misses_beat:
            return
        seat, limit = late[0]
        version = row.version
        key = uuid5(match_id, f"{limit}:{seat}:{version}")
        if limit == "budget":
            await _forfeit(runtime, key, seat, how="time", code="time", reason="it used up its time for the match")
            return
        if limit == "forfeit":
            await _forfeit(runtime, key, seat, how="forfeit", code="three_timeouts", reason="three time-outs in a row")
            return
    await submit_in(
        hall,
        match_id=match_id,
        seat=None,
        moves=[{"type": "timeout", "seat": seat}],
        client_id=key,
        v=version,
        timed_out=seat,
    )


_RUNG = "UPDATE matches_match SET time_up_at = NULL WHERE id = %s AND version = %s"


async def ring(hall: Hall, match_id: UUID) -> None:
    """Tell the game that a period's wall clock has run out; it finishes the attack by its own rules."""
    runtime = hall.runtime(match_id)
    async with runtime.lock:
        await runtime.catch_up()  # another process may have moved on, or given time back
        row = runtime.row
        if row.status != "live" or row.time_up_at is None or row.time_up_at > hall.now() or hall.misses_beat:
            return
        version = row.version
    outcome = await submit_in(
        hall,
        match_id=match_id,
        seat=None,
        moves=[{"type": "time_up"}],
        client_id=uuid5(match_id, f"time_up:{version}"),
        v=version,
    )
    if outcome.kind == "refused":
        # The game refuses the call now; without this the clock would never stop ringing.
        async with hall.connection() as link:
            await link.execute(_RUNG, (match_id, version))
        runtime.forget()


async def _forfeit(runtime: Runtime, key: UUID, seat: Seat, *, how: str, code: str, reason: str) -> bool:
    """Award the match against ``seat``. False: another process was first."""
    winner = other(seat)
    ruling = {"type": "award", "winner": winner, "seat": seat, "reason": reason, "reason_code": code}
    goals = current_score(runtime)
    result = award(winner, score_now=goals, source="clock", how=how, reason=reason, code=code)
    if await commit(runtime, ruled(runtime, ruling, client_id=key, status="finished", result=result)):
        return True
    await runtime.catch_up()
    return False


async def call_absence(hall: Hall, match_id: UUID) -> None:
    """Award a match whose side to act has been away for too long, where nobody has to claim it."""
    runtime = hall.runtime(match_id)
    async with runtime.lock:
        await runtime.catch_up()
        countdown = runtime.countdown()
        if countdown is None or countdown.cause != "absence" or countdown.claim or countdown.at > hall.now():
            return
        key = uuid5(match_id, f"absence:{countdown.seat}:{runtime.row.version}")
        await _forfeit(runtime, key, countdown.seat, how="forfeit", code="absence", reason=ABSENCE)


ABSENCE = "the other side left the match"


async def claim(hall: Hall, match_id: UUID, seat: Seat, client_id: UUID) -> Outcome:
    """Claim the match for ``seat``: the other side, which is to act, was away for too long. Idempotent."""
    runtime = hall.runtime(match_id)
    async with runtime.lock:
        await runtime.catch_up()
        async with hall.connection() as link:
            seq = await database.seq_of_client(link, match_id, client_id)
        if seq is not None:
            return Outcome("repeat", seq)
        v, ending = runtime.row.version, runtime.countdown()
        # While an outage is not given back nobody knows for how long a side was really away.
        if ending is None or ending.cause != "absence" or ending.seat == seat or hall.misses_beat:
            return Outcome("refused", v, "no_claim", "The other side is not missing.")
        if ending.at > hall.now():
            left = round((ending.at - hall.now()).total_seconds())
            return Outcome("refused", v, "no_claim", f"The other side has {left} seconds left to come back.")
        if not await _forfeit(runtime, client_id, ending.seat, how="forfeit", code="absence", reason=ABSENCE):
            return Outcome("stale", runtime.row.version)
        return Outcome("applied", runtime.row.version)


async def claim_here(match_id: UUID, seat: Seat, client_id: UUID) -> Outcome:
    """Run ``claim`` in the hall of the running loop, for synchronous views (``calling.call``)."""
    return await claim(hall(), match_id, seat, client_id)


async def end_pause(hall: Hall, match_id: UUID) -> None:
    runtime = hall.runtime(match_id)
    async with runtime.lock:
        await runtime.catch_up()
        row = runtime.row
        if row.status != "paused" or row.held or row.resume_at is None or row.resume_at > hall.now():
            return
        ruling = {"type": "resume", "reason": "the agreed pause has ended", "reason_code": "pause_over"}
        await commit(runtime, ruled(runtime, ruling, client_id=uuid5(match_id, f"resume:{row.version}"), status="live"))


async def call_no_show(hall: Hall, match_id: UUID) -> None:
    """End a match that was not kicked off in time: the side that is there wins; without either it is void."""
    runtime = hall.runtime(match_id)
    async with runtime.lock:
        await runtime.catch_up()
        row = runtime.row
        if row.status != "waiting" or row.held or row.no_show_at is None or row.no_show_at > hall.now():
            return
        present: list[Seat] = [seat for seat in SEATS if row.seats[seat].is_taken and runtime.at_table(seat)]
        if len(present) == len(SEATS):
            await kick_off(runtime)
            return
        winner = present[0] if present else None
        code = "no_show" if winner else "nobody_came"
        reason = "the other side did not come" if winner else "neither side came"
        ruling = {"type": "award" if winner else "void", "winner": winner, "reason": reason, "reason_code": code}
        goals = current_score(runtime)
        result = award(winner, score_now=goals, source="no_show", how="no_show", reason=reason, code=code)
        status, key = "finished" if winner else "void", uuid5(match_id, "no_show")
        await commit(runtime, ruled(runtime, ruling, client_id=key, status=status, result=result))
