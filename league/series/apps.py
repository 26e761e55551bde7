"""The Django app ``league.series``."""

from django.apps import AppConfig


class SeriesConfig(AppConfig):
    """See the package's docstring."""

    name = "league.series"
    label = "series"
