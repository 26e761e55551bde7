from league.registry import LeagueAppConfig


class LeaguesConfig(LeagueAppConfig):
    name = "league.leagues"
    label = "leagues"
