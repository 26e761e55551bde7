"""Board tables and the figures of teams in the REST API, read as their pages read them."""

from typing import Any
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.fields import number
from league.competitions.api.base import Api
from league.competitions.api.etags import names_in, tagged
from league.competitions.derivation.team_figures import TeamBoard, TeamFigures, figures_of_teams
from league.competitions.policy import access
from league.leagues.boards import MOST, BoardLine, Boards, ShownBoard, boards_of
from matches.api.questions import asked
from matches.api.shapes import shape_of

BoardLineOut = shape_of(BoardLine, called="BoardLine")
BoardTableOut = shape_of(ShownBoard, called="BoardTable", parts=[BoardLineOut])
BoardTablesOut = shape_of(Boards, called="BoardTables", parts=[BoardTableOut])
TeamFiguresOut = shape_of(TeamFigures, called="TeamFigures", parts=[shape_of(TeamBoard, called="TeamBoard")])


class FiguresOfTeam(Api):
    @extend_schema(operation_id="team_figures", responses=TeamFiguresOut)
    def get(self, request: Request, competition_id: UUID, entrant_id: UUID) -> Response:
        """Return the ties of a team that are over, and its boards in them; 404 where no teams play."""
        competition = access.door(request.user, competition_id)
        entrant = access.entrant_or_404(competition, entrant_id)
        if not competition.of_teams:
            raise Http404
        return Response(TeamFiguresOut(figures_of_teams(competition).get(entrant.pk, TeamFigures())).data)


class BoardTables(Api):
    @extend_schema(
        operation_id="board_tables",
        parameters=[
            OpenApiParameter(
                "least",
                int,
                description="Fewest matches of a ranked person, 1 to 99; usually half of the rounds so far.",
            )
        ],
        responses=BoardTablesOut,
    )
    def get(self, request: Request, competition_id: UUID) -> Response:
        """Return the best on each board of a competition of teams, and on all of them; 404 where no teams play."""
        competition = access.door(request.user, competition_id)
        if not competition.of_teams:
            raise Http404
        least = asked(request, "least", number(1, MOST))
        names = names_in(competition)
        return tagged(request, competition, "reader", lambda: self._tables(competition, least), names)

    def _tables(self, competition: Any, least: int | None) -> Any:
        return BoardTablesOut(boards_of(competition, least)).data
