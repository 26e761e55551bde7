"""Record which personal links were sent and which were opened."""

from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Entrant
from league.players.models import User


def mark_sent(*, entrant: Entrant, by: User) -> int:
    """Mark the personal link of ``entrant`` as sent; return 1, or 0 if it was already."""
    return _mark(entrant.competition_id, Q(id=entrant.id))


def mark_all_sent(*, competition: Competition, by: User) -> int:
    """Mark the personal links of all entrants as sent; return how many were not yet."""
    return _mark(competition.id, Q())


def _mark(competition_id: UUID, which: Q) -> int:
    with locked(competition_id) as row:
        unsent = row.entrants.filter(which, link_sent_at=None).exclude(personal_key="")
        marked = unsent.update(link_sent_at=timezone.now())
        if marked:
            journal.changed(row)
    return marked


def mark_opened(*, entrant: Entrant, by: User | None) -> None:
    """Mark the personal link of ``entrant`` as opened, unless its organiser ``by`` tries it out."""
    if entrant.link_opened_at is None and (by is None or by.pk != entrant.competition.owner_id):
        Entrant.objects.filter(id=entrant.id, link_opened_at=None).update(link_opened_at=timezone.now())
