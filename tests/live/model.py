"""A plain model of one match: what everybody must see, as ``docs/protocol.md`` and ``docs/clocks.md`` tell it.

It reads the log as the store holds it, asks of each new row who may have made it, and derives by the game's own rules
(never by the live half) the position after it. What a socket is shown is then compared with that: a position, choices
and lines of a version can only be those. Knows no process and no memory.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, fields, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

import msgspec

import engines
from engines.core.dice import Dice
from matches.terms.clock import is_correspondence

SEATS = ("home", "away")
LIMIT_GRACE = timedelta(seconds=1)
"""A decision may come so much later, if the network was slow: who is asked within it may be late or not."""
RUNNING = 3
"""Time-outs in a row after which one last limit of ``LAST`` runs, which loses the match."""
LAST = 30
PAUSE = timedelta(minutes=15)
PAUSES = 3
"""Pauses that both sides may agree on in a match."""
AWARDED = 3
"""Goals to nil for whoever is awarded a match, unless it stands better."""
GRACE = timedelta(seconds=20)
"""Given to everybody whose clock runs, beside the time of an outage."""
WAIT = {"draw": 30, "pause": 30, "resume": 5, "start": 10, "undo": 10, "coaching": 30, "rematch": 15}
"""Seconds until a side may offer the same again after it failed once; four times as long after the second time."""
OVER = ("finished", "void")
RATE = (4, timedelta(seconds=10))
"""Lines of one person in a span."""
SAME = timedelta(seconds=60)
"""Within it nobody says the same again."""
ALLOWED = {
    "coaching": ("live",),
    "pause": ("live",),
    "resume": ("paused",),
    "message": ("waiting", "live", "paused"),
    "award": ("waiting", "live", "paused"),
    "void": ("waiting", "live", "paused"),
}
"""When officials may decide what; a pause that was agreed they may take over."""
STOPS = ("pause", "frozen", "resume")
"""Rulings that end all offers: what was asked before is not agreed on afterwards."""
NONE_YET = dict.fromkeys(SEATS, 0)
DECIDED = {
    "agreement": ("agreement", "agreement"),
    "three_timeouts": ("clock", "forfeit"),
    "absence": ("clock", "forfeit"),
    "time": ("clock", "time"),
    "no_show": ("no_show", "no_show"),
    "nobody_came": ("no_show", "no_show"),
}
"""Source and way of a result that the match itself decided, by the code of its ruling."""
ANSWER = timedelta(seconds=30)
"""Time to admit or deny a call for coaching."""
ROOMS = ("players", "spectators")
READY = {"luck": "Good luck!", "moment": "One moment, please."}
"""Some ready lines, by their names."""
TURNS = {"line_up", "penalty", "turn_lost"}
"""Events after which a turn begins, whoever decided last."""
FOR_BOTH = ("undo", "coaching")
"""Offers that both sides may make for themselves: making one does not accept the other's."""


def other(seat: str) -> str:
    return "away" if seat == "home" else "home"


def plain(value: Any) -> Any:
    """``value`` as a client reads it."""
    return msgspec.json.decode(msgspec.json.encode(value, enc_hook=str))


@dataclass
class Row:
    """One row of the log."""

    seq: int
    client_id: str
    part: int
    seat: str
    kind: str
    move: dict[str, Any]
    rolls: list[int]
    events: list[dict[str, Any]]


@dataclass
class Sent:
    """Moves that somebody sent under one id."""

    seat: str
    """Whose moves they are; "" for a decision of the host, such as giving up."""
    moves: list[dict[str, Any]]
    v: int | None = None
    """The version that the log holds them up to."""
    refused: bool = False
    """The last answer was a refusal: then the log may not hold them."""


@dataclass
class Said:
    """A line of the chat, in the order of its room."""

    room: str
    user: str
    words: str
    at: datetime
    hidden: str = ""
    """Why nobody reads it any longer."""


@dataclass
class Clock:
    """The clock of a seat that is asked: when it began, at the earliest and the latest reading."""

    first: datetime
    last: datetime


class Numbered(Dice):
    """The dice of a match, from its roll ``number`` on."""

    __slots__ = ("_face", "number")

    def __init__(self, face: Callable[[int, int], int], number: int) -> None:
        super().__init__()
        self._face, self.number = face, number

    def _draw(self, n: int) -> int:
        self.number += 1
        return self._face(self.number - 1, n)


def ended(kind: str, seat: str, row: Row) -> bool:
    """Tell whether ``row`` ends the offer of ``kind`` that ``seat`` made before it."""
    if row.kind == "ruling" and row.move["type"] in STOPS:
        return True
    if kind == "undo":
        return row.kind == "move" or row.move["type"] == "undo"
    return row.seat == (other(seat) if kind == "draw" else seat if kind == "coaching" else None)


class Wrong(AssertionError):
    """Something happened that may not."""


def hold(true: object, words: str) -> None:
    if not true:
        raise Wrong(words)


