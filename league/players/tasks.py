"""Celery tasks of players: sending mails, deleting old rows, running the bots' ladder."""

from typing import Any

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from league.players.verbs import bots, idle_guests, ladder, notify, sessions

BEAT: dict[str, dict[str, Any]] = {
    "players-send-mails": {"task": "league.players.tasks.send_mails", "schedule": 15.0},
    "players-ladder": {"task": "league.players.tasks.ladder_turn", "schedule": 60.0},
    "players-levels": {"task": "league.players.tasks.name_levels", "schedule": 1800.0},
    "players-forget": {"task": "league.players.tasks.forget", "schedule": 24 * 3600.0},
    "players-forget-guests": {"task": "league.players.tasks.forget_guests", "schedule": 3600.0},
    "players-throw-away": {"task": "league.players.tasks.throw_away", "schedule": 3600.0},
}


@shared_task(name="league.players.tasks.send_mails")
def send_mails() -> int:
    """Send the mails of notifications, where mail is set up; return how many."""
    return notify.send_mails() + notify.send_digests() if settings.EMAIL_IS_REAL else 0


@shared_task(name="league.players.tasks.throw_away")
def throw_away() -> int:
    """Delete old notifications; return how many."""
    return notify.throw_away()


@shared_task(name="league.players.tasks.forget")
def forget() -> int:
    """Delete expired sessions; return how many. Safe to repeat."""
    return sessions.forget(timezone.now())


@shared_task(name="league.players.tasks.forget_guests")
def forget_guests() -> int:
    """Delete idle guests; return how many. Each hour: one run looks at some 1,400, and a site may get more in a day."""
    return idle_guests.delete_idle(timezone.now())


@shared_task(name="league.players.tasks.name_levels")
def name_levels() -> int:
    """Give house bots of the release before their level, half an hour after beat's start; return how many."""
    return bots.name_levels()


@shared_task(name="league.players.tasks.ladder_turn")
def ladder_turn() -> str:
    """Count and open matches of the bots' ladder, where there is one; return the new match."""
    opened = ladder.turn() if settings.BOT_LADDER else None
    return "" if opened is None else str(opened.pk)
