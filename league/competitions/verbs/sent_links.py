"""Record which personal links were sent and which were opened."""

from collections.abc import Collection
from uuid import UUID

from django.utils import timezone

from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Entrant
from league.players.models import User


def mark_sent(*, competition: Competition, keys: Collection[UUID] | None = None) -> int:
    """Mark the personal links of the entrants with these ids (None: of all) as sent; return how many were not yet."""
    with locked(competition.id) as row:
        unsent = row.entrants.filter(link_sent_at=None).exclude(personal_key="")
        if keys is not None:
            unsent = unsent.filter(id__in=keys)
        marked = unsent.update(link_sent_at=timezone.now())
        if marked:
            journal.changed(row)
    return marked


def mark_opened(*, entrant: Entrant, by: User | None) -> None:
    """Mark the personal link of ``entrant`` as opened, unless its organiser ``by`` tries it out."""
    if entrant.link_opened_at is None and (by is None or by.pk != entrant.competition.owner_id):
        Entrant.objects.filter(id=entrant.id, link_opened_at=None).update(link_opened_at=timezone.now())
