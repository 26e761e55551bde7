"""The accidents of a season in the REST API: inactive entrants, bulk actions, substitutes, leave.

Every view is door, verb, answer; an action without ``confirmed`` answers 409 with its effects and does nothing.
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

from league.competitions.actions.shapes import ConfirmedIn
from league.competitions.api import serializers as shapes
from league.competitions.api.base import Api
from league.competitions.log.verdicts import WAYS
from league.competitions.models import Competition, Entrant
from league.competitions.models.roles import Right
from league.competitions.pages.reading import entry_of
from league.competitions.policy import access
from league.competitions.policy.parties import plays_for
from league.seasons.models import Leave, Substitution
from league.seasons.verbs import early_closing, inactivity, leaves, shortening, substitutes
from league.seasons.verbs.substitutes import Successor
from league.typed import whole_number


class SignOut(serializers.Serializer[Any]):
    """One entrant and its last activity."""

    entrant = serializers.UUIDField(source="entrant.id")
    name = serializers.CharField(source="entrant.name")
    table = serializers.DateTimeField(allow_null=True, help_text="Last at a table of this competition.")
    answer = serializers.DateTimeField(allow_null=True, help_text="Last proposed, answered or reported in it.")
    login = serializers.DateTimeField(allow_null=True, help_text="Last log-in, as far as it is known.")
    days = serializers.IntegerField(help_text="Whole days without activity.")
    inactive = serializers.BooleanField(help_text="No activity for the number of days asked for.")
    unplayed = serializers.IntegerField(help_text="Open matches.")
    overdue = serializers.IntegerField(help_text="Of those: past the end of their round's window.")


class ManyIn(ConfirmedIn):
    """Several entrants."""

    entrants = serializers.ListField(child=serializers.UUIDField(), min_length=1, max_length=1024)


class EndAtIn(ConfirmedIn):
    """The matchday, by the number of its round; ``at_once``: earlier unplayed matches are void too."""

    number = serializers.IntegerField(min_value=1)
    at_once = serializers.BooleanField(default=False)


class CloseIn(ConfirmedIn):
    """The way to make the table of a season that cannot be played out; ``number``: the last round that counts."""

    way = serializers.ChoiceField(choices=WAYS)
    number = serializers.IntegerField(min_value=1, required=False, help_text="Of its round; for ``matchday`` alone.")


class SubstituteIn(ConfirmedIn):
    """The new player, one of three."""

    waiting = serializers.UUIDField(
        required=False, allow_null=True, default=None, help_text="The entrant who waited for a place."
    )
    name = serializers.CharField(
        required=False, allow_blank=True, default="", max_length=40, help_text="A typed name; it gets a personal link."
    )
    bot = serializers.BooleanField(default=False, help_text="The next free house bot.")


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


class DaysIn(serializers.Serializer[Any]):
    """Days off for each entrant in the whole competition; 0: none."""

    days = serializers.IntegerField(min_value=0, max_value=leaves.MOST_DAYS)


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
        days = whole_number(request.query_params.get("days", str(inactivity.USUAL)), 0)
        if not 1 <= days <= inactivity.MOST_DAYS:
            raise ValidationError({"days": [f"A number from 1 to {inactivity.MOST_DAYS}."]})
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


class WithdrawMany(Api):
    @extend_schema(request=ManyIn, responses=shapes.CompetitionOut)
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Withdraw entrants together, each by the policy of the competition."""
        competition, data = self.competition_with(competition_id), self.checked_body(ManyIn)
        inactivity.withdraw_many(
            competition=competition,
            entrants=data["entrants"],
            by=self.signed_in(),
            reason=data["reason"],
            consent=data["consent"],
        )
        return self.competition_answer(competition_id)


