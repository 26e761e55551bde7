"""The sweep: about once a second each web process does the work that is due.

Everything due is a row, so it is done whichever process dies: bots to move, passed deadlines, no-shows, open commands,
matches whose two sides are there. Bots are claimed (their row is put a little later, with SKIP LOCKED), so that two
processes do not compute the same move; the version check alone makes the rest safe. A failure in one match does not
affect the others. A process looks only for matches of games that it has: beside a newer release it must not take turns
that it cannot play.
"""

import asyncio
import logging
import random
import time
from collections import defaultdict
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Final, LiteralString
from uuid import UUID

from channels.db import database_sync_to_async

import engines
from engines.core.errors import EngineError
from engines.core.seats import SEATS
from matches import feed, maintenance, metrics
from matches.live import bots, chat, conditional, rulings
from matches.live.frames import score
from matches.live.kickoff import try_kick_off
from matches.live.moves import DOWN
from matches.live.presence import SEEN_HERE
from matches.live.running import Hall
from matches.live.runtime import UnreadablePosition
from matches.live.seating import SEAT_FRESH
from matches.live.surroundings import OUTAGE
from matches.log_context import MATCH
from matches.sessions import CHECK_SECONDS
from matches.store import database
from matches.task_endings import end
from matches.terms.clock import CORRESPONDENCE_FROM, GRACE
from matches.upkeep import abandoned
from matches.verbs import challenges, offers, two_legs

log = logging.getLogger("matches.upkeep.sweeper")

SWEEP_SECONDS: Final = 1.0
BOT_LEASE: Final = timedelta(seconds=5)
"""Time of a process for a bot's move that it claimed; then another may try."""
BOT_LATE: Final = timedelta(seconds=2)
"""Time after which any process may take a bot's turn: until then it is that of the process that wrote the move before
it. Where each took what was half a second late, two processes threw away 45 % of what their bots had thought."""
BATCH: Final = 50
SLICE: Final = 40
"""Waiting matches that one sweep looks at, of each of its two kinds: some 150 pages of 8 kB."""
FORGOTTEN_EVERY: Final = 600.0
"""Seconds between two looks for abandoned tables."""
ALONE_AFTER: Final = 10.0
"""Seconds since the last sign of another process after which this one counts as alone.

Until then every sweep looks for moves whose message was lost: the process that ends may commit some after it has signed
out, and a table that has just come over is not subscribed for up to 0.25 s. Believed at once, a table stood still, in 1
of 18 upgrades on a busy machine, until its clock ran out, or for ever without one.
"""
UNREADABLE_EVERY: Final = 60.0
"""Seconds between two attempts at a match whose position cannot be read: a batch of them would be all that is due."""
SEEN_EVERY: Final = 15.0
"""Seconds between two updates of ``seen_at`` for a seat with a socket here."""

