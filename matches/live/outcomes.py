"""What becomes of a move, and why one is refused before the engine is asked."""

from dataclasses import dataclass
from typing import Literal

from engines.core.seats import Seat
from matches.live import seating
from matches.live.changes import Playing
from matches.terms import clock


@dataclass(frozen=True, slots=True)
class Outcome:
    kind: Literal["applied", "repeat", "stale", "refused", "busy"]
    v: int
    """The version of the match now; for applied and repeat, that of the last of these moves."""
    code: str = ""
    reason: str = ""
    rule: str = ""
    """The chapter of the game's rules page that tells why, an anchor."""

    @property
    def done(self) -> bool:
        """Return whether the moves are in the log (now, or already)."""
        return self.kind in ("applied", "repeat")


LATE = "late"


def refusal(runtime: Playing, seat: Seat | None, v: int | None, timeline: int | None, by: str | None) -> Outcome | None:
    """Return why a move of ``seat`` by the user ``by``, who saw version ``v``, is refused; None: it is not.

    Nothing is changed or asked here: in doubt the caller looks whether the same move was made before.
    """
    row = runtime.row
    if timeline is not None and timeline != runtime.timeline:
        # The database has since lost its end, so version ``v`` may be another position than the sender saw.
        return Outcome("stale", row.version)
    if v is not None and v != row.version and not runtime.still_asked(seat, v):
        return Outcome("stale", row.version)
    if row.status != "live":
        return not_live(row.status, row.version)
    if seat is not None and _is_late(runtime, seat):
        return Outcome("refused", row.version, LATE, "Your time for this decision was up.")
    if by is not None and seat is not None and row.seats[seat].shared:
        sits, game = row.seats[seat], runtime.game
        if not seating.may_decide(game, runtime.state, seat, sits, by):
            reason = seating.not_your_turn(game, runtime.state, seat, sits)
            return Outcome("refused", row.version, "not_your_turn", reason)
    if runtime.other_rules:
        # A newer release runs beside an older one, or started without its check (matches.upkeep.upgrades): hands off.
        return Outcome("refused", row.version, "other_rules", "This match is played under other rules than these.")
    return None


def not_live(status: str, v: int) -> Outcome:
    """Refuse what needs a match in play, and say why this one is not."""
    reasons = {
        "waiting": "The match has not kicked off yet.",
        "paused": "The match is paused.",
        "finished": "The match is over.",
        "void": "The match was declared void.",
    }
    return Outcome("refused", v, "not_live", reasons.get(status, "The match is not being played."))


def _is_late(runtime: Playing, seat: Seat) -> bool:
    """Return whether the limit of ``seat`` has passed. After an outage its time is given back first."""
    row = runtime.row
    if row.deadline_at is None or runtime.hall.misses_beat:
        return False
    now = runtime.hall.now()
    return row.deadline_at <= now and clock.limit_passed(row, seat, now) is not None
