"""An evening at real tables in the REST API: round and clock, check-in, walk-ins, the matchday grid.

Every view is door, verb, answer.
"""

from typing import Any
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.competitions.api import serializers as shapes
from league.competitions.api.base import Api
from league.competitions.models.roles import Right
from league.competitions.policy import access
from league.competitions.policy.parties import plays_for
from league.competitions.setup.stages import evening_of
from league.evenings import attendance, clocks, grid
from league.evenings.evening import Evening, evening
from league.evenings.models import RoundClock
from matches.api.bodies import without_body
from matches.api.shapes import shape_of

FaceOut = shape_of(clocks.Face)
StandingOut = shape_of(
    attendance.Standing, ["entrant", "name", "answer"], name=serializers.CharField(source="entrant.name")
)


EveningOut = shape_of(
    Evening,
    ["is_evening", "round", "ahead", "rounds", "left", "clock", "tables", "check_in"],
    about="The current state of an evening; ``round`` and ``ahead`` are rounds counted from 1, null for none.",
    parts=[FaceOut, shapes.FixtureOut],
    round=serializers.IntegerField(source="now.round.step", allow_null=True, help_text="Being played, or played last."),
    ahead=serializers.IntegerField(source="ahead.step", allow_null=True, help_text="The one that people check in for."),
    check_in=StandingOut(many=True, source="attendance"),
)


class ClockIn(serializers.Serializer[Any]):
    """``start`` (with ``minutes`` for a new clock), ``pause``, or ``add`` ``minutes`` (negative: less)."""

    do = serializers.ChoiceField(choices=["start", "pause", "add"])
    minutes = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=-clocks.MOST_ADDED, max_value=clocks.MOST_MINUTES
    )


class AttendanceIn(serializers.Serializer[Any]):
    """Here, skip one, or going home."""

    answer = serializers.ChoiceField(choices=list(attendance.ANSWERS))


class CellsIn(serializers.Serializer[Any]):
    """One row of the grid, as typed; an empty cell is no result."""

    fixture = serializers.UUIDField()
    home = serializers.CharField(required=False, allow_blank=True, default="", max_length=12)
    away = serializers.CharField(required=False, allow_blank=True, default="", max_length=12)
    home_kicks = serializers.CharField(required=False, allow_blank=True, default="", max_length=12)
    away_kicks = serializers.CharField(required=False, allow_blank=True, default="", max_length=12)


class GridIn(serializers.Serializer[Any]):
    """A matchday; ``reason`` is needed to change an existing result."""

    rows = CellsIn(many=True)
    reason = serializers.CharField(required=False, allow_blank=True, default="", max_length=300)


class GridOut(serializers.Serializer[Any]):
    """The number of new or corrected results."""

    entered = serializers.IntegerField()


class OneEvening(Api):
    @extend_schema(responses=EveningOut)
    def get(self, request: Request, competition_id: UUID) -> Response:
        """Return the round, its tables and its clock, and the check-in for the next."""
        competition = access.door(request.user, competition_id)
        is_evening = evening_of(competition.stages.all()) is not None
        return Response(EveningOut(evening(competition) if is_evening else Evening()).data)


class Clock(Api):
    @extend_schema(request=ClockIn, responses=FaceOut)
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Start the clock, stop it, or give the round more minutes."""
        competition, by, data = self.competition_with(competition_id), self.signed_in(), self.checked_body(ClockIn)
        turned: RoundClock
        if data["do"] == "start":
            turned = clocks.start(competition=competition, by=by, minutes=data["minutes"])
        elif data["do"] == "pause":
            turned = clocks.pause(competition=competition, by=by)
        elif data["minutes"]:
            turned = clocks.add(competition=competition, by=by, minutes=data["minutes"])
        else:
            raise ValidationError({"minutes": ["How many minutes?"]})
        return Response(FaceOut(clocks.face(turned)).data)


class WalkIn(Api):
    @without_body(responses={201: shapes.EntrantOut})
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Come in: before the start like everybody, later from the next round on."""
        by = self.signed_in()
        entrant = attendance.walk_in(competition=access.door(by, competition_id), player=by)
        return Response(shapes.EntrantOut(entrant).data, status=201)


class CheckIn(Api):
    @extend_schema(request=AttendanceIn, responses=StandingOut)
    def post(self, request: Request, competition_id: UUID, entrant_id: UUID) -> Response:
        """Answer here, skip or home for an entrant, as its player or an organiser."""
        by = self.signed_in()
        competition = access.door(by, competition_id)
        entrant = access.entrant_or_404(competition, entrant_id)
        if Right.RUN not in competition.rights and not plays_for(by, entrant):
            raise Http404
        answer = self.checked_body(AttendanceIn)["answer"]
        now = attendance.answer(entrant=entrant, by=by, reply=answer)
        return Response(StandingOut(attendance.Standing(now, answer)).data)


class Grid(Api):
    @extend_schema(request=GridIn, responses=GridOut)
    def post(self, request: Request, competition_id: UUID, number: int) -> Response:
        """Enter the results of a round, all of them or none; a 400 names every bad cell."""
        competition, data = self.competition_with(competition_id, Right.DECIDE), self.checked_body(GridIn)
        cells = {str(row["fixture"]): {column: row[column] for column in grid.COLUMNS} for row in data["rows"]}
        try:
            entered = grid.enter(
                competition=competition, number=number, by=self.signed_in(), cells=cells, reason=data["reason"]
            )
        except grid.BadCells as bad:
            errors = [f"{fixture} {column}: {error}" for (fixture, column), error in bad.cells.items()]
            raise ValidationError({"rows": errors}) from bad
        return Response(GridOut({"entered": entered}).data)
