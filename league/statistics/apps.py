"""The Django app ``league.statistics``."""

from django.apps import AppConfig


class StatisticsConfig(AppConfig):
    """See the package's docstring."""

    name = "league.statistics"
    label = "statistics"
