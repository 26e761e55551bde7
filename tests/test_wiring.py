"""The wiring: a task that a web process sends goes to our broker."""

from __future__ import annotations

from celery import current_app
from django.conf import settings


def test_tasks_are_sent_to_our_broker():
    assert current_app.main == "tabellone"
    assert current_app.conf.broker_url == settings.VALKEY_URL
