"""Names without account that a reader knows, by the competitions in which they play."""

from typing import Any

from django.db.models import Exists, OuterRef, Q

from league.competitions.models import Competition, Entrant, Member
from league.competitions.policy.access import listed, unseen_by, visible_by_address
from league.players.policy.access import Appearances


def appearances(reader: Any, address: bool, player: OuterRef) -> Appearances:  # User, AnonymousUser or None: nobody
    """Return the conditions under which a player appears in competitions."""
    condition = {"competition__in": (visible_by_address(reader) if address else listed(reader)).values("pk")}
    # Of each name that is shown alone, by its own few entries: a site has many names in hidden competitions.
    entries = Entrant.objects.filter(player=player)
    sides = Member.objects.filter(user=player)
    closed = unseen_by(reader, "competition", address=address) | Q(competition__status=Competition.Status.DRAFT)
    return Appearances(
        closed=Q(Exists(entries.filter(closed))) | Q(Exists(sides.filter(closed))),
        known=Q(Exists(Entrant.objects.filter(player=player, **condition)))
        | Q(Exists(Member.objects.filter(user=player, **condition))),
    )
