"""Invitations, lists of entrants and the check-in in the REST API."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.competitions.actions.invitations import InviteIn
from league.competitions.api import serializers as shapes
from league.competitions.api.base import Api
from league.competitions.api.serializers import InvitationOut
from league.competitions.exchange.entrant_list import MOST_BYTES, Line
from league.competitions.verbs import invitations, listing
from matches.api.shapes import shape_of


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
