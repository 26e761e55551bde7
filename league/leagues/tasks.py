"""Tasks of league tables: what can still happen in them."""

from __future__ import annotations

from typing import Any

from celery import shared_task

from league.competitions.tasks import PATIENCE
from league.leagues import projections

BEAT: dict[str, dict[str, Any]] = {
    "leagues-project": {"task": "league.leagues.tasks.project", "schedule": 10.0},
}
"""Beat's rows of this app."""


@shared_task(name="league.leagues.tasks.project", time_limit=PATIENCE)
def project() -> int:
    """Say what can still happen in the tables that have changed, and how they may end; how many."""
    return sum(projections.make(group) is not None for group in projections.due())
