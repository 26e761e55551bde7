"""Invitations, lists of entrants and the check-in in the REST API."""

from typing import Any
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.competitions.api import serializers as shapes
from league.competitions.api.base import Api
from league.competitions.exchange.entrant_list import MOST_BYTES, Line
from league.competitions.models import Competition, Invitation
from league.competitions.models.roles import Right
from league.competitions.policy import access
from league.competitions.policy.parties import players_of
from league.competitions.verbs import check_in, entries, invitations, listing, swiss
from matches.api.bodies import without_body
from matches.api.shapes import shape_of


class InvitationOut(serializers.ModelSerializer[Invitation]):
    """An invitation. Its address is ``/invited/<key>/``."""

    entrant = serializers.UUIDField(source="entrant_id", allow_null=True, help_text="Who came of a personal one.")
    name = serializers.CharField(help_text="Whom it is for; empty: whoever holds the link.")

    class Meta:
        model = Invitation
        fields = ["id", "name", "key", "state", "entrant", "made_at", "answered_at"]


class InviteIn(serializers.Serializer[Any]):
    """Names to invite; without names, the one link for everybody."""

    names = serializers.ListField(
        child=serializers.CharField(max_length=320),
        required=False,
        max_length=500,
        help_text="With an address after a comma it is sent there, once: Anna, anna@example.org.",
    )


class InvitedIn(serializers.Serializer[Any]):
    """The key of an invitation."""

    key = serializers.CharField(max_length=43)
    name = serializers.CharField(
        required=False, allow_blank=True, default="", max_length=60, help_text="Of a side; empty: one's own."
    )


class ListIn(serializers.Serializer[Any]):
    """A list of entrants as CSV."""

    csv = serializers.CharField(
        max_length=MOST_BYTES,
        trim_whitespace=False,
        help_text="Columns name (or first name and surname), email, seed, club; only the name is needed.",
    )
    preview = serializers.BooleanField(default=False, help_text="Only say what would be entered and what is wrong.")


ListLine = shape_of(Line, called="ListLine")


class ListProblem(serializers.Serializer[Any]):
    """An error in one line of a list."""

    number = serializers.IntegerField(help_text="Of the line; 0 for the list as a whole.")
    reason = serializers.CharField()


class ListOut(serializers.Serializer[Any]):
    """The entrants and errors read from a list, and the entrants added: all or none."""

    lines = ListLine(many=True)
    problems = ListProblem(many=True)
    left_out = serializers.ListField(child=serializers.CharField(), help_text="Heads of columns that are not read.")
    entrants = shapes.EntrantOut(many=True)


class CheckInIn(serializers.Serializer[Any]):
    """The opening and closing time of the check-in; both null: no check-in."""

    opens_at = serializers.DateTimeField(allow_null=True)
    closes_at = serializers.DateTimeField(allow_null=True)


