from league.registry import LeagueAppConfig


class ModerationConfig(LeagueAppConfig):
    name = "league.moderation"
    label = "moderation"

    def ready(self) -> None:
        """Listen for sign-ins, for the hints about double accounts."""
        super().ready()
        from league.moderation import sightings

        sightings.listen()
