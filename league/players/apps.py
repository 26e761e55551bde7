"""The Django app ``league.players``."""

from league.registry import LeagueAppConfig


class PlayersConfig(LeagueAppConfig):
    name = "league.players"
    label = "players"
