"""The Django app ``league.competitions``."""

from django.apps import AppConfig


class CompetitionsConfig(AppConfig):
    """See the package's docstring."""

    name = "league.competitions"
    label = "competitions"
