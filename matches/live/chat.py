"""Chat at the table: two rooms, one write path, apart from the match's version.

Players' room: the two sides and the match's officials. Spectators' room: everybody else, and the sides too unless the
match hides it from them until it is over. ``say`` is the one verb that writes a line, whoever sends it (socket, HTTP);
it runs beside the moves and never under a match's lock. Other changes of a room are in ``matches.verbs.chat``.
"""

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final, Literal, Self, TypeAlias
from uuid import UUID

from django.contrib.auth import get_user_model
from psycopg.errors import UniqueViolation
from psycopg.sql import SQL

from engines.core.seats import Seat
from matches import feed
from matches.live import protocol
from matches.live.moves import DOWN
from matches.live.running import Hall, hall
from matches.live.runtime import Runtime
from matches.live.sockets import Socket
from matches.look_alikes import looks_like
from matches.policy.access import may_read, policy_of
from matches.store import database
from matches.terms import clock
from matches.words.chat import clean_line, preset

log = logging.getLogger("matches.live.chat")

RoomName: TypeAlias = Literal["players", "spectators"]
ROOMS: Final[tuple[RoomName, RoomName]] = ("players", "spectators")

KEPT: Final = 50
"""Lines of a room in memory and in one answer: older ones come over HTTP."""
ROOM_LIMIT: Final = 1000
RATE: Final = (4, timedelta(seconds=10))
"""Lines of one person in a span, at all tables together."""
SAME: Final = timedelta(seconds=60)
"""Span within which the same words again are refused."""
OPEN_AFTER: Final = timedelta(hours=24)
"""Time after a match's end in which people may still write."""

_STAND = """
SELECT CASE %(room)s WHEN 'spectators' THEN m.chat_spectators ELSE m.chat END, m.chat_hidden, m.status, m.finished_at,
    o.role, q.reason, q.until, q.role,
    (SELECT n FROM matches_chatline WHERE match_id = m.id AND client_id = %(client_id)s),
    (SELECT count(*) FROM matches_chatline WHERE user_id = %(user)s AND at > %(rate_since)s),
    EXISTS (SELECT FROM matches_chatline WHERE user_id = %(user)s AND at > %(same_since)s AND match_id = m.id
        AND room = %(room)s AND lower(text) = lower(%(text)s) AND say IS NOT DISTINCT FROM %(say)s::jsonb),
    (SELECT coalesce(max(n), 0) FROM matches_chatline WHERE match_id = m.id AND room = %(room)s)
FROM matches_match m
LEFT JOIN matches_official o ON o.match_id = m.id AND o.user_id = %(user)s
LEFT JOIN LATERAL (
    SELECT reason, until, role FROM matches_silence s WHERE s.user_id = %(user)s AND s.lifted_at IS NULL
        AND (s.match_id IS NULL OR s.match_id = m.id) AND (s.until IS NULL OR s.until > %(at)s)
    ORDER BY s.until DESC NULLS FIRST LIMIT 1) q ON true
WHERE m.id = %(match)s
"""
_ROOM_LOCK = "SELECT pg_advisory_xact_lock(hashtextextended(%(match)s::text || %(room)s, 0))"
_WRITE = """
INSERT INTO matches_chatline
    (match_id, room, n, client_id, user_id, name, role, say, text, at, hidden_because)
VALUES (%(match)s, %(room)s, %(n)s, %(client_id)s, %(user)s, %(name)s, %(role)s, %(say)s::jsonb, %(text)s, %(at)s, '')
"""
_COLUMNS = "room, n, user_id, name, role, say, text, at, hidden_at, hidden_because"
_TAIL = f"""
SELECT {_COLUMNS}, all_hidden FROM (SELECT *, row_number() OVER (PARTITION BY room ORDER BY n DESC) AS back,
    count(hidden_at) OVER (PARTITION BY room) AS all_hidden FROM matches_chatline WHERE match_id = %s) recent
WHERE back <= {KEPT} ORDER BY room, n
"""
_NAMES_OF_OFFICIALS = """
SELECT u.nickname FROM matches_official o JOIN {users} u ON u.id = o.user_id WHERE o.match_id = %(match)s
"""
_OFFICIALS = "SELECT user_id, role FROM matches_official WHERE match_id = %s"


@dataclass(frozen=True, slots=True)
class Speaker:
    """The author of a line: a user, the seat, and whether without an account."""

    user: str
    name: str
    seat: Seat | None
    guest: bool

    @classmethod
    def of(cls, user: Any, seat: Seat | None) -> Self:  # a row of the user model
        """Return ``user`` as a speaker at ``seat``."""
        return cls(str(user.pk), str(user)[:60], seat, bool(getattr(user, "is_guest", False)))


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of writing a line."""

    kind: Literal["said", "repeat", "refused", "busy"]
    n: int = 0
    code: str = ""
    reason: str = ""

    @property
    def done(self) -> bool:
        """Return whether the line is stored (now, or already)."""
        return self.kind in ("said", "repeat")


@dataclass(slots=True)
class Talk:
    """The chat of one match in this process's memory while sockets are here."""

    rooms: dict[RoomName, deque[dict[str, Any]]] = field(
        default_factory=lambda: {room: deque(maxlen=KEPT) for room in ROOMS}
    )
    hidden: dict[RoomName, int] = field(default_factory=lambda: dict.fromkeys(ROOMS, 0))
    """Hidden lines of each room, those that are not in memory included."""
    officials: dict[str, str] = field(default_factory=dict)
    loaded: bool = False
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listener: Callable[[bytes], None] | None = None

    def last(self, room: RoomName) -> int:
        """Return the number of the newest line here, 0 if there is none."""
        return int(self.rooms[room][-1]["n"]) if self.rooms[room] else 0


