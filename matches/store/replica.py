"""Reads of visitors' pages from a streaming copy of the database (``DATABASE_REPLICA_URL``), while it keeps up.

Only whole pages of readers without a session come from it: nobody's own write precedes them. A fragment that a page
fetches because something has just changed is read from the database itself, and so is a page that the copy does not
know yet or cannot answer.
"""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.models import Model
from django.utils import timezone

from matches.models import Heartbeat

log = logging.getLogger("matches.store.replica")

ALIAS: Final = "replica"
LAG: Final = timedelta(seconds=5)
"""Most age of the newest heartbeat in the copy; web processes write one a second."""
ASK_EVERY: Final = 2.0
"""Seconds for which an answer to "does it keep up?" is used."""

_is_reading: ContextVar[bool] = ContextVar("is_reading", default=False)


class Router:
    """Django's choice of a database: the copy for reads inside ``reading()``, else the database itself."""

    def db_for_read(self, _model: type[Model], **_hints: Any) -> str:
        return ALIAS if _is_reading.get() else DEFAULT_DB_ALIAS

    def db_for_write(self, _model: type[Model], **_hints: Any) -> str:
        return DEFAULT_DB_ALIAS

    def allow_relation(self, *_objects: Model, **_hints: Any) -> bool:
        return True

    def allow_migrate(self, db: str, _app_label: str, **_hints: Any) -> bool:
        return db == DEFAULT_DB_ALIAS


class _Copy:
    """The last known state of the copy, in this process."""

    def __init__(self) -> None:
        self._keeps_up, self._asked_at = False, float("-inf")

    def keeps_up(self) -> bool:
        if time.monotonic() - self._asked_at > ASK_EVERY:
            self._asked_at = time.monotonic()
            self._note(self._is_recent())
        return self._keeps_up

    def failed(self) -> None:
        self._asked_at = time.monotonic()
        self._note(False)

    def _is_recent(self) -> bool:
        try:
            beat = Heartbeat.objects.using(ALIAS).values_list("at", flat=True).first()
        except DatabaseError:
            connections[ALIAS].close()
            return False
        return beat is not None and timezone.now() - beat <= LAG

    def _note(self, keeps_up: bool) -> None:
        if keeps_up != self._keeps_up:
            log.warning("visitors' pages are read from %s", "the copy" if keeps_up else "the database: the copy lags")
        self._keeps_up = keeps_up


_copy = _Copy()


def keeps_up() -> bool:
    """Return whether there is a copy that is at most ``LAG`` behind."""
    return ALIAS in settings.DATABASES and _copy.keeps_up()


def failed() -> None:
    """Read pages from the database itself for ``ASK_EVERY`` seconds."""
    _copy.failed()


@contextmanager
def reading() -> Iterator[None]:
    """Let the models' reads in this context go to the copy."""
    token = _is_reading.set(True)
    try:
        yield
    finally:
        _is_reading.reset(token)