class Shorten(Api):
    @extend_schema(request=ConfirmedIn, responses=shapes.CompetitionOut)
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Void the second meeting of every pair, while none has begun."""
        competition = self.competition_with(competition_id)
        shortening.shorten(competition=competition, by=self.signed_in(), **self.checked_body(ConfirmedIn))
        return self.competition_answer(competition_id)


class EndAt(Api):
    @extend_schema(request=EndAtIn, responses=shapes.CompetitionOut)
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Void unplayed matches after a matchday; played ones count, the table stands."""
        competition, data = self.competition_with(competition_id), self.checked_body(EndAtIn)
        shortening.end_at(
            competition=competition,
            number=data["number"],
            by=self.signed_in(),
            reason=data["reason"],
            at_once=data["at_once"],
            consent=data["consent"],
        )
        return self.competition_answer(competition_id)


class CloseEarly(Api):
    @extend_schema(request=CloseIn, responses=shapes.CompetitionOut)
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Close the running stage: undecided matches are void, the table is made by ``way``."""
        competition, data = self.competition_with(competition_id), self.checked_body(CloseIn)
        early_closing.close_early(
            competition=competition,
            way=data["way"],
            number=data.get("number"),
            by=self.signed_in(),
            reason=data["reason"],
            consent=data["consent"],
        )
        return self.competition_answer(competition_id)

    @extend_schema(request=ConfirmedIn, responses=shapes.CompetitionOut)
    def delete(self, request: Request, competition_id: UUID) -> Response:
        """Take the early end back, until the next stage or season has begun by it."""
        competition, data = self.competition_with(competition_id), self.checked_body(ConfirmedIn)
        early_closing.reopen(
            competition=competition, by=self.signed_in(), reason=data["reason"], consent=data["consent"]
        )
        return self.competition_answer(competition_id)


class Substitute(Api):
    @extend_schema(request=SubstituteIn, responses=shapes.EntrantOut)
    def post(self, request: Request, competition_id: UUID, entrant_id: UUID) -> Response:
        """Let a substitute take over an entrant's record and remaining matches."""
        competition = self.competition_with(competition_id)
        entrant, data = access.entrant_or_404(competition, entrant_id), self.checked_body(SubstituteIn)
        successor = Successor(data["waiting"], data["name"], data["bot"])
        substitutes.substitute(
            entrant=entrant, by=self.signed_in(), successor=successor, reason=data["reason"], consent=data["consent"]
        )
        return _entrant(competition, entrant_id)


class Alternate(Api):
    @extend_schema(request=ConfirmedIn, responses=shapes.EntrantOut)
    def post(self, request: Request, competition_id: UUID, entrant_id: UUID) -> Response:
        """Let the first of the waiting list play in a knockout for an entrant who missed the first round."""
        competition = self.competition_with(competition_id)
        entrant = access.entrant_or_404(competition, entrant_id)
        substitutes.alternate(entrant=entrant, by=self.signed_in(), **self.checked_body(ConfirmedIn))
        return _entrant(competition, entrant_id)


def _entrant(competition: Competition, entrant_id: UUID) -> Response:
    """Return the entrant's current state, for the organiser."""
    now = access.entrant_or_404(competition, entrant_id)
    return Response(shapes.EntrantOut(now, context={"organiser": True}).data)


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


class OneLeave(Api):
    @extend_schema(responses={204: None})
    def delete(self, request: Request, competition_id: UUID, leave_id: UUID) -> Response:
        """Take a leave back; one that has begun ends now."""
        by = self.signed_in()
        competition = access.door(by, competition_id)
        row = competition.leaves.select_related("entrant").filter(id=leave_id).first()
        if Right.RUN not in competition.rights and (row is None or not plays_for(by, row.entrant)):
            raise Http404
        if row is not None:
            leaves.take_back(leave=row, by=by)
        return Response(status=204)


class LeaveDays(Api):
    @extend_schema(request=DaysIn, responses=shapes.CompetitionOut)
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Set the days off of each entrant."""
        competition = self.competition_with(competition_id)
        leaves.allow(competition=competition, days=self.checked_body(DaysIn)["days"], by=self.signed_in())
        return self.competition_answer(competition_id)


def _own(by: Any, competition: Competition) -> Entrant | None:
    """Return the reader's own entrant."""
    own = entry_of(by, competition)
    return own if own is not None and own.status == Entrant.Status.ENTERED else None
