"""The Django app of live matches."""

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    """Live matches on the shared engines."""

    name = "matches"
    verbose_name = "Matches"
