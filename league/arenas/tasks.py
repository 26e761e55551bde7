"""Celery tasks of arenas. Safe to run late, twice, or concurrently."""

from typing import Any
from uuid import UUID

from celery import shared_task

from league.arenas import turns
from league.arenas.models import Arena
from league.arenas.waking import TASK

BEAT: dict[str, dict[str, Any]] = {
    "arenas-turn": {"task": "league.arenas.tasks.turn_due", "schedule": 2.0},
}


@shared_task(name=TASK)
def turn(arena_id: str) -> bool:
    """Take the turn of one arena; return whether anything was due."""
    try:
        return turns.turn(UUID(arena_id))
    except Arena.DoesNotExist:
        return False


@shared_task(name="league.arenas.tasks.turn_due")
def turn_due() -> int:
    """Take the turn of each open arena; return how many changed."""
    return turns.turn_due()
