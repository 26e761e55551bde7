"""The accidents of a season in the REST API: who has gone quiet, bulk actions, substitutes, leave. Every view is door,
verb, answer; an action without ``confirmed`` answers 409 with its effects and does nothing.
"""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.competitions.api import serializers as shapes
from league.competitions.api.base import Api
from league.competitions.api.play import consent
from league.competitions.log.verdicts import WAYS
from league.competitions.models import Competition, Entrant
from league.competitions.models.roles import Right
from league.competitions.pages.reading import entry_of
from league.competitions.policy import access
from league.competitions.policy.parties import plays_for
from league.seasons.models import Leave, Substitution
from league.seasons.verbs import early_closing, inactivity, leaves, shortening, substitutes
from league.seasons.verbs.substitutes import Successor


class SignOut(serializers.Serializer[Any]):
    """One entrant and when it was last heard of."""

    entrant = serializers.UUIDField(source="entrant.id")
    name = serializers.CharField(source="entrant.name")
    table = serializers.DateTimeField(allow_null=True, help_text="Last at a table of this competition.")
    answer = serializers.DateTimeField(allow_null=True, help_text="Last proposed, answered or reported in it.")
    login = serializers.DateTimeField(allow_null=True, help_text="Last log-in, as far as it is known.")
    days = serializers.IntegerField(help_text="Whole days without any sign.")
    quiet = serializers.BooleanField()
    unplayed = serializers.IntegerField(help_text="Open matches.")
    overdue = serializers.IntegerField(help_text="Of those: past the end of their round's window.")


class ManyIn(shapes.ConfirmedIn):
    """Several entrants."""

    entrants = serializers.ListField(child=serializers.UUIDField(), min_length=1, max_length=1024)


class EndAtIn(shapes.ConfirmedIn):
    """The matchday, by the number of its round; ``at_once``: what is left up to it is void too."""

    number = serializers.IntegerField(min_value=1)
    at_once = serializers.BooleanField(default=False)


class CloseIn(shapes.ConfirmedIn):
    """The way to make the table of a season that cannot be played out; ``number``: the last round that counts."""

    way = serializers.ChoiceField(choices=WAYS)
    number = serializers.IntegerField(min_value=1, required=False, help_text="Of its round; for ``matchday`` alone.")


class SubstituteIn(shapes.ConfirmedIn):
    """Who takes over, one of three."""

    waiting = serializers.UUIDField(
        required=False, allow_null=True, default=None, help_text="The entrant who waited for a place."
    )
    name = serializers.CharField(
        required=False, allow_blank=True, default="", max_length=40, help_text="A typed name; it gets a personal link."
    )
    bot = serializers.BooleanField(default=False, help_text="The next free house bot.")


class SubstitutionOut(serializers.ModelSerializer[Substitution]):
    """Who took over from whom. Results up to ``position`` of the log are those of ``name_before``."""

    entrant = serializers.UUIDField(source="entrant_id")

    class Meta:
        model = Substitution
        fields = ["entrant", "name_before", "name_after", "position", "reason", "at"]


class ToldOut(serializers.Serializer[Any]):
    """How many people were told now."""

    told = serializers.IntegerField()


class LeaveOut(serializers.ModelSerializer[Leave]):
    """Days off of an entrant."""

    entrant = serializers.UUIDField(source="entrant_id")

    class Meta:
        model = Leave
        fields = ["id", "entrant", "first", "last", "starts_at", "ends_at"]


class LeaveIn(serializers.Serializer[Any]):
    """From the first day to the last, both included; ``entrant`` for whoever runs the competition, else one's own."""

    first = serializers.DateField()
    last = serializers.DateField(required=False, allow_null=True, default=None, help_text="Left out: one day.")
    entrant = serializers.UUIDField(required=False, allow_null=True, default=None)


