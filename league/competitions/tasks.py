"""What Celery does for competitions: take results, open and close rounds, keep the demo alive.

Every task may run twice, late, or beside itself, and the state is the same: each only calls verbs that look again under
the competition's lock. Deadlines are rows; nothing here ever touches a running match but by leaving it a command.
"""

from __future__ import annotations

import logging
from typing import Any

from celery import shared_task
from django.conf import settings

from league.competitions import demo
from league.competitions.errors import CompetitionError
from league.competitions.models import Competition
from league.competitions.verbs import check_in as check_ins
from league.competitions.verbs import closing, disputes, emails, reminders, reports, results, rounds

log = logging.getLogger("league.competitions.tasks")

PATIENCE = 120
"""Seconds after which a task that recomputes is ended. It takes one or two; but on a machine that is very busy as many
times more, and one that is ended begins again from nothing."""

BEAT: dict[str, dict[str, Any]] = {
    "competitions-collect-results": {"task": "league.competitions.tasks.collect_results", "schedule": 2.0},
    "competitions-open-due-rounds": {"task": "league.competitions.tasks.open_due_rounds", "schedule": 10.0},
    "competitions-close-due-rounds": {"task": "league.competitions.tasks.close_due_rounds", "schedule": 15.0},
    "competitions-count-reports": {"task": "league.competitions.tasks.count_reports", "schedule": 20.0},
    "competitions-pair-due": {"task": "league.competitions.tasks.pair_due", "schedule": 3.0},
    "competitions-remind": {"task": "league.competitions.tasks.remind", "schedule": 60.0},
    "competitions-check-in": {"task": "league.competitions.tasks.check_in", "schedule": 15.0},
    "competitions-letters": {"task": "league.competitions.tasks.send_letters", "schedule": 10.0},
    "competitions-sweep": {"task": "league.competitions.tasks.sweep", "schedule": 60.0},
    "competitions-demo": {"task": "league.competitions.tasks.demo_tick", "schedule": 20.0},
}
"""Beat's rows of this app."""


@shared_task(name="league.competitions.tasks.collect_results", time_limit=PATIENCE)
def collect_results() -> int:
    """Take the results that wait; how many. Also named by ``settings.RESULT_TASK``, which a final move kicks."""
    return results.collect()


@shared_task(name="league.competitions.tasks.open_due_rounds", time_limit=PATIENCE)
def open_due_rounds() -> int:
    """Open the scheduled rounds whose window has come; how many."""
    opened = 0
    for competition_id, number in rounds.due_rounds():
        try:
            rounds.open_round(competition=Competition(id=competition_id), number=number, by=None)
            opened += 1
        except CompetitionError as refused:
            log.info("round %d of %s stays closed: %s", number, competition_id, refused)
    return opened


@shared_task(name="league.competitions.tasks.close_due_rounds", time_limit=PATIENCE)
def close_due_rounds() -> int:
    """Award what was not played in the windows that have ended; how many fixtures."""
    return closing.close_due()


@shared_task(name="league.competitions.tasks.count_reports")
def count_reports() -> int:
    """Let reports count that nobody answered in time, remind the staff of late disputes; how many of both."""
    return reports.count_due() + disputes.remind_due()


@shared_task(name="league.competitions.tasks.pair_due", time_limit=PATIENCE)
def pair_due() -> int:
    """Pair the big Swiss rounds that wait; how many."""
    return rounds.pair_due()


@shared_task(name="league.competitions.tasks.remind")
def remind() -> int:
    """Tell players of matches that have opened, begin within a day, or are about to be too late; how many fixtures."""
    return reminders.remind_due()


@shared_task(name="league.competitions.tasks.check_in")
def check_in() -> int:
    """Call those who have not checked in, end the check-ins whose time is over; how many of both."""
    return check_ins.close_due()


@shared_task(name="league.competitions.tasks.send_letters")
def send_letters() -> int:
    """Send personal links and invitations to the addresses that organisers gave; how many."""
    return emails.send()


@shared_task(name="league.competitions.tasks.sweep", time_limit=PATIENCE)
def sweep() -> int:
    """Find what a killed worker left: recompute every running competition, try stubborn results; how many changed."""
    return closing.sweep() + results.collect(stubborn=True)


@shared_task(name="league.competitions.tasks.demo_tick")
def demo_tick() -> bool:
    """Open the next demo cup when the last one has ended, and the next match of each other game; whether it did."""
    if not settings.DEMO:
        return False
    shown = Competition.objects.filter(demo=True).exists() and demo.keep_showing()
    return demo.reopen() or bool(shown)
