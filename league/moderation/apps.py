"""The Django app ``league.moderation``."""

from django.apps import AppConfig


class ModerationConfig(AppConfig):
    """See the package's docstring."""

    name = "league.moderation"
    label = "moderation"

    def ready(self) -> None:
        """Listen for sign-ins, for the hints about double accounts."""
        from league.moderation import sightings

        sightings.listen()
