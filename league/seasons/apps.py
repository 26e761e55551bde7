from league.registry import LeagueAppConfig


class SeasonsConfig(LeagueAppConfig):
    name = "league.seasons"
    label = "seasons"
