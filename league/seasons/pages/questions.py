"""The question "in or out" on a page of the next season, for its reader."""

from django.db.models import Exists, OuterRef, QuerySet

from league.competitions.models import Competition, Entrant
from league.seasons.models import Renewal


def question_to(competition: Competition, entry: Entrant | None) -> Renewal | None:
    """Return the reader's unanswered question for ``entry``; one query, or none without an earlier season."""
    if entry is None or competition.previous_id is None or competition.status != Competition.Status.REGISTRATION:
        return None
    return _unanswered().filter(entrant=entry).select_related("asking").first()


def is_asked() -> Exists:
    """Return whether the entrant that is ``OuterRef("pk")`` has such a question."""
    return Exists(_unanswered().filter(entrant=OuterRef("pk")).order_by())


def _unanswered() -> QuerySet[Renewal]:
    return Renewal.objects.filter(answer=Renewal.Answer.NONE, asking__closed_at=None)
