"""One running match in this process's memory: its lock, its position, the sockets that look at it.

A process may hold any match, and two may hold the same: the version check of the one statement that writes
(``matches.live.commits``) keeps them right, this memory only keeps them quick. Nothing here writes a move.
"""

import asyncio
import logging
import time
from collections import OrderedDict, deque
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

import msgspec

import engines
from engines.core.dice import ScriptedDice
from engines.core.errors import EngineError
from engines.core.game import Game
from engines.core.seats import SEATS, Seat
from matches.errors import MatchError
from matches.live import protocol, seating
from matches.live.changes import Change, Step
from matches.live.forfeits import Countdown, countdown
from matches.live.frames import SCREEN_OF, View, frames, lines_of, numbered, standing_offers
from matches.live.seating import SEAT_FRESH
from matches.live.sockets import Socket
from matches.live.surroundings import Surroundings
from matches.models import Match
from matches.store import database
from matches.store.rows import LogRow, MatchRow
from matches.terms import clock

log = logging.getLogger("matches")

RECENT_LINES: Final = 50
RECENT_STEPS: Final = 32
"""Steps whose frames are kept for sockets that reconnect; a longer gap gets one full frame."""
RECENT_CLIENTS: Final = 64
PRESENCE_DELAY: Final = 0.5
"""Seconds after which presence changes are sent together."""


class UnknownMatch(MatchError):
    code = "unknown_match"
    status = 404


UNREADABLE: Final = (
    "The stored position of this match cannot be read. No move can be made; an official can end the match."
)


class UnreadablePosition(MatchError):
    """The stored position of a match cannot be read here: of other rules, or damaged. Nothing was changed.

    Its cause is for the log alone: it may quote what a side has sealed.
    """

    code = "unreadable"

    def __init__(self, row: MatchRow, game: Game[Any]) -> None:
        self.v = row.version
        self.other_rules = not game.plays(row.rules_version)
        rules = f" It was begun under rules {row.rules_version}, not {game.rules_version}." if self.other_rules else ""
        super().__init__(f"{UNREADABLE}{rules}")


def position_of(row: MatchRow, game: Game[Any]) -> Any:  # the game's own position type
    """Return the stored position of ``row``; None before the kick-off. Raises UnreadablePosition."""
    if row.snapshot is None:
        return None
    try:
        return game.from_wire(row.snapshot)
    except Exception as error:
        raise UnreadablePosition(row, game) from error


