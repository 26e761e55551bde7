"""Attendance record of a fixture: proposed kick-offs, answers, and the sides that came to the table.

An unplayed match is awarded by it, and it is shown as the reason. The side that came while the other did not wins. If
nobody came, the side that proposed a time wins if the other neither answered nor proposed one. Otherwise nobody wins.
"""

from dataclasses import dataclass

from engines.core.seats import SEATS, Seat, other
from engines.core.text import Text, text
from league.competitions.models import Fixture, Proposal
from matches.models import Match
from matches.models import Seat as SeatRow


@dataclass(frozen=True, slots=True)
class Record:
    """The attempts of both sides to play."""

    came: frozenset[Seat]
    proposed: dict[Seat, int]
    """Number of proposals by each side."""
    answered: dict[Seat, int]
    """Number of the other side's proposals that each side has answered."""
    agreed: bool
    """True once both sides agreed on a kick-off."""

    @property
    def winner(self) -> Seat | None:
        """Return the side that is awarded the match; None: nobody, or both came and are to finish it."""
        if len(self.came) == 1:
            return next(iter(self.came))
        if self.came:
            return None
        tried = [seat for seat in SEATS if self.proposed[seat] or self.answered[seat]]
        return tried[0] if len(tried) == 1 and self.proposed[tried[0]] else None

    def why(self) -> Text:
        """Return the reason in one sentence, with ``@home`` and ``@away``."""
        if len(self.came) == 2:
            return text("both came")
        if self.came:
            present = next(iter(self.came))
            sides = {"there": f"@{present}", "absent": f"@{other(present)}"}
            if self.agreed:
                return text("a kick-off was agreed: {there} came, {absent} did not", **sides)
            return text("{there} came, {absent} did not", **sides)
        winner = self.winner
        if winner is not None:
            sides = {"there": f"@{winner}", "absent": f"@{other(winner)}", "count": str(self.proposed[winner])}
            return text("{there} proposed a kick-off ({count}), {absent} never answered; nobody came", **sides)
        if self.agreed:
            return text("a kick-off was agreed, and nobody came")
        if any(self.proposed.values()):
            return text("no kick-off was agreed, and nobody came")
        return text("nobody proposed a kick-off, and nobody came")


def record_of(fixture: Fixture) -> Record:
    """Return the record of ``fixture``; its match must be loaded. Two queries."""
    rows = list(Proposal.objects.filter(fixture=fixture))
    replied = (Proposal.State.ACCEPTED, Proposal.State.DECLINED)
    proposed: dict[Seat, int] = {seat: sum(row.seat == seat for row in rows) for seat in SEATS}
    answered: dict[Seat, int] = {
        seat: sum(row.seat == other(seat) and row.state in replied for row in rows) for seat in SEATS
    }
    agreed = any(row.state == Proposal.State.ACCEPTED for row in rows)
    return Record(frozenset(seats_that_came(fixture.match)), proposed, answered, agreed)


def seats_that_came(match: Match | None) -> list[Seat]:
    """Return the seats whose side has been at the table; a bot always has."""
    if match is None:
        return []
    seats: dict[str, SeatRow] = {seat.side: seat for seat in match.seats.all()}
    return [side for side in SEATS if side in seats and (seats[side].bot or seats[side].seen_at is not None)]
