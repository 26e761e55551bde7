"""The socket of a match, thin: who are you, hand over, write out. It decides nothing and holds no position.

No channel layer. uvicorn raises from ``send`` when a client has vanished and Channels then never calls ``disconnect``
(django/channels#1466), so the clean-up stands in a ``finally`` around the whole call and may run twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import Any, Final
from urllib.parse import parse_qs
from uuid import UUID

from channels.db import database_sync_to_async
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import DatabaseError

from matches import limits
from matches.errors import BadFrame, MatchError
from matches.live import chat, kickoff, presence, protocol, rulings
from matches.live.moves import DOWN, Outcome, resign, submit
from matches.live.protocol import (
    ClaimFrame,
    EchoFrame,
    HoldFrame,
    MoveFrame,
    OfferFrame,
    PingFrame,
    ResignFrame,
    SayFrame,
    SeedFrame,
    TakeFrame,
)
from matches.live.running import hall
from matches.live.runtime import Runtime, UnknownMatch
from matches.live.sockets import Socket
from matches.policy import access
from matches.terms import clock
from matches.verbs import offers

log = logging.getLogger("matches.live.sockets")

CREDITS: Final = 100.0
"""Frames that a client may send at once; they come back over ``REFILL_SECONDS``."""
REFILL_SECONDS: Final = 20.0
PROBE_SECONDS: Final = 15.0
"""Least time between two measures of one socket's way over the network."""
SOCKETS_A_USER: Final = 8
"""Sockets of one user at one match."""
FULL_MS: Final = 60_000
"""After so long a client whose address or account holds too many sockets may try again."""
SOCKETS: Final = limits.Connections("sockets")
"""The open sockets of this process, by address and account."""


