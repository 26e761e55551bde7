"""An evening at real tables in the REST API: the round and its clock, the check-in, walk-ins, the grid of a matchday.
Every view is door, verb, answer.
"""

from __future__ import annotations

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
from league.competitions.models import Competition
from league.competitions.models.roles import Right
from league.competitions.policy import access
from league.competitions.policy.parties import plays_for
from league.competitions.setup.stages import evening_of
from league.evenings import attendance, clocks, grid
from league.evenings.evening import evening
from league.evenings.models import RoundClock


class FaceOut(serializers.Serializer[Any]):
    """The clock of the round, by the server's time."""

    state = serializers.ChoiceField(choices=["none", "ready", "running", "stopped", "over"])
    left = serializers.IntegerField(help_text="Seconds.")
    ends_at = serializers.DateTimeField(allow_null=True, help_text="While it runs.")


class StandingOut(serializers.Serializer[Any]):
    """What one entrant has said for the next round; empty: nothing yet."""

    entrant = serializers.UUIDField(source="entrant.id")
    name = serializers.CharField(source="entrant.name")
    answer = serializers.CharField(help_text="here, skip, home, or empty.")


class EveningOut(serializers.Serializer[Any]):
    """An evening as it stands; ``round`` and ``ahead`` are rounds counted from 1, null for none."""

    is_evening = serializers.BooleanField(help_text="False for every other competition: all the rest is empty then.")
    round = serializers.IntegerField(allow_null=True, help_text="Being played, or played last.")
    ahead = serializers.IntegerField(allow_null=True, help_text="The one that people check in for.")
    rounds = serializers.IntegerField()
    left = serializers.IntegerField(help_text="Tables without a result.")
    clock = FaceOut(allow_null=True)
    tables = shapes.FixtureOut(many=True)
    check_in = StandingOut(many=True)


class ClockIn(serializers.Serializer[Any]):
    """``start`` (with ``minutes`` for a new clock), ``pause``, or ``add`` ``minutes`` (fewer than none: less)."""

    do = serializers.ChoiceField(choices=["start", "pause", "add"])
    minutes = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=-60, max_value=240)


class SaidIn(serializers.Serializer[Any]):
    """Here, skip one, or going home."""

    said = serializers.ChoiceField(choices=list(attendance.ANSWERS))


class CellsIn(serializers.Serializer[Any]):
    """One row of the grid, as typed; an empty cell is no result."""

    fixture = serializers.UUIDField()
    home = serializers.CharField(required=False, allow_blank=True, default="", max_length=12)
    away = serializers.CharField(required=False, allow_blank=True, default="", max_length=12)
    home_kicks = serializers.CharField(required=False, allow_blank=True, default="", max_length=12)
    away_kicks = serializers.CharField(required=False, allow_blank=True, default="", max_length=12)


class GridIn(serializers.Serializer[Any]):
    """A matchday; ``reason`` is needed where a result stands already."""

    rows = CellsIn(many=True)
    reason = serializers.CharField(required=False, allow_blank=True, default="", max_length=300)


class GridOut(serializers.Serializer[Any]):
    """How many results are new or corrected."""

    entered = serializers.IntegerField()


class Evening(Api):
    """An evening."""

    @extend_schema(responses=EveningOut)
    def get(self, request: Request, competition_id: UUID) -> Response:
        """The round, its tables and its clock, and who has checked in for the next."""
        return _evening(access.door(request.user, competition_id))


def _evening(found: Competition) -> Response:
    if evening_of(found.stages.all()) is None:
        nothing: dict[str, Any] = {"round": None, "ahead": None, "rounds": 0, "left": 0, "clock": None}
        return Response(EveningOut({"is_evening": False, **nothing, "tables": [], "check_in": []}).data)
    now = evening(found)
    said = {
        "is_evening": True,
        "round": now.now.round.step if now.now else None,
        "ahead": now.ahead.step if now.ahead else None,
        "rounds": now.rounds,
        "left": now.left,
        "clock": now.clock,
        "tables": now.tables,
        "check_in": now.attendance,
    }
    return Response(EveningOut(said).data)


class Clock(Api):
    """The clock of the round."""

    @extend_schema(request=ClockIn, responses=FaceOut)
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Start it, stop it, or give the round more minutes."""
        found, by, said = self.mine(competition_id), self.signed_in(), self.asked(ClockIn)
        turned: RoundClock
        if said["do"] == "start":
            turned = clocks.start(competition=found, by=by, minutes=said["minutes"])
        elif said["do"] == "pause":
            turned = clocks.pause(competition=found, by=by)
        elif said["minutes"]:
            turned = clocks.add(competition=found, by=by, minutes=said["minutes"])
        else:
            raise ValidationError({"minutes": ["How many minutes?"]})
        return Response(FaceOut(clocks.face(turned)).data)


class WalkIn(Api):
    """Walking in."""

    @extend_schema(request=None, responses={201: shapes.EntrantOut})
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Come in: before the start as everybody does, later from the next round on."""
        by = self.signed_in()
        made = attendance.walk_in(competition=access.door(by, competition_id), player=by)
        return Response(shapes.EntrantOut(made).data, status=201)


class CheckIn(Api):
    """The check-in before a round."""

    @extend_schema(request=SaidIn, responses=StandingOut)
    def post(self, request: Request, competition_id: UUID, entrant_id: UUID) -> Response:
        """Say here, skip or home for an entrant: by who plays for it, or who runs the competition."""
        by = self.signed_in()
        found = access.door(by, competition_id)
        entrant = access.entrant_or_404(found, entrant_id)
        if Right.RUN not in found.rights and not plays_for(by, entrant):
            raise Http404
        said = self.asked(SaidIn)["said"]
        now = attendance.answer(entrant=entrant, by=by, said=said)
        return Response(StandingOut(attendance.Standing(now, said)).data)


class Grid(Api):
    """A matchday at once."""

    @extend_schema(request=GridIn, responses=GridOut)
    def post(self, request: Request, competition_id: UUID, number: int) -> Response:
        """Enter the results of a round, all of them or none; a 400 names every bad cell."""
        found, said = self.mine(competition_id, Right.DECIDE), self.asked(GridIn)
        cells = {str(row["fixture"]): {column: row[column] for column in grid.COLUMNS} for row in said["rows"]}
        try:
            entered = grid.enter(
                competition=found, number=number, by=self.signed_in(), cells=cells, reason=said["reason"]
            )
        except grid.BadCells as bad:
            errors = [f"{fixture} {column}: {why}" for (fixture, column), why in bad.cells.items()]
            raise ValidationError({"rows": errors}) from bad
        return Response(GridOut({"entered": entered}).data)
