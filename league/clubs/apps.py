from league.registry import LeagueAppConfig


class ClubsConfig(LeagueAppConfig):
    name = "league.clubs"
    label = "clubs"
