"""Kick-offs, the season's plan, changes of options and absences in the REST API."""

from datetime import date
from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.competitions.api import serializers as shapes
from league.competitions.api.base import Api
from league.competitions.api.reports import OfFixture
from league.competitions.models import Absence, Competition, OptionChange, Proposal
from league.competitions.policy import access
from league.competitions.setup.game_terms import CLOCK
from league.competitions.setup.season_plan import Wishes
from league.competitions.verbs import absences, options, planning, schedule
from matches.api.shapes import shape_of


class ProposalOut(serializers.ModelSerializer[Proposal]):
    """A kick-off proposed by one side."""

    by = serializers.CharField(source="by.nickname", default="")

    class Meta:
        model = Proposal
        fields = ["id", "seat", "by", "kick_off_at", "made_at", "state", "answered_at"]


class KickOffIn(serializers.Serializer[Any]):
    """A time, with its offset or in UTC."""

    kick_off_at = serializers.DateTimeField()


class PutOffIn(KickOffIn):
    """A kick-off set by the organiser, with the reason."""

    reason = serializers.CharField(max_length=300)


class AnswerIn(serializers.Serializer[Any]):
    """The answer to a proposal: yes or no."""

    accept = serializers.BooleanField()


class PlanIn(serializers.Serializer[Any]):
    """The plan of a season."""

    first = serializers.DateField(help_text="The first day of play.")
    every_days = serializers.IntegerField(min_value=1, max_value=90)
    at = serializers.TimeField(help_text="The usual kick-off.")
    time_zone = serializers.CharField(max_length=40)
    blackout = serializers.ListField(
        child=serializers.DateField(), required=False, default=list, max_length=200, help_text="Days without play."
    )
    preview = serializers.BooleanField(default=False, help_text="Only say what it would be.")


DayOut = shape_of(
    planning.PlannedRound,
    ["round", "opens_at", "kick_off_at", "play_days", "closes_at", "moved", "kept", "away"],
    called="DayOut",
    round=serializers.IntegerField(source="round.number", help_text="Its number."),
    opens_at=serializers.DateTimeField(allow_null=True),
)


class OptionsIn(serializers.Serializer[Any]):
    """The options to change and their scope: ``number`` is that of the round, ``fixture`` names one match."""

    scope = serializers.ChoiceField(choices=OptionChange.Scope.choices)
    stage = serializers.IntegerField(required=False, default=1, min_value=1)
    number = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1)
    fixture = serializers.UUIDField(required=False, allow_null=True, default=None)
    options = serializers.DictField(required=False, default=dict, help_text="Of the game; only those that change.")
    move_seconds = serializers.IntegerField(required=False, allow_null=True)
    budget_seconds = serializers.IntegerField(required=False, allow_null=True)
    reason = serializers.CharField(required=False, allow_blank=True, default="", max_length=300)
    preview = serializers.BooleanField(default=False, help_text="Only say what it would reach.")


ReachOut = shape_of(options.Reach)


class AbsenceOut(serializers.ModelSerializer[Absence]):
    """Days on which you cannot play."""

    class Meta:
        model = Absence
        fields = ["id", "first", "last"]


class AbsenceIn(serializers.Serializer[Any]):
    """From the first day to the last, both included."""

    first = serializers.DateField()
    last = serializers.DateField(required=False, allow_null=True, default=None, help_text="Left out: one day.")


class Proposals(OfFixture):
    token_scopes = {"POST": "compete"}

    @extend_schema(operation_id="proposals_list", responses=ProposalOut(many=True))
    def get(self, request: Request, competition_id: UUID, fixture_id: UUID) -> Response:
        """List all proposals of a kick-off with their answers."""
        fixture = access.fixture_or_404(access.door(request.user, competition_id), fixture_id)
        return Response(ProposalOut(fixture.proposals.select_related("by").order_by("made_at"), many=True).data)

    @extend_schema(request=KickOffIn, responses={201: ProposalOut})
    def post(self, request: Request, competition_id: UUID, fixture_id: UUID) -> Response:
        """Propose a kick-off; proposing the other side's time accepts it."""
        fixture = self.played(competition_id, fixture_id)
        proposal = schedule.propose(fixture=fixture, by=self.signed_in(), **self.checked_body(KickOffIn))
        return Response(ProposalOut(proposal).data, status=201)


