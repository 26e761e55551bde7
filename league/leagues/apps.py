"""The Django app ``league.leagues``."""

from league.registry import LeagueAppConfig


class LeaguesConfig(LeagueAppConfig):
    name = "league.leagues"
    label = "leagues"
