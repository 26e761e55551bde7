"""Record which personal links were sent and which were opened."""

from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Entrant, Member
from league.competitions.policy.personal_links import Holder, entrant_of
from league.players.models import User


def mark_sent(*, entrant: Entrant, by: User, player: UUID | None = None) -> int:
    """Mark the personal link of ``player`` of ``entrant``, or its own player's, as sent; return 0 if it was already."""
    own = Q(id=entrant.id, player=player or entrant.player_id)
    return _mark(entrant.competition_id, own, Q(entrant=entrant, user=player))


def mark_all_sent(*, competition: Competition, by: User) -> int:
    """Mark the personal links of all entrants and their people as sent; return how many were not yet."""
    return _mark(competition.id, Q(), Q())


def _mark(competition_id: UUID, entrants: Q, members: Q) -> int:
    with locked(competition_id) as row:
        marked = 0
        for holders in (row.entrants.filter(entrants), Member.objects.filter(members, competition=row)):
            unsent = holders.filter(link_sent_at=None).exclude(personal_key="")
            marked += unsent.update(link_sent_at=timezone.now())
        if marked:
            journal.changed(row)
    return marked


def mark_opened(*, holder: Holder, by: User | None) -> None:
    """Mark the personal link of ``holder`` as opened, unless its organiser ``by`` tries it out."""
    if holder.link_opened_at is None and (by is None or by.pk != entrant_of(holder).competition.owner_id):
        own = Q(pk=holder.pk, link_opened_at=None)
        rows = Member.objects.filter(own) if isinstance(holder, Member) else Entrant.objects.filter(own)
        rows.update(link_opened_at=timezone.now())
