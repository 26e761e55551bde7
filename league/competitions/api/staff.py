"""Staff of a competition in the REST API."""

from typing import Any
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.competitions.api.base import Api
from league.competitions.models import Staff
from league.competitions.models.roles import Right
from league.competitions.policy import access
from league.competitions.verbs import staff as verbs


class StaffOut(serializers.ModelSerializer[Staff]):
    """A member of the staff, or an invitation. Only the owner sees invitations and their keys."""

    name = serializers.CharField(source="user.nickname", default="", help_text="Empty: a link that nobody took yet.")
    user = serializers.UUIDField(source="user_id", allow_null=True)
    key = serializers.SerializerMethodField(
        help_text="Of an open invitation, for the owner: its address is /staff/<key>/."
    )

    class Meta:
        model = Staff
        fields = ["id", "role", "user", "name", "invited_at", "accepted_at", "key"]

    @extend_schema_field(serializers.CharField())
    def get_key(self, row: Staff) -> str:
        """The key, while the invitation is open."""
        return row.key if row.accepted_at is None else ""


class StaffIn(serializers.Serializer[Any]):
    """An invitation: by name, or without one as a link."""

    role = serializers.ChoiceField(choices=Staff.Given.choices)
    name = serializers.CharField(required=False, allow_blank=True, default="", max_length=40)


class KeyIn(serializers.Serializer[Any]):
    """The key of an invitation."""

    key = serializers.CharField(max_length=43)


class StaffList(Api):
    @extend_schema(operation_id="staff_list", responses=StaffOut(many=True))
    def get(self, request: Request, competition_id: UUID) -> Response:
        """List the staff without the owner, whom the competition names; the owner also sees open invitations."""
        competition = access.door(request.user, competition_id)
        rows = competition.staff.select_related("user")
        if Right.OWN not in competition.rights:
            rows = rows.filter(accepted_at__isnull=False)
        return Response(StaffOut(rows, many=True).data)

    @extend_schema(request=StaffIn, responses={201: StaffOut})
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Invite by name, or make a link. Only the owner may."""
        competition = self.competition_with(competition_id, Right.OWN)
        invitation = verbs.invite(competition=competition, by=self.signed_in(), **self.checked_body(StaffIn))
        return Response(StaffOut(invitation).data, status=201)


class OneOfTheStaff(Api):
    @extend_schema(responses={204: None})
    def delete(self, request: Request, competition_id: UUID, staff_id: UUID) -> Response:
        """End a role or revoke an invitation: the owner any, others their own."""
        by = self.signed_in()
        competition = access.door(by, competition_id)
        row = competition.staff.filter(id=staff_id).first()
        if row is None and Right.OWN in competition.rights:
            return Response(status=204)
        if row is None or (Right.OWN not in competition.rights and row.user_id != by.id):
            raise Http404
        verbs.end(staff=row, by=by)
        return Response(status=204)


class Accept(Api):
    limits = {"POST": "enter"}

    @extend_schema(request=KeyIn, responses=StaffOut)
    def post(self, request: Request) -> Response:
        """Accept the invitation with this key and take its role."""
        role_row = verbs.accept(by=self.signed_in(), key=self.checked_body(KeyIn)["key"])
        return Response(StaffOut(role_row).data)
