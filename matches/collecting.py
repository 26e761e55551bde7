"""The collector of results: the Celery task of the app above, woken by a final move and by a sweep."""

import logging
from uuid import UUID

from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError

log = logging.getLogger("matches.collecting")


def collector() -> str:
    """Return the name of the task that takes results; "" if there is none."""
    return str(getattr(settings, "RESULT_TASK", None) or "")


def kick_results(match_id: UUID) -> None:
    """Tell the collector (``settings.RESULT_TASK``) of a new result; a task repeats it."""
    name = collector()
    if not name:
        return
    try:
        current_app.send_task(name, ignore_result=True)
    except (OperationalError, OSError) as error:
        log.warning("the result of match %s waits for the sweep: %s", match_id, error)