# ── writing ──
async def say(
    hall: Hall,
    *,
    match_id: UUID,
    speaker: Speaker,
    room: RoomName,
    client_id: UUID,
    words: str = "",
    preset_name: str = "",
) -> Outcome:
    """Write one line of ``speaker``, free text or a preset, at most once for a ``client_id``.

    After the commit it is shown to the sockets here and announced to the other processes. Raises BadLine.
    """
    sentence = preset(preset_name) if preset_name else None
    values: dict[str, Any] = {
        "match": match_id,
        "room": room,
        "client_id": client_id,
        "user": speaker.user,
        "name": speaker.name,
        "say": None if sentence is None else database.encode(sentence).decode(),
        "text": "" if sentence is not None else clean_line(words),
        "at": hall.now(),
    }
    values |= {"rate_since": values["at"] - RATE[1], "same_since": values["at"] - SAME}
    try:
        outcome = await _write(hall, speaker, values)
    except UniqueViolation:
        outcome = await _write(hall, speaker, values)  # another process wrote the same client id: now it is found
    except DOWN as error:
        log.warning("match %s: a line could not be saved: %s", match_id, error)
        hall.spawn(hall.mend())
        return Outcome("busy", 0, "busy", "The server cannot save at this moment. Try again.")
    if outcome.kind == "said":
        runtime = hall.runtimes.get(match_id)
        if runtime is not None and runtime.talk is not None:
            with contextlib.suppress(*DOWN):  # the line is stored; a reader who misses it now gets it on reconnecting
                await look(runtime)
        if not hall.alone:
            hall.spawn(_tell(match_id, hall.name))
    return outcome


async def _write(hall: Hall, speaker: Speaker, values: dict[str, Any]) -> Outcome:
    async with hall.connection() as link, link.transaction():
        await link.execute(_ROOM_LOCK, values)
        stand = await (await link.execute(_STAND, values)).fetchone()
        if stand is None:
            return Outcome("refused", 0, "unknown_match", "This match does not exist.")
        policy, hides, status, over_at, official, mute_reason, until, imposed_by, number, lately, twice, last = stand
        if number is not None:
            return Outcome("repeat", number)
        role = speaker.seat or official or ""
        refused = _refusal(
            speaker, values, policy=policy, hides=hides, over_at=over_at, status=status, official=bool(official)
        )
        if mute_reason is not None:
            end = "" if until is None else f" (until {until:%H:%M} UTC)"
            refused = ("timed_out", f"You may not write{end}: {mute_reason} ({imposed_by}).")
        elif refused is None and lately >= RATE[0]:
            refused = ("too_fast", "Too fast. Wait a few seconds before the next message.")
        elif refused is None and twice:
            refused = ("repeated", "You just sent that.")
        elif refused is None and last >= ROOM_LIMIT:
            refused = ("room_full", "This room is full.")
        if refused is None and not official:
            users = SQL(get_user_model()._meta.db_table)
            rows = await (await link.execute(SQL(_NAMES_OF_OFFICIALS).format(users=users), values)).fetchall()
            if looks_like(speaker.name, (name for (name,) in rows)):
                refused = ("name", "Your name looks like that of an official here. Change it before you write.")
        if refused is not None:
            return Outcome("refused", 0, *refused)
        await link.execute(_WRITE, {**values, "n": last + 1, "role": role})
        return Outcome("said", last + 1)


def _refusal(
    speaker: Speaker,
    values: Mapping[str, Any],
    *,
    policy: str,
    hides: bool,
    over_at: datetime | None,
    status: str,
    official: bool,
) -> tuple[str, str] | None:
    """Return code and sentence of the reason why this line is refused, or None."""
    if policy == "none":
        return "no_chat", "There is no chat in this room."
    if over_at is not None and values["at"] > over_at + OPEN_AFTER:
        return "chat_closed", "The match ended a day ago. Its chat is closed."
    if values["room"] == "players" and speaker.seat is None and not official:
        return "not_your_room", "Only the two sides and the officials write here."
    over = status in ("finished", "void")
    if values["room"] == "spectators" and speaker.seat is not None and hides and not over and not official:
        return "not_your_room", "The spectators' room opens for you when the match is over."
    if values["text"] and not official:
        if policy == "presets":
            return "presets_only", "Only the ready sentences may be used in this room."
        if speaker.guest and speaker.seat is None:
            return "presets_only", "Without an account spectators may use the ready sentences only."
    return None


async def _tell(match_id: UUID, name: str) -> None:
    await feed.ear().send([(f"chat:{match_id}", name.encode())])


