"""Queries of saved analyses: which are listed, which a reader may open. Pages and API read the same."""

from typing import Any

from django.db.models import Q, QuerySet

import engines
from league.analysis.models import Analysis


def playable() -> QuerySet[Analysis]:
    """Return the analyses of games that there are, with their owners."""
    return Analysis.objects.filter(game__in=engines.games()).select_related("owner")


def public() -> QuerySet[Analysis]:
    """Return the analyses that everybody finds in lists: public ones of accounts that are there."""
    return playable().filter(visibility=Analysis.Visibility.PUBLIC, owner__is_active=True)


def readable(reader: Any) -> QuerySet[Analysis]:  # User or AnonymousUser
    """Return the analyses that ``reader`` may open by their id: shared ones and the reader's own."""
    own = Q(owner=reader.pk) if reader.is_authenticated else Q(pk__in=[])
    return playable().filter(own | ~Q(visibility=Analysis.Visibility.PRIVATE))
