"""The page ``/status/``: what works now, planned work, the last incidents."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, TypeAlias

import redis
from django.conf import settings
from django.db.models import F, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from deploy import health
from deploy.metrics import queues
from deploy.models import Incident
from league.delivery import mail
from league.players.verbs.notify import waiting_mails
from matches.models import Heartbeat, Maintenance, Outbox

SWEPT: Final = timedelta(seconds=10)
LATE: Final = 60.0
"""Seconds that a task or a result may wait before its part counts as slow."""
MAIL_LATE: Final = timedelta(minutes=10)
SHOWN: Final = timedelta(days=90)


@dataclass(frozen=True)
class Part:
    """A part of the site, with the kind of its chip."""

    name: str | Promise
    kind: str
    words: str | Promise


OK, SLOW, DOWN, OFF = _("Works"), _("Slow"), _("Does not work"), _("Not set up")
Measured: TypeAlias = "tuple[str, str | Promise]"


def _live_play(now: datetime) -> Measured:
    beat = Heartbeat.objects.filter(at__gt=now - SWEPT).exists()
    return ("ok", OK) if beat else ("bad", DOWN)


def _tasks(now: datetime) -> Measured:
    if health.CHECKS["beat"]() != "ok":
        return "bad", DOWN
    waits = Outbox.objects.filter(taken_at=None, created_at__lt=now - timedelta(seconds=LATE)).exists()
    slow = waits or queues()["celery"][1] > LATE
    return ("warn", SLOW) if slow else ("ok", OK)


def _mail(now: datetime) -> Measured:
    if not settings.EMAIL_IS_REAL:
        return "off", OFF
    since = now - MAIL_LATE
    late = mail.held_up().filter(made_at__lt=since).exists() or waiting_mails().filter(at__lt=since).exists()
    return ("warn", SLOW) if late else ("ok", OK)


MEASURES: Final[tuple[tuple[Promise, Callable[[datetime], Measured]], ...]] = (
    (_("Pages"), lambda now: ("ok", OK)),
    (_("Live play"), _live_play),
    (_("Background tasks"), _tasks),
    (_("Mail"), _mail),
)


def parts(now: datetime) -> list[Part]:
    """Measure every part now."""
    measured = []
    for name, measure in MEASURES:
        try:
            kind, words = measure(now)
        except (redis.RedisError, OSError):
            kind, words = "bad", DOWN
        measured.append(Part(name, CHIPS[kind], words))
    return measured


CHIPS: Final = {"ok": "won", "off": "done", "warn": "warn", "bad": "bad"}
"""Kinds of the component that shows them."""


@never_cache
def status(request: HttpRequest) -> HttpResponse:
    """Show ``/status/``. Without a database the page of errors says so."""
    now = timezone.now()
    lately = Q(ended_at=None) | Q(ended_at__gt=now - SHOWN)
    context = {
        "parts": parts(now),
        "planned": Maintenance.objects.filter(ended_at=None).order_by("begins_at"),
        "now": now,
        "incidents": Incident.objects.filter(lately)[:20],
        "works": Maintenance.objects.filter(ended_at__gt=now - SHOWN, begins_at__lt=F("ended_at"))[:20],
    }
    return render(request, "status.html", context)
