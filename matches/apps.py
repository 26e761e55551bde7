"""The Django app of live matches."""

from django.apps import AppConfig

from matches.compat import clock

clock.play_by_the_database()  # before any model is made, whose defaults remember it


class MatchesConfig(AppConfig):
    """Live matches on the shared engines."""

    name = "matches"
    verbose_name = "Matches"
