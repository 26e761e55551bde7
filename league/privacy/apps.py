from league.registry import LeagueAppConfig


class PrivacyConfig(LeagueAppConfig):
    name = "league.privacy"