class Answer(OfFixture):
    token_scopes = {"POST": "compete"}

    @extend_schema(request=AnswerIn, responses=ProposalOut)
    def post(self, request: Request, competition_id: UUID, fixture_id: UUID, proposal_id: UUID) -> Response:
        """Accept or decline the other side's proposal."""
        fixture = self.played(competition_id, fixture_id)
        proposal = get_object_or_404(fixture.proposals.select_related("fixture"), id=proposal_id)
        accept = self.checked_body(AnswerIn)["accept"]
        return Response(ProposalOut(schedule.answer(proposal=proposal, by=self.signed_in(), accept=accept)).data)


class PutOff(Api):
    @extend_schema(request=PutOffIn, responses=shapes.FixtureOut)
    def post(self, request: Request, competition_id: UUID, fixture_id: UUID) -> Response:
        """Set the kick-off of a fixture, even after its round's window; both sides are notified."""
        competition = self.competition_with(competition_id)
        fixture = access.fixture_or_404(competition, fixture_id)
        schedule.override_kick_off(fixture=fixture, by=self.signed_in(), **self.checked_body(PutOffIn))
        return Response(shapes.FixtureOut(access.fixture_or_404(competition, fixture_id)).data)


class Plan(Api):
    @extend_schema(request=PlanIn, responses=DayOut(many=True))
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Plan every round that is not done; before the start, set the plan to be made then. Agreed kick-offs stay."""
        competition, by = self.competition_with(competition_id), self.signed_in()
        data = self.checked_body(PlanIn)
        preview = data.pop("preview")
        wishes = Wishes(**{**data, "blackout": tuple(data["blackout"])})
        if competition.status in (Competition.Status.DRAFT, Competition.Status.REGISTRATION):
            dates = planning.dates(competition, wishes)
            if not preview:
                planning.plan_ahead(competition=competition, by=by, wishes=wishes)
            nothing: dict[str, Any] = {"opens_at": None, "moved": [], "kept": [], "away": []}
            ahead = [
                {**nothing, "round": {"number": number}, "kick_off_at": days[0], "play_days": days, "closes_at": closes}
                for number, (days, closes) in enumerate(dates, start=1)
            ]
            return Response(DayOut(ahead, many=True).data)
        if preview:
            rounds = planning.planned(competition, wishes)
        else:
            rounds = planning.plan(competition=competition, by=by, wishes=wishes)
        return Response(DayOut(rounds, many=True).data)


class Options(Api):
    @extend_schema(request=OptionsIn, responses=ReachOut)
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Change options or clock of unplayed matches: from a round on, in one round, stage or fixture."""
        competition, by = self.competition_with(competition_id), self.signed_in()
        data = self.checked_body(OptionsIn)
        fixture = access.fixture_or_404(competition, data["fixture"]) if data["fixture"] else None
        scope = options.Where(data["scope"], data["stage"], data["number"], fixture)
        clock = {name: data[name] for name in CLOCK if name in data}
        if data["preview"]:
            reach = options.preview_reach(competition=competition, scope=scope, options=data["options"], clock=clock)
        else:
            reach = options.change_options(
                competition=competition,
                by=by,
                scope=scope,
                options=data["options"],
                clock=clock,
                reason=data["reason"],
            )
        return Response(ReachOut(reach).data)


class Absences(Api):
    @extend_schema(operation_id="absences_list", responses=AbsenceOut(many=True))
    def get(self, request: Request) -> Response:
        """List your current and future absences."""
        return Response(AbsenceOut(absences.of(self.signed_in()), many=True).data)

    @extend_schema(request=AbsenceIn, responses={201: AbsenceOut})
    def post(self, request: Request) -> Response:
        """Add days on which you cannot play: later plans avoid them where they can."""
        user, data = self.signed_in(), self.checked_body(AbsenceIn)
        first: date = data["first"]
        absence = absences.add(user=user, first=first, last=data["last"] or first)
        return Response(AbsenceOut(absence).data, status=201)


class OneAbsence(Api):
    @extend_schema(responses={204: None})
    def delete(self, request: Request, absence_id: UUID) -> Response:
        """Delete one of your absences."""
        absences.remove(user=self.signed_in(), absence_id=absence_id)
        return Response(status=204)
