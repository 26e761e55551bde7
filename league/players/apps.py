"""The Django app ``league.players``."""

from django.apps import AppConfig


class PlayersConfig(AppConfig):
    """See the package's docstring."""

    name = "league.players"
    label = "players"

    def ready(self) -> None:
        """Listen to django-allauth."""
        from allauth.account.signals import email_removed

        from league.players.adapter import tell_removed

        email_removed.connect(tell_removed, dispatch_uid="players.tell_removed")
