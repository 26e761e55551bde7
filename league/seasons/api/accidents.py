"""The accidents of a season in the REST API: inactive entrants, bulk actions, substitutes, leave.

What is more than an action (``league.seasons.actions``); without ``confirmed`` it answers 409 with its effects and does
nothing.
"""

from datetime import date
from typing import Any
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.fields import number
from league.competitions.api.base import Api
from league.competitions.models import Competition, Entrant
from league.competitions.models.roles import Right
from league.competitions.pages.reading import entry_of
from league.competitions.policy import access
from league.seasons.actions.accidents import ManyIn
from league.seasons.models import Leave, Substitution
from league.seasons.verbs import inactivity, leaves
from matches.api.questions import asked
from matches.api.shapes import shape_of

SignOut = shape_of(
    inactivity.Sign,
    ["entrant", "name", "table", "answer", "login", "days", "inactive", "unplayed", "overdue"],
    name=serializers.CharField(source="entrant.name"),
)


class SubstitutionOut(serializers.ModelSerializer[Substitution]):
    """A substitution. Results up to ``position`` of the log are those of ``name_before``."""

    entrant = serializers.UUIDField(source="entrant_id")

    class Meta:
        model = Substitution
        fields = ["entrant", "name_before", "name_after", "position", "reason", "at"]


class ToldOut(serializers.Serializer[Any]):
    """The number of people told."""

    told = serializers.IntegerField()


class LeaveOut(serializers.ModelSerializer[Leave]):
    """Days off of an entrant."""

    entrant = serializers.UUIDField(source="entrant_id")

    class Meta:
        model = Leave
        fields = ["id", "entrant", "first", "last", "starts_at", "ends_at"]


class LeaveIn(serializers.Serializer[Any]):
    """From the first day to the last, both included; ``entrant``: for organisers, else your own."""

    first = serializers.DateField()
    last = serializers.DateField(required=False, allow_null=True, default=None, help_text="Left out: one day.")
    entrant = serializers.UUIDField(required=False, allow_null=True, default=None)


class Inactive(Api):
    @extend_schema(
        operation_id="inactive_list",
        parameters=[
            OpenApiParameter("days", int, description="Days without activity that make an entrant inactive; 7.")
        ],
        responses=SignOut(many=True),
    )
    def get(self, request: Request, competition_id: UUID) -> Response:
        """List every person's entrant with its last activity, the longest inactive first."""
        competition = self.competition_with(competition_id)
        days = asked(request, "days", number(1, inactivity.MOST_DAYS), inactivity.USUAL)
        return Response(SignOut(inactivity.signs(competition, days), many=True).data)


class Remind(Api):
    @extend_schema(request=ManyIn, responses=ToldOut)
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Remind entrants that their matches wait, at most once a day."""
        competition, data = self.competition_with(competition_id), self.checked_body(ManyIn)
        notified = inactivity.remind(
            competition=competition, entrants=data["entrants"], by=self.signed_in(), consent=data["consent"]
        )
        return Response(ToldOut({"told": notified}).data)


class Substitutions(Api):
    @extend_schema(operation_id="substitutions_list", responses=SubstitutionOut(many=True))
    def get(self, request: Request, competition_id: UUID) -> Response:
        """List every substitution, the first first."""
        competition = access.door(request.user, competition_id)
        return Response(SubstitutionOut(competition.substitutions.all(), many=True).data)


class Leaves(Api):
    token_scopes = {"POST": "compete"}

    @extend_schema(operation_id="leaves_list", responses=LeaveOut(many=True))
    def get(self, request: Request, competition_id: UUID) -> Response:
        """List every leave, the first first."""
        competition = access.door(request.user, competition_id)
        return Response(LeaveOut(competition.leaves.all(), many=True).data)

    @extend_schema(request=LeaveIn, responses={201: LeaveOut})
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Take leave: windows stand still, kick-offs within it move, opponents are told."""
        by = self.signed_in()
        competition = access.door(by, competition_id)
        entrant = _own(by, competition)
        if entrant is None and Right.RUN not in competition.rights:
            raise Http404
        data = self.checked_body(LeaveIn)
        if data["entrant"] and Right.RUN in competition.rights:
            entrant = access.entrant_or_404(competition, data["entrant"])
        if entrant is None:
            raise ValidationError({"entrant": ["Say for whom."]})
        first: date = data["first"]
        leave = leaves.take(entrant=entrant, first=first, last=data["last"] or first, by=by)
        return Response(LeaveOut(leave).data, status=201)


def _own(by: Any, competition: Competition) -> Entrant | None:
    """Return the reader's own entrant."""
    own = entry_of(by, competition)
    return own if own is not None and own.status == Entrant.Status.ENTERED else None
