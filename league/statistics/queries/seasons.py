"""The seasons of one competition: each names the season before it, and all that are linked so are one history."""

from __future__ import annotations

from typing import Final

from django.db.models import QuerySet
from django.db.models.expressions import RawSQL

from league.competitions.models import Competition

_CHAIN: Final = """
    WITH RECURSIVE back AS (
        SELECT id, previous_id FROM competitions_competition WHERE id = %s
        UNION SELECT one.id, one.previous_id FROM competitions_competition one JOIN back ON one.id = back.previous_id
    ), whole AS (
        SELECT id FROM back
        UNION SELECT one.id FROM competitions_competition one JOIN whole ON one.previous_id = whole.id
    )
    SELECT id FROM whole
"""


def seasons_of(competition: Competition, seen: QuerySet[Competition]) -> list[Competition]:
    """Return the seasons of ``competition`` that are among ``seen``, oldest first. One query."""
    others = seen.filter(pk__in=RawSQL(_CHAIN, [competition.pk])).order_by().exclude(pk=competition.pk)
    return sorted([competition, *others], key=lambda row: (row.season, row.created_at))
