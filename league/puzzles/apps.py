from league.registry import LeagueAppConfig


class PuzzlesConfig(LeagueAppConfig):
    name = "league.puzzles"
    label = "puzzles"
