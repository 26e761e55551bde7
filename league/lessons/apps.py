from league.registry import LeagueAppConfig


class LessonsConfig(LeagueAppConfig):
    name = "league.lessons"
    label = "lessons"
