"""Import once what web processes, workers and beat need, in the supervisor, which is then forked for each (Linux).

Alone each of them imports a hundred MB; forked they share one copy of it, and a restart costs no import. Nothing may
run beside the thread that is forked, and nothing be open: ``load`` imports, and asks neither store.
"""

import contextlib
import gc
import importlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import django
import uvicorn
from billiard.util import get_pdeathsig  # type: ignore[attr-defined]  # its stubs do not know it
from django.apps import apps
from django.conf import settings
from django.core.management.base import SystemCheckError
from django.urls import reverse
from django.utils import translation

import engines
from deploy.variables import env_bool, env_int
from engines.judging import judge_of

__all__ = ["SystemCheckError", "load", "run"]

PROGRAMS = ("celery.bin.celery", "celery.bin.worker", "celery.bin.beat", "celery.apps.worker", "celery.apps.beat")
"""Modules that ``celery`` imports while it starts; ``uvicorn`` is imported by ``deploy.asgi``."""
PARTS = (
    "celery.concurrency.prefork",
    "celery.concurrency.thread",
    "celery.worker.autoscale",
    "celery.worker.components",
    "celery.worker.consumer",
    "celery.worker.consumer.delayed_delivery",
    "celery.app.amqp",
    "celery.app.control",
    "celery.app.events",
    "celery.app.log",
    "celery.events",
    "celery.events.state",
)
"""Modules that a worker imports by name, at the latest with its first task."""
OURS = ("kombu.transport.redis", "uvicorn.protocols.websockets.websockets_sansio_impl", "deploy.beat", "deploy.asgi")
"""The same, of what our settings and commands name."""
PAGES = "deploy.urls"


def load(around: dict[str, str]) -> None:
    """Import everything, as a process of the environment ``around`` would. Raises SystemCheckError."""
    with _environment(around):
        django.setup()
        from deploy.celery import app  # noqa: PLC0415  settings read the environment

        for module in (*PROGRAMS, *PARTS, *OURS, PAGES):
            importlib.import_module(module)
        app.loader.import_default_modules()  # runs Django's checks too, which each child of a worker would do again
        app.finalize()
        for slug in engines.games():
            engines.get(slug)
            judge_of(slug)
        for model in apps.get_models():
            model._meta.get_fields()  # the first query would work them out, in each process
        for language, _name in settings.LANGUAGES:
            with translation.override(language):
                translation.gettext("Close")  # reads the language's catalogue
        reverse("home")  # makes the table of addresses
    get_pdeathsig()  # each child of a worker asks this library for the same, whose first answer takes 13 MB
    gc.collect()
    gc.freeze()  # the collector would write to each object, and so copy its page


def run(command: list[str], around: dict[str, str]) -> None:
    """Be the process that ``command`` of ``deploy.processes`` would start in the environment ``around``."""
    os.environ.clear()
    os.environ.update(around, CELERY_SKIP_CHECKS="1")
    sys.argv = command  # a worker that is told to begin anew executes this
    # The settings were read in the environment of a worker. These two differ from process to process.
    settings.METRICS_PORT = env_int("METRICS_PORT", 0)
    if env_bool("DATABASE_POOL", True):
        for alias, options in settings.DATABASE_POOLS.items():
            settings.DATABASES[alias]["OPTIONS"] |= options
    if Path(command[0]).name == "uvicorn":
        uvicorn.main(command[1:])
    else:
        from deploy.celery import app  # noqa: PLC0415

        sys.exit(app.start(command[1:]))


@contextlib.contextmanager
def _environment(around: dict[str, str]) -> Iterator[None]:
    """Have the environment ``around`` for a moment: stores that the supervisor starts anew are not to inherit it."""
    before = dict(os.environ)
    os.environ.clear()
    os.environ.update(around)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
