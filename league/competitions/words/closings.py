"""Sentence for a season that ended early: how its table was made, and why."""

from typing import Any

from league.competitions.models import Competition, Group
from league.sentences import translated


def closing_words(stored: Any) -> str:  # JSON
    """Describe how the table of an early end was made: "by points per match: the hall is closed"."""
    closing = stored.get("closing") if isinstance(stored, dict) else None
    return f"{translated(closing['words'])}: {closing['reason']}" if closing else ""


def closings_of(competition: Competition) -> list[str]:
    """List how and why each stage of ``competition`` ended early; empty before the start."""
    if competition.started_at is None:
        return []
    groups = Group.objects.filter(stage__competition=competition, table__has_key="closing", number=1)
    return [closing_words(group.table) for group in groups.order_by("stage__number")]
