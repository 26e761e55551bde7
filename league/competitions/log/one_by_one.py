"""Due work of many competitions: one that fails holds up no other."""

import logging
from collections.abc import Callable, Iterable
from typing import TypeVar

from django.db import InterfaceError, OperationalError

from league.competitions.log.locks import is_held

log = logging.getLogger("league.competitions.due")

Key = TypeVar("Key")


def total(work: Callable[[Key], int], keys: Iterable[Key]) -> int:
    """Return the sum of what ``work`` returns for each of ``keys``, without those that fail: these are logged.

    ``work`` is one transaction. A key that always fails would else end each run before the keys after it. Raises
    OperationalError, InterfaceError if the database is away.
    """
    count = 0
    for key in keys:
        try:
            count += work(key)
        except (OperationalError, InterfaceError) as error:
            if not is_held(error):
                raise
            log.info("%s waits for a lock: %s", key, error)
        except Exception:
            log.exception("due work of %s failed: %s.%s", key, work.__module__, work.__qualname__)
    return count