class Invitations(Api):
    limits = {"POST": "invite"}

    @extend_schema(operation_id="invitations_list", responses=InvitationOut(many=True))
    def get(self, request: Request, competition_id: UUID) -> Response:
        """List the invitations and their answers."""
        return Response(InvitationOut(self.competition_with(competition_id).invitations.all(), many=True).data)

    @extend_schema(request=InviteIn, responses={201: InvitationOut(many=True)})
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Create personal links for names, all or none; without names, the one link for everybody."""
        competition, by = self.competition_with(competition_id), self.signed_in()
        names = self.checked_body(InviteIn).get("names")
        if names:
            created = invitations.invite(competition=competition, by=by, names=names)
        else:
            created = [invitations.open_link(competition=competition, by=by)]
        return Response(InvitationOut(created, many=True).data, status=201)


class OneInvitation(Api):
    @extend_schema(responses={204: None})
    def delete(self, request: Request, competition_id: UUID, invitation_id: UUID) -> Response:
        """Revoke an invitation; entrants who accepted it stay."""
        row = self.competition_with(competition_id).invitations.filter(id=invitation_id).first()
        if row is not None:
            invitations.take_back(invitation=row, by=self.signed_in())
        return Response(status=204)


class AcceptInvitation(Api):
    limits = {"POST": "enter"}

    token_scopes = {"POST": "compete"}

    @extend_schema(request=InvitedIn, responses=shapes.EntrantOut)
    def post(self, request: Request) -> Response:
        """Accept the invitation with this key and enter."""
        player = self.signed_in()
        entrant = invitations.accept(player=player, **self.checked_body(InvitedIn))
        return Response(shapes.EntrantOut(entrant, context={"player": player.pk}).data)


class DeclineInvitation(Api):
    @extend_schema(request=InvitedIn, responses=InvitationOut)
    def post(self, request: Request) -> Response:
        """Decline the personal invitation with this key; until the start you may still accept it."""
        by = self.signed_in()
        return Response(InvitationOut(invitations.decline(key=self.checked_body(InvitedIn)["key"], by=by)).data)


class EntrantList(Api):
    @extend_schema(request=ListIn, responses={200: ListOut, 201: ListOut})
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Enter a list as CSV, all or none; ``preview`` reports every bad line and enters nobody."""
        competition, by = self.competition_with(competition_id), self.signed_in()
        data = self.checked_body(ListIn)
        entrants = [] if data["preview"] else listing.enter_list(competition=competition, by=by, text=data["csv"])
        if entrants:
            entered = {"lines": [], "problems": [], "left_out": [], "entrants": entrants}
            return Response(ListOut(entered, context={"organiser": True}).data, status=201)
        listing_read = listing.check(competition=competition, text=data["csv"])
        problems = [{"number": number, "reason": reason} for number, reason in listing_read.problems]
        answer = {"lines": listing_read.lines, "problems": problems, "left_out": listing_read.left_out, "entrants": []}
        return Response(ListOut(answer).data)


class CheckInTimes(Api):
    @extend_schema(request=CheckInIn, responses=shapes.CompetitionOut)
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Set or remove the check-in."""
        competition = self.competition_with(competition_id)
        check_in.set_check_in(competition=competition, by=self.signed_in(), **self.checked_body(CheckInIn))
        return self.competition_answer(competition_id)


class CloseCheckIn(Api):
    @without_body(responses=shapes.CompetitionOut)
    def post(self, request: Request, competition_id: UUID) -> Response:
        """End the check-in now: absent entrants give their places to waiting ones who are present."""
        check_in.close_check_in(competition=self.competition_with(competition_id), by=self.signed_in())
        return self.competition_answer(competition_id)


class CheckIn(Api):
    token_scopes = {"POST": "compete"}

    @without_body(responses=shapes.EntrantOut)
    def post(self, request: Request, competition_id: UUID, entrant_id: UUID) -> Response:
        """Check in: yourself while the check-in is open, or as the organiser anybody until the start."""
        by = self.signed_in()
        competition = access.door(by, competition_id)
        entrant = access.entrant_or_404(competition, entrant_id)
        runs = Right.RUN in competition.rights
        if not runs and by.pk not in players_of(entrant):
            raise Http404
        return Response(shapes.EntrantOut(check_in.check_in(entrant=entrant, by=by, organiser=runs)).data)

    @without_body(responses=shapes.EntrantOut)
    def delete(self, request: Request, competition_id: UUID, entrant_id: UUID) -> Response:
        """Undo a check-in, as the organiser."""
        entrant = access.entrant_or_404(self.competition_with(competition_id), entrant_id)
        return Response(shapes.EntrantOut(check_in.check_out(entrant=entrant, by=self.signed_in())).data)


class PutBack(Api):
    @without_body(responses=shapes.EntrantOut)
    def post(self, request: Request, competition_id: UUID, entrant_id: UUID) -> Response:
        """Readmit an entrant: before the start at the end of the list, in a Swiss stage from the next round on."""
        competition = self.competition_with(competition_id)
        entrant = access.entrant_or_404(competition, entrant_id)
        readmit = swiss.readmit if competition.status == Competition.Status.RUNNING else entries.put_back
        return Response(shapes.EntrantOut(readmit(entrant=entrant, by=self.signed_in())).data)
