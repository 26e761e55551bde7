"""Celery application and beat's timetable.

Tasks live in the apps (``matches.tasks``, ``league.*.tasks``). Each such module may define ``BEAT``: entry name ->
``{"task": ..., "schedule": seconds or crontab}``. Beat's timetable is all of them together; duplicate names are an
error. A task not taken in time by a worker expires: the next one does the same, so nothing piles up.
"""

import gc
import importlib
import os
import time
import warnings
from typing import Any

from celery import Celery, Task, signals
from celery.worker.request import Request
from django.apps import apps
from django.utils.module_loading import module_has_submodule

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

from django.conf import settings

from matches import metrics

PACKAGES = ("matches", "league", "deploy")
"""Packages with this project's Django apps; apps of libraries bring no entries."""


def rooms() -> list[str]:
    """Return the installed apps of this project that have a module of tasks. Django must be set up."""
    own = [config for config in apps.get_app_configs() if config.name.partition(".")[0] in PACKAGES]
    return [config.name for config in own if config.module and module_has_submodule(config.module, "tasks")]


def _seconds(schedule: Any) -> float:
    """Return how long one entry is valid: until the next one; for calendar entries a day at most."""
    return float(schedule) if isinstance(schedule, (int, float)) else 3600.0


def timetable() -> dict[str, dict[str, Any]]:
    """Return beat's timetable: the ``BEAT`` of every installed app's tasks. Django must be set up."""
    entries: dict[str, dict[str, Any]] = {}
    for room in rooms():
        for name, entry in getattr(importlib.import_module(f"{room}.tasks"), "BEAT", {}).items():
            if name in entries:
                raise ValueError(f"two entries of beat's timetable are called {name}")
            entries[name] = {"options": {"expires": max(10.0, _seconds(entry["schedule"]))}, **entry}
    return entries


# In a container, and on a laptop where root runs it, that is known; tasks travel as JSON, never as pickles.
warnings.filterwarnings("ignore", message="You're running the worker with superuser")


class MeasuredRequest(Request):
    """A task in the worker's own process, which measures it until it is done, has failed or was killed."""

    outcome = ""

    def _note(self, outcome: str) -> None:
        from deploy.metrics import count_task  # needs Django set up

        if metrics.on and not self.outcome:
            count_task(self.name, outcome, time.time() - (self.time_start or time.time()))
        self.outcome = self.outcome or outcome

    def acknowledge(self) -> None:
        self._note("ok")
        super().acknowledge()

    def on_failure(self, *args: Any, **options: Any) -> Any:
        self._note("failed")
        return super().on_failure(*args, **options)

    def on_timeout(self, soft: bool, timeout: float) -> None:
        if not soft:
            self._note("killed")
        super().on_timeout(soft, timeout)


class MeasuredTask(Task):  # type: ignore[type-arg]  # of any signature
    """The base of all tasks. Those that open matches or call deadlines wait while the site is closed for work."""

    abstract = True

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        from deploy.closing import waits  # needs Django set up

        return None if waits(self.name) else super().__call__(*args, **kwargs)

    Request = "deploy.celery:MeasuredRequest"


app = Celery("tabellone", task_cls=MeasuredTask)
app.conf.update(settings.CELERY)
app.autodiscover_tasks(rooms)


@signals.before_task_publish.connect
def _stamp_task(headers: dict[str, Any], **_: Any) -> None:
    """Write into a task when it was sent: the age of a queue is that of its oldest task."""
    headers["sent_at"] = round(time.time(), 3)


@signals.worker_before_create_process.connect
def _share_what_is_loaded(**_: Any) -> None:
    """Keep what is loaded out of the collector's way: in a child it would write to each page, and get a copy of it."""
    gc.collect()
    gc.freeze()


@signals.worker_init.connect
def _serve_worker_metrics(**_: Any) -> None:
    from deploy.metrics import serve

    serve("worker")


@signals.beat_init.connect
def _serve_beat_metrics(**_: Any) -> None:
    from deploy.metrics import serve

    serve("beat")


@signals.beat_init.connect
def _fill_timetable(sender: Any, **_: Any) -> None:
    """Fill the timetable at beat's start, when Django is set up and tasks can be imported."""
    app.loader.import_default_modules()
    sender.scheduler.merge_inplace(timetable())
