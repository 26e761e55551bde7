"""The Django app ``league.competitions``."""

from league.registry import LeagueAppConfig


class CompetitionsConfig(LeagueAppConfig):
    name = "league.competitions"
    label = "competitions"
