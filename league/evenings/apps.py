from league.registry import LeagueAppConfig


class EveningsConfig(LeagueAppConfig):
    name = "league.evenings"
    label = "evenings"
