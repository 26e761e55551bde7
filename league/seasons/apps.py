"""The Django app ``league.seasons``."""

from django.apps import AppConfig


class SeasonsConfig(AppConfig):
    """See the package's docstring."""

    name = "league.seasons"
    label = "seasons"