@dataclass(slots=True, eq=False)
class Runtime:
    """One match in memory. Touch it only under ``lock``."""

    hall: Surroundings
    """The hall that holds it, as far as a match may know it."""
    match_id: UUID
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    fresh: bool = False
    """False: the memory may be behind the database, load before use."""
    timeline: int = 0
    """The history of the database that this was loaded from (``Hall.timeline``)."""
    _row: MatchRow | None = None
    _game: Game[Any] | None = None
    other_rules: bool = False
    """The match is played under rules that this release does not go on with (``Game.plays``)."""
    state: Any = None  # the game's own position type
    unread: Any = None  # JSON
    """The stored position while only the row is loaded, as it cannot be read."""
    lines: deque[dict[str, Any]] = field(default_factory=lambda: deque(maxlen=RECENT_LINES))
    sockets: set[Socket] = field(default_factory=set)
    clients: OrderedDict[UUID, int] = field(default_factory=OrderedDict)
    """Recent client ids and the version that they led to."""
    steps: deque[tuple[int, dict[View, str]]] = field(default_factory=lambda: deque(maxlen=RECENT_STEPS))
    prompted_at: dict[Seat, int] = field(default_factory=dict)
    """The version at which each seat to act got its current decision."""
    touched: float = field(default_factory=time.monotonic)
    talk: Any = None
    """The chat of this match while sockets are here (``matches.live.chat.Talk``)."""
    ready_since: float | None = None
    """Time (monotonic) at which both sides were first at the table together, before the kick-off."""
    wrote: int | None = None
    """The version that this process wrote last. A bot that acts there thinks here, elsewhere only if it is late."""
    thinks_at: int | None = None
    """The version for which a bot thinks here now."""
    bot_decisions: int = 0
    """Decisions of the bot in its turn so far. Lost with this process, as ``hurried`` is: the bot then goes on by the
    row, only slower."""
    hurried: bool = False
    """A person here wants to see the rest of the bot's turn at once."""
    others: int = 0
    """Other processes that listened to this match's last message."""
    timer: asyncio.Handle | None = None
    rings_at: float = 0.0
    """Ring time of ``timer`` by the loop's clock: uvloop's handles do not tell it once they are due."""
    presence_timer: asyncio.TimerHandle | None = None
    seeds_timer: asyncio.TimerHandle | None = None
    """The kick-off that waits no longer for seeds (``kickoff.try_kick_off``)."""
    lag_ms: dict[Seat, int] = field(default_factory=dict)
    """Each seat's round trip over the network, as measured here."""
    presence_sent: dict[str, Any] = field(default_factory=dict)

    @property
    def row(self) -> MatchRow:
        assert self._row is not None, "load first"
        return self._row

    @property
    def game(self) -> Game[Any]:
        assert self._game is not None, "load first"
        return self._game

    # ── memory ──
    def forget(self) -> None:
        """Mark the memory as unreliable (a statement failed half-way): load before the next use."""
        self.fresh = False

    async def ensure(self) -> None:
        """Load the position if needed. Raises UnknownMatch, UnreadablePosition, psycopg.OperationalError."""
        self.touched = time.monotonic()
        if not self.fresh or self.timeline != self.hall.timeline:
            await self.catch_up()

    async def catch_up(self) -> None:
        """Read what the database has beyond this memory, and show it to the sockets here."""
        async with self.hall.connection() as link:
            timeline = self.hall.timeline
            row = await database.load(link, self.match_id)
            if row is None:
                raise UnknownMatch("This match does not exist.")
            game = engines.get(row.game)
            position = position_of(row, game)
            before = self._row
            gap = None if before is None else row.version - before.version
            # The kick-off has no version of its own: from "waiting" only a full frame leads on.
            same_play = before is not None and (before.status != "waiting" or row.status == "waiting")
            same_play = same_play and timeline == self.timeline
            missed, steps = [], None
            if before is not None and gap is not None and same_play and 0 <= gap <= RECENT_STEPS:
                missed = await database.log_between(link, self.match_id, before.version, row.version) if gap else []
                steps = self._replay(missed)
            if steps is None:
                missed = await database.log_tail(link, self.match_id, row.version)
        other_people = before is not None and _names(before) != _names(row)
        was_behind = before is not None and self.behind
        self._row, self._game, self.timeline, self.unread = row, game, timeline, None
        self.other_rules = not game.plays(row.rules_version)
        if other_people:
            self._seat_again()
        if row.closed and not (before and before.closed and before.audience == row.audience):
            self.ask_again()
        self.know_devices()
        self.prompted_at = {}  # other processes' steps are not told apart: a decision counts as new
        if steps is None or before is None:
            self.state = position
            self._restart(missed)
        else:
            self.state = position
            if steps:
                steps[-1].state = self.state
                self.remember(missed)
                self.show(steps)
                if was_behind and (before.offers or row.offers):
                    self.tell_offers()  # who has been shown these steps already is told nothing by them
            elif before.status != row.status or other_people or self._other_times(before):
                self.steps.clear()  # they tell the old ones to who comes back
                self.show_full()
            elif before.offers != row.offers:
                self.steps.clear()
                self.tell_offers()
        row.snapshot = None  # the compact state is used; a second copy would only cost memory
        self.fresh = True
        self.arm()

    def _other_times(self, before: MatchRow) -> bool:
        """Return whether the clocks are others without a decision: given back after an outage, or postponed."""
        now = self.hall.now()
        return clock.clock_of_frame(before, now) != clock.clock_of_frame(self.row, now)

    async def load_unread(self) -> None:
        """Load the row without its position, which cannot be read, for a decision that ends the match."""
        async with self.hall.connection() as link:
            timeline = self.hall.timeline
            row = await database.load(link, self.match_id)
        if row is None:
            raise UnknownMatch("This match does not exist.")
        self._row, self._game, self.timeline = row, engines.get(row.game), timeline
        self.state, self.unread, row.snapshot = None, row.snapshot, None
        self.steps.clear()
        self.fresh = False

    def ask_again(self, user: str = "", audience: str = "") -> None:
        """Make spectators of a closed match reconnect, which checks their access again.

        ``user``: only this user, if the match is for ``audience`` (empty: any).
        """
        if self._row is None or not self._row.closed or audience not in ("", str(self._row.audience)):
            return
        for socket in self.sockets:
            if not socket.seats and user in ("", socket.user):
                socket.shut(protocol.CLOSE_LATER, protocol.bye("restart", 1000))

    def _seat_again(self) -> None:
        """Make sockets reconnect whose user left a side, or came to one, while the match waits for people."""
        for socket in self.sockets:
            seats = tuple(
                seat for seat, sits in self.row.seats.items() if sits.belongs_to(socket.user or "") and not sits.bot
            )
            if seats != socket.seats:
                socket.shut(protocol.CLOSE_LATER, protocol.bye("restart", 1000))

    def _replay(self, missed: list[LogRow]) -> list[Step] | None:
        """Derive other processes' steps from their moves and rolls; None if that fails."""
        state, steps = self.state, []
        for entry in missed:
            seat: Seat | None = entry.seat or None  # type: ignore[assignment]  # a row's seat is home, away or ""
            if entry.kind == "move" and state is not None:
                try:
                    state, _events = self.game.apply(state, seat, entry.move, ScriptedDice(entry.rolls))
                except EngineError:
                    log.warning("match %s: row %s does not replay here", self.match_id, entry.seq)
                    return None
            elif "wire" in entry.move:
                return None  # a practice board was set up again
            steps.append(Step(entry.seq, state, lines_of(self.game, entry), seat))
        return steps

    def _restart(self, tail: list[LogRow]) -> None:
        row = self.row
        self.lines.clear()
        # The kick-off's rolls are of no use if another position was put on the board.
        placed = row.mode in (Match.Mode.GUIDED, Match.Mode.POSITION)
        if row.opening.get("events") and row.version < RECENT_LINES and not placed:
            self.lines.extend(numbered(0, self.game.commentary(row.opening["events"])))
        for entry in tail:
            self.lines.extend(lines_of(self.game, entry))
        self.steps.clear()
        self.clients.clear()  # a move in a lost database is no repeat
        self.remember(tail)
        self.show_full()

    def remember(self, entries: Iterable[LogRow]) -> None:
        """Add the client ids of ``entries`` to the known ones."""
        for entry in entries:
            self.clients[entry.client_id] = entry.seq
        while len(self.clients) > RECENT_CLIENTS:
            self.clients.popitem(last=False)

    def take(self, change: Change) -> None:
        """Stand where ``change``, which is committed, leads, and show it to the sockets here."""
        row, before = self.row, self.row.version
        acting = () if self.state is None else self.game.to_act(self.state)
        other_position = change.state is not self.state
        nothing_decided = change.kind == "ruling" and change.status == row.status and not other_position
        by_bot = change.seat is not None and bool(row.seats[change.seat].bot)
        row.apply(change.columns, change.seat, moved=change.kind == "move" or other_position)
        self.state, self.wrote = change.state, row.version
        if row.bot_due_at is None or not by_bot:
            self.hurried, self.bot_decisions = False, 0
        else:
            self.bot_decisions += 1
        self.note_asked(acting, change.seat, before, same=nothing_decided)
        self.clients[change.client_id] = row.version
        if len(self.clients) > 2 * RECENT_CLIENTS:
            self.remember(())
        self.arm()
        try:
            self.show(change.steps)
        except Exception:
            # The move is committed; a client that cannot be shown it reconnects and asks for the whole position.
            log.exception("match %s: version %s could not be shown", row.id, row.version)
            self.forget()

    def note_asked(self, before: Iterable[Seat], mover: Seat | None, since: int, *, same: bool = False) -> None:
        """Record since when each seat is asked, now that ``mover`` decided at ``since``.

        ``before`` were to act. A seat that was to act beside the mover keeps its decision; everybody else has a new
        one. ``same``: nothing was decided (an official's message), so every seat keeps its decision.
        """
        goes_on = set(before) - {mover} if mover is not None or same else set()
        to_act = self.game.to_act(self.state) if self.state is not None else ()
        v = self.row.version
        self.prompted_at = {seat: self.prompted_at.get(seat, since) if seat in goes_on else v for seat in to_act}

    def still_asked(self, seat: Seat | None, v: int) -> bool:
        """Return whether ``seat`` had the same decision at ``v``: only the other's own choices came between."""
        return seat is not None and self.prompted_at.get(seat, self.row.version) <= v < self.row.version

    # ── showing ──
    def show(self, steps: list[Step]) -> None:
        """Encode committed steps once per view that is looked at here, and queue them."""
        views: set[View] = {socket.view for socket in self.sockets}
        for step, went_on in zip(steps, [*(step.seat for step in steps[1:]), None], strict=True):
            self.lines.extend(step.lines)
            if self.several:
                views = self._look_again(step.state)
            if self.others > 0:
                views = {*views, "public"}
            if not views:
                self.steps.clear()
                continue
            frames = self._frames("step", step.state, step.v, step.lines, views, went_on=went_on)
            self.steps.append((step.v, frames))
            for socket in self.sockets:
                if socket.v < step.v:
                    socket.v = step.v
                    socket.put(frames[socket.view])

    def show_full(self) -> None:
        """Send every socket here a whole frame: after the kick-off, or where steps cannot be derived."""
        if self.sockets:
            frames = self._full(self._look_again(self.state))
            for socket in self.sockets:
                socket.v = self.row.version
                socket.put(frames[socket.view])

    def _full(self, views: Iterable[View]) -> dict[View, str]:
        return self._frames("full", self.state, self.row.version, list(self.lines), views)

    def _frames(
        self,
        kind: Any,
        state: Any,
        v: int,
        lines: list[dict[str, Any]],
        views: Iterable[View],
        *,
        went_on: Seat | None = None,
    ) -> dict[View, str]:
        return frames(
            kind,
            game=self.game,
            row=self.row,
            state=state,
            v=v,
            lines=lines,
            presence=self.presence(),
            now=self.hall.now(),
            timeline=self.timeline,
            views=views,
            went_on=went_on,
        )

    @property
    def several(self) -> bool:
        """Return whether a seat is shared or a screen holds both: views may change with every decision."""
        home, away = self.row.seats["home"], self.row.seats["away"]
        return bool(home.shared or away.shared or (home.user is not None and home.user == away.user))

    def _look_again(self, state: Any) -> set[View]:
        """Update the view of each socket at ``state``; return all views in use."""
        for socket in self.sockets:
            self.aim(socket, state)
        return {socket.view for socket in self.sockets}

    def aim(self, socket: Socket, state: Any) -> None:
        if socket.both:
            to_act = self.game.to_act(state) if state is not None and self.row.status == "live" else ()
            socket.held = seating.still_held(self.game, state, to_act, socket.held)
            socket.view = SCREEN_OF[socket.held]
        elif socket.seat is not None and self.row.seats[socket.seat].shared:
            decides = seating.may_decide(self.game, state, socket.seat, self.row.seats[socket.seat], socket.user or "")
            socket.view = socket.seat if decides else _WAITS[socket.seat]

    def hold(self, socket: Socket, seat: Seat | None) -> None:
        """Seat ``seat`` in front of a screen for two people (None: nobody)."""
        to_act = self.game.to_act(self.state) if self.state is not None and self.row.status == "live" else ()
        socket.held = seat if seat in to_act else None
        socket.view = SCREEN_OF[socket.held]
        socket.put(self._full({socket.view})[socket.view])
        socket.v = self.row.version

    def know_devices(self) -> None:
        """Tell the sockets here whose user now plays on another device, by the rows."""
        for socket in self.sockets:
            if socket.seat is None or not socket.device:
                continue
            plays_on = self.row.seats[socket.seat].devices.get(socket.user or "", socket.device)
            elsewhere = plays_on != socket.device
            if elsewhere != socket.elsewhere:
                socket.elsewhere = elsewhere
                socket.put(protocol.device(not elsewhere))

    def resume(self, socket: Socket, v: int | None) -> None:
        """Bring ``socket``, which has seen ``v``, up to date: the missed steps, or one full frame."""
        now = self.row.version
        if self.several:
            self.aim(socket, self.state)
            v = None  # it may have been shown another view
        if v is not None and v <= now and now - v <= len(self.steps) and v >= 0:
            missed = [frames.get(socket.view) for number, frames in self.steps if number > v]
            if v < now and len(missed) == now - v and None not in missed:
                for frame in missed:
                    assert frame is not None
                    socket.put(frame)
                socket.v = now
                return
        socket.put(self._full({socket.view})[socket.view])
        socket.v = now

    def here(self, seat: Seat) -> bool:
        """Return whether a socket of ``seat`` is connected to this process."""
        return any(seat in socket.seats for socket in self.sockets)

    def sitting(self) -> set[Seat]:
        return {seat for socket in self.sockets for seat in socket.seats}

    @property
    def spectators(self) -> int:
        return sum(socket.seat is None for socket in self.sockets)

    def at_table(self, seat: Seat, sitting: Collection[Seat] | None = None) -> bool:
        """Return whether ``seat`` is at the table.

        A bot always is; a person with a socket here (one of ``sitting``), or seen lately by another process.
        """
        sits = self.row.seats[seat]
        if sits.bot or seat in (self.sitting() if sitting is None else sitting):
            return True
        return bool(sits.user and sits.seen_at and not sits.gone_at and self.hall.now() - sits.seen_at < SEAT_FRESH)

    def presence(self) -> dict[str, Any]:
        """Return who is here, and since when the others are not."""
        seats: dict[str, Any] = {}
        sitting = self.sitting()
        here = {seat: self.at_table(seat, sitting) for seat in SEATS}
        for seat in SEATS:
            sits = self.row.seats[seat]
            since = None if here[seat] else (sits.gone_at or sits.seen_at)
            seats[seat] = {"here": here[seat], "since": None if since is None else since.isoformat(timespec="seconds")}
        forfeit = countdown(self.row, here)
        seats["forfeit"] = None if forfeit is None else forfeit.as_frame()
        seats["watching"] = self.spectators
        return seats

    def countdown(self) -> Countdown | None:
        """Return the countdown to a forfeit that ends first."""
        if self._row is None or self.row.status != "live":
            return None
        sitting = self.sitting()
        return countdown(self.row, {seat: self.at_table(seat, sitting) for seat in SEATS})

    def tell_offers(self) -> None:
        frame = protocol.offers(standing_offers(self.game, self.row, self.state))
        for socket in self.sockets:
            socket.put(frame)

    def tell_presence(self) -> None:
        """Send everybody here the presence, soon and once."""
        if self.presence_timer is None:
            self.presence_timer = asyncio.get_running_loop().call_later(PRESENCE_DELAY, self._tell_presence)

    def _tell_presence(self) -> None:
        self.presence_timer = None
        if self._row is not None and self.sockets:
            presence = self.presence()
            self.presence_sent = presence
            frame = protocol.presence(presence)
            for socket in self.sockets:
                socket.put(frame)

    # ── time ──
    @property
    def owns_turn(self) -> bool:
        """Whether the last version was written here: else two processes would think about the same turn of a bot."""
        return self.wrote == self.row.version

    def arm(self) -> None:
        """Set the timer for the next due work; if this process dies, the sweep still finds it.

        A timer that rings too early sets itself again, so the deadline that each move puts off costs nothing.
        """
        row, due_at = self._row, None
        if row is not None and self.hall.awake and row.status == "live":
            for at in (row.bot_due_at if self.owns_turn else None, row.deadline_at, row.time_up_at):
                if at is not None and (due_at is None or at < due_at):
                    due_at = at
        loop = asyncio.get_running_loop()
        when = None if due_at is None else loop.time() + max(0.0, (due_at - self.hall.now()).total_seconds())
        if self.timer is not None:
            if when is not None and self.rings_at <= when:
                return
            self.timer.cancel()
            self.timer = None
        if when is not None:
            self.timer, self.rings_at = loop.call_at(when, self._wake), when

    def _wake(self) -> None:
        self.timer = None
        self.call_due()

    def call_due(self) -> None:
        """Do in the background what is due, as the sweep would."""
        if self.hall.on_due is not None:
            self.hall.spawn(self.hall.on_due(self.match_id))

    def take_poke(self, message: bytes) -> None:
        """Handle another process's move of this match: pass its public frames on, or look."""
        sender, _, public = message.decode().partition("\n")
        if self.sockets and sender != self.hall.name and not (public and self._pass_on(public.split("\n"))):
            self.hall.spawn(self.look())

    def _pass_on(self, frames: list[str]) -> bool:
        """Pass another process's public frames to the spectators here, without asking the database.

        False: somebody here sits at the table or has a gap, and the frames must be derived; or the match is being read,
        and would be shown as it was read, earlier than these. The memory stays behind meanwhile; the sweep, or the next
        one who comes, brings it up to date.
        """
        if self._row is None or self.row.status != "live" or self.lock.locked():
            return False
        if any(socket.view != "public" for socket in self.sockets):
            return False
        steps = [msgspec.json.decode(frame) for frame in frames]
        if any(socket.v != steps[0]["v"] - 1 for socket in self.sockets):
            return False
        for step in steps:
            step["presence"]["watching"] = len(self.sockets)
            frame = protocol.write(step)
            for socket in self.sockets:
                socket.v = step["v"]
                socket.put(frame)
        return True

    def public_after(self, since: int) -> str:
        """Return the public frames after version ``since``, a line each; "" if no other process wants them."""
        if self.others <= 0 or self.row.status != "live":
            return ""
        return "\n".join(frames["public"] for v, frames in self.steps if v > since and "public" in frames)

    @property
    def behind(self) -> bool:
        """Return whether spectators here have been shown more than the memory holds."""
        return any(socket.v > self.row.version for socket in self.sockets)

    async def look(self) -> None:
        """Catch up under the lock."""
        async with self.lock:
            await self.catch_up()

    def close(self) -> None:
        for timer in (self.timer, self.presence_timer, self.seeds_timer):
            if timer is not None:
                timer.cancel()
        self.timer = self.presence_timer = self.seeds_timer = None
        self.steps.clear()  # most of a match's memory, which anything still holding this object would keep


_WAITS: Final[dict[Seat, View]] = {"home": "home_waits", "away": "away_waits"}


def _names(row: MatchRow) -> list[tuple[str | None, str, str, list[dict[str, str]]]]:
    return [(seat.user, seat.bot, seat.name, seat.shared) for seat in row.seats.values()]
