"""The wiring: a task that a web process sends goes to our broker."""

from __future__ import annotations

from importlib import import_module

from celery import current_app
from django.conf import settings

from deploy.celery import timetable
from deploy.environment import ROOT


def test_tasks_are_sent_to_our_broker():
    assert current_app.main == "tabellone"
    assert current_app.conf.broker_url == settings.VALKEY_URL


def test_the_timetable_holds_the_entries_of_every_module_of_tasks():
    written = {}
    for path in (*ROOT.glob("matches/**/tasks.py"), *ROOT.glob("league/**/tasks.py"), *ROOT.glob("deploy/tasks.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        written |= {entry: row["task"] for entry, row in getattr(import_module(name), "BEAT", {}).items()}
    assert {entry: row["task"] for entry, row in timetable().items()} == written
    assert "moderation-hints" in written  # left out while the list of apps was kept by hand


def test_every_entry_of_the_timetable_names_a_task_that_exists():
    current_app.loader.import_default_modules()
    assert {row["task"] for row in timetable().values()} <= set(current_app.tasks)
