"""Staff of a competition in the REST API."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.endpoints import method_of
from league.competitions.actions import staff as actions
from league.competitions.api.answers import ANSWERS
from league.competitions.api.base import Api
from league.competitions.api.serializers import StaffOut
from league.competitions.models.roles import Right
from league.competitions.policy import access


class StaffList(Api):
    @extend_schema(operation_id="staff_list", responses=StaffOut(many=True))
    def get(self, request: Request, competition_id: UUID) -> Response:
        """List the staff without the owner, whom the competition names; the owner also sees open invitations."""
        competition = access.door(request.user, competition_id)
        rows = competition.staff.select_related("user")
        if Right.OWN not in competition.rights:
            rows = rows.filter(accepted_at__isnull=False)
        return Response(StaffOut(rows, many=True).data)

    post = method_of(actions.INVITE, ANSWERS)
