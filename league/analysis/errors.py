from league.errors import LeagueError


class CannotSave(LeagueError):
    """This person cannot save this analysis."""

    code = "cannot_save"
    status = 403


class BadAnalysis(LeagueError):
    """An analysis that cannot be read; the sentence names its line or move."""

    code = "bad_analysis"
    status = 400


class SavedElsewhere(LeagueError):
    """Another page has saved this analysis since this one loaded it."""

    code = "saved_elsewhere"
    status = 409


class BotsAreBusy(LeagueError):
    """The bots of this process think for others now."""

    code = "busy"
    status = 503
