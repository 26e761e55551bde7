"""The Django app ``league.statistics``."""

from league.registry import LeagueAppConfig


class StatisticsConfig(LeagueAppConfig):
    name = "league.statistics"
    label = "statistics"
