from __future__ import annotations

from typing import Any

from celery import shared_task

from league.competitions.tasks import PATIENCE
from league.leagues import projections

BEAT: dict[str, dict[str, Any]] = {
    "leagues-project": {"task": "league.leagues.tasks.project", "schedule": 10.0},
}


@shared_task(name="league.leagues.tasks.project", time_limit=PATIENCE)
def project() -> int:
    """Make the outlook of the tables that changed; return how many."""
    return sum(projections.make(group) is not None for group in projections.due())
