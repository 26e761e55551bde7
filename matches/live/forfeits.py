"""Countdowns to a forfeit: three time-outs in a row, or an absent side.

Pure: the row, who is there and ``now`` come in. Absence counts only while the absent side is to act and the other one
is there, from the moment it left or was asked, whichever is later; so a side that plays without a socket (by the API,
or the plain form) always has the whole span for a decision.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from engines.core.seats import SEATS, Seat, other
from matches.store.rows import MatchRow
from matches.terms import clock


@dataclass(frozen=True, slots=True)
class Countdown:
    """The time ``at`` at which ``seat`` loses the match, unless it moves (or comes back)."""

    seat: Seat
    at: datetime
    cause: Literal["three_timeouts", "absence"]
    claim: bool
    """The other side must claim from ``at`` on; otherwise the match is awarded by itself."""

    def as_frame(self) -> dict[str, Any]:
        return {"seat": self.seat, "at": clock.epoch_ms(self.at), "why": self.cause, "claim": self.claim}


def countdown(row: MatchRow, here: Mapping[Seat, bool]) -> Countdown | None:
    """Return the countdown that ends first, or None. ``here``: who is at the table (a bot always is)."""
    if row.status != "live" or _has_no_countdown(row, here):
        return None
    running = [countdown for seat in SEATS for countdown in _countdowns(row, seat, here)]
    return min(running, key=lambda countdown: countdown.at, default=None)


def _has_no_countdown(row: MatchRow, here: Mapping[Seat, bool]) -> bool:
    """Return whether there is no countdown, as at nearly every move: nobody away, no three time-outs."""
    few = row.home_timeouts < clock.TIMEOUTS_RUNNING and row.away_timeouts < clock.TIMEOUTS_RUNNING
    return few and (row.absence_seconds is None or (here["home"] and here["away"]))


def _countdowns(row: MatchRow, seat: Seat, here: Mapping[Seat, bool]) -> list[Countdown]:
    since = row.home_since if seat == "home" else row.away_since
    if since is None or row.seats[seat].bot:
        return []
    countdowns = []
    timeouts = row.home_timeouts if seat == "home" else row.away_timeouts
    if timeouts >= clock.TIMEOUTS_RUNNING and (end := clock.end_of(row, seat)) is not None:
        countdowns.append(Countdown(seat, end, "three_timeouts", claim=False))
    if row.absence_seconds is not None and not here[seat] and here[other(seat)]:
        sits = row.seats[seat]
        left = sits.gone_at or sits.seen_at or since
        # A time-out restarts the clock, but not the wait of the other side.
        began = left if timeouts else max(left, since)
        at = began + timedelta(seconds=row.absence_seconds)
        countdowns.append(Countdown(seat, at, "absence", claim=row.absence_claimed))
    return countdowns
