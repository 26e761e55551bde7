"""The Django app ``league.players``."""

from league.registry import LeagueAppConfig


class PlayersConfig(LeagueAppConfig):
    name = "league.players"
    label = "players"

    def ready(self) -> None:
        """Listen to django-allauth."""
        super().ready()
        from allauth.account.signals import email_removed

        from league.players.adapter import tell_removed

        email_removed.connect(tell_removed, dispatch_uid="players.tell_removed")
