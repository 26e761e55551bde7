from typing import Any

from celery import shared_task

from league.competitions.log import one_by_one
from league.competitions.models import Group
from league.competitions.tasks import PATIENCE
from league.leagues import projections

BEAT: dict[str, dict[str, Any]] = {
    "leagues-project": {"task": "league.leagues.tasks.project", "schedule": 10.0},
}


@shared_task(name="league.leagues.tasks.project", time_limit=PATIENCE)
def project() -> int:
    """Make the outlook of the tables that changed; return how many."""
    return one_by_one.total(_make, projections.due())


def _make(group: Group) -> int:
    return projections.make(group) is not None
