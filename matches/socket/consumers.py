"""The socket of a match: checks the user and hands frames to their handlers.

It decides nothing and holds no position. No channel layer. uvicorn raises from ``send`` when a client has vanished and
Channels then never calls ``disconnect`` (django/channels#1466), so the clean-up is in a ``finally`` around the whole
call and may run twice.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final
from urllib.parse import parse_qs
from uuid import UUID

from channels.db import database_sync_to_async
from django.db import DatabaseError

from engines.core.seats import Seat
from matches import feed, limits
from matches.compat.channels import QuickConsumer
from matches.errors import BadFrame, Elsewhere, MatchError, NotSeated
from matches.live import bots, chat, kickoff, presence, protocol, rulings
from matches.live.moves import DOWN, resign, submit_in
from matches.live.outcomes import Outcome
from matches.live.protocol import (
    ClaimFrame,
    ClientFrame,
    EchoFrame,
    HoldFrame,
    HurryFrame,
    MoveFrame,
    OfferFrame,
    PingFrame,
    ResignFrame,
    SayFrame,
    SeedFrame,
    TakeFrame,
)
from matches.live.running import Hall, hall
from matches.live.runtime import Runtime, UnknownMatch, UnreadablePosition
from matches.live.sockets import Socket
from matches.policy import access
from matches.terms import clock
from matches.verbs import offers

log = logging.getLogger("matches.live.sockets")

CREDITS: Final = 100.0
"""Frames that a client may send at once; credits come back over ``REFILL_SECONDS``."""
REFILL_SECONDS: Final = 20.0
PROBE_SECONDS: Final = 15.0
"""Least time between two measurements of one socket's round trip."""
SOCKETS_A_USER: Final = 8
ELSEWHERE: Final = "You play on another device now: take the seat back to move here."
FULL_MS: Final = 60_000
"""Time after which a client whose address or account holds too many sockets may try again."""
SOCKETS: Final = limits.Connections("sockets")
"""The open sockets of this process, by address and account."""


