"""The Celery application and beat's timetable. Tasks live in the rooms (``matches.tasks``, ``league.*.tasks``)."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

from django.conf import settings

app = Celery("tabellone")
app.conf.update(settings.CELERY)
app.autodiscover_tasks(["matches", "league.players", "league.competitions", "league.statistics"])