@dataclass
class Model:
    """What has happened in one match."""

    slug: str
    options: dict[str, Any]
    terms: dict[str, Any]
    move_seconds: int | None
    absence_seconds: int | None
    absence_claimed: bool
    names: dict[str, str]
    face: Callable[[int, int], int]
    """The face that a roll shows, by its number from 1 and the faces of its die."""
    bots: frozenset[str] = frozenset()
    people: dict[str, list[str]] = field(default_factory=lambda: {seat: [] for seat in SEATS})
    """Users who share a seat, in the order of their turns."""
    referee: str = ""
    """The user who judges coaching; "": the sides call it."""
    guests: frozenset[str] = frozenset()
    """Users without an account."""
    friendly: bool = False
    """Nobody but the two sides is concerned: they may undo decisions."""
    budget: timedelta | None = None
    """Time for all decisions of a side together."""
    starts_at: datetime | None = None
    """When it begins, if both sides are there."""
    no_show_at: datetime | None = None
    """When a side that is not there has lost it."""
    held_since: datetime | None = None
    """Since when its competition is frozen."""
    used: dict[str, timedelta] = field(default_factory=lambda: dict.fromkeys(SEATS, timedelta()))
    status: str = "waiting"
    rows: list[Row] = field(default_factory=list)
    states: list[Any] = field(default_factory=lambda: [None])
    """The position at each version; None before the kick-off."""
    rolled: list[int] = field(default_factory=lambda: [0])
    """The rolls that led to the position at each version: an undone one falls again as it fell."""
    began_at: int | None = None
    """The version at which the match was kicked off."""
    statuses: list[str] = field(default_factory=lambda: ["waiting"])
    times: list[datetime | None] = field(default_factory=lambda: [None])
    """When each version came."""
    lines: list[list[Any] | None] = field(default_factory=lambda: [[]])
    """The lines of each version; None: those of a ruling, which the first frame tells."""
    sent: dict[str, Sent] = field(default_factory=dict)
    clocks: dict[str, Clock] = field(default_factory=dict)
    timeouts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SEATS, 0))
    offers: dict[tuple[str, str], int] = field(default_factory=dict)
    """Open offers: kind and seat, and the version at which each was made."""
    called: dict[str, datetime] = field(default_factory=dict)
    """When each seat called coaching last."""
    advice: list[tuple[str, str, int, datetime]] = field(default_factory=list)
    """Words that both sides could read: seat and user, version and time."""
    said: list[Said] = field(default_factory=list)
    """The lines of the chat."""
    silenced: dict[str, datetime] = field(default_factory=dict)
    """Until when users may not write."""
    unexplained: dict[str, str] = field(default_factory=dict)
    """Sides whose coaching was punished, by the id of the ruling that must tell why."""
    agreed: dict[str, str] = field(default_factory=dict)
    """Agreements that the log does not hold yet, by kind: the seat that offered it."""
    commands: dict[str, str] = field(default_factory=dict)
    """Decisions of officials that may still be applied, by id."""
    plans: dict[str, tuple[int, list[tuple[str, dict[str, Any]]]]] = field(default_factory=dict)
    """Conditional moves that a seat left: the version, and a line of both sides' moves from there."""
    left: dict[str, datetime | None] = field(default_factory=lambda: dict.fromkeys(SEATS))
    """Since when nobody of a side is at the table."""
    unsure: bool = False
    """A process ended a moment ago, and who sat there may still count as being there."""
    failed: dict[tuple[str, str], list[datetime]] = field(default_factory=dict)
    """When offers of a kind that a seat made were declined or withdrawn."""
    pauses: int = 0
    """Pauses that both agreed on."""
    pause_ends: datetime | None = None
    result: dict[str, Any] | None = None
    resigns: str = ""
    """The seat that gave up without a socket."""
    next_match: bool = False
    """Both want a rematch."""

    def __post_init__(self) -> None:
        self.game = engines.get(self.slug)

    @property
    def v(self) -> int:
        return len(self.rows)

    def copied(self) -> Model:
        """Return the model as it is now, which stays so."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return replace(self, **{name: copy(value) for name, value in values.items() if isinstance(value, (list, dict))})

    @property
    def state(self) -> Any:
        return self.states[-1]

    def to_act(self) -> tuple[str, ...]:
        """Who is asked now."""
        return tuple(self.game.to_act(self.state)) if self.status == "live" else ()

    def decider(self, seat: str, state: Any) -> str | None:
        """Return which of those who share ``seat`` decides; None: any of them."""
        number = self.game.controller(state, seat) if self.people[seat] and state is not None else None  # type: ignore[arg-type]
        return None if number is None else self.people[seat][number]

    def coachable(self) -> str | None:
        """Return the side whose team-mates must not advise it now."""
        if self.status != "live":
            return None
        return next((seat for seat in SEATS if self.game.coachable(self.state, seat)), None)  # type: ignore[arg-type]

    def proven(self, side: str) -> bool | None:
        """Tell whether a team-mate wrote since the turn of ``side`` began; None: at that moment, before or after."""
        began, at = 0 if self.began_at is None else self.began_at, self.times[0]
        for row in self.rows:
            late = not row.seat and row.move["type"] == "timeout" and row.move["seat"] == other(side)
            turns = any(event["type"] in TURNS for event in row.events)
            if row.kind == "move" and (row.seat == other(side) or late or turns):
                began, at = row.seq, self.times[row.seq]
        turn = self.decider(side, self.state)
        found = [(v, said) for seat, user, v, said in self.advice if seat == side and user != turn]
        if any(v >= began for v, _said in found):
            return True
        return None if any(at is None or said >= at for _v, said in found) else False

    def decide_calls(self, now: datetime) -> None:
        """Decide what was not answered in time: the call fails, unless the log proves it."""
        for kind, seat in list(self.offers):
            if kind == "coaching" and now >= self.called[seat] + ANSWER and not is_correspondence(self.move_seconds):
                del self.offers[kind, seat]
                if self.proven(other(seat)) is not False:
                    self.agreed[kind] = seat

    # ── time ──
    def limit(self, seat: str) -> timedelta | None:
        """Return how long ``seat`` may think about its decision; None: as long as it likes."""
        limits = []
        if self.move_seconds is not None:
            limits.append(timedelta(seconds=LAST if self.timeouts[seat] >= RUNNING else self.move_seconds))
        if self.budget is not None:
            limits.append(max(timedelta(), self.budget - self.used[seat]))
        return min(limits, default=None)

    def late(self, seat: str, now: datetime) -> bool:
        """Tell whether the time of ``seat`` is up beyond doubt."""
        clock, limit = self.clocks.get(seat), self.limit(seat)
        return limit is not None and clock is not None and now >= clock.last + limit + LIMIT_GRACE

    def maybe_late(self, seat: str, now: datetime) -> bool:
        """Tell whether it may be."""
        clock, limit = self.clocks.get(seat), self.limit(seat)
        return limit is not None and clock is not None and now >= clock.first + limit

    def give_back(self, gap: timedelta, now: datetime) -> None:
        """Give the time of an outage that ends now back: nobody's clock, pause, absence or delay went on in it."""
        if self.status == "live":
            moved = gap + GRACE
            self.clocks = {seat: Clock(each.first + moved, each.last + moved) for seat, each in self.clocks.items()}
            self.left = {seat: at and at + moved for seat, at in self.left.items()}
        if self.pause_ends is not None:
            self.pause_ends += gap
        waits = self.status == "waiting" and self.held_since is None  # else the end of the freeze gives all of it back
        if waits and self.no_show_at is not None and self.starts_at is not None:
            self.no_show_at += max(timedelta(), min(gap, now - self.starts_at))

    def freeze(self, now: datetime) -> None:
        """Hold the match, if it waits, is played or rests by agreement; not if an official has paused it."""
        if self.status in ("waiting", "live") or self.pause_ends is not None:
            self.held_since = now

    def thaw(self, now: datetime) -> None:
        """Release the match: what is ahead of it is later by the length of the freeze."""
        assert self.held_since is not None
        if self.starts_at is not None and self.starts_at > self.held_since:
            self.starts_at += now - self.held_since
        if self.no_show_at is not None:
            self.no_show_at += now - self.held_since
        self.held_since = None

    def there(self, seat: str) -> bool:
        """Tell whether ``seat`` is at the table, or may count as being there."""
        return seat in self.bots or self.left[seat] is None or self.unsure

    def _run_clocks(self, mover: str | None, now: datetime, *, again: bool = False) -> None:
        """Clocks after a row: who is asked anew begins anew, who is still asked goes on. ``again``: either way."""
        before, self.clocks = self.clocks, {}
        for seat in self.to_act():
            if seat in self.bots:
                continue
            goes_on = before.pop(seat, None) if seat != mover else None
            if goes_on is None:
                self.clocks[seat] = Clock(now, now)
            else:
                self.clocks[seat] = Clock(goes_on.first, now) if again else goes_on
        for seat, ended_now in before.items():
            limit = self.limit(seat)
            if limit is not None:
                self.used[seat] += min(max(timedelta(), now - ended_now.first), limit)

    # ── the log ──
    def kick_off(self, opening: Mapping[str, Any], rules_version: int, now: datetime) -> None:
        """The match is being played: derive the first position."""
        early = self.agreed.pop("start", None) is not None
        planned = self.starts_at is None or now >= self.starts_at
        hold(early or planned, f"a match of {self.starts_at} was kicked off at {now}")
        hold(self.held_since is None, "a match of a frozen competition was kicked off")
        if not is_correspondence(self.move_seconds):
            away = [seat for seat in SEATS if not self.there(seat)]
            hold(not away, f"the match was kicked off without {away}")
        self.offers.clear()
        options = self.game.options_under(rules_version, self.options)
        dice = Numbered(self.face, 1)
        state, events = self.game.new(options, self.terms, dice)
        kicked = {"rolls": dice.rolled, "events": plain(events)}
        hold(opening == kicked, f"the kick-off in the store is {opening}, not {kicked}")
        self.times[-1] = now
        self.began_at, self.states[-1], self.lines[0] = self.v, state, plain(self.game.commentary(events))
        self.rolled[-1] = len(dice.rolled)
        self.status = self.statuses[-1] = "live"
        self._run_clocks(None, now)

    def read(self, rows: Sequence[Row], now: datetime) -> None:
        """Take in the log as it stands: what was there stays, and each new row is somebody's."""
        hold(
            list(rows[: self.v]) == self.rows,
            f"the log has changed: {[row for row in self.rows if row not in rows]} were there before",
        )
        hold([row.seq for row in rows] == list(range(1, len(rows) + 1)), "the log has a gap, or a double")
        new = list(rows[self.v :])
        while new:
            group = [row for row in new if row.client_id == new[0].client_id]
            hold(group == new[: len(group)], f"the moves of {group[0].client_id} are torn apart, or there twice")
            self._take(group, now)
            new = new[len(group) :]

    def _take(self, group: list[Row], now: datetime) -> None:
        first = group[0]
        hold([row.part for row in group] == list(range(len(group))), f"the parts of {first.client_id} are {group}")
        hold(
            first.client_id not in {row.client_id for row in self.rows},
            f"the moves of {first.client_id} are in the log twice",
        )
        explains = first.kind == "ruling" and first.move["type"] == "coaching"
        hold(self.status not in OVER or explains, f"{first} came when the match was {self.status}")
        if first.kind == "move":
            self._moves(group, now)
        else:
            hold(len(group) == 1, f"a ruling of several rows: {group}")
            self._ruling(first, now)

    def _moves(self, group: list[Row], now: datetime) -> None:
        first, sent = group[0], self.sent.get(group[0].client_id)
        hold(self.status == "live", f"{first} was made while the match was {self.status}")
        late: str | None = None
        if sent is not None:
            hold(not sent.refused, f"{first} was refused, and is in the log")
            hold(sent.seat == first.seat, f"{first} is in the log for {first.seat}, but {sent.seat} sent it")
            hold([row.move for row in group] == sent.moves, f"{group} are other moves than were sent: {sent.moves}")
            sent.v = group[-1].seq
        elif first.move.get("type") == "timeout" and not first.seat:
            late = first.move["seat"]
            hold(late in self.to_act() and self.maybe_late(late, now), f"{late} has time left, and lost it: {first}")
            hold(self.timeouts[late] < RUNNING, f"a fourth time-out of {late} running")
        elif first.move.get("type") == "coaching" and not first.seat:
            side, judged = first.move["seat"], self.commands.pop(first.client_id, None)
            caller = None if judged else self.agreed.pop("coaching", None)
            hold(judged == "coaching" or caller == other(side), f"nobody judged, admitted or proved it: {first}")
            hold(side == self.coachable(), f"{side} is not on turn: {first}")
            self.unexplained[str(uuid5(UUID(first.client_id), "reason"))] = side
        elif first.move == {"type": "resign", "seat": self.resigns} and not first.seat:
            self.resigns = ""
        elif first.seat in self.bots:
            hold(first.seat in self.to_act(), f"the bot of {first.seat} moved out of turn")
        else:
            hold((first.seat, first.move) == self.planned(first.seat), f"nobody made this move: {first}")
        for row in group:
            self._move(row, now)
        if first.seat:
            self.timeouts[first.seat] = 0
        self._lapse(first)
        if late is not None:
            self.timeouts[late] += 1
        self._run_clocks(first.seat or late, now, again=not first.seat and late is None)

    def planned(self, seat: str) -> tuple[str, dict[str, Any]] | None:
        """Return the next move of the line that ``seat`` left, if play has followed it so far."""
        if seat not in self.plans or self.status != "live":
            return None
        v, line = self.plans[seat]
        played = [(row.seat, row.move) for row in self.rows[v:] if row.kind == "move"]
        return line[len(played)] if line[: len(played)] == played and len(line) > len(played) else None

    def _lapse(self, row: Row) -> None:
        """Forget the offers that ``row`` ended."""
        side = self.coachable()
        self.offers = {
            (kind, seat): v
            for (kind, seat), v in self.offers.items()
            if not ended(kind, seat, row) and (kind != "coaching" or other(seat) == side)
        }

    def _move(self, row: Row, now: datetime) -> None:
        before, seat = self.state, row.seat or None
        hold(
            seat is None or seat in self.game.to_act(before),
            f"{row} of {seat}, but {self.game.to_act(before)} were to act",
        )
        dice = Numbered(self.face, self.rolled[-1] + 1)
        state, events = self.game.apply(before, seat, row.move, dice)  # type: ignore[arg-type]
        hold(
            row.rolls == dice.rolled, f"{row} has other rolls than {dice.rolled}, from number {self.rolled[-1] + 1} on"
        )
        hold(plain(events) == row.events, f"{row} leads to other events: {events}")
        if seat is not None:
            self._keep_secret(before, state, seat, row.move, events)
        self._note(row, now, state, plain(self.game.commentary(events)), self.rolled[-1] + len(dice.rolled))
        outcome = self.game.result(state)
        if outcome is not None:
            shootout = plain(self.game.view(state, None).get("shootout"))
            self._over("finished", {**outcome, "score": self.score(), "shootout": shootout, "source": "play"})

    def _keep_secret(self, before: Any, state: Any, seat: str, move: Mapping[str, Any], events: Sequence[Any]) -> None:
        """Where both are asked, others may learn that ``seat`` decided, and not what: another move looks the same."""
        if len(self.game.to_act(before)) < 2 or other(seat) not in self.game.to_act(state):
            return
        alike = [found for found in self.game.legal(before, seat) if found["type"] == move["type"] and found != move]  # type: ignore[arg-type]
        for found in alike[-1:]:
            instead, told = self.game.apply(before, seat, found, Dice())  # type: ignore[arg-type]
            if other(seat) not in self.game.to_act(instead):
                continue
            for viewer in (None, other(seat)):
                hold(
                    plain(self.game.view(state, viewer)) == plain(self.game.view(instead, viewer)),  # type: ignore[arg-type]
                    f"{viewer or 'everybody'} can tell what {seat} chose in secret: {move}",
                )
            hold(plain(self.game.commentary(events)) == plain(self.game.commentary(told)), f"the lines tell {move}")

    def _ruling(self, row: Row, now: datetime) -> None:
        kind, move = row.move["type"], row.move
        state, status, rolled, again = self.state, self.status, self.rolled[-1], False
        offered_by = self.agreed.pop(kind, None) if move.get("by") == "agreement" else None
        if move.get("by") == "agreement":
            hold(offered_by is not None, f"not both sides agreed on {kind}: {row}")
            hold(self.may_agree(kind, str(offered_by), now), f"both sides may not agree on {kind} now: {row}")
            self.pauses += kind == "pause"
        elif row.client_id in self.commands:
            hold(self.commands.pop(row.client_id) == kind, f"{row} is another decision than was taken")
            hold(self.allows(kind), f"{row} while the match was {status}")
        else:
            self._by_itself(row, now)
        if kind in ("pause", "frozen"):
            status = "paused"
            self.pause_ends = now + PAUSE if move.get("by") == "agreement" else None
        elif kind == "resume":
            status, self.pause_ends = "live", None
        elif kind == "undo":
            hold(move["to"] == self.before_last(offered_by), f"{offered_by} takes back another decision: {row}")
            state, rolled, again = self.states[move["to"]], self.rolled[move["to"]], True
            hold(plain(self.game.to_wire(state)) == move["wire"], f"{row} puts another position on the board")
        elif kind not in ("message", "coaching", "void", "award", "draw"):
            raise Wrong(f"a ruling that nobody knows: {row}")
        self._note(row, now, state, None, rolled)
        self.status = self.statuses[-1] = status
        self._lapse(row)
        if kind == "void" and "reason_code" not in move:
            self._over("void", None)
        elif kind in ("award", "draw", "void"):
            winner, score = move.get("winner"), self.score()
            if winner is not None and score[winner] - score[other(winner)] < AWARDED:
                score = {winner: AWARDED, other(winner): 0}
            source, how = DECIDED.get(move.get("reason_code", ""), ("award", "award"))
            status = "void" if kind == "void" else "finished"
            self._over(status, {"winner": winner, "score": score, "shootout": None, "source": source, "how": how})
        self._run_clocks(None, now, again=again)

    def allows(self, kind: str) -> bool:
        """Return whether an official may decide ``kind`` now."""
        if self.held_since is not None and self.status == "paused" and kind in ("pause", "resume"):
            return False
        if kind == "coaching" and not self.coachable():
            return False
        return self.status in ALLOWED[kind] or (kind == "pause" and self.pause_ends is not None)

    def may_agree(self, kind: str, seat: str, now: datetime) -> bool:
        """Return whether both sides may agree now on ``kind``, as ``seat`` offers it."""
        if kind in ("resume", "start") and self.held_since is not None:
            return False
        if kind == "resume":
            return self.status == "paused" and self.pause_ends is not None
        if kind == "start":
            ahead = self.status == "waiting" and self.starts_at is not None and now < self.starts_at
            return ahead and all(self.there(side) for side in SEATS)
        if self.status != "live":
            return False
        if kind == "draw":
            score = self.score()
            return score["home"] == score["away"]
        if kind == "pause":
            return self.pauses < PAUSES and not is_correspondence(self.move_seconds)
        if kind == "coaching":
            return not self.referee and self.coachable() == other(seat)
        return self._may_undo(seat)

    def _may_undo(self, seat: str) -> bool:
        """Return whether the last decision of ``seat`` may be undone: nothing secret is known by it, nor any die."""
        to = self.before_last(seat)
        if to is None or not self.friendly:
            return False
        since = self.rows[to:]
        states = [self.states[row.seq - 1] for row in since]
        known = any(self.game.view(state, side) != self.game.view(state, None) for state in states for side in SEATS)  # type: ignore[arg-type]
        rolled = any(row.rolls for row in since)
        by_host = any(row.kind == "move" and not row.seat for row in since)
        return not (known or by_host or (self.bots and rolled))

    def waits(self, kind: str, seat: str, now: datetime) -> bool:
        """Return whether ``seat`` may certainly not offer ``kind`` again yet. It may have failed more often."""
        failed = self.failed.get((kind, seat), [])
        return bool(failed) and now < failed[-1] + timedelta(seconds=WAIT[kind] * len(failed) ** 2)

    def before_last(self, seat: str | None) -> int | None:
        """Return the version before the last decision of ``seat`` that stands; its moves were sent as one."""
        standing: list[Row] = []
        for row in self.rows:
            if row.kind == "ruling" and row.move["type"] == "undo":
                standing = [each for each in standing if each.seq <= row.move["to"]]
            elif row.kind == "move":
                standing.append(row)
        last = next((row for row in reversed(standing) if row.seat == seat), None)
        return None if last is None else last.seq - last.part - 1

    def _by_itself(self, row: Row, now: datetime) -> None:
        """Decisions of the match itself: a clock, an absence, a pause that has ended, an engine that failed."""
        kind, code, move = row.move["type"], row.move.get("reason_code"), row.move
        if kind == "frozen":
            hold(self.options.get("fragile"), f"the engine failed: {row}")
        elif kind == "resume" and code == "pause_over":
            hold(self.status == "paused" and self.pause_ends and now >= self.pause_ends, f"a pause ended early: {row}")
            hold(self.held_since is None, f"a pause ended while the competition was frozen: {row}")
        elif kind == "award" and code == "three_timeouts":
            loser = row.move["seat"]
            hold(self.timeouts[loser] >= RUNNING and self.maybe_late(loser, now), f"{loser} had time left: {row}")
            hold(row.move["winner"] == other(loser), f"the wrong side won: {row}")
        elif kind == "award" and code == "time":
            loser = row.move["seat"]
            hold(self.budget is not None and self.maybe_late(loser, now), f"{loser} had time left: {row}")
            hold(row.move["winner"] == other(loser), f"the wrong side won: {row}")
        elif code in ("no_show", "nobody_came"):
            hold(self.status == "waiting" and self.no_show_at and now >= self.no_show_at, f"nobody was late: {row}")
            hold(self.held_since is None, f"nobody is late while the competition is frozen: {row}")
            hold((kind, code) in (("award", "no_show"), ("void", "nobody_came")), f"a delay led to {row}")
            winner = row.move["winner"]
            hold(winner is None or self.there(winner), f"{winner} did not come either: {row}")
            here = [seat for seat in SEATS if seat != winner and (seat in self.bots or self.left[seat] is None)]
            hold(not here, f"{here} came, and lost it: {row}")
        elif kind == "coaching":
            hold(self.unexplained.pop(row.client_id, None) == move["seat"], f"a reason for nothing: {row}")
            by = (move.get("by") or {}).get("user", "")
            judged = by == self.referee if self.referee else code in ("admitted", "proven")
            hold(judged and move["reason"], f"nobody may judge so: {row}")
        elif kind == "award" and code == "absence":
            loser = other(row.move["winner"])
            self._missed(loser, row, now)
        else:
            raise Wrong(f"nobody decided this: {row}")

    def _missed(self, seat: str, row: Row, now: datetime) -> None:
        left = self.left[seat]
        hold(self.absence_seconds is not None and left is not None, f"{seat} was there: {row}")
        assert left is not None and self.absence_seconds is not None
        hold(seat in self.to_act(), f"{seat} was not to act: {row}")
        # Nobody misses who is not asked; but a time-out does not begin the wait of the other side anew.
        since = left if self.timeouts[seat] else max(left, self.clocks[seat].first)
        hold(now >= since + timedelta(seconds=self.absence_seconds), f"{seat} could still come back: {row}")

    def _note(self, row: Row, now: datetime, state: Any, lines: list[Any] | None, rolled: int) -> None:
        self.rows.append(row)
        self.states.append(state)
        self.times.append(now)
        self.statuses.append(self.status)
        self.lines.append(lines)
        self.rolled.append(rolled)

    def score(self) -> dict[str, int]:
        """Return the goals so far, which are public."""
        return dict((self.game.view(self.state, None) if self.state is not None else {}).get("score") or NONE_YET)

    def _over(self, status: str, result: dict[str, Any] | None) -> None:
        self.status, self.result = status, result
        self.statuses[-1] = status
        self.agreed.clear()
        self.offers.clear()

    # ── what a socket is shown ──
    def check_frame(self, frame: Mapping[str, Any], seat: str | None, user: str = "") -> None:
        """Compare a position that was shown to ``user`` of ``seat`` (None: a spectator) with what it may be."""
        v, status = frame["v"], frame["status"]
        hold(frame["you"] == seat, f"the socket of {seat} is told that it is {frame['you']}")
        hold(frame["options"] == self.options, f"shown are the options {frame['options']}")
        hold(frame["terms"] == self.terms, f"shown are the terms {frame['terms']}")
        names = {side: frame["head"][side]["name"] for side in SEATS}
        hold(names == self.names, f"shown are {names}, it is {self.names}")
        hold(0 <= v <= self.v, f"version {v} was shown, and the log ends at {self.v}")
        if status == "waiting" or self.states[v] is None:
            hold(status in ("waiting", *self.statuses[v:]), f"shown as {status} at {v}: {self.statuses[v:]}")
            hold(self.began_at is None or v <= self.began_at, f"version {v} is shown as if it waited")
            hold((frame["scene"], frame["choices"]) == (None, []), f"a board is shown while the match waits: {frame}")
            return
        # A step that was derived from the log may carry what was decided after it.
        hold(status in self.statuses[v:], f"shown as {status} at {v}: {self.statuses[v:]}")
        state = self.states[v]
        to_act = tuple(self.game.to_act(state)) if status == "live" else ()
        public, own = self.game.view(state, None), self.game.view(state, seat)  # type: ignore[arg-type]
        hold(frame["scene"] == plain(self.game.scene(own)), f"{seat or 'everybody'} is shown another board at {v}")
        hold(tuple(frame["to_act"]) == to_act, f"{frame['to_act']} are said to be asked at {v}, not {to_act}")
        went_on = v < self.v and self.rows[v].seat == seat
        deciding = {side: self.decider(side, state) for side in SEATS}
        for side in SEATS:
            coachable = status == "live" and self.game.coachable(state, side)  # type: ignore[arg-type]
            told = [frame["head"][side].get(name) for name in ("deciding", "coachable")]
            known = [deciding[side], coachable] if self.people[side] else [None, None]
            hold(told == known, f"of {side} at {v} is told {told}, not {known}")
        waits = seat is not None and deciding[seat] not in (None, user)
        choices = []
        if seat in to_act and not waits:
            choices = plain(self.game.choices(own, seat, self.game.legal(state, seat)))  # type: ignore[arg-type]
        hold(
            frame["choices"] == choices or (went_on and not frame["choices"]),
            f"{seat or 'everybody'} is offered other choices at {v}",
        )
        if to_act:
            prompt: Any = ["Both sides are choosing", {}]
            if seat is not None or len(to_act) == 1:  # who looks on reads whom the match waits for
                prompt = plain(self.game.prompt(own, seat or other(to_act[0])))  # type: ignore[arg-type]
            if waits and seat in to_act:
                prompt = ["{name} decides for your side", {"name": frame["head"][seat]["deciding_name"]}]
            hold(frame["prompt"] == prompt, f"{seat or 'everybody'} reads {frame['prompt']} at {v}, not {prompt}")
        chosen = plain(self.game.chosen(public)) if status == "live" else []
        hold(frame["chosen"] == chosen, f"chosen at {v}: {frame['chosen']}, not {chosen}")
        told = status in OVER and self.result is not None
        hold((frame["result"] is not None) == told, f"a match that is {status}: {frame['result']}")
        if frame["result"] is None:
            hold(frame["head"]["score"] == (public.get("score") or NONE_YET), f"another score at {v}")
        else:
            self.check_result(frame["result"])
            hold(frame["head"]["score"] == frame["result"]["score"], f"another score than that of {frame['result']}")
        self._check_threats(frame, state, to_act)
        for offer in frame["offers"]:
            hold(offer["kind"] != "start", f"{offer} stands after the kick-off")
            on_turn = status == "live" and self.game.coachable(state, other(offer["seat"]))  # type: ignore[arg-type]
            hold(offer["kind"] != "coaching" or on_turn, f"{offer} stands at {v}, after that turn")
            late = [row for row in self.rows[offer["v"] : v] if ended(offer["kind"], offer["seat"], row)]
            hold(not late, f"{offer} stands at {v}, after {late}")
        self._check_lines(frame, v)

    def check_result(self, result: Mapping[str, Any]) -> None:
        assert self.result is not None
        told = {name: result.get(name) for name in self.result}
        hold(told == plain(self.result), f"the result is told as {told}, and is {self.result}")

    def _check_threats(self, frame: Mapping[str, Any], state: Any, to_act: tuple[str, ...]) -> None:
        """Compare where everybody sees a threat with where one is: of the one side that acts, if it hides nothing."""
        told = {(threat["pick"], threat["to"], threat["threat"]) for threat in frame["threats"]}
        known = set[tuple[Any, Any, Any]]()
        if len(to_act) == 1:
            own, public = (self.game.view(state, seat) for seat in (to_act[0], None))  # type: ignore[arg-type]
            ways = plain(self.game.choices(own, to_act[0], self.game.legal(state, to_act[0])))  # type: ignore[arg-type]
            known = {(way["pick"], way["to"], way["threat"]) for way in ways if own == public and "threat" in way}
        hold(told <= known, f"threats that are none: {told - known}")
        hold(told == known or frame["t"] == "step", f"threats that nobody is shown: {known - told}")

    def _check_lines(self, frame: Mapping[str, Any], v: int) -> None:
        shown: dict[int, list[Any]] = {}
        for line in frame["lines"]:
            shown.setdefault(line["v"], []).append({name: value for name, value in line.items() if name != "v"})
        hold(all(number <= v for number in shown), f"lines of {sorted(shown)} at version {v}")
        if frame["t"] == "step":
            hold(set(shown) <= {v}, f"the step to {v} has lines of {sorted(shown)}")
        first = v if frame["t"] == "step" else min(shown, default=v) + 1  # a full frame may begin within a version
        for number in range(first, v + 1):
            if self.lines[number] is None:
                self.lines[number] = shown.get(number, [])
                hold(len(shown.get(number, [])) == 1, f"a ruling is one line, {number} has {shown.get(number)}")
            where = f"the {frame['t']} frame of {v}, which tells of {sorted(shown)}"
            hold(shown.get(number, []) == self.lines[number], f"other lines of {number} in {where}")

    def check_offers(self, frame: Mapping[str, Any]) -> None:
        """Compare the offers that a socket shows with those that stand."""
        shown = {(offer["kind"], offer["seat"]) for offer in frame.get("offers", [])}
        hold(shown == set(self.offers), f"offers are {sorted(self.offers)}, shown are {sorted(shown)}")

    def may_read(self, room: str, seat: str | None, user: str) -> bool:
        return room == "spectators" or seat is not None or (user != "" and user == self.referee)

    def refusal(self, room: str, seat: str | None, user: str, words: str, now: datetime) -> str:
        """Return the code by which a line of ``user`` is refused now; "" if everybody in the room reads it."""
        official, own = user == self.referee, [line for line in self.said if line.user == user]
        if not user:
            return "sign_in"
        if user in self.silenced and now < self.silenced[user]:
            return "timed_out"
        if not self.may_read(room, seat, user):
            return "not_your_room"
        if words not in READY.values() and user in self.guests and seat is None and not official:
            return "presets_only"
        if sum(line.at > now - RATE[1] for line in own) >= RATE[0]:
            return "too_fast"
        again = any(line.at > now - SAME and (line.room, line.words) == (room, words) for line in own)
        return "repeated" if again else ""

    def say(self, room: str, seat: str | None, user: str, words: str, now: datetime) -> int:
        """Note a line; return its number in the room."""
        self.said.append(Said(room, user, words, now))
        if seat is not None and words not in READY.values():
            self.advice.append((seat, user, self.v, now))
        return sum(line.room == room for line in self.said)

    def check_chat(self, shown: Mapping[tuple[str, int], Mapping[str, Any]], seat: str | None, user: str) -> None:
        """Compare the lines on a page with those of the rooms that its user may read."""
        known = {}
        for room in ROOMS:
            said = [line for line in self.said if line.room == room and self.may_read(room, seat, user)]
            known |= {(room, number): (line.user, line.hidden or line.words) for number, line in enumerate(said, 1)}
        told = {
            key: (line["user"] or "", line["hidden"] or line["text"] or line["say"][0]) for key, line in shown.items()
        }
        hold(told == known, f"{seat or user or 'a visitor'} reads {told}, and may read {known}")

    def check_clock(self, frame: Mapping[str, Any]) -> None:
        """Compare the clock that a socket shows with those that run."""
        shown, ends = frame["clock"], []
        if self.status == "waiting":
            late = self.no_show_at if self.held_since is None else None
            planned = [at and round(at.timestamp() * 1000) for at in (self.starts_at, late)]
            hold([shown["starts"], shown["no_show"]] == planned, f"it begins at {planned}, shown is {shown}")
            return
        limit = None if self.move_seconds is None else self.move_seconds * 1000
        hold(shown["move_ms"] == limit, f"the limit of a decision is {limit}, shown is {shown}")
        ends_by_itself = self.pause_ends is not None and self.held_since is None
        pause_ends = round(self.pause_ends.timestamp() * 1000) if ends_by_itself else None
        hold(shown["resume"] == pause_ends, f"the pause ends at {pause_ends}, shown is {shown}")
        hold(set(shown["running"]) == set(self.clocks), f"clocks of {sorted(self.clocks)} run, shown are {shown}")
        limits = {seat: limit for seat in self.clocks if (limit := self.limit(seat)) is not None}
        if limits:
            for when in ("first", "last"):
                end = min(getattr(self.clocks[seat], when) + limit for seat, limit in limits.items())
                ends.append(round(end.timestamp() * 1000))
            hold(ends[0] <= shown["deadline"] <= ends[1], f"the next limit ends at {ends}, shown is {shown}")

    def check_presence(
        self, shown: Mapping[str, Any], there: Mapping[str, bool], watching: int, *, noted: bool
    ) -> None:
        """Compare who is shown as being there, and the countdown to a forfeit, with who is and what runs.

        ``watching``: those who look on at the same process. ``noted``: the store knows when each side left that is not
        there.
        """
        told = {seat: shown[seat]["here"] for seat in SEATS}
        hold(told == dict(there), f"at the table are {dict(there)}, shown is {shown}")
        hold(shown["watching"] == watching, f"{watching} look on, shown is {shown}")
        if not noted or any(clock.first != clock.last for clock in self.clocks.values()):
            return
        ends = {}
        for seat, clock in self.clocks.items():
            limit = self.limit(seat)
            if self.timeouts[seat] >= RUNNING and limit is not None:
                ends[clock.first + limit] = {"seat": seat, "why": "three_timeouts", "claim": False}
            left = self.left[seat]
            if self.absence_seconds is not None and not there[seat] and there[other(seat)] and left is not None:
                since = left if self.timeouts[seat] else max(left, clock.first)
                end = since + timedelta(seconds=self.absence_seconds)
                ends[end] = {"seat": seat, "why": "absence", "claim": self.absence_claimed}
        forfeit = None
        if ends:
            first = min(ends)
            forfeit = {**ends[first], "at": round(first.timestamp() * 1000)}
        hold(shown["forfeit"] == forfeit, f"the countdown is {forfeit}, shown is {shown['forfeit']}")
