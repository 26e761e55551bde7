"""The host of one match in a browser: speaks the socket's protocol to its page, and says what is to be kept.

It runs in a web worker (``packaging/offline/worker.js``), which keeps what an ``Answer`` holds in the browser's
database before the page hears of it, so that closing the browser loses nothing. Moves, frames and refusals are those
of the server; there are no clocks, offers or chat. Dice come from a secret made by the browser's ``crypto``
(``os.urandom``).
"""

import os
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from random import Random, SystemRandom
from typing import Any, Final, Literal
from uuid import UUID, uuid4

import msgspec

import engines
from engines import bots
from engines.core import sheet as sheets
from engines.core.errors import EngineError
from engines.core.game import Game
from engines.core.options import resolve_options, terms_of
from engines.core.seats import SEATS, Seat, Wire
from matches.codes import HOT_SEAT
from matches.errors import BadFrame, MatchError, NotSeated
from matches.live import deciding, drafting, protocol, seating
from matches.live.changes import Change
from matches.live.frames import SCREEN_OF, View, frames, lines_of
from matches.live.outcomes import refusal
from matches.live.protocol import (
    ClientFrame,
    EchoFrame,
    HoldFrame,
    HurryFrame,
    MoveFrame,
    OfferFrame,
    PingFrame,
    ResignFrame,
    SeedFrame,
    TakeFrame,
)
from matches.offline.measuring import DEAR, levels_in_time
from matches.store.rows import LogRow, MatchRow, SeatRow
from matches.terms import clock
from matches.terms.pace import BOT_SECONDS
from matches.terms.undoing import standing, undone

PERSON: Final = "person"
"""The user of every seat without a bot: whoever has the browser."""
RECENT_LINES: Final = 50
"""Rows of the log whose lines a page is told when it opens."""


