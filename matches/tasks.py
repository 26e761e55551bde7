"""Celery tasks of matches: they never touch a running match, only wake the collector of results and make reviews."""

import logging
from datetime import timedelta
from typing import Any
from uuid import UUID

from celery import current_app, shared_task
from django.db.models import Q
from django.utils import timezone
from kombu.exceptions import OperationalError

from matches import archiving
from matches.collecting import collector
from matches.models import Outbox, Review
from matches.verbs import fairness, reviews

log = logging.getLogger("matches.tasks")

STUCK = timedelta(seconds=5)
"""Age at which an untaken result is announced again."""
AT_ONCE = 5
"""Reviews that one sweep sends for."""
MATCHES_AT_ONCE = 200
"""Matches whose rolls one task counts: about a second."""

BEAT: dict[str, dict[str, Any]] = {
    "matches-open-results": {"task": "matches.tasks.announce_open_results", "schedule": 5.0},
    "matches-rolls": {"task": "matches.tasks.count_rolls", "schedule": 60.0},
    "matches-open-reviews": {"task": "matches.tasks.continue_reviews", "schedule": 20.0},
    "matches-archive": {"task": "matches.tasks.archive", "schedule": 600.0},
    "matches-old-reviews": {"task": "matches.tasks.renew_reviews", "schedule": 3600.0},
}


@shared_task(name="matches.tasks.announce_open_results")
def announce_open_results() -> int:
    """Wake the collector if untaken results wait; return how many. May run twice, or late."""
    waiting = Outbox.objects.filter(taken_at=None, created_at__lt=timezone.now() - STUCK).count()
    if waiting and collector():
        current_app.send_task(collector(), ignore_result=True)
    return waiting


def kick_review(match_id: UUID) -> None:
    """Tell a worker to make the next slice of a review; the sweep below repeats it."""
    try:
        review.delay(str(match_id))
    except (OperationalError, OSError) as error:
        log.warning("the review of match %s waits for the sweep: %s", match_id, error)


@shared_task(name="matches.tasks.review")
def review(match_id: str) -> None:
    """Make one slice of a review, and send for the next: other tasks come between."""
    if reviews.work(UUID(match_id)):
        kick_review(UUID(match_id))


@shared_task(name="matches.tasks.continue_reviews")
def continue_reviews() -> int:
    """Go on with reviews that nobody works on, and begin those of finished matches; return how many."""
    now = timezone.now()
    idle = Q(busy_until__lt=now) | Q(busy_until=None, asked_at__lt=now - STUCK)
    waiting = Review.objects.filter(idle, status=Review.Status.OPEN).order_by("asked_at")
    ids = list(waiting.values_list("pk", flat=True)[:AT_ONCE]) or reviews.ask_for_finished(AT_ONCE)
    for match_id in ids:
        kick_review(match_id)
    return len(ids)


@shared_task(name="matches.tasks.renew_reviews")
def renew_reviews() -> int:
    """Make reviews of older values again, some each hour, since it reads all reviews; return how many."""
    ids = reviews.ask_again(10 * AT_ONCE)
    for match_id in ids:
        kick_review(match_id)
    return len(ids)


@shared_task(name="matches.tasks.count_rolls")
def count_rolls() -> int:
    """Count the rolls of matches that are over and not counted yet; return how many were counted."""
    return fairness.count_finished(MATCHES_AT_ONCE)


@shared_task(name="matches.tasks.archive", time_limit=120)
def archive() -> int:
    """Pack the logs of matches that have been over for ``LOG_DAYS``; return how many.

    In slices all day: a laptop is off at night. Safe to run late, twice, or beside itself.
    """
    return archiving.archive_due()