class DaysIn(serializers.Serializer[Any]):
    """Days off for each entrant in the whole competition; 0: none."""

    days = serializers.IntegerField(min_value=0, max_value=leaves.MOST_DAYS)


class Quiet(Api):
    """Who has gone quiet."""

    @extend_schema(
        operation_id="quiet_list",
        parameters=[OpenApiParameter("days", int, description="Quiet is who was silent for so many; 7.")],
        responses=SignOut(many=True),
    )
    def get(self, request: Request, competition_id: UUID) -> Response:
        """Every person's entrant with its last signs, the longest silent first."""
        found = self.mine(competition_id)
        raw = request.query_params.get("days", str(inactivity.USUAL))
        if not (raw.isascii() and raw.isdigit() and 1 <= int(raw) <= inactivity.MOST_DAYS):
            raise ValidationError({"days": [f"A number from 1 to {inactivity.MOST_DAYS}."]})
        return Response(SignOut(inactivity.signs(found, int(raw)), many=True).data)


class Remind(Api):
    """Reminding several."""

    @extend_schema(request=ManyIn, responses=ToldOut)
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Tell them that their matches wait; nobody twice a day."""
        found, said = self.mine(competition_id), self.asked(ManyIn)
        told = inactivity.remind(
            competition=found, entrants=said["entrants"], by=self.signed_in(), consent=consent(said)
        )
        return Response(ToldOut({"told": told}).data)


class WithdrawMany(Api):
    """Withdrawing several."""

    @extend_schema(request=ManyIn, responses=shapes.CompetitionOut)
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Withdraw them together, each by the policy of the competition."""
        found, said = self.mine(competition_id), self.asked(ManyIn)
        inactivity.withdraw_many(
            competition=found,
            entrants=said["entrants"],
            by=self.signed_in(),
            reason=said["reason"],
            consent=consent(said),
        )
        return self.shown(competition_id)


class Shorten(Api):
    """A single round robin in place of a double one."""

    @extend_schema(request=shapes.ConfirmedIn, responses=shapes.CompetitionOut)
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Void the second meeting of every pair, while none has begun."""
        found, said = self.mine(competition_id), self.asked(shapes.ConfirmedIn)
        shortening.shorten(competition=found, by=self.signed_in(), reason=said["reason"], consent=consent(said))
        return self.shown(competition_id)


class EndAt(Api):
    """The end at a matchday."""

    @extend_schema(request=EndAtIn, responses=shapes.CompetitionOut)
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Void what is not played after a matchday; what was played counts, the table stands."""
        found, said = self.mine(competition_id), self.asked(EndAtIn)
        shortening.end_at(
            competition=found,
            number=said["number"],
            by=self.signed_in(),
            reason=said["reason"],
            at_once=said["at_once"],
            consent=consent(said),
        )
        return self.shown(competition_id)


class CloseEarly(Api):
    """The early end of a league or a group stage."""

    @extend_schema(request=CloseIn, responses=shapes.CompetitionOut)
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Close the stage that is being played: what is not decided is void, the table is made by ``way``."""
        found, said = self.mine(competition_id), self.asked(CloseIn)
        early_closing.close_early(
            competition=found,
            way=said["way"],
            number=said.get("number"),
            by=self.signed_in(),
            reason=said["reason"],
            consent=consent(said),
        )
        return self.shown(competition_id)

    @extend_schema(request=shapes.ConfirmedIn, responses=shapes.CompetitionOut)
    def delete(self, request: Request, competition_id: UUID) -> Response:
        """Take the early end back, until the next stage or season has begun by it."""
        found, said = self.mine(competition_id), self.asked(shapes.ConfirmedIn)
        early_closing.reopen(competition=found, by=self.signed_in(), reason=said["reason"], consent=consent(said))
        return self.shown(competition_id)


class Substitute(Api):
    """A substitute."""

    @extend_schema(request=SubstituteIn, responses=shapes.EntrantOut)
    def post(self, request: Request, competition_id: UUID, entrant_id: UUID) -> Response:
        """Let somebody take over an entrant's record and remaining matches."""
        found = self.mine(competition_id)
        entrant, said = access.entrant_or_404(found, entrant_id), self.asked(SubstituteIn)
        successor = Successor(said["waiting"], said["name"], said["bot"])
        substitutes.substitute(
            entrant=entrant, by=self.signed_in(), successor=successor, reason=said["reason"], consent=consent(said)
        )
        return _entrant(found, entrant_id)


