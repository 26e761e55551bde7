"""The Django app ``league.players``."""

from django.apps import AppConfig


class PlayersConfig(AppConfig):
    """See the package's docstring."""

    name = "league.players"
    label = "players"
