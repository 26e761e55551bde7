from league.registry import LeagueAppConfig


class ClassesConfig(LeagueAppConfig):
    name = "league.classes"
    label = "classes"
