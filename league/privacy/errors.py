from league.errors import LeagueError


class PrivacyError(LeagueError):
    """An archive or a deletion is refused."""
