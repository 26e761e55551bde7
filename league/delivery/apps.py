from league.registry import LeagueAppConfig


class DeliveryConfig(LeagueAppConfig):
    name = "league.delivery"
    label = "delivery"
