"""Clocks: time limits of the seats. Pure: ``now`` comes in; rows and frames carry the result.

Only people have clocks (a bot waits instead). One decision has ``move_seconds``; all decisions of a seat together have
``budget_seconds``. What a seat places for one set piece is one decision here, whatever the number of its pieces, but
for matches by correspondence. A passed move limit is the game's own time-out; three of them in a row leave the seat one
last, short limit, a countdown that loses the match; a spent budget loses it at once. Time on the network is given back
out of a quota (constants of lichess, ``lila``'s LagTracker). Times are aware UTC, spans are milliseconds.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

from engines.core.seats import SEATS, Seat

TIMEOUTS_RUNNING = 3
"""Time-outs in a row after which a countdown to the loss of the match runs, until an own move."""

FORFEIT_SECONDS = 30
"""Length of that countdown; by correspondence it is one more decision limit."""

CORRESPONDENCE_FROM = 6 * 3600
"""Decision limit in seconds from which a match is by correspondence: nobody has to be at the table."""

LAG_GRACE_MS = 1000
"""Delay with which a decision may still arrive after its limit, if the seat's quota covers it."""

GRACE = timedelta(seconds=20)
"""Given to both sides in addition to the length of an outage."""


class Limits(Protocol):
    """Columns of a match's row that a clock reads."""

    move_seconds: int | None
    budget_seconds: int | None
    home_used_ms: int
    away_used_ms: int
    home_since: datetime | None
    away_since: datetime | None
    home_timeouts: int
    away_timeouts: int
    home_quota_ms: int
    away_quota_ms: int
    set_piece: str
    home_placing_ms: int
    away_placing_ms: int


class Clocks(NamedTuple):
    """Both clocks at one moment, as the row stores them."""

    home_used_ms: int
    away_used_ms: int
    home_since: datetime | None
    away_since: datetime | None
    home_timeouts: int
    away_timeouts: int
    home_quota_ms: int
    away_quota_ms: int
    set_piece: str
    """The set piece that is being prepared, by its game's name; empty in open play."""
    home_placing_ms: int
    away_placing_ms: int
    """What the seat has used of its limit in earlier decisions of this set piece."""
    deadline_at: datetime | None
    """Time at which the sweep calls time: the first end of a clock, plus the grace of its seat."""

    def used_ms(self, seat: Seat) -> int:
        """Return what ``seat`` has used in its decisions so far."""
        return self.home_used_ms if seat == "home" else self.away_used_ms

    def since(self, seat: Seat) -> datetime | None:
        """Return when the clock of ``seat`` started."""
        return self.home_since if seat == "home" else self.away_since


def _ms(span: timedelta) -> int:
    return max(0, round(span.total_seconds() * 1000))


def is_correspondence(move_seconds: int | None) -> bool:
    """Return whether a decision limit is one of days: nobody waits at the table."""
    return move_seconds is not None and move_seconds >= CORRESPONDENCE_FROM


def quota_gain_ms(move_seconds: int | None, budget_seconds: int | None) -> int:
    """Return the gain of a seat's lag quota by one decision; 0 without a clock."""
    total = budget_seconds if budget_seconds is not None else 20 * move_seconds if move_seconds is not None else None
    return 0 if total is None else min(1000, 4 * total + 150)


def quota_start_ms(move_seconds: int | None, budget_seconds: int | None) -> int:
    """Return the lag quota at the kick-off: three gains. It never grows beyond seven."""
    return 3 * quota_gain_ms(move_seconds, budget_seconds)


