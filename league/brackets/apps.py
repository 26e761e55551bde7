from league.registry import LeagueAppConfig


class BracketsConfig(LeagueAppConfig):
    name = "league.brackets"
    label = "brackets"
