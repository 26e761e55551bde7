"""The question "in or out" on a page of the next season, for its reader."""

from league.competitions.models import Competition, Entrant
from league.seasons.models import Renewal


def question_to(competition: Competition, entry: Entrant | None) -> Renewal | None:
    """Return the reader's unanswered question for ``entry``; one query, or none without an earlier season."""
    if entry is None or competition.previous_id is None or competition.status != Competition.Status.REGISTRATION:
        return None
    rows = Renewal.objects.filter(entrant=entry, answer=Renewal.Answer.NONE, asking__closed_at=None)
    return rows.select_related("asking").first()
