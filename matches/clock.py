"""Clocks: how long a seat may think. Pure: ``now`` comes in; rows and frames carry what comes out.

Only people have clocks (a bot waits, it does not think). One decision has ``move_seconds``; all decisions of a seat
together have ``budget_seconds``. A move limit that passes is the game's own time-out; three of them running lose the
match; a budget that is spent loses it at once. Times are aware UTC, spans are milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal, Protocol

from engines.core.seats import SEATS, Seat

TIMEOUTS_RUNNING = 3
"""Time-outs in a row that lose the match."""

GRACE = timedelta(seconds=20)
"""Given to both sides on top of the time that an outage took."""


class Limits(Protocol):
    """What a clock reads of a match's row."""

    move_seconds: int | None
    budget_seconds: int | None
    home_used_ms: int
    away_used_ms: int
    home_since: datetime | None
    away_since: datetime | None
    home_timeouts: int
    away_timeouts: int


@dataclass(frozen=True, slots=True)
class Clocks:
    """Both clocks at one moment, as the row stores them."""

    home_used_ms: int
    away_used_ms: int
    home_since: datetime | None
    away_since: datetime | None
    home_timeouts: int
    away_timeouts: int
    deadline_at: datetime | None

    def used_ms(self, seat: Seat) -> int:
        """What ``seat`` has used in the decisions it has made."""
        return self.home_used_ms if seat == "home" else self.away_used_ms

    def since(self, seat: Seat) -> datetime | None:
        """Since when the clock of ``seat`` runs."""
        return self.home_since if seat == "home" else self.away_since


def _ms(span: timedelta) -> int:
    return max(0, round(span.total_seconds() * 1000))


def after(
    row: Limits,
    *,
    mover: Seat | None,
    to_act: Iterable[Seat],
    people: Iterable[Seat],
    now: datetime,
    timed_out: Seat | None = None,
) -> Clocks:
    """The clocks once ``mover`` has decided (None: a host move) and ``to_act`` are to decide.

    A seat that goes on thinking about the same decision while the other one decided keeps its start. A seat's own move
    sets its time-outs back to 0; ``timed_out`` counts one more.
    """
    running = set(to_act) & set(people)
    used: dict[Seat, int] = {"home": row.home_used_ms, "away": row.away_used_ms}
    since: dict[Seat, datetime | None] = {"home": row.home_since, "away": row.away_since}
    timeouts: dict[Seat, int] = {"home": row.home_timeouts, "away": row.away_timeouts}
    for seat in SEATS:
        started = since[seat]
        goes_on = started is not None and seat in running and seat not in (mover, timed_out)
        if not goes_on:
            if started is not None:
                used[seat] += _ms(now - started)
            since[seat] = now if seat in running else None
    if mover is not None:
        timeouts[mover] = 0
    if timed_out is not None:
        timeouts[timed_out] += 1
    ends = [end for seat in running if (end := _end(row, used[seat], since[seat])) is not None]
    return Clocks(
        used["home"],
        used["away"],
        since["home"],
        since["away"],
        timeouts["home"],
        timeouts["away"],
        min(ends, default=None),
    )


def _end(row: Limits, used_ms: int, since: datetime | None) -> datetime | None:
    if since is None:
        return None
    ends = []
    if row.move_seconds is not None:
        ends.append(since + timedelta(seconds=row.move_seconds))
    if row.budget_seconds is not None:
        ends.append(since + timedelta(milliseconds=max(0, row.budget_seconds * 1000 - used_ms)))
    return min(ends, default=None)


def overdue(row: Limits, now: datetime) -> list[tuple[Seat, Literal["move", "budget"]]]:
    """The seats whose time is up, and which limit it was; a spent budget comes first, as it decides the match."""
    found: list[tuple[Seat, Literal["move", "budget"]]] = []
    for seat, used, since in (
        ("home", row.home_used_ms, row.home_since),
        ("away", row.away_used_ms, row.away_since),
    ):
        if since is None:
            continue
        if row.budget_seconds is not None and used + (now - since) / timedelta(milliseconds=1) >= (
            row.budget_seconds * 1000
        ):
            found.append((seat, "budget"))  # type: ignore[arg-type]  # the tuple above widens the literal
        elif row.move_seconds is not None and now - since >= timedelta(seconds=row.move_seconds):
            found.append((seat, "move"))  # type: ignore[arg-type]
    return sorted(found, key=lambda late: late[1] != "budget")


@dataclass(frozen=True, slots=True)
class Wall:
    """The wall clock of a period, as the row stores it."""

    period: str
    time_up_at: datetime | None
    time_left_ms: int | None


class WallRow(Protocol):
    """What a wall clock reads of a match's row."""

    period: str
    time_up_at: datetime | None
    time_left_ms: int | None


NO_WALL = Wall("", None, None)


def wall(row: WallRow, view: Mapping[str, Any] | None, *, status: str, now: datetime) -> Wall:
    """The wall clock once ``view`` is the position: it starts with each period, stands while the match is paused, and
    has rung once the game knows that time is up (the game itself lets the attack finish). Only under ``clock: "wall"``.
    """
    if view is None or (view.get("options") or {}).get("clock") != "wall":
        return NO_WALL
    period = str(view.get("period") or "")
    seconds = _period_seconds(view["options"], period)
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


def _period_seconds(options: Mapping[str, Any], period: str) -> float | None:
    """How long a period lasts by the game's own options; None for a shootout, or once it is over."""
    kind = "extra" if period.startswith("extra") else "half" if period.endswith("half") else ""
    if not kind:
        return None
    if options.get(f"{kind}_seconds"):
        return float(options[f"{kind}_seconds"])
    minutes = options.get(f"{kind}_minutes")
    return None if minutes is None else float(minutes) * 60


def later(moment: datetime, seconds: float) -> datetime:
    """``seconds`` after ``moment``."""
    return moment + timedelta(seconds=seconds)


def epoch_ms(moment: datetime) -> int:
    """Milliseconds since 1970, as frames carry times."""
    return round(moment.timestamp() * 1000)


def shown(
    row: Limits, deadline_at: datetime | None, now: datetime, time_up_at: datetime | None = None
) -> Mapping[str, Any]:
    """The clock of a frame: the client only displays it."""

    def left(used: int, since: datetime | None) -> int | None:
        if row.budget_seconds is None:
            return None
        return max(0, row.budget_seconds * 1000 - used - (0 if since is None else _ms(now - since)))

    return {
        "now": epoch_ms(now),
        "running": [seat for seat, since in (("home", row.home_since), ("away", row.away_since)) if since is not None],
        "deadline": None if deadline_at is None else epoch_ms(deadline_at),
        "time_up": None if time_up_at is None else epoch_ms(time_up_at),
        "move_ms": None if row.move_seconds is None else row.move_seconds * 1000,
        "home_ms": left(row.home_used_ms, row.home_since),
        "away_ms": left(row.away_used_ms, row.away_since),
    }
