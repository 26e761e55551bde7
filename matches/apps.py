"""The Django app of live matches."""

from django.apps import AppConfig
from django.db.backends.signals import connection_created
from django.utils import timezone

from matches.store import timing

timezone.now = timing.now  # before any model is made, whose defaults remember it
connection_created.connect(timing.ask, dispatch_uid="matches.store.timing")


class MatchesConfig(AppConfig):
    """Live matches on the shared engines."""

    name = "matches"
    verbose_name = "Matches"
