"""Celery tasks of competitions: collect results, open and close rounds, keep the demo running.

Every task may run twice, late, or concurrently, with the same outcome: it only calls verbs that check again under the
competition's lock. Deadlines are rows; a task touches a running match only by leaving it a command.
"""

import logging
from typing import Any
from uuid import UUID

from celery import shared_task
from django.conf import settings

from league.competitions import demo
from league.competitions.errors import CompetitionError
from league.competitions.log import one_by_one
from league.competitions.models import Competition
from league.competitions.verbs import (
    availability,
    calling,
    closing,
    disputes,
    emails,
    halls,
    line_ups,
    reminders,
    reports,
    results,
    rounds,
)
from league.competitions.verbs import check_in as check_ins

log = logging.getLogger("league.competitions.tasks")

PATIENCE = 120
"""Time limit in seconds of a task that recomputes. It takes one or two seconds, many times more on a very busy machine,
and a task that is ended begins again from nothing.
"""

BEAT: dict[str, dict[str, Any]] = {
    "competitions-collect-results": {"task": "league.competitions.tasks.collect_results", "schedule": 2.0},
    "competitions-open-due-rounds": {"task": "league.competitions.tasks.open_due_rounds", "schedule": 10.0},
    "competitions-close-due-rounds": {"task": "league.competitions.tasks.close_due_rounds", "schedule": 15.0},
    "competitions-open-line-ups": {"task": "league.competitions.tasks.open_line_ups", "schedule": 10.0},
    "competitions-count-reports": {"task": "league.competitions.tasks.count_reports", "schedule": 20.0},
    "competitions-pair-due": {"task": "league.competitions.tasks.pair_due", "schedule": 3.0},
    "competitions-call-next": {"task": calling.TASK, "schedule": 3.0},
    "competitions-remind": {"task": "league.competitions.tasks.remind", "schedule": 60.0},
    "competitions-check-in": {"task": "league.competitions.tasks.check_in", "schedule": 15.0},
    "competitions-letters": {"task": "league.competitions.tasks.send_letters", "schedule": 10.0},
    "competitions-forget-availability": {"task": "league.competitions.tasks.forget_availability", "schedule": 600.0},
    "competitions-sweep": {"task": "league.competitions.tasks.sweep", "schedule": 60.0},
    "competitions-demo": {"task": "league.competitions.tasks.demo_tick", "schedule": 20.0},
}


@shared_task(name="league.competitions.tasks.collect_results", time_limit=PATIENCE)
def collect_results() -> int:
    """Collect waiting results; return their number. ``settings.RESULT_TASK`` names it for final moves."""
    return results.collect()


@shared_task(name="league.competitions.tasks.open_due_rounds", time_limit=PATIENCE)
def open_due_rounds() -> int:
    """Open the scheduled rounds whose window has begun; return their number."""
    return one_by_one.total(_open, rounds.due_rounds())


def _open(competition_and_number: tuple[UUID, int]) -> int:
    competition_id, number = competition_and_number
    try:
        rounds.open_round(competition=Competition(id=competition_id), number=number, by=None, due=True)
    except CompetitionError as refused:
        log.info("round %d of %s stays closed: %s", number, competition_id, refused)
        return 0
    return 1


@shared_task(name="league.competitions.tasks.close_due_rounds", time_limit=PATIENCE)
def close_due_rounds() -> int:
    """Award unplayed fixtures of windows that have ended; return their number."""
    return closing.close_due()


@shared_task(name="league.competitions.tasks.open_line_ups", time_limit=PATIENCE)
def open_line_ups() -> int:
    """Open the line-ups of teams whose time is over; return the number of their ties."""
    return line_ups.open_due()


@shared_task(name="league.competitions.tasks.count_reports")
def count_reports() -> int:
    """Count reports not answered in time and remind the staff of late disputes; return the number of both."""
    return reports.count_due() + disputes.remind_due()


@shared_task(name="league.competitions.tasks.pair_due", time_limit=PATIENCE)
def pair_due() -> int:
    """Pair the big Swiss rounds that wait; return their number."""
    return rounds.pair_due()


@shared_task(name=calling.TASK)
def call_next() -> int:
    """Call matches to free tables and end the calls that nobody followed; return the number of halls that changed."""
    return calling.call_due()


@shared_task(name="league.competitions.tasks.remind")
def remind() -> int:
    """Remind players of fixtures opened, within a day, or about to expire; return their number."""
    return reminders.remind_due()


@shared_task(name="league.competitions.tasks.check_in")
def check_in() -> int:
    """Remind entrants to check in and end overdue check-ins; return the number of both."""
    return check_ins.close_due()


@shared_task(name="league.competitions.tasks.send_letters")
def send_letters() -> int:
    """E-mail personal links and invitations to addresses typed by organisers; return their number."""
    return emails.send()


@shared_task(name="league.competitions.tasks.forget_availability")
def forget_availability() -> int:
    """Delete who said that they can play, once the line-ups are open; return the number of answers."""
    return availability.forget()


@shared_task(name="league.competitions.tasks.sweep", time_limit=PATIENCE)
def sweep() -> int:
    """Recompute running competitions, retry failed results, forget unused halls; return the number changed."""
    return closing.sweep() + results.collect(stubborn=True) + halls.forget_unused()


@shared_task(name="league.competitions.tasks.demo_tick")
def demo_tick() -> bool:
    """Open the next demo cup and the next match of each other game; return whether any opened."""
    if not settings.DEMO:
        return False
    is_shown = Competition.objects.filter(demo=True).exists() and demo.keep_showing()
    return demo.reopen() or bool(is_shown)
