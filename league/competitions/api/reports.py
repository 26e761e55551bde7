"""Reports, disputes, deductions and manual values in the REST API."""

from uuid import UUID

from drf_spectacular.utils import extend_schema, inline_serializer
from rest_framework.request import Request
from rest_framework.response import Response

from league.competitions.api import serializers as shapes
from league.competitions.api.base import Api
from league.competitions.models.roles import Right
from league.competitions.policy import access
from league.competitions.policy.parties import seat_in

MATTERS = inline_serializer(
    name="Matters", fields={"reports": shapes.ReportOut(many=True), "disputes": shapes.DisputeOut(many=True)}
)


class Matters(Api):
    @extend_schema(operation_id="matters", responses=MATTERS)
    def get(self, request: Request, competition_id: UUID, fixture_id: UUID) -> Response:
        """List reports and disputes of a fixture; only its two sides and those who decide see statements."""
        competition = access.door(request.user, competition_id)
        fixture = access.fixture_or_404(competition, fixture_id)
        inside = Right.DECIDE in competition.rights or (
            request.user.is_authenticated and seat_in(fixture, self.signed_in()) is not None
        )
        disputed = [dict(each) for each in shapes.DisputeOut(fixture.disputes.all(), many=True).data]
        if not inside:
            disputed = [{**each, "home_statement": "", "away_statement": ""} for each in disputed]
        return Response({"reports": shapes.ReportOut(fixture.reports.all(), many=True).data, "disputes": disputed})
