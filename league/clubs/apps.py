"""The Django app ``league.clubs``."""

from django.apps import AppConfig


class ClubsConfig(AppConfig):
    """See the package's docstring."""

    name = "league.clubs"
    label = "clubs"
