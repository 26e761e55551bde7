"""The Django app of live matches."""

from django.apps import AppConfig

from matches.compat import clock

clock.play_by_the_database()  # before any model is made: defaults keep a reference to it


class MatchesConfig(AppConfig):
    name = "matches"
    verbose_name = "Matches"
