"""Telling open pages that an arena changed, and the worker that there may be somebody to pair."""

import logging
from functools import partial
from typing import Final
from uuid import UUID

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

from matches import feed

log = logging.getLogger(__name__)

TASK: Final = "league.arenas.tasks.turn"


def changed(arena_id: UUID) -> None:
    """Tell the open pages of an arena, once the caller's transaction is committed."""
    transaction.on_commit(partial(feed.publish, f"arena:{arena_id}", {}))


def wake(arena_id: UUID) -> None:
    """Let a task look at the arena now; its beat does so anyway."""
    try:
        current_app.send_task(TASK, [str(arena_id)], ignore_result=True)
    except (OperationalError, OSError) as error:
        log.warning("arena %s waits for the next look: %s", arena_id, error)