def after(
    row: Limits,
    *,
    mover: Seat | None,
    to_act: Iterable[Seat],
    people: Iterable[Seat],
    now: datetime,
    timed_out: Seat | None = None,
    lag_ms: int = 0,
    set_piece: str = "",
) -> Clocks:
    """Return the clocks once ``mover`` has decided (None: a host move) and ``to_act`` are to decide.

    A seat that still has the same decision after the other one's keeps its start. A seat's own move resets its
    time-outs to 0; ``timed_out`` counts one more, but one only for a ``set_piece``, whatever its late side has left to
    place. ``lag_ms`` is the mover's network round trip.
    """
    running = set(to_act) & set(people)
    used: dict[Seat, int] = {"home": row.home_used_ms, "away": row.away_used_ms}
    since: dict[Seat, datetime | None] = {"home": row.home_since, "away": row.away_since}
    timeouts: dict[Seat, int] = {"home": row.home_timeouts, "away": row.away_timeouts}
    quota: dict[Seat, int] = {"home": row.home_quota_ms, "away": row.away_quota_ms}
    placing: dict[Seat, int] = {"home": row.home_placing_ms, "away": row.away_placing_ms}
    spent = timed_out is not None and _limit_ms(row, used[timed_out], placing[timed_out], timeouts[timed_out]) == 0
    for seat in SEATS:
        started = since[seat]
        goes_on = started is not None and seat in running and seat not in (mover, timed_out)
        if not goes_on:
            if started is not None:
                ran = _ms(now - started)
                limit = _limit_ms(row, used[seat], placing[seat], timeouts[seat])
                if seat == mover:
                    lag = min(quota[seat], max(lag_ms, 0 if limit is None else ran - limit, 0), ran)
                    gain = quota_gain_ms(row.move_seconds, row.budget_seconds)
                    quota[seat] = min(7 * gain, quota[seat] - lag + gain)
                    counted = ran - lag
                else:
                    # A late decision, or one made by the host, costs no more than its limit.
                    counted = ran if limit is None else min(ran, limit)
                used[seat] += counted
                placing[seat] += counted
            since[seat] = now if seat in running else None
    if not set_piece or set_piece != row.set_piece:
        placing = {"home": 0, "away": 0}
    if mover is not None:
        timeouts[mover] = 0
    if timed_out is not None and not spent:
        timeouts[timed_out] += 1
    ends = []
    for seat in running:
        end = _end(row, used[seat], placing[seat], since[seat], timeouts[seat])
        if end is not None:
            ends.append(end + timedelta(milliseconds=_grace_ms(quota[seat])))
    return Clocks(
        used["home"],
        used["away"],
        since["home"],
        since["away"],
        timeouts["home"],
        timeouts["away"],
        quota["home"],
        quota["away"],
        set_piece,
        placing["home"],
        placing["away"],
        min(ends, default=None),
    )


def shares_limit(row: Limits) -> bool:
    """Return whether the decisions of a set piece that is being prepared share one limit."""
    return bool(row.set_piece and row.move_seconds) and not is_correspondence(row.move_seconds)


def _limit_ms(row: Limits, used_ms: int, placing_ms: int, timeouts: int) -> int | None:
    """Return the limit of a seat's current decision in milliseconds; None: unlimited."""
    move = _move_ms(row, placing_ms, timeouts)
    if row.budget_seconds is None:
        return move
    left = max(0, row.budget_seconds * 1000 - used_ms)
    return left if move is None else min(left, move)


def _move_ms(row: Limits, placing_ms: int, timeouts: int) -> int | None:
    if row.move_seconds is None:
        return None
    if is_correspondence(row.move_seconds):
        return row.move_seconds * 1000
    if timeouts >= TIMEOUTS_RUNNING:
        return FORFEIT_SECONDS * 1000
    return max(0, row.move_seconds * 1000 - placing_ms)


def _grace_ms(quota_ms: int) -> int:
    return min(quota_ms, LAG_GRACE_MS)


def _end(row: Limits, used_ms: int, placing_ms: int, since: datetime | None, timeouts: int) -> datetime | None:
    limit = None if since is None else _limit_ms(row, used_ms, placing_ms, timeouts)
    return None if since is None or limit is None else since + timedelta(milliseconds=limit)


def end_of(row: Limits, seat: Seat) -> datetime | None:
    """Return when the clock of ``seat`` reaches zero; None if it stands or there is no limit."""
    if seat == "home":
        return _end(row, row.home_used_ms, row.home_placing_ms, row.home_since, row.home_timeouts)
    return _end(row, row.away_used_ms, row.away_placing_ms, row.away_since, row.away_timeouts)


Late: TypeAlias = Literal["budget", "forfeit", "move"]


def overdue(row: Limits, now: datetime) -> list[tuple[Seat, Late]]:
    """Return the seats whose time is up, with the passed limit; the one that loses the match first."""
    passed = [(seat, limit) for seat in SEATS if (limit := limit_passed(row, seat, now)) is not None]
    return sorted(passed, key=lambda ending: ("budget", "forfeit", "move").index(ending[1]))


def limit_passed(row: Limits, seat: Seat, now: datetime) -> Late | None:
    """Return the passed limit of ``seat``, its grace included, or None."""
    end = end_of(row, seat)
    quota = row.home_quota_ms if seat == "home" else row.away_quota_ms
    if end is None or now < end + timedelta(milliseconds=_grace_ms(quota)):
        return None
    used, placing, timeouts = (
        (row.home_used_ms, row.home_placing_ms, row.home_timeouts)
        if seat == "home"
        else (row.away_used_ms, row.away_placing_ms, row.away_timeouts)
    )
    move = _move_ms(row, placing, timeouts)
    if row.budget_seconds is not None and (move is None or row.budget_seconds * 1000 - used <= move):
        return "budget"
    return "forfeit" if timeouts >= TIMEOUTS_RUNNING else "move"