_BEAT = """
INSERT INTO matches_heartbeat (id, at) VALUES (1, %(now)s)
ON CONFLICT (id) DO UPDATE SET at = greatest(matches_heartbeat.at, excluded.at)
"""
_STILL_BEATS = """
UPDATE matches_heartbeat SET at = greatest(at, %(now)s) WHERE id = 1 AND at >= %(now)s - %(outage)s
RETURNING clock_timestamp()
"""
_TIME = "SELECT clock_timestamp()"
_LAST_BEAT = "SELECT at FROM matches_heartbeat WHERE id = 1 FOR UPDATE"
_GIVE_BACK = """
UPDATE matches_match SET deadline_at = deadline_at + %(gap)s + %(grace)s, time_up_at = time_up_at + %(gap)s,
    home_since = home_since + %(gap)s + %(grace)s, away_since = away_since + %(gap)s + %(grace)s
WHERE status = 'live' AND (home_since IS NOT NULL OR away_since IS NOT NULL OR time_up_at IS NOT NULL)
"""
_GIVE_BACK_ABSENT = """
UPDATE matches_seat SET seen_at = seen_at + %(gap)s, gone_at = gone_at + %(gap)s + %(grace)s FROM matches_match m
WHERE m.id = match_id AND m.status = 'live' AND seen_at IS NOT NULL
"""
_GIVE_BACK_PAUSED = """
UPDATE matches_match SET resume_at = resume_at + %(gap)s WHERE status = 'paused' AND resume_at > %(last)s
"""
_GIVE_BACK_WAITING = """
UPDATE matches_match SET no_show_at = no_show_at + (lost.until - greatest(starts_at, %(last)s))
FROM (SELECT least(%(now)s, min(begins_at)) AS until FROM matches_maintenance WHERE ended_at IS NULL) AS lost
WHERE status = 'waiting' AND NOT held AND no_show_at > %(last)s AND greatest(starts_at, %(last)s) < lost.until
"""
"""A match that is to begin only later has lost nothing; the ends of planned work and of a freeze give back what they
took."""
_BOTS = """
UPDATE matches_match SET bot_due_at = %(lease)s WHERE id IN (
    SELECT id FROM matches_match WHERE bot_due_at <= %(late)s AND status = 'live' AND game = ANY(%(games)s)
    AND id <> ALL(%(unread)s)
    ORDER BY bot_due_at LIMIT %(batch)s FOR UPDATE SKIP LOCKED)
RETURNING id
"""
_LIVE = """
live AS MATERIALIZED (
    SELECT id, deadline_at, time_up_at FROM matches_match
    WHERE status = 'live' AND game = ANY(%(games)s) AND id <> ALL(%(unread)s))
"""
"""All live matches: 2,000 are read in 1 ms, and an index of due times would cost each move a tenth of its work."""
_DEADLINES = "SELECT id FROM live WHERE deadline_at <= %(now)s ORDER BY deadline_at LIMIT %(batch)s"
_TIMES_UP = "SELECT id FROM live WHERE time_up_at <= %(now)s ORDER BY time_up_at LIMIT %(batch)s"
_NO_SHOWS = """
SELECT id FROM matches_match WHERE no_show_at <= %(now)s AND status = 'waiting' AND NOT held AND game = ANY(%(games)s)
AND id <> ALL(%(unread)s) ORDER BY no_show_at LIMIT %(batch)s
"""
_PAUSES = """
SELECT id FROM matches_match WHERE resume_at <= %(now)s AND status = 'paused' AND NOT held AND game = ANY(%(games)s)
AND id <> ALL(%(unread)s) ORDER BY resume_at LIMIT %(batch)s
"""
_ABSENT = """
SELECT m.id FROM matches_match m
JOIN matches_seat s ON s.match_id = m.id AND s.bot = ''
JOIN matches_seat o ON o.match_id = m.id AND o.side <> s.side
WHERE m.status = 'live' AND m.game = ANY(%(games)s) AND m.absence_seconds IS NOT NULL AND NOT m.absence_claimed
AND CASE s.side WHEN 'home' THEN m.home_since ELSE m.away_since END <= %(now)s
AND (s.gone_at IS NOT NULL OR s.seen_at IS NULL OR s.seen_at < %(fresh)s)
AND coalesce(s.gone_at, s.seen_at, m.started_at) + m.absence_seconds * interval '1 second' <= %(now)s
AND (o.bot <> '' OR (o.gone_at IS NULL AND o.seen_at >= %(fresh)s)) AND m.id <> ALL(%(unread)s)
LIMIT %(batch)s
"""
"""Sides that may have been away for too long; ``rulings.call_absence`` checks exactly."""
_CALLS = """
SELECT o.match_id FROM matches_offer o JOIN matches_match m ON m.id = o.match_id
WHERE o.kind = 'coaching' AND o.status = 'open' AND o.created_at <= %(unanswered)s AND m.game = ANY(%(games)s)
AND (m.status <> 'live' OR coalesce(m.move_seconds, 0) < %(days)s) AND m.id <> ALL(%(unread)s)
ORDER BY o.created_at LIMIT %(batch)s
"""
_OFFERED = "SELECT DISTINCT match_id FROM matches_offer WHERE changed_at > %(lately)s"
_SECOND_LEGS = """
SELECT id FROM matches_match WHERE leg = 1 AND second_leg_id IS NULL AND status = 'finished' AND game = ANY(%(games)s)
AND id <> ALL(%(unread)s) ORDER BY finished_at LIMIT %(batch)s
"""
_COMMANDS = """
SELECT c.match_id FROM (
    SELECT c.match_id, c.created_at FROM matches_matchcommand c JOIN matches_match m ON m.id = c.match_id
    WHERE c.applied_at IS NULL AND m.game = ANY(%(games)s)
    AND c.match_id <> ALL(%(unread)s) ORDER BY c.created_at LIMIT %(batch)s) AS c
GROUP BY c.match_id ORDER BY min(c.created_at)
"""
_LOOKED_AT = """
looked_at AS MATERIALIZED (
    SELECT id, game, held, starts_at, move_seconds, created_at FROM matches_match
    WHERE status = 'waiting' AND id > %(after)s ORDER BY id LIMIT %(slice)s)
"""
_WAITING = """
SELECT m.id FROM (SELECT * FROM looked_at UNION (
    SELECT id, game, held, starts_at, move_seconds, created_at FROM matches_match
    WHERE status = 'waiting' AND visited_at >= %(fresh)s ORDER BY visited_at DESC LIMIT %(slice)s)) AS m
WHERE NOT m.held AND m.game = ANY(%(games)s)
AND (m.starts_at IS NULL OR m.starts_at <= %(now)s)
AND NOT EXISTS (SELECT FROM matches_seat s WHERE s.match_id = m.id AND s.bot = ''
    AND (s.user_id IS NULL OR s.invite <> '' OR (coalesce(m.move_seconds, 0) < %(days)s
        AND (s.seen_at IS NULL OR s.gone_at IS NOT NULL OR s.seen_at < %(fresh)s))))
ORDER BY m.created_at LIMIT %(batch)s
"""
"""Waiting matches that may begin: where somebody is, at once; the others, which begin when they are opened and are only
looked at again in case that word was lost, a slice a sweep. All of 2,831 were 12,284 pages of 8 kB a second.
"""
_WHAT: Final = {
    "deadlines": _DEADLINES,
    "times_up": _TIMES_UP,
    "no_shows": _NO_SHOWS,
    "commands": _COMMANDS,
    "waiting": _WAITING,
    "pauses": _PAUSES,
    "absent": _ABSENT,
    "calls": _CALLS,
    "offered": _OFFERED,
    "second_legs": _SECOND_LEGS,
}
_DUE: Final = f"""
WITH bots AS ({_BOTS}), {_LIVE}, {_LOOKED_AT}
SELECT 'bots', id FROM bots UNION ALL SELECT 'looked_at', id FROM looked_at
""" + "".join(f" UNION ALL SELECT '{what}', {what}.id FROM ({query}) AS {what}(id)" for what, query in _WHAT.items())
"""All due work, in one round trip: nine of them once a second cost more than many a move."""
_VERSIONS = """
SELECT m.id, m.version, m.status, m.held, m.starts_at, m.no_show_at, jsonb_build_array(h.devices, a.devices),
    jsonb_build_array(h.user_id, h.name, a.user_id, a.name), h.seen_at, h.gone_at, a.seen_at, a.gone_at
FROM matches_match m
JOIN matches_seat h ON h.match_id = m.id AND h.side = 'home'
JOIN matches_seat a ON a.match_id = m.id AND a.side = 'away'
WHERE m.id = ANY(%s)
"""
_PLAYABLE = "SELECT 1 FROM matches_match WHERE id = %s AND game = ANY(%s)"
_MAINTENANCE = """
SELECT sentence, begins_at, until FROM matches_maintenance WHERE ended_at IS NULL ORDER BY begins_at LIMIT 1
"""
_STILL_HERE = f"""
WITH visited AS (UPDATE matches_match SET visited_at = %(now)s WHERE id IN (
    SELECT id FROM matches_match WHERE id = ANY(%(matches)s) AND status = 'waiting' FOR UPDATE SKIP LOCKED))
UPDATE matches_seat SET seen_at = %(now)s, gone_at = NULL, {SEEN_HERE}
FROM unnest(%(matches)s::uuid[], %(seats)s::text[]) AS here(match, seat)
WHERE match_id = here.match AND side = here.seat
"""
"""Note who is still at a table, without a wait for a match's row: its holder notes a visit too, or kicks off."""

