"""The seasons of one competition: each names the season before it, and all that are linked so are one history."""

from typing import Final

from django.db import connections
from django.db.models import QuerySet

from league.competitions.models import Competition

# By LATERAL with a limit: joined, the planner expects many seasons and reads every competition of the site for them.
_CHAIN: Final = """
    WITH RECURSIVE back AS (
        SELECT id, previous_id FROM competitions_competition WHERE id = %s
        UNION SELECT one.id, one.previous_id FROM back, LATERAL (
            SELECT id, previous_id FROM competitions_competition WHERE id = back.previous_id LIMIT 1) one
    ), whole AS (
        SELECT id FROM back
        UNION SELECT one.id FROM whole, LATERAL (
            SELECT id FROM competitions_competition WHERE previous_id = whole.id LIMIT %s) one
    )
    SELECT id FROM whole
"""
MOST: Final = 100
"""Seasons that follow one season: it is copied once, or a few times by mistake."""


def seasons_of(competition: Competition, seen: QuerySet[Competition]) -> list[Competition]:
    """Return the seasons of ``competition`` that are among ``seen``, oldest first. At most two queries."""
    with connections[seen.db].cursor() as cursor:
        cursor.execute(_CHAIN, [competition.pk, MOST])
        keys = {key for (key,) in cursor.fetchall()} - {competition.pk}
    others = seen.filter(pk__in=keys).order_by() if keys else ()
    return sorted([competition, *others], key=lambda row: (row.season, row.created_at))