class Wall(NamedTuple):
    """The wall clock of a period, as the row stores it."""

    period: str
    time_up_at: datetime | None
    time_left_ms: int | None


class WallRow(Protocol):
    """Columns of a match's row that a wall clock reads."""

    period: str
    time_up_at: datetime | None
    time_left_ms: int | None


NO_WALL = Wall("", None, None)


def wall(
    row: WallRow, view: Mapping[str, Any] | None, *, status: str, now: datetime, whole_minutes: int | None = None
) -> Wall:
    """Return the wall clock once ``view`` is the position.

    It starts with each period, stands while the match is paused, and has rung once the game knows that time is up (the
    game itself lets the attack finish). Only under ``clock: "wall"``. ``whole_minutes`` is the game's own length of a
    match that is not divided into halves, where no option of its own says it.
    """
    if view is None or (view.get("options") or {}).get("clock") != "wall":
        return NO_WALL
    if status == "waiting":  # a match that goes on from another one has what that one had left
        return Wall(row.period, row.time_up_at, row.time_left_ms)
    period = str(view.get("period") or "")
    seconds = _period_seconds(view["options"], period, whole_minutes)
    if seconds is None or view.get("time_up") or status not in ("live", "paused"):
        return Wall(period, None, None)
    if period != row.period:
        left = timedelta(seconds=seconds)
    elif row.time_up_at is not None:
        left = row.time_up_at - now
    elif row.time_left_ms is not None:
        left = timedelta(milliseconds=row.time_left_ms)
    else:
        return Wall(period, None, None)
    if status == "paused":
        return Wall(period, None, _ms(left))
    return Wall(period, now + left, None)


def _period_seconds(options: Mapping[str, Any], period: str, whole_minutes: int | None) -> float | None:
    """Return the length of a period by the game's options; None for a shootout, or once it is over."""
    if period == "regulation":
        minutes = options.get("leg_minutes", whole_minutes)
        return None if minutes is None else minutes * 60.0
    if period == "extra":  # one period after an undivided match: a third of it, as its turns are
        return None if whole_minutes is None else whole_minutes * 20.0
    kind = "extra" if period.startswith("extra") else "half" if period.endswith("half") else ""
    if not kind:
        return None
    if options.get(f"{kind}_seconds"):
        return float(options[f"{kind}_seconds"])
    minutes = options.get(f"{kind}_minutes")
    return None if minutes is None else float(minutes) * 60


def shifted(moment: datetime, seconds: float) -> datetime:
    return moment + timedelta(seconds=seconds)


def epoch_ms(moment: datetime) -> int:
    """Return milliseconds since 1970, as frames carry times."""
    return round(moment.timestamp() * 1000)


class ShownRow(Limits, Protocol):
    """Columns of a match's row that the clock of a frame reads."""

    status: str
    time_up_at: datetime | None
    starts_at: datetime | None
    no_show_at: datetime | None
    held: bool
    resume_at: datetime | None


def clock_of_frame(row: ShownRow, now: datetime) -> Mapping[str, Any]:
    """Return the clock of a frame, for display only."""

    def left(used: int, since: datetime | None) -> int | None:
        if row.budget_seconds is None:
            return None
        return max(0, row.budget_seconds * 1000 - used - (0 if since is None else _ms(now - since)))

    starts: dict[Seat, datetime | None] = {"home": row.home_since, "away": row.away_since}
    running = [seat for seat, since in starts.items() if since is not None]
    ends = [end for seat in running if (end := end_of(row, seat)) is not None]
    return {
        "now": epoch_ms(now),
        "running": running,
        "deadline": _epoch(min(ends, default=None)),
        "time_up": _epoch(row.time_up_at),
        "move_ms": None if row.move_seconds is None else row.move_seconds * 1000,
        "set_piece": row.set_piece if shares_limit(row) else None,
        "home_ms": left(row.home_used_ms, row.home_since),
        "away_ms": left(row.away_used_ms, row.away_since),
        "starts": _epoch(row.starts_at if row.status == "waiting" else None),
        "no_show": _epoch(row.no_show_at if row.status == "waiting" and not row.held else None),
        "resume": _epoch(row.resume_at if row.status == "paused" and not row.held else None),
    }


def _epoch(moment: datetime | None) -> int | None:
    return None if moment is None else epoch_ms(moment)
