"""The question "in or out" as a page of the next season asks it of whoever reads it."""

from __future__ import annotations

from league.competitions.models import Competition, Entrant
from league.seasons.models import Renewal


def question_to(competition: Competition, entry: Entrant | None) -> Renewal | None:
    """What is asked of the reader's own ``entry`` and not answered; one query, and none where there was no season
    before."""
    if entry is None or competition.previous_id is None or competition.status != Competition.Status.REGISTRATION:
        return None
    rows = Renewal.objects.filter(entrant=entry, answer=Renewal.Answer.NONE, asking__closed_at=None)
    return rows.select_related("asking").first()