# ── showing ──
def _line(row: tuple[Any, ...]) -> tuple[RoomName, dict[str, Any]]:
    """Return a row as it is sent; of a hidden line only the reason."""
    room, n, user, name, role, sentence, words, at, hidden_at, because = row
    hidden = hidden_at is not None
    return room, {
        "n": n,
        "at": clock.epoch_ms(at),
        "user": None if user is None else str(user),
        "name": name,
        "role": role,
        "say": None if hidden else sentence,
        "text": None if hidden or sentence is not None else words,
        "hidden": (because or "-") if hidden else None,
    }


async def attend(runtime: Runtime, socket: Socket, numbers: Mapping[str, int]) -> None:
    """Send ``socket`` the lines it missed in its rooms; ``numbers``: the last number it has of each.

    Called when a socket has come. A match without chat costs nothing here. Raises ``moves.DOWN``.
    """
    if all(policy_of(runtime.row, room) == "none" for room in ROOMS):
        return
    talk: Talk | None = runtime.talk
    if talk is None:
        talk = runtime.talk = Talk()
        talk.listener = lambda message: _read_again(runtime, message)
        feed.ear().listen(f"chat:{runtime.match_id}", talk.listener)
    async with talk.lock:
        if not talk.loaded:
            await _load(runtime, talk)
        socket.official = bool(socket.user and socket.user in talk.officials)
        for room in ROOMS:
            last = numbers.get(room, 0)
            missed = [line for line in talk.rooms[room] if line["n"] > last or line["hidden"]]
            if missed and may_read(runtime.row, room, seat=socket.seat, official=socket.official):
                socket.put(protocol.chat(room, missed))
        socket.attends = True  # it gets every new line only now, after those it missed


def _read_again(runtime: Runtime, message: bytes) -> None:
    """Read the rooms again: another process, or a verb outside any loop, wrote to them."""
    if message != runtime.hall.name.encode():
        runtime.hall.spawn(look(runtime))


async def _load(runtime: Runtime, talk: Talk) -> dict[RoomName, list[dict[str, Any]]]:
    """Read the database; return new and changed lines by room."""
    async with runtime.hall.connection() as link:
        rows = await (await link.execute(_TAIL, (runtime.match_id,))).fetchall()
        people = await (await link.execute(_OFFICIALS, (runtime.match_id,))).fetchall()
    talk.officials = {str(user): role for user, role in people}
    fresh: dict[RoomName, list[dict[str, Any]]] = {room: [] for room in ROOMS}
    line_by_room = {(room, line["n"]): line for room in ROOMS for line in talk.rooms[room]}
    for room in ROOMS:
        talk.rooms[room].clear()
    for row in rows:
        room, line = _line(row[:-1])
        talk.rooms[room].append(line)
        talk.hidden[room] = row[-1]
        if line_by_room.get((room, line["n"])) != line:
            fresh[room].append(line)
    talk.loaded = True
    return fresh


async def look(runtime: Runtime) -> None:
    """Read new lines and show them to the sockets here."""
    talk = runtime.talk
    if talk is None:
        return
    async with talk.lock:
        fresh = await _load(runtime, talk)
        for socket in runtime.sockets:
            socket.official = bool(socket.user and socket.user in talk.officials)
        for room, lines in fresh.items():
            if lines:
                show(runtime, room, lines)


async def look_at(match_id: UUID) -> None:
    """Run ``look`` for a match that may be in this process's memory."""
    runtime = hall().runtimes.get(match_id)
    if runtime is not None:
        await look(runtime)


def show(runtime: Runtime, room: RoomName, lines: list[dict[str, Any]]) -> None:
    """Queue committed lines, encoded once, for the sockets that may read the room."""
    frame = protocol.chat(room, lines)
    for socket in runtime.sockets:
        if socket.attends and may_read(runtime.row, room, seat=socket.seat, official=socket.official):
            socket.put(frame)


def leave(runtime: Runtime) -> None:
    """Forget the rooms: the last socket has gone."""
    talk: Talk | None = runtime.talk
    if talk is not None and talk.listener is not None:
        feed.ear().forget(f"chat:{runtime.match_id}", talk.listener)
    runtime.talk = None


_NEWEST = """
SELECT match_id, room, max(n), (SELECT count(*) FROM matches_chatline AS h
    WHERE h.match_id = c.match_id AND h.room = c.room AND h.hidden_at IS NOT NULL)
FROM matches_chatline AS c WHERE match_id = ANY(%s) GROUP BY match_id, room
"""


async def keep_up(hall: Hall, watched: Iterable[Runtime]) -> None:
    """Read rooms again in which other processes wrote or hid a line, in case a message was lost."""
    talking = {runtime.match_id: runtime for runtime in watched if runtime.talk is not None and runtime.talk.loaded}
    if not talking:
        return
    async with hall.connection() as link:
        rows = await (await link.execute(_NEWEST, (list(talking),))).fetchall()
    for match_id, room, newest, hidden in rows:
        talk = talking[match_id].talk
        if talk is not None and (newest > talk.last(room) or hidden != talk.hidden[room]):
            await look(talking[match_id])