class MatchConsumer(AsyncWebsocketConsumer):
    """One connection to one match."""

    channel_layer_alias = None  # type: ignore[assignment]  # "no layer" is what None means to Channels
    socket: Socket | None = None
    runtime: Runtime | None = None
    owners: tuple[tuple[str, str], ...] = ()
    """For whom this socket is counted."""
    probe = 0
    """The number of the last probe."""
    probed: float | None = None
    """When it went out, until it is answered."""
    probed_last = -1e9
    """When the last one went out."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Read until the client is gone; leave nothing behind, however it went."""
        self.scope, self.base_send, self.channel_layer = scope, send, None
        self.credits, self.credited = CREDITS, time.monotonic()
        try:
            while True:
                await self.dispatch(await receive())
        except StopConsumer:
            pass
        except OSError:
            pass  # the client vanished in the middle of a send
        finally:
            await asyncio.shield(self.leave())

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Channels' own dispatch closes old ORM connections for each message, in another thread; none is used here."""
        kind = message["type"]
        if kind == "websocket.connect":
            await self.connect()
        elif kind == "websocket.receive":
            await self.receive(message.get("text"), message.get("bytes"))
        else:
            raise StopConsumer

    async def connect(self) -> None:
        """Who are you, and where did you leave off?"""
        await self.base_send({"type": "websocket.accept"})
        if not await self._take_place():
            return
        if self._seen("protocol") not in (None, protocol.VERSION):
            await self._shut(protocol.CLOSE_OTHER_VERSION)
            return
        match_id: UUID = self.scope["url_route"]["kwargs"]["match_id"]
        runtime = hall().runtime(match_id)
        async with runtime.lock:
            try:
                await runtime.ensure()
            except UnknownMatch:
                hall().runtimes.pop(match_id, None)
                await self._shut(protocol.CLOSE_UNKNOWN)
                return
            except DOWN:
                runtime.forget()
                await self._shut(protocol.CLOSE_LATER)
                return
            user = self.scope.get("user")
            seats = access.seats_in(runtime.row, user)
            if runtime.row.closed and not await database_sync_to_async(access.may_look_on)(runtime.row, user):
                await self._shut(protocol.CLOSE_UNKNOWN)  # as if there were none
                return
            self.runtime = runtime
            self.socket = Socket(
                self._out,
                self._shut,
                next(iter(seats), None),
                seats=seats,
                user=str(user.pk) if user is not None and user.is_authenticated else None,
                device=presence.device_of(self.scope.get("session")) if seats else "",
                now=(self.scope.get("extensions") or {}).get("tabellone.now"),
            )
            own = [socket for socket in runtime.sockets if seats and socket.user == self.socket.user]
            if len(own) >= SOCKETS_A_USER:
                own[0].shut(protocol.CLOSE_BAD, protocol.bye("moved", 60000))
            try:
                timeline = self._seen("timeline")
                v = self._seen("v") if timeline in (None, runtime.timeline) else None
                await presence.come(runtime, self.socket, v, again=self._again())
            except DOWN:
                runtime.forget()
                self.socket.shut(protocol.CLOSE_LATER, protocol.bye("restart", 1000))
                return
        with contextlib.suppress(*DOWN):  # without the database the line is about to be lost anyhow
            await chat.attend(runtime, self.socket, {room: self._seen(room) or 0 for room in chat.ROOMS})

    async def _take_place(self) -> bool:
        """Count this socket for its address and account; close it where they hold as many as they may."""
        address = (self.scope.get("client") or ("", 0))[0]
        owners = SOCKETS.owners(address, self.scope.get("user"))
        if SOCKETS.is_full(owners):
            await self._out(protocol.bye("full", FULL_MS))
            await self._shut(protocol.CLOSE_LATER)
            return False
        SOCKETS.enter(owners)
        self.owners = tuple(owners)
        return True

    def _asked(self) -> dict[str, list[str]]:
        return parse_qs(self.scope.get("query_string", b"").decode("ascii", "replace"), keep_blank_values=True)

    def _again(self) -> bool:
        """The same page as before, back after a cut: it does not take the seat from another device."""
        return "again" in self._asked()

    def _seen(self, what: str) -> int | None:
        given = self._asked().get(what, [""])[0]
        return int(given) if given.isascii() and given.isdigit() and len(given) < 10 else None

    async def _out(self, text: str) -> None:
        await self.base_send({"type": "websocket.send", "text": text})

    async def _shut(self, code: int) -> None:
        await self.base_send({"type": "websocket.close", "code": code})

    async def leave(self) -> None:
        """Take the socket away. Idempotent."""
        SOCKETS.leave(self.owners)
        self.owners = ()
        socket, self.socket = self.socket, None
        if socket is None or self.runtime is None:
            return
        await socket.stop()
        async with self.runtime.lock:
            await presence.go(self.runtime, socket)
        self.runtime = None  # a consumer lies in a circle, and would keep the match until somebody looks for those

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """One frame of the client."""
        socket, runtime = self.socket, self.runtime
        if socket is None or runtime is None or socket.closing is not None:
            return
        if text_data is None or len(text_data) > protocol.FRAME_LIMIT:
            socket.shut(protocol.CLOSE_BAD, protocol.error(None, "bad_frame", "A frame is text, at most 4096 bytes."))
            return
        try:
            frame = protocol.read(text_data)
        except BadFrame as error:
            if self._flooding(socket):
                return
            socket.put(protocol.error(None, error.code, str(error)))
            await asyncio.sleep(0)  # frames that are there already come without a pause: let the writer have its turn
            return
        if isinstance(frame, PingFrame):
            socket.put(protocol.pong(frame.n, clock.epoch_ms(hall().now())))
            await asyncio.sleep(0)
            return
        if self._flooding(socket):
            return
        if isinstance(frame, EchoFrame):
            self._measured(runtime, socket, frame)
            return
        if isinstance(frame, HoldFrame | TakeFrame):
            await self._sit(runtime, socket, frame)
            return
        if isinstance(frame, SeedFrame):
            await self._seed(runtime, socket, frame)
            return
        if isinstance(frame, SayFrame):
            await self._say(runtime, socket, frame)
            return
        if isinstance(frame, (OfferFrame, ClaimFrame)):
            await self._agree(runtime, socket, frame)
            return
        await self._move(runtime, socket, frame)

    async def _agree(self, runtime: Runtime, socket: Socket, frame: OfferFrame | ClaimFrame) -> None:
        """Offers between the two sides, and a claim where the other one has left."""
        if socket.seat is None or socket.elsewhere:
            socket.put(protocol.error(frame.id, "not_seated", "Only who sits at the table offers and claims."))
            return
        try:
            if isinstance(frame, ClaimFrame):
                outcome = await rulings.claim(runtime.hall, runtime.match_id, socket.seat, frame.id)
                self._answer(runtime, socket, frame, outcome)
                return
            asked = {"match_id": runtime.match_id, "seat": socket.seat, "kind": frame.kind, "do": frame.do}
            answer = await database_sync_to_async(offers.act)(**asked, client_id=frame.id)
            await rulings.obey(runtime.hall, runtime.match_id)
            await runtime.look()
        except MatchError as error:
            socket.put(protocol.error(frame.id, error.code, str(error)))
        except (*DOWN, DatabaseError):
            runtime.forget()
            socket.put(protocol.error(frame.id, "busy", "The server cannot save at this moment. Try again."))
        else:
            socket.put(protocol.ack(frame.id, max(answer.v, runtime.row.version)))

    def _flooding(self, socket: Socket) -> bool:
        now = time.monotonic()
        self.credits = min(CREDITS, self.credits + (now - self.credited) * CREDITS / REFILL_SECONDS)
        self.credited = now
        if self.credits < 1:
            socket.shut(protocol.CLOSE_BAD, protocol.bye("flood", 20000))
            return True
        self.credits -= 1
        return False

    async def _sit(self, runtime: Runtime, socket: Socket, frame: HoldFrame | TakeFrame) -> None:
        """Who sits in front of a screen for two, or on which device one plays."""
        if not socket.seats or (isinstance(frame, HoldFrame) and not socket.both):
            told = "Only who sits at the table does that." if not socket.seats else "This screen holds one seat."
            socket.put(protocol.error(None, "not_seated", told))
            return
        try:
            async with runtime.lock:
                await runtime.ensure()
                if isinstance(frame, HoldFrame):
                    runtime.hold(socket, frame.seat)
                else:
                    await presence.take(runtime, socket)
        except DOWN:
            runtime.forget()
            socket.put(protocol.error(None, "busy", "The server cannot save at this moment. Try again."))

    async def _seed(self, runtime: Runtime, socket: Socket, frame: SeedFrame) -> None:
        if socket.seat is None:
            socket.put(protocol.error(None, "not_seated", "Only who sits at the table gives a seed."))
            return
        try:
            async with runtime.lock:
                await runtime.ensure()
                # A screen for two sends a seed for each side: the first is home's.
                free = [seat for seat in socket.seats if not runtime.row.seats[seat].dice_seed]
                if not await kickoff.take_seed(runtime, next(iter(free), socket.seat), frame.seed):
                    socket.put(protocol.error(None, "seed_late", "The seeds of this match are fixed already."))
                await kickoff.try_kick_off(runtime)
        except DOWN:
            runtime.forget()
            socket.put(protocol.error(None, "busy", "The server cannot save at this moment. Try again."))

    async def _say(self, runtime: Runtime, socket: Socket, frame: SayFrame) -> None:
        if socket.user is None:
            socket.put(protocol.error(frame.id, "sign_in", "Sign in, or sit down with a nickname, to write."))
            return
        try:
            said = await chat.say(
                runtime.hall,
                match_id=runtime.match_id,
                speaker=chat.Speaker.of(self.scope["user"], socket.seat),
                room=frame.room,
                client_id=frame.id,
                words=frame.text,
                preset_name=frame.preset,
            )
        except MatchError as error:
            socket.put(protocol.error(frame.id, error.code, str(error)))
            return
        if said.done:
            socket.put(protocol.said(frame.id, frame.room, said.n))
        else:
            socket.put(protocol.error(frame.id, said.code, said.reason))

    async def _move(self, runtime: Runtime, socket: Socket, frame: MoveFrame | ResignFrame) -> None:
        if socket.seat is None:
            socket.put(protocol.error(frame.id, "not_seated", "Only who sits at the table moves."))
            return
        if socket.elsewhere:
            told = "You play on another device now: take the seat back to move here."
            socket.put(protocol.error(frame.id, "elsewhere", told))
            return
        seat = socket.seat
        if frame.seat is not None:
            if frame.seat not in socket.seats:
                socket.put(protocol.error(frame.id, "not_seated", f"You do not sit at {frame.seat}."))
                return
            seat = frame.seat
        elif socket.both:
            told = "This screen holds both seats: say which one by seat, home or away."
            socket.put(protocol.error(frame.id, "bad_frame", told))
            return
        try:
            if isinstance(frame, ResignFrame):
                outcome = await resign(match_id=runtime.match_id, seat=seat, client_id=frame.id)
            else:
                outcome = await submit(
                    match_id=runtime.match_id,
                    seat=seat,
                    moves=frame.moves,
                    client_id=frame.id,
                    v=frame.v,
                    by=socket.user,
                    timeline=frame.timeline,
                )
        except MatchError as error:
            socket.put(protocol.error(frame.id, error.code, str(error)))
            return
        self._answer(runtime, socket, frame, outcome)

    def _probe(self, socket: Socket) -> None:
        """After an own move, now and then, the way to the client and back is measured: the clock gives it back."""
        now = time.monotonic()
        if now - self.probed_last >= PROBE_SECONDS:
            self.probed = self.probed_last = now
            self.probe += 1
            socket.put(protocol.probe(self.probe))

    def _measured(self, runtime: Runtime, socket: Socket, frame: EchoFrame) -> None:
        if socket.seat is None or frame.n != self.probe or self.probed is None:
            return
        lag = round((time.monotonic() - self.probed) * 1000)
        self.probed = None
        before = runtime.lag_ms.get(socket.seat)
        runtime.lag_ms[socket.seat] = lag if before is None else round(0.9 * before + 0.1 * lag)

    def _answer(
        self, runtime: Runtime, socket: Socket, frame: MoveFrame | ResignFrame | ClaimFrame, outcome: Outcome
    ) -> None:
        if outcome.done:
            socket.put(protocol.ack(frame.id, outcome.v))
            self._probe(socket)
        elif outcome.kind == "stale":
            socket.put(protocol.stale(frame.id, outcome.v))
            if isinstance(frame, MoveFrame):
                same = frame.timeline in (None, runtime.timeline) and frame.v < outcome.v
                runtime.resume(socket, frame.v if same else None)
        else:
            socket.put(protocol.error(frame.id, outcome.code, outcome.reason))