_FIRST: Final = UUID(int=0)
NEVER: Final = datetime.min.replace(tzinfo=UTC)
"""A process that starts knows of no beat: it judges no clock before its first one."""


def _presence_sent(presence: dict[str, Any]) -> list[Any]:
    """Return the part of a presence that is worth sending."""
    return [presence["forfeit"], *(presence[seat]["here"] for seat in SEATS)]


class Sweeper:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self._seen_at = 0.0
        self._tidied_at = float("-inf")
        self._answered_at = float("-inf")
        self._checked_at = time.monotonic()
        """Time of the last look at all sessions."""
        self._arrivals = 0
        """Processes that started since this one: one that comes while the others are counted is one more."""
        self._shared_at = time.monotonic()
        """Time of the last sign of another process."""
        self._looked_after = _FIRST
        """The waiting match at which the last sweep's slice ended."""
        self._unreadable: dict[UUID, float] = {}
        """Matches whose position could not be read, and when: for ``UNREADABLE_EVERY`` they take nobody's place."""
        self._knows_time = False
        """The database has been asked for the time."""
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Give back the time of an outage, listen for pokes, begin to sweep."""
        self.hall.awake = True
        self.hall.beat_at = NEVER
        self.hall.on_missed = self.beat
        self.hall.on_due = self.due
        self.hall.on_turn = partial(conditional.answer, self.hall)
        feed.ear().listen(feed.POKES, self._poked)
        feed.ear().listen(feed.LEFT, self._handle_left)
        feed.ear().listen(feed.SIGNED_OUT, self._signed_out)
        await feed.ear().only_process(self.hall.name, time.time())
        await feed.ear().send([(feed.POKES, feed.ARRIVED)])
        self._task = asyncio.create_task(self._run(), name="sweeper")

    async def stop(self) -> None:
        self.hall.awake = False
        feed.ear().forget(feed.POKES, self._poked)
        feed.ear().forget(feed.LEFT, self._handle_left)
        feed.ear().forget(feed.SIGNED_OUT, self._signed_out)
        if self._task is not None:
            await end(self._task)

    async def _run(self) -> None:
        while True:
            began = time.monotonic()
            try:
                await self.sweep()
                self.hall.swept_at = time.monotonic()
                if metrics.on:
                    metrics.SWEEP.observe(self.hall.swept_at - began)
            except DOWN as error:
                log.warning("the sweep could not reach the database: %s", error)
            except Exception:
                log.exception("a sweep failed; the next one tries again")
            await asyncio.sleep(SWEEP_SECONDS * random.uniform(0.8, 1.2))

    async def due(self, match_id: UUID) -> None:
        """Do the due work of one match: a bot's move, a deadline. A task of its own."""
        MATCH.set(str(match_id))
        runtime = self.hall.runtime(match_id)
        now = self.hall.now()
        async with runtime.lock:
            await runtime.ensure()
            row = runtime.row
            is_due = row.status == "live" and row.bot_due_at is not None and row.bot_due_at <= now
            bot = is_due and runtime.owns_turn
            judged = row.status == "live" and not self.hall.misses_beat  # else the next sweep does it
            late = judged and row.deadline_at is not None and row.deadline_at <= now
            rings = judged and row.time_up_at is not None and row.time_up_at <= now
        try:
            if rings:
                await rulings.ring(self.hall, match_id)
            if bot:
                await bots.take_turn(self.hall, match_id)
            if late:
                await rulings.call_time(self.hall, match_id)
        finally:
            if not (bot or late or rings or self.hall.misses_beat):
                runtime.arm()  # the timer rang a moment early

    async def sweep(self) -> None:
        hall, now = self.hall, self.hall.now()
        await self.beat()
        await self.note_alone()
        async with hall.connection() as link:
            work = await (await link.execute(_MAINTENANCE)).fetchone()
            maintenance.note(None if work is None else maintenance.Work(*work))
            self._forget_unreadable()
            due = await self._due_matches(link, now)
        if maintenance.is_closed(now):
            due["no_shows"].clear()
        await challenges.expire(hall, now)
        if time.monotonic() - self._tidied_at > FORGOTTEN_EVERY:
            self._tidied_at = time.monotonic()
            await abandoned.close_forgotten(hall)
        if time.monotonic() - self._answered_at > conditional.EVERY:
            self._answered_at = time.monotonic()
            for match_id in await conditional.matches_moved_on(hall, engines.games(), BATCH):
                await self._run_work(match_id, conditional.answer(hall, match_id))
        if time.monotonic() - self._checked_at > CHECK_SECONDS:
            self._checked_at = time.monotonic()
            hall.spawn(feed.ear().sessions.check())
        for match_id in due["calls"]:
            await self._run_work(match_id, database_sync_to_async(offers.decide_calls)(match_id))
        due["commands"] += due["calls"]
        for match_id in due["commands"]:
            await self._run_work(match_id, rulings.obey(hall, match_id))
        for match_id in due["no_shows"]:
            await self._run_work(match_id, rulings.call_no_show(hall, match_id))
        for match_id in due["waiting"]:
            await self._run_work(match_id, self.kick_off(match_id))
        for match_id in due["times_up"]:
            await self._run_work(match_id, rulings.ring(hall, match_id))
        for match_id in due["deadlines"]:
            await self._run_work(match_id, rulings.call_time(hall, match_id))
        for match_id in due["absent"]:
            await self._run_work(match_id, rulings.call_absence(hall, match_id))
        for match_id in due["pauses"]:
            await self._run_work(match_id, rulings.end_pause(hall, match_id))
        for match_id in due["second_legs"]:
            await self._run_work(match_id, self._open_second_leg(match_id))
        for match_id in due["offered"]:
            if match_id in hall.runtimes and hall.runtimes[match_id].sockets:
                await self._run_work(match_id, hall.runtimes[match_id].look())
        await self._let_think(due["bots"])
        await self.keep_up(now)
        await self.tell_pages()
        hall.evict()

    async def _let_think(self, match_ids: list[UUID]) -> None:
        """Let the bots that are to act decide. Many that search take longer than an outage, so it beats meanwhile."""
        turns = asyncio.gather(
            *(self._run_work(match_id, bots.take_turn(self.hall, match_id)) for match_id in match_ids)
        )
        try:
            while not (await asyncio.wait((turns,), timeout=SWEEP_SECONDS))[0]:
                await self.beat()
            await turns
        finally:
            turns.cancel()

    async def note_alone(self) -> None:
        """Note whether this is the only process; the first time, all matches are loaded before their next use."""
        arrivals = self._arrivals
        only = await feed.ear().only_process(self.hall.name, time.time())
        if not only or arrivals != self._arrivals:
            self._shared_at = time.monotonic()
        alone = time.monotonic() - self._shared_at >= ALONE_AFTER
        if alone and not self.hall.alone:
            for runtime in self.hall.runtimes.values():
                runtime.forget()
        self.hall.alone = alone

    def _forget_unreadable(self) -> None:
        """Let matches be tried again whose position could not be read some time ago."""
        before = time.monotonic() - UNREADABLE_EVERY
        self._unreadable = {match_id: at for match_id, at in self._unreadable.items() if at > before}

    async def _due_matches(self, link: database.Connection, now: datetime) -> defaultdict[str, list[UUID]]:
        """Return the matches with due work, by its kind, of the games that this process has."""
        values = {
            "now": now,
            "games": engines.games(),
            "batch": BATCH,
            "slice": SLICE,
            "lease": now + BOT_LEASE,
            "late": now - BOT_LATE,
            "fresh": now - SEAT_FRESH,
            "days": CORRESPONDENCE_FROM,
            "after": self._looked_after,
            "unanswered": now - offers.ANSWER,
            "lately": now - timedelta(seconds=3 * SWEEP_SECONDS),
            "unread": list(self._unreadable),
        }
        due: defaultdict[str, list[UUID]] = defaultdict(list)
        async for work, match_id in await link.execute(_DUE, values):
            due[work].append(match_id)
        looked_at = due.pop("looked_at", [])
        self._looked_after = max(looked_at) if len(looked_at) == SLICE else _FIRST
        return due

    async def _open_second_leg(self, match_id: UUID) -> None:
        try:
            await database_sync_to_async(two_legs.open_second_leg)(match_id)
        except EngineError as error:  # its options are of another release
            self._unreadable[match_id] = time.monotonic()
            log.error("match %s: its second leg cannot be opened: %s", match_id, error)

    async def _run_work(self, match_id: UUID, work: object) -> None:
        """Run one match's work; a failure does not affect others."""
        before = MATCH.set(str(match_id))
        try:
            await work  # type: ignore[misc]  # a coroutine
        except DOWN:
            raise
        except UnreadablePosition as error:
            self._unreadable[match_id] = time.monotonic()
            log.error("match %s: %s (%s)", match_id, error, error.__cause__)
        except Exception:
            log.exception("match %s: the sweep failed here", match_id)
        finally:
            MATCH.reset(before)

    async def beat(self) -> None:
        """Write the heartbeat; after an outage give both sides of every live match their time back."""
        async with self.hall.connection() as link:
            # First of all: with a wrong clock, everybody else's last sweep would look like an outage.
            if not self._knows_time:
                self._knows_time = await self._ask_time(link, _TIME, {})
            lead = self.hall.ahead
            beats = await self._still_beats(link)
            if not beats:  # before an outage is believed, the time is asked: this machine's clock may have been set
                await self._ask_time(link, _TIME, {})
                beats = await self._still_beats(link)
            # A database whose clock was put forward has passed deadlines that nobody had: as after an outage.
            if beats and lead - self.hall.ahead <= OUTAGE:
                self._note_beat()
                return
        async with self.hall.connection() as link, link.transaction():
            now = self.hall.now()
            row = await (await link.execute(_LAST_BEAT)).fetchone()
            last: datetime | None = None if row is None else row[0]
            await link.execute(_BEAT, {"now": now})
            if last is None or now - last <= OUTAGE:
                self._note_beat()
                return
            values = {"gap": now - last, "grace": GRACE, "last": last, "now": now}
            returned = (await link.execute(_GIVE_BACK, values)).rowcount
            await link.execute(_GIVE_BACK_ABSENT, values)
            await link.execute(_GIVE_BACK_PAUSED, values)
            await link.execute(_GIVE_BACK_WAITING, values)
        log.warning("nobody swept for %s: %d live matches got the time back", now - last, returned)
        if metrics.on:
            metrics.OUTAGES.inc()
            metrics.GIVEN_BACK.inc(returned)
        self._beat_after_outage()

    async def _still_beats(self, link: database.Connection) -> bool:
        """Write the heartbeat if the last one is young enough; return whether it was."""
        return await self._ask_time(link, _STILL_BEATS, {"now": self.hall.now(), "outage": OUTAGE})

    def _note_beat(self) -> None:
        """Note a beat; if one was missed here, somebody else has just given the time back."""
        if self.hall.misses_beat:
            self._beat_after_outage()
        self.hall.beat_at = self.hall.now()

    def _beat_after_outage(self) -> None:
        """Judge clocks again, by the times that were given back in the rows."""
        for runtime in self.hall.runtimes.values():
            runtime.forget()
        self.hall.beat_at = self.hall.now()
        self.hall.spawn(self.hall.look_again())

    async def _ask_time(self, link: database.Connection, statement: LiteralString, values: dict[str, Any]) -> bool:
        """Run ``statement`` and set the hall's clock by the time it returns, if any."""
        before = self.hall.own_clock()
        row = await (await link.execute(statement, values)).fetchone()
        if row is not None:
            self.hall.set_clock(row[0], before, self.hall.own_clock())
        return row is not None

    async def kick_off(self, match_id: UUID) -> None:
        """Kick off a waiting match whose sides are both there."""
        runtime = self.hall.runtime(match_id)
        async with runtime.lock:
            await runtime.catch_up()
            await try_kick_off(runtime)

    async def keep_up(self, now: datetime) -> None:
        """Catch up matches with sockets here, and their presence, in case a message was lost."""
        await self.hall.look_again()
        watched = {
            match_id: runtime for match_id, runtime in self.hall.runtimes.items() if runtime.sockets and runtime.fresh
        }
        if not watched:
            return
        if time.monotonic() - self._seen_at > SEEN_EVERY:
            self._seen_at = time.monotonic()
            seated = [(match_id, seat) for match_id, runtime in watched.items() for seat in SEATS if runtime.here(seat)]
            if seated:
                async with self.hall.connection() as link:
                    matches, seats = map(list, zip(*seated, strict=True))
                    values = {"now": now, "matches": matches, "seats": seats, "process": self.hall.name}
                    await link.execute(_STILL_HERE, values)
        for runtime in watched.values():
            # When another process dies, the presence of its side ends without an event.
            if runtime.presence_sent and _presence_sent(runtime.presence()) != _presence_sent(runtime.presence_sent):
                runtime.tell_presence()
        if self.hall.alone:
            return
        await chat.keep_up(self.hall, watched.values())
        async with self.hall.connection() as link:
            rows = await (await link.execute(_VERSIONS, (list(watched),))).fetchall()
        for match_id, version, status, held, starts_at, no_show_at, devices, people, *facts in rows:
            runtime = watched[match_id]
            if runtime.lock.locked():
                continue
            row, playing_on = runtime.row, [runtime.row.seats[seat].devices for seat in SEATS]
            sitting = [fact for seat in SEATS for fact in (row.seats[seat].user, row.seats[seat].name)]
            known = (row.version, row.status, row.held, row.starts_at, row.no_show_at, playing_on, sitting)
            if (version, status, held, starts_at, no_show_at, devices, people) != known:
                await self._run_work(match_id, runtime.look())
            before = runtime.presence()
            for number, seat in enumerate(SEATS):
                sits = runtime.row.seats[seat]
                sits.seen_at, sits.gone_at = facts[2 * number], facts[2 * number + 1]
                if sits.gone_at is not None and runtime.here(seat):
                    self._seen_at = 0.0  # a process of the release before took its side for gone
            if runtime.presence() != before:
                runtime.tell_presence()

    async def tell_pages(self) -> None:
        """Publish one small message for every match that moved since the last sweep, and one for the lobby."""
        dirty, self.hall.dirty = self.hall.dirty, set()
        messages, changed = [], []
        for match_id in dirty:
            runtime = self.hall.runtimes.get(match_id)
            if runtime is None or not runtime.fresh or runtime.state is None:
                continue
            public = runtime.game.view(runtime.state, None)
            goals = score(runtime.row, public)
            messages.append(
                (f"match:{match_id}", {"v": runtime.row.version, "status": runtime.row.status, "score": goals})
            )
            if runtime.row.listed and runtime.row.audience is None:
                changed.append(str(match_id))
        if changed:
            messages.append(("lobby", {"changed": changed}))
        if messages:
            await feed.ear().send([(topic, database.encode({"topic": topic, **data})) for topic, data in messages])

    def _poked(self, message: bytes) -> None:
        """Handle a poke: look at a match (a command, a taken seat), or note a new process."""
        if message == feed.ARRIVED:
            self._arrivals += 1
            self._shared_at = time.monotonic()
            self.hall.alone = False
            return
        try:
            match_id = UUID(message.decode())
        except ValueError:
            return
        self.hall.spawn(self._look(match_id))

    def _handle_left(self, message: bytes) -> None:
        """Handle a ``left`` poke: a user lost access to some matches (``feed.publish_left``)."""
        user, _colon, audience = message.decode().partition(":")
        for runtime in list(self.hall.runtimes.values()):
            runtime.ask_again(user, audience)

    def _signed_out(self, message: bytes) -> None:
        """Handle a ``signed_out`` poke: some sessions of a user are over (``feed.publish_signed_out``)."""
        self.hall.spawn(feed.ear().sessions.check(message.decode()))

    async def _look(self, match_id: UUID) -> None:
        """Apply one match's commands and kick it off if it may; leave games not here to other processes."""
        async with self.hall.connection() as link:
            if not (await link.execute(_PLAYABLE, (match_id, engines.games()))).rowcount:
                return
        await rulings.obey(self.hall, match_id)
        runtime = self.hall.runtime(match_id)
        async with runtime.lock:
            await runtime.catch_up()
            await try_kick_off(runtime)
