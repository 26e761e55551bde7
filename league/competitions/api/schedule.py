"""Kick-offs, the season's plan, changes of options and absences in the REST API."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.endpoints import method_of
from league.competitions.actions import absences as absence_actions
from league.competitions.actions import sides
from league.competitions.api.answers import ANSWERS
from league.competitions.api.base import Api
from league.competitions.api.serializers import AbsenceOut, ProposalOut
from league.competitions.models import Competition, OptionChange
from league.competitions.policy import access
from league.competitions.setup.season_plan import Wishes
from league.competitions.verbs import absences, options, planning
from matches.api.shapes import shape_of
from matches.terms.time_controls import CLOCK


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


class Proposals(Api):
    token_scopes = {"POST": "compete"}

    @extend_schema(operation_id="proposals_list", responses=ProposalOut(many=True))
    def get(self, request: Request, competition_id: UUID, fixture_id: UUID) -> Response:
        """List all proposals of a kick-off with their answers."""
        fixture = access.fixture_or_404(access.door(request.user, competition_id), fixture_id)
        return Response(ProposalOut(fixture.proposals.select_related("by").order_by("made_at"), many=True).data)

    post = method_of(sides.PROPOSE, ANSWERS)


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

    post = method_of(absence_actions.ADD, ANSWERS)
