"""Leaving a competition and coming back, before the start or while it runs."""

from league.competitions.models import Competition, Entrant
from league.competitions.verbs import entries, rulings, swiss
from league.players.models import User


def leave_or_withdraw(*, entrant: Entrant, by: User, reason: str = "") -> None:
    """Take the entry out before the start, or withdraw ``entrant`` from a running competition."""
    if entrant.competition.status == Competition.Status.REGISTRATION:
        entries.leave(entrant=entrant, by=by, reason=reason)
    else:
        rulings.withdraw(entrant=entrant, by=by, reason=reason)


def put_back_or_readmit(*, entrant: Entrant, by: User) -> Entrant:
    """Readmit ``entrant``: before the start at the end of the list, in a Swiss stage from the next round on."""
    readmit = swiss.readmit if entrant.competition.status == Competition.Status.RUNNING else entries.put_back
    return readmit(entrant=entrant, by=by)
