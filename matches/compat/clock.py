"""Django's ``timezone.now``, replaced by the database's clock for the whole process.

The gain is not speed: machines' clocks differ, and 200 verbs, every ``default=timezone.now`` and every ``auto_now``
must agree on what is due (``tests/matches/test_one_clock.py``). Tried with Django 5.2.19;
``tests/matches/test_compat.py`` fails when Django or Django REST framework keeps a reference to the function elsewhere.
"""

from django.db.backends.signals import connection_created
from django.utils import timezone

from matches.store import timing


def play_by_the_database() -> None:
    """Make Django's clock the database's. Call it before any model is made."""
    timezone.now = timing.now
    connection_created.connect(timing.ask_time, dispatch_uid="matches.store.timing")
