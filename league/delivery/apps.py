"""The Django app ``league.delivery``."""

from league.registry import LeagueAppConfig


class DeliveryConfig(LeagueAppConfig):
    name = "league.delivery"
    label = "delivery"
