"""How the API shows what the actions of competitions are about."""

from typing import Any, Final

from league.api.endpoints import Answers
from league.competitions import models
from league.competitions.api import serializers as shapes
from league.competitions.models import Competition
from league.competitions.models.roles import Right


def _context(house: Any, user: Any) -> dict[str, Any]:  # what an action's subject belongs to; who is signed in
    """Return what an answer may show: to the organiser all keys, to a player those of their own side."""
    return {"organiser": isinstance(house, Competition) and Right.RUN in house.rights, "player": user.pk}


ANSWERS: Final = Answers(
    {
        models.Competition: shapes.CompetitionOut,
        models.Entrant: shapes.EntrantOut,
        models.Round: shapes.RoundOut,
        models.Fixture: shapes.FixtureOut,
        models.Announcement: shapes.AnnouncementOut,
        models.Comment: shapes.CommentOut,
        models.Invitation: shapes.InvitationOut,
        models.Proposal: shapes.ProposalOut,
        models.Report: shapes.ReportOut,
        models.Dispute: shapes.DisputeOut,
        models.Staff: shapes.StaffOut,
        models.Absence: shapes.AbsenceOut,
        models.TeamLineUp: shapes.TeamLineUpOut,
        models.Availability: shapes.AvailabilityOut,
    },
    _context,
)
