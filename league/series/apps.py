from league.registry import LeagueAppConfig


class SeriesConfig(LeagueAppConfig):
    name = "league.series"
    label = "series"