class Sitter(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    bot: str = ""
    """Its level; empty for a person."""


class Wish(msgspec.Struct, forbid_unknown_fields=True):
    """A match to begin."""

    id: UUID
    game: str
    home: Sitter
    away: Sitter


class KeptMatch(msgspec.Struct):
    """A match as the browser keeps it, beside the rows of its log. A new field needs a default: older ones are read."""

    id: UUID
    game: str
    rules_version: int
    options: dict[str, Any]
    terms: dict[str, Any]
    home: Sitter
    away: Sitter
    secret: str
    home_seed: str
    away_seed: str
    opening: dict[str, Any]
    position: Wire
    rolls: int
    version: int
    status: str
    result: dict[str, Any] | None
    score: dict[str, int]
    began_at: datetime
    moved_at: datetime


class Kept(msgspec.Struct):
    """What the browser has of a match."""

    match: KeptMatch
    log: list[LogRow]


class Answer(msgspec.Struct):
    """What a frame or a bot's turn led to: kept first, then sent."""

    frames: list[str] = []
    match: KeptMatch | None = None
    """The match as it is to be kept now; None: it is as before."""
    log: list[LogRow] = []
    """New rows of its log."""
    wait_ms: int | None = None
    """Time until the bot's next decision (``Host.decide``); None: no bot is to act."""


class Proof(msgspec.Struct):
    """Sentences that a match sheet proves (``engines.core.sheet.verify``)."""

    proofs: list[str]
    wrong: str = ""
    """The first fault; empty if there is none."""


class OtherRules(MatchError):
    """The match was begun under rules that this release does not play."""

    code = "other_rules"


class Hall:
    """The clock of the browser."""

    misses_beat = False

    def __init__(self, now: Callable[[], datetime]) -> None:
        self.now = now


class Host:
    """One match and its page. What ``matches.live.deciding`` reads of a match is ``matches.live.changes.Playing``."""

    timeline = 0
    unread = None
    other_rules = False

    def __init__(self, kept: Kept, now: Callable[[], datetime], chance: Random) -> None:
        self.hall, self.chance = Hall(now), chance
        self.game: Game[Any] = engines.get(kept.match.game)
        if not self.game.plays(kept.match.rules_version):
            raise OtherRules("This match was begun under rules that this release does not play.")
        self.began_at, self.moved_at = kept.match.began_at, kept.match.moved_at
        self.row = row_of(kept.match)
        self.state: Any = self.game.from_wire(kept.match.position)
        self.log = kept.log
        self.seen = {entry.client_id: entry.seq for entry in kept.log}
        self.lag_ms: dict[Seat, int] = {}
        self.bot_decisions, self.hurried = 0, False
        self.people = deciding.people(self.row)
        self.held: Seat | None = None

    @classmethod
    def begin(cls, wish: Wish, now: Callable[[], datetime], chance: Random) -> "tuple[Host, Answer]":
        """Begin the match of ``wish``; the answer keeps it. Raises BadRequest."""
        game = engines.get(wish.game)
        for sits in (wish.home, wish.away):
            if sits.bot:
                bots.level_of(sits.bot)
        match = KeptMatch(
            id=wish.id,
            game=wish.game,
            rules_version=game.rules_version,
            options=resolve_options(game.options, game.house_options),
            terms=terms_of("none"),
            home=wish.home,
            away=wish.away,
            secret=os.urandom(32).hex(),
            home_seed=os.urandom(16).hex(),
            away_seed=os.urandom(16).hex(),
            opening={},
            position={},
            rolls=0,
            version=0,
            status="live",
            result=None,
            score={},
            began_at=now(),
            moved_at=now(),
        )
        dice = deciding.fair_dice(row_of(match))
        state, events = game.new(match.options, match.terms, dice)
        match.opening = {"rolls": dice.rolled, "events": events}
        match.position, match.rolls = game.to_wire(state), len(dice.rolled)
        host = cls(Kept(match, []), now, chance)
        return host, Answer(match=host.kept())

    def kept(self) -> KeptMatch:
        """Return the match as it is to be kept."""
        row = self.row
        home, away = (Sitter(row.seats[seat].name, row.seats[seat].bot) for seat in SEATS)
        position = self.game.stored_under(row.rules_version, self.state)
        return KeptMatch(
            id=row.id,
            game=row.game,
            rules_version=row.rules_version,
            options=row.options,
            terms=row.terms,
            home=home,
            away=away,
            secret=row.secret,
            home_seed=row.seats["home"].dice_seed,
            away_seed=row.seats["away"].dice_seed,
            opening=row.opening,
            position=position,
            rolls=row.rolls,
            version=row.version,
            status=row.status,
            result=row.result,
            score=dict(position.get("score") or {}),
            began_at=self.began_at,
            moved_at=self.moved_at,
        )

    # ── the page ──
    def open(self) -> Answer:
        """Show the match to a page that has just come."""
        return self._waiting(Answer([self._frame("full", self.state, self.row.version, self._recent())]))

    def receive(self, text: str) -> Answer:
        """Do what the frame ``text`` asks, or say why not."""
        client_id = None
        try:
            frame = protocol.read(text)
            client_id = getattr(frame, "id", None)
            return self._waiting(self._handle(frame))
        except MatchError as error:
            return Answer([protocol.error(client_id, error.code, str(error))])

    def decide(self) -> Answer:
        """Let the bot that is to act decide once; its game's default move if it fails, so that no match hangs on it."""
        seat = self._acting()
        if seat is None:
            return Answer()
        try:
            return self._waiting(self._take(deciding.moved(self, seat, self._chosen(seat), uuid4())))
        except Exception:
            spare = self.game.default_move(self.state, seat)
            return self._waiting(self._take(deciding.moved(self, seat, [spare], uuid4())))

    def draft(self, query: Mapping[str, str]) -> drafting.Draft:
        """Return a draft of a placement (``query`` as of the API's ``draft_read``). Raises NothingToPlace, BadFrame."""
        seat = next((each for each in self.people if query.get("seat") in (None, each)), None)
        of = next((each for each in SEATS if query.get("of", seat) == each), None)
        if seat is None or of is None:
            raise NotSeated("Only who sits at the table places.")
        if seat not in self._to_act():
            raise drafting.NothingToPlace("There is nothing to place now.")
        cells = msgspec.json.decode(query.get("cells") or "{}", type=dict[str, str])
        wish = drafting.Wish(cells, of, query.get("line_up", ""), query.get("fill") == "1", query.get("piece", ""))
        own = [
            (row.seq, row.move) for row in reversed(self.log) if row.seat == seat and row.move.get("type") == "place"
        ]
        return drafting.draft(self.game, self.state, self.row.version, seat, lambda: drafting.runs_of(own), wish)

    def still_asked(self, seat: Seat | None, v: int) -> bool:
        """Return False: a page here sees each move as it is made."""
        return False

    def _handle(self, frame: ClientFrame) -> Answer:
        match frame:
            case MoveFrame():
                return self._move(frame, self._seat(frame), frame.moves)
            case ResignFrame():
                return self._move(frame, None, [{"type": "resign", "seat": self._seat(frame)}])
            case OfferFrame(kind="undo", do="make"):
                return self._undo(frame)
            case HoldFrame():
                return self._hold(frame.seat)
            case HurryFrame():
                self.hurried = self._acting() is not None
                return self.decide()
            case PingFrame():
                return Answer([protocol.pong(frame.n, clock.epoch_ms(self.hall.now()))])
            case SeedFrame() | TakeFrame() | EchoFrame():
                return Answer()  # the dice are this browser's own, and nobody plays elsewhere
            case _:
                raise NotSeated("There is nobody to ask without a network.")

    def _seat(self, frame: MoveFrame | ResignFrame) -> Seat:
        """Return the seat for which ``frame`` decides. Raises BadFrame, NotSeated."""
        if frame.seat is None and len(self.people) > 1:
            raise BadFrame("This screen holds both seats: say which one by seat, home or away.")
        seat = frame.seat or self.people[0]
        if seat not in self.people:
            raise NotSeated(f"You do not sit at {seat}.")
        return seat

    def _move(self, frame: MoveFrame | ResignFrame, seat: Seat | None, moves: Sequence[Any]) -> Answer:
        seq = self.seen.get(frame.id)
        if seq is not None:
            return Answer([protocol.ack(frame.id, seq)])
        v, timeline = (frame.v, frame.timeline) if isinstance(frame, MoveFrame) else (None, None)
        refused = refusal(self, seat, v, timeline, None)
        if refused is not None and refused.kind == "stale":
            return Answer([protocol.stale(frame.id, refused.v), *self.open().frames])
        if refused is not None:
            return Answer([protocol.error(frame.id, refused.code, refused.reason)])
        try:
            answer = self._take(deciding.moved(self, seat, moves, frame.id))
        except EngineError as error:
            rule = engines.about(self.row.game).rulebook.refusals.get(error.kind, "")
            return Answer([protocol.error(frame.id, error.code, str(error), rule)])
        answer.frames.append(protocol.ack(frame.id, self.row.version))
        return answer

    def _undo(self, frame: OfferFrame) -> Answer:
        """Undo the last decision of the person here, at one screen of either; there is nobody to ask.

        Raises CannotUndo. Dice that fell meanwhile do not keep it: the next roll shows the same face again, and the
        match counts nowhere.
        """
        if frame.id in self.seen:
            return Answer([protocol.ack(frame.id, self.seen[frame.id])])
        if self.row.status != "live":
            raise NotSeated("The match is over.")
        moved = (seat for entry in reversed(standing(self.log)) for seat in self.people if seat == entry.seat)
        seat = next(moved, self.people[0])
        row = self.row
        ruling = undone(
            self.game, row.rules_version, (row.options, row.terms, row.opening["rolls"]), self.log, seat
        ).ruling()
        answer = self._take(deciding.ruled(self, ruling, client_id=frame.id, status="live"))
        answer.frames = [protocol.ack(frame.id, row.version), *self.open().frames]  # as a whole: no step leads back
        return answer

    def _hold(self, seat: Seat | None) -> Answer:
        self.held = seat if seat in self._to_act() else None
        return self.open()

    # ── what changes ──
    def _chosen(self, seat: Seat) -> Sequence[Any]:
        bot, asked = self.row.seats[seat].bot, deciding.decision(self.game, self.state, seat)
        view, legal = next(asked)
        while True:
            move = bots.choose(self.game.slug, bot, view, seat, legal, self.chance.getrandbits(63))
            try:
                view, legal = asked.send(move)
            except StopIteration as decided:
                moves: Sequence[Any] = decided.value
                return moves

    def _take(self, change: Change) -> Answer:
        """Stand where ``change`` leads; the answer keeps and shows it."""
        row = self.row
        by_bot = change.seat is not None and bool(row.seats[change.seat].bot)
        row.apply(change.columns, change.seat)
        if row.bot_due_at is None or not by_bot:
            self.bot_decisions, self.hurried = 0, False
        else:
            self.bot_decisions += 1
        self.moved_at = change.at
        entries = [
            LogRow(
                entry["seq"],
                change.client_id,
                change.seat or "",
                dict(entry["move"]),
                entry["rolls"],
                entry["events"],
                change.kind,
                change.at,
            )
            for entry in change.rows
        ]
        self.log.extend(entries)
        self.seen[change.client_id] = row.version
        shown = []
        for step, following in zip(change.steps, [*change.steps[1:], None], strict=True):
            self.state = step.state
            self.held = seating.still_held(self.game, self.state, self._to_act(), self.held)
            went_on = None if following is None else following.seat
            shown.append(self._frame("step", step.state, step.v, step.lines, went_on))
        return Answer(shown, self.kept(), entries)

    def _to_act(self) -> Sequence[Seat]:
        return self.game.to_act(self.state) if self.row.status == "live" else ()

    def _acting(self) -> Seat | None:
        return next((seat for seat in self._to_act() if self.row.seats[seat].bot), None)

    def _waiting(self, answer: Answer) -> Answer:
        """Add when the bot that is to act decides."""
        if self._acting() is not None:
            due = self.row.bot_due_at or clock.shifted(self.hall.now(), self.row.bot_seconds)
            answer.wait_ms = max(0, round((due - self.hall.now()).total_seconds() * 1000))
        return answer

    # ── what is shown ──
    def _view(self) -> View:
        return SCREEN_OF[self.held] if len(self.people) > 1 else next(iter(self.people), "public")

    def _recent(self) -> list[dict[str, Any]]:
        return [line for entry in self.log[-RECENT_LINES:] for line in lines_of(self.game, entry)]

    def _frame(
        self,
        kind: Literal["full", "step"],
        state: Any,
        v: int,
        lines: list[dict[str, Any]],
        went_on: Seat | None = None,
    ) -> str:
        view = self._view()
        here: dict[str, Any] = {seat: {"here": True, "since": None} for seat in SEATS}
        shown = frames(
            kind,
            game=self.game,
            row=self.row,
            state=state,
            v=v,
            lines=lines,
            presence={**here, "forfeit": None, "watching": 0},
            now=self.hall.now(),
            timeline=self.timeline,
            views=[view],
            went_on=went_on,
        )
        return shown[view]


def row_of(match: KeptMatch) -> MatchRow:
    """Return ``match`` as the row that the live half plays: without clocks, audience or chat."""
    seats: dict[Seat, SeatRow] = {}
    for seat, sits, seed in (("home", match.home, match.home_seed), ("away", match.away, match.away_seed)):
        user = None if sits.bot else PERSON
        seats[seat] = SeatRow(user, sits.bot, sits.name, seed, False, None, None)  # type: ignore[index]
    numbers: dict[str, Any] = dict.fromkeys(("home_used_ms", "away_used_ms", "home_timeouts", "away_timeouts"), 0)
    numbers |= dict.fromkeys(("home_quota_ms", "away_quota_ms", "home_placing_ms", "away_placing_ms"), 0)
    moments: dict[str, Any] = dict.fromkeys(("home_since", "away_since", "resume_at", "deadline_at", "bot_due_at"))
    moments |= dict.fromkeys(("starts_at", "no_show_at", "time_up_at"))
    return MatchRow(
        id=match.id,
        game=match.game,
        mode="" if match.home.bot or match.away.bot else HOT_SEAT,
        rules_version=match.rules_version,
        options=match.options,
        terms=match.terms,
        title=engines.get(match.game).name,
        back_url="",
        status=match.status,
        version=match.version,
        snapshot=None,
        rolls=match.rolls,
        opening=match.opening,
        result=match.result,
        move_seconds=None,
        budget_seconds=None,
        bot_seconds=BOT_SECONDS,
        set_piece="",
        absence_seconds=None,
        absence_claimed=False,
        period="",
        time_left_ms=None,
        held=False,
        listed=False,
        audience=None,
        closed=True,
        chat="none",
        chat_spectators="none",
        chat_hidden=False,
        secret=match.secret,
        offers=[],
        seats=seats,
        **numbers,
        **moments,
    )


# ── for the worker: JSON in, JSON out ──
def _now() -> datetime:
    return datetime.now(UTC)


_write: Final = msgspec.json.Encoder().encode


class Door:
    """The host of the match that this worker plays, as its script calls it."""

    def __init__(self) -> None:
        self.host: Host | None = None

    def begin(self, wish: str) -> str:
        """Begin the match of ``wish``, a ``Wish`` as JSON."""
        self.host, answer = Host.begin(msgspec.json.decode(wish, type=Wish), _now, SystemRandom())
        return _write(answer).decode()

    def go_on(self, kept: str) -> str:
        """Go on with a match that the browser has kept, a ``Kept`` as JSON."""
        self.host = Host(msgspec.json.decode(kept, type=Kept), _now, SystemRandom())
        return _write(Answer()).decode()

    def open(self) -> str:
        return _write(self._at_table().open()).decode()

    def receive(self, frame: str) -> str:
        return _write(self._at_table().receive(frame)).decode()

    def decide(self) -> str:
        return _write(self._at_table().decide()).decode()

    def draft(self, query: str) -> str:
        """Answer the questions of a draft, an object of words as JSON: the draft, or null."""
        try:
            return _write(self._at_table().draft(msgspec.json.decode(query, type=dict[str, str]))).decode()
        except (MatchError, msgspec.DecodeError):
            return "null"

    def verify(self, sheet: str) -> str:
        """Prove the match sheet ``sheet``; the sentences that say what was proved, or why it is not right."""
        try:
            return _write(Proof(sheets.verify(sheets.read(sheet)))).decode()
        except EngineError as error:
            return _write(Proof([], str(error))).decode()

    def measure(self) -> str:
        """Measure which levels decide in time on this device: their names, by game."""
        return _write({slug: levels_in_time(slug) for slug in DEAR}).decode()

    def _at_table(self) -> Host:
        assert self.host is not None, "begin or go_on comes first"
        return self.host
