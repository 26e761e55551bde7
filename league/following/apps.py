from league.registry import LeagueAppConfig


class FollowingConfig(LeagueAppConfig):
    name = "league.following"
    label = "following"
