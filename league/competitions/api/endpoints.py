"""The endpoints of the actions of competitions, and how each answers."""

from typing import Any, Final

from django.urls import URLPattern, path

from league.actions import Action
from league.api.endpoints import Answers, endpoint_of
from league.competitions.actions import subjects
from league.competitions.actions.every import ACTIONS
from league.competitions.api import serializers as shapes
from league.competitions.models import Competition
from league.competitions.models.roles import Right


def _context(competition: Competition, user: Any) -> dict[str, Any]:  # who is signed in
    """Return what an answer may show: to the organiser all keys, to a player those of their own side."""
    return {"organiser": Right.RUN in competition.rights, "player": user.pk}


ANSWERS: Final = Answers(
    {
        subjects.COMPETITION: shapes.CompetitionOut,
        subjects.ENTRANT: shapes.EntrantOut,
        subjects.ROUND: shapes.RoundOut,
        subjects.FIXTURE: shapes.FixtureOut,
    },
    _context,
)


def _path(action: Action) -> URLPattern:
    return path(f"{action.on.address}{action.at}", endpoint_of(action, ANSWERS).as_view(), name=action.name)


urlpatterns: Final = [_path(action) for action in ACTIONS if action.at is not None]
