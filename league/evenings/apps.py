"""The Django app ``league.evenings``."""

from django.apps import AppConfig


class EveningsConfig(AppConfig):
    """See the package's docstring."""

    name = "league.evenings"
    label = "evenings"
