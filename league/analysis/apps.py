from league.registry import LeagueAppConfig


class AnalysisConfig(LeagueAppConfig):
    name = "league.analysis"
    label = "analysis"
