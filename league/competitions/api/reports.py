"""Reports, disputes, deductions and manual values in the REST API."""

from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import extend_schema, inline_serializer
from rest_framework.request import Request
from rest_framework.response import Response

from league.competitions.actions.shapes import ReasonIn
from league.competitions.api import serializers as shapes
from league.competitions.api.base import Api
from league.competitions.api.play import score_in
from league.competitions.models import Dispute, Fixture
from league.competitions.models.roles import Right
from league.competitions.policy import access
from league.competitions.policy.parties import seat_in
from league.competitions.verbs import disputes, reports, rulings
from league.competitions.verbs.open_disputes import open_report
from matches.api.bodies import without_body

MATTERS = inline_serializer(
    name="Matters", fields={"reports": shapes.ReportOut(many=True), "disputes": shapes.DisputeOut(many=True)}
)


class OfFixture(Api):
    """Base of the views for the two sides of a fixture: all others get 404."""

    def played(self, competition_id: UUID, fixture_id: UUID) -> Fixture:
        """Return the fixture if the user plays in it. Raises Http404."""
        by = self.signed_in()
        fixture = access.fixture_or_404(access.door(by, competition_id), fixture_id)
        if seat_in(fixture, by) is None:
            raise Http404
        return fixture


class Matters(OfFixture):
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


class Report(OfFixture):
    @extend_schema(request=shapes.ReportIn, responses={201: shapes.ReportOut})
    def post(self, request: Request, competition_id: UUID, fixture_id: UUID) -> Response:
        """Report the result of your match at a real table.

        The score that the other side reported confirms it; a different one opens a dispute.
        """
        fixture = self.played(competition_id, fixture_id)
        report = reports.report(
            fixture=fixture, score=score_in(self.checked_body(shapes.ReportIn)), by=self.signed_in()
        )
        return Response(shapes.ReportOut(report).data, status=201)


class Confirm(OfFixture):
    @without_body(responses=shapes.FixtureOut)
    def post(self, request: Request, competition_id: UUID, fixture_id: UUID) -> Response:
        """Confirm the other side's report: it counts."""
        fixture = self.played(competition_id, fixture_id)
        report = open_report(fixture)
        if report is None:
            raise Http404
        reports.confirm(report=report, by=self.signed_in())
        return Response(shapes.FixtureOut(self.played(competition_id, fixture_id)).data)


class OpenDispute(OfFixture):
    @extend_schema(request=shapes.StatementIn, responses={201: shapes.DisputeOut})
    def post(self, request: Request, competition_id: UUID, fixture_id: UUID) -> Response:
        """Dispute a report or a result, or add your statement to the open dispute."""
        fixture = self.played(competition_id, fixture_id)
        statement = self.checked_body(shapes.StatementIn)["statement"]
        dispute = disputes.dispute(fixture=fixture, by=self.signed_in(), statement=statement)
        return Response(shapes.DisputeOut(dispute).data, status=201)


class LetStand(Api):
    @extend_schema(request=ReasonIn, responses=shapes.FixtureOut)
    def post(self, request: Request, competition_id: UUID, fixture_id: UUID) -> Response:
        """Decide a dispute in favour of the report or result. Any ruling decides it otherwise."""
        competition = self.competition_with(competition_id, Right.DECIDE)
        open_now = Dispute.objects.filter(fixture=access.fixture_or_404(competition, fixture_id), outcome="").first()
        if open_now is None:
            raise Http404
        disputes.let_stand(dispute=open_now, by=self.signed_in(), reason=self.checked_body(ReasonIn)["reason"])
        return Response(shapes.FixtureOut(access.fixture_or_404(competition, fixture_id)).data)


class Deduct(Api):
    @extend_schema(request=shapes.PointsIn, responses=shapes.EntrantOut)
    def post(self, request: Request, competition_id: UUID, entrant_id: UUID) -> Response:
        """Deduct points from an entrant in the table, or give them back."""
        competition = self.competition_with(competition_id, Right.DECIDE)
        entrant = access.entrant_or_404(competition, entrant_id)
        rulings.deduct(entrant=entrant, by=self.signed_in(), **self.checked_body(shapes.PointsIn))
        return Response(shapes.EntrantOut(entrant).data)


class GiveValue(Api):
    @extend_schema(request=shapes.ValueIn, responses=shapes.EntrantOut)
    def post(self, request: Request, competition_id: UUID, entrant_id: UUID) -> Response:
        """Give an entrant a value of the criterion `manual`, with the reason; the last one counts."""
        competition = self.competition_with(competition_id, Right.DECIDE)
        entrant = access.entrant_or_404(competition, entrant_id)
        rulings.give_value(entrant=entrant, by=self.signed_in(), **self.checked_body(shapes.ValueIn))
        return Response(shapes.EntrantOut(entrant).data)