class Alternate(Api):
    """An alternate."""

    @extend_schema(request=shapes.ConfirmedIn, responses=shapes.EntrantOut)
    def post(self, request: Request, competition_id: UUID, entrant_id: UUID) -> Response:
        """Let the first of the waiting list play in a knockout for who never came to the first round."""
        found = self.mine(competition_id)
        entrant, said = access.entrant_or_404(found, entrant_id), self.asked(shapes.ConfirmedIn)
        substitutes.alternate(entrant=entrant, by=self.signed_in(), reason=said["reason"], consent=consent(said))
        return _entrant(found, entrant_id)


def _entrant(found: Competition, entrant_id: UUID) -> Response:
    """The entrant as it is now, for the organiser."""
    now = access.entrant_or_404(found, entrant_id)
    return Response(shapes.EntrantOut(now, context={"organiser": True}).data)


class Substitutions(Api):
    """Who played what."""

    @extend_schema(operation_id="substitutions_list", responses=SubstitutionOut(many=True))
    def get(self, request: Request, competition_id: UUID) -> Response:
        """Every substitution, the first first."""
        found = access.door(request.user, competition_id)
        return Response(SubstitutionOut(found.substitutions.all(), many=True).data)


class Leaves(Api):
    """Leave."""

    token_scopes = {"POST": "compete"}

    @extend_schema(operation_id="leaves_list", responses=LeaveOut(many=True))
    def get(self, request: Request, competition_id: UUID) -> Response:
        """Every leave that was taken, the first first."""
        found = access.door(request.user, competition_id)
        return Response(LeaveOut(found.leaves.all(), many=True).data)

    @extend_schema(request=LeaveIn, responses={201: LeaveOut})
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Take leave: windows stand still, kick-offs in it are moved, the others are told."""
        by = self.signed_in()
        found = access.door(by, competition_id)
        entrant = _own(by, found)
        if entrant is None and Right.RUN not in found.rights:
            raise Http404
        said = self.asked(LeaveIn)
        if said["entrant"] and Right.RUN in found.rights:
            entrant = access.entrant_or_404(found, said["entrant"])
        if entrant is None:
            raise ValidationError({"entrant": ["Say for whom."]})
        first: date = said["first"]
        made = leaves.take(entrant=entrant, first=first, last=said["last"] or first, by=by)
        return Response(LeaveOut(made).data, status=201)


class OneLeave(Api):
    """One leave."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, competition_id: UUID, leave_id: UUID) -> Response:
        """Take it back; one that has begun ends now."""
        by = self.signed_in()
        found = access.door(by, competition_id)
        row = found.leaves.select_related("entrant").filter(id=leave_id).first()
        if Right.RUN not in found.rights and (row is None or not plays_for(by, row.entrant)):
            raise Http404
        if row is not None:
            leaves.take_back(leave=row, by=by)
        return Response(status=204)


class LeaveDays(Api):
    """What the organiser grants."""

    @extend_schema(request=DaysIn, responses=shapes.CompetitionOut)
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Say how many days off each entrant has."""
        found = self.mine(competition_id)
        leaves.allow(competition=found, days=self.asked(DaysIn)["days"], by=self.signed_in())
        return self.shown(competition_id)


def _own(by: Any, found: Competition) -> Entrant | None:
    """The place of whoever asks."""
    mine = entry_of(by, found)
    return mine if mine is not None and mine.status == Entrant.Status.ENTERED else None
