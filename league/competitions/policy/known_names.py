"""Names without account that a reader knows, by the competitions in which they play."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists, OuterRef, Q

from league.competitions.models import Competition, Entrant, Member
from league.competitions.policy.access import hidden_from, listed, seen
from league.players.policy.access import Appearances


def appearances(reader: Any, address: bool) -> Appearances:  # User, AnonymousUser or None: nobody
    """Return the conditions under which a player appears in competitions."""
    player = OuterRef("pk")
    known = {"competition__in": (seen(reader) if address else listed(reader)).values("pk")}
    # Only players in a hidden competition are checked: of all the names of a site they are few.
    hidden = Q(pk__in=hidden_from(reader, address=address).values("pk"))
    others = Competition.objects.filter(hidden | Q(status=Competition.Status.DRAFT)).values("pk")
    alone = Entrant.objects.filter(competition__in=others).values("player")
    return Appearances(
        closed=Q(pk__in=alone) | Q(pk__in=Member.objects.filter(competition__in=others).values("user")),
        known=Q(Exists(Entrant.objects.filter(player=player, **known)))
        | Q(Exists(Member.objects.filter(user=player, **known))),
    )
