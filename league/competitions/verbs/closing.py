"""The end of a round's window: what was not played is awarded by the competition's policy, from who was at the table.

One side came and the other did not: a walkover. Nobody came: a double walkover. Both came, or the match is being
played: it is theirs to finish, and the organiser is told. With the policy ``wait`` nothing is awarded.
"""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone

from engines.core.seats import SEATS, Seat
from engines.core.text import text
from league.competitions import journal
from league.competitions.locks import locked
from league.competitions.log import WALKOVER_GOALS
from league.competitions.models import Competition, Fixture, ResultEntry, Round
from league.competitions.recompute import append, recompute
from matches.models import Match
from matches.models import Seat as SeatRow


def close_due() -> int:
    """Close every window that has ended; how many fixtures were awarded."""
    due = Round.objects.filter(
        status=Round.Status.OPEN,
        closes_at__lte=timezone.now(),
        stage__competition__status=Competition.Status.RUNNING,
        stage__competition__unplayed=Competition.Unplayed.AWARD,
    )
    return sum(_close(found) for found in sorted(set(due.values_list("stage__competition_id", flat=True))))


def _close(competition_id: UUID) -> int:
    """Award what is overdue in one competition. Under its lock, on rows read after it."""
    with locked(competition_id) as row:
        if row.status != Competition.Status.RUNNING:
            return 0
        overdue = Fixture.objects.filter(
            tie__round__stage__competition=row,
            tie__round__status=Round.Status.OPEN,
            tie__round__closes_at__lte=timezone.now(),
            tie__decided="",
            status=Fixture.Status.OPEN,
            match__status=Match.Status.WAITING,
        ).select_related("match", "home", "away")
        awarded = sum(_award(row, fixture) for fixture in overdue)
        if awarded:
            journal.changed(row)
            recompute(row)
    return awarded


def _award(row: Competition, fixture: Fixture) -> bool:
    """One entry for ``fixture``, unless both sides came."""
    assert fixture.match is not None
    came = _came(fixture.match)
    if len(came) == len(SEATS):
        return False
    winner: Seat | None = came[0] if came else None
    goals = {"home": (WALKOVER_GOALS, 0), "away": (0, WALKOVER_GOALS)}.get(winner or "", (None, None))
    reason = "not played in time"
    append(
        row,
        fixture=fixture,
        kind=ResultEntry.Kind.WALKOVER,
        winner=winner or "",
        home_goals=goals[0],
        away_goals=goals[1],
        how="walkover" if winner else "double_walkover",
        reason=reason,
        source="deadline",
    )
    said = f"{fixture.home} – {fixture.away}"
    if winner:
        name = str(fixture.home if winner == "home" else fixture.away)
        message = text(
            "{fixture} was not played in time: awarded to {winner}, who was there", fixture=said, winner=name
        )
    else:
        message = text("{fixture} was not played in time: nobody was there", fixture=said)
    journal.record(row, None, "walkover", message)
    return True


def _came(match: Match) -> list[Seat]:
    """The seats whose side has been at the table; a bot always is."""
    seats: dict[str, SeatRow] = {seat.side: seat for seat in match.seats.all()}
    return [side for side in SEATS if side in seats and (seats[side].bot or seats[side].seen_at is not None)]


def sweep() -> int:
    """Recompute every running competition, in case a worker died between two steps; how many changed."""
    changed = 0
    for competition_id in Competition.objects.running().values_list("id", flat=True):
        with locked(competition_id) as row:
            before = row.log_position
            if row.status == Competition.Status.RUNNING:
                recompute(row)
            changed += row.log_position != before
    return changed