class MatchConsumer(QuickConsumer):
    channel_layer_alias = None  # type: ignore[assignment]  # "no layer" is what None means to Channels
    hall: Hall
    socket: Socket | None = None
    runtime: Runtime | None = None
    owners: tuple[tuple[str, str], ...] = ()
    """The owners that this socket counts for."""
    unfollow: Callable[[], None] = staticmethod(lambda: None)
    """Forgets the session that this socket ends with."""
    credits = CREDITS
    """Frames that may still come at once."""
    probe = 0
    probed: float | None = None
    """Time at which it was sent, until it is answered."""
    probed_last = -1e9
    """Time of the last one."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve until the client is gone; clean up however it went."""
        self.credited = time.monotonic()
        try:
            await super().__call__(scope, receive, send)
        except OSError:
            pass  # the client vanished in the middle of a send
        finally:
            await asyncio.shield(self.leave())

    async def connect(self) -> None:
        """Accept the client, put it in its place at the table and bring it up to date."""
        await self.accept()
        if not await self._take_place():
            return
        if self._version_seen("protocol") not in (None, protocol.VERSION):
            await self.close(protocol.CLOSE_OTHER_VERSION)
            return
        match_id: UUID = self.scope["url_route"]["kwargs"]["match_id"]
        self.hall = hall()
        runtime = self.hall.runtime(match_id)
        async with runtime.lock:
            try:
                await runtime.ensure()
            except UnknownMatch:
                self.hall.runtimes.pop(match_id, None)
                await self.close(protocol.CLOSE_UNKNOWN)
                return
            except UnreadablePosition as error:
                await self.send(protocol.error(None, error.code, str(error)))
                await self.send(protocol.bye("restart", FULL_MS))
                await self.close(protocol.CLOSE_LATER)
                return
            except DOWN:
                runtime.forget()
                await self.close(protocol.CLOSE_LATER)
                return
            user = self.scope.get("user")
            seats = access.seats_in(runtime.row, user)
            if runtime.row.closed and not await database_sync_to_async(access.may_look_on)(runtime.row, user):
                await self.close(protocol.CLOSE_UNKNOWN)  # as if the match did not exist
                return
            self.runtime = runtime
            self.socket = Socket(
                self.send,
                self.close,
                next(iter(seats), None),
                seats=seats,
                user=str(user.pk) if user is not None and user.is_authenticated else None,
                device=presence.device_of(self.scope.get("session")) if seats else "",
            )
            own = [socket for socket in runtime.sockets if seats and socket.user == self.socket.user]
            if len(own) >= SOCKETS_A_USER:
                own[0].shut(protocol.CLOSE_BAD, protocol.bye("moved", 60000))
            self._follow_session(self.socket)
            try:
                timeline = self._version_seen("timeline")
                v = self._version_seen("v") if timeline in (None, runtime.timeline) else None
                await presence.come(runtime, self.socket, v, again=self._is_reconnecting())
            except DOWN:
                runtime.forget()
                self.socket.shut(protocol.CLOSE_LATER, protocol.bye("restart", 1000))
                return
        with contextlib.suppress(*DOWN):  # without the database the connection is about to be lost anyhow
            await chat.attend(runtime, self.socket, {room: self._version_seen(room) or 0 for room in chat.ROOMS})

    async def _take_place(self) -> bool:
        """Count this socket for its address and account; close it if they already hold the limit."""
        address = (self.scope.get("client") or ("", 0))[0]
        owners = SOCKETS.owners(address, self.scope.get("user"))
        if SOCKETS.is_full(owners):
            await self.send(protocol.bye("full", FULL_MS))
            await self.close(protocol.CLOSE_LATER)
            return False
        SOCKETS.enter(owners)
        self.owners = tuple(owners)
        return True

    def _follow_session(self, socket: Socket) -> None:
        """Close ``socket`` when the session of its user is over."""
        key = getattr(self.scope.get("session"), "session_key", None)
        if socket.user is None or not key:
            return

        def signed_out() -> None:
            socket.shut(protocol.CLOSE_LATER, protocol.bye("signed_out", 1000))

        feed.ear().sessions.enter(key, socket.user, signed_out)
        self.unfollow = partial(feed.ear().sessions.leave, key, socket.user, signed_out)

    def _query(self) -> dict[str, list[str]]:
        return parse_qs(self.scope.get("query_string", b"").decode("ascii", "replace"), keep_blank_values=True)

    def _is_reconnecting(self) -> bool:
        """Return whether the same page reconnects: then it does not take the seat from another device."""
        return "again" in self._query()

    def _version_seen(self, name: str) -> int | None:
        text = self._query().get(name, [""])[0]
        return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None

    async def leave(self) -> None:
        """Remove the socket. Idempotent."""
        SOCKETS.leave(self.owners)
        self.owners = ()
        self.unfollow()
        socket, self.socket = self.socket, None
        if socket is None or self.runtime is None:
            return
        await socket.stop()
        async with self.runtime.lock:
            await presence.go(self.runtime, socket)
        self.runtime = None  # a consumer is in a reference cycle, and would keep the match until the collector runs

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        socket, runtime = self.socket, self.runtime
        if socket is None or runtime is None or socket.closing is not None:
            return
        if text_data is None or len(text_data) > protocol.FRAME_LIMIT:
            socket.shut(protocol.CLOSE_BAD, protocol.error(None, "bad_frame", "A frame is text, at most 4096 bytes."))
            return
        try:
            frame = protocol.read(text_data)
        except BadFrame as error:
            if not self._flooding(socket):
                socket.put(protocol.error(None, error.code, str(error)))
        else:
            if isinstance(frame, PingFrame) or not self._flooding(socket):
                await self._handle(runtime, socket, frame)

    async def _handle(self, runtime: Runtime, socket: Socket, frame: ClientFrame) -> None:
        """Do what ``frame`` asks; answer a refusal, or a database that is down."""
        client_id = getattr(frame, "id", None)
        try:
            await HANDLERS[type(frame)](self, runtime, socket, frame)
        except MatchError as error:
            socket.put(protocol.error(client_id, error.code, str(error)))
        except (*DOWN, DatabaseError):
            runtime.forget()
            socket.put(protocol.error(client_id, "busy", "The server cannot save at this moment. Try again."))

    async def _pong(self, _runtime: Runtime, socket: Socket, frame: PingFrame) -> None:
        socket.put(protocol.pong(frame.n, clock.epoch_ms(self.hall.now())))

    async def _claim(self, runtime: Runtime, socket: Socket, frame: ClaimFrame) -> None:
        seat = self._own_seat(socket, "offers and claims")
        self._answer(runtime, socket, frame, await rulings.claim(self.hall, runtime.match_id, seat, frame.id))

    async def _offer(self, runtime: Runtime, socket: Socket, frame: OfferFrame) -> None:
        """Make, withdraw or answer an offer between the two sides."""
        fields = {"match_id": runtime.match_id, "kind": frame.kind, "do": frame.do, "client_id": frame.id}
        seat = self._own_seat(socket, "offers and claims")
        answer = await database_sync_to_async(offers.act)(seat=seat, **fields)
        await rulings.obey(self.hall, runtime.match_id)
        await runtime.look()
        socket.put(protocol.ack(frame.id, max(answer.v, runtime.row.version)))

    def _own_seat(self, socket: Socket, verbs: str) -> Seat:
        """Return the seat that ``socket`` plays. Raises NotSeated, Elsewhere."""
        if socket.seat is None:
            raise NotSeated(f"Only who sits at the table {verbs}.")
        if socket.elsewhere:
            raise Elsewhere(ELSEWHERE)
        return socket.seat

    def _flooding(self, socket: Socket) -> bool:
        now = time.monotonic()
        self.credits = min(CREDITS, self.credits + (now - self.credited) * CREDITS / REFILL_SECONDS)
        self.credited = now
        if self.credits < 1:
            socket.shut(protocol.CLOSE_BAD, protocol.bye("flood", 20000))
            return True
        self.credits -= 1
        return False

    async def _take_screen(self, runtime: Runtime, socket: Socket, frame: HoldFrame) -> None:
        """Seat one of two people in front of the screen that they share."""
        self._check_seated(socket)
        if not socket.both:
            raise NotSeated("This screen holds one seat.")
        async with runtime.lock:
            await runtime.ensure()
            runtime.hold(socket, frame.seat)

    async def _take(self, runtime: Runtime, socket: Socket, _frame: TakeFrame) -> None:
        """Play on this device from now on."""
        self._check_seated(socket)
        async with runtime.lock:
            await runtime.ensure()
            await presence.take(runtime, socket)

    async def _hurry(self, runtime: Runtime, socket: Socket, _frame: HurryFrame) -> None:
        """Play the rest of the bot's turn at once; do nothing if it is no longer a bot's turn."""
        self._check_seated(socket)
        self.hall.spawn(bots.hurry(self.hall, runtime.match_id))

    def _check_seated(self, socket: Socket) -> None:
        if not socket.seats:
            raise NotSeated("Only who sits at the table does that.")

    async def _seed(self, runtime: Runtime, socket: Socket, frame: SeedFrame) -> None:
        """Take this side's dice seed; on a screen for two each side sends one, home first."""
        if socket.seat is None:
            raise NotSeated("Only who sits at the table gives a seed.")
        async with runtime.lock:
            await runtime.ensure()
            seeds = {seat: runtime.row.seats[seat].dice_seed for seat in socket.seats}
            free = next((seat for seat, seed in seeds.items() if not seed), None)
            if free is not None and frame.seed in seeds.values():
                return  # the first side's, sent again after a cut between the two
            if not await kickoff.take_seed(runtime, free or socket.seat, frame.seed):
                socket.put(protocol.error(None, "seed_late", "The seeds of this match are fixed already."))
            await kickoff.try_kick_off(runtime)

    async def _write_line(self, runtime: Runtime, socket: Socket, frame: SayFrame) -> None:
        if socket.user is None:
            socket.put(protocol.error(frame.id, "sign_in", "Sign in, or choose a nickname, to write."))
            return
        outcome = await chat.say(
            self.hall,
            match_id=runtime.match_id,
            speaker=chat.Speaker.of(self.scope["user"], socket.seat),
            room=frame.room,
            client_id=frame.id,
            words=frame.text,
            preset_name=frame.preset,
        )
        if outcome.done:
            socket.put(protocol.acknowledgement(frame.id, frame.room, outcome.n))
        else:
            socket.put(protocol.error(frame.id, outcome.code, outcome.reason))

    async def _resign(self, runtime: Runtime, socket: Socket, frame: ResignFrame) -> None:
        seat = self._moving_seat(socket, frame)
        outcome = await resign(match_id=runtime.match_id, seat=seat, client_id=frame.id)
        self._answer(runtime, socket, frame, outcome)

    async def _move(self, runtime: Runtime, socket: Socket, frame: MoveFrame) -> None:
        seat = self._moving_seat(socket, frame)
        outcome = await submit_in(
            self.hall,
            match_id=runtime.match_id,
            seat=seat,
            moves=frame.moves,
            client_id=frame.id,
            v=frame.v,
            by=socket.user,
            timeline=frame.timeline,
        )
        self._answer(runtime, socket, frame, outcome)

    def _moving_seat(self, socket: Socket, frame: MoveFrame | ResignFrame) -> Seat:
        """Return the seat for which ``frame`` decides. Raises NotSeated, Elsewhere, BadFrame."""
        if socket.seat is None:
            raise NotSeated("Only who sits at the table moves.")
        if socket.elsewhere:
            raise Elsewhere(ELSEWHERE)
        if frame.seat is None:
            if socket.both:
                raise BadFrame("This screen holds both seats: say which one by seat, home or away.")
            return socket.seat
        if frame.seat not in socket.seats:
            raise NotSeated(f"You do not sit at {frame.seat}.")
        return frame.seat

    def _probes(self) -> bool:
        """Begin to measure the round trip, now and then after an own move: the clock gives that time back."""
        now = time.monotonic()
        if now - self.probed_last < PROBE_SECONDS:
            return False
        self.probed = self.probed_last = now
        self.probe += 1
        return True

    async def _measure(self, runtime: Runtime, socket: Socket, frame: EchoFrame) -> None:
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
            probe = [protocol.probe(self.probe)] if self._probes() else []
            for text in (protocol.ack(frame.id, outcome.v), *probe):
                socket.put(text)
        elif outcome.kind == "stale":
            socket.put(protocol.stale(frame.id, outcome.v))
            if isinstance(frame, MoveFrame):
                same = frame.timeline in (None, runtime.timeline) and frame.v < outcome.v
                runtime.resume(socket, frame.v if same else None)
                socket.put(protocol.presence(runtime.presence()))  # those steps tell who was there then
        else:
            socket.put(protocol.error(frame.id, outcome.code, outcome.reason, outcome.rule))


HANDLERS: Final[dict[type[ClientFrame], Callable[[MatchConsumer, Runtime, Socket, Any], Awaitable[None]]]] = {
    MoveFrame: MatchConsumer._move,
    ResignFrame: MatchConsumer._resign,
    SeedFrame: MatchConsumer._seed,
    HoldFrame: MatchConsumer._take_screen,
    TakeFrame: MatchConsumer._take,
    HurryFrame: MatchConsumer._hurry,
    PingFrame: MatchConsumer._pong,
    EchoFrame: MatchConsumer._measure,
    SayFrame: MatchConsumer._write_line,
    OfferFrame: MatchConsumer._offer,
    ClaimFrame: MatchConsumer._claim,
}
