"""Rounds, fixtures, rulings, tables and logs in the REST API."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.fields import choice, number
from league.competitions.api import serializers as shapes
from league.competitions.api.base import PAGE, Api, page_of, text_filter
from league.competitions.api.etags import tagged
from league.competitions.derivation.past_tables import table_after
from league.competitions.models import Competition, Fixture, Group, Round
from league.competitions.pages.structure import frame_of, rounds_of_brackets
from league.competitions.policy import access
from league.sentences import translated
from league.standings import explain, ledger
from matches.api.questions import KEY, asked

ROUND = number(0, 999_999)


class Rounds(Api):
    @extend_schema(operation_id="rounds_list", responses=shapes.RoundOut(many=True))
    def get(self, request: Request, competition_id: UUID) -> Response:
        """List the rounds with their windows, in order."""
        competition = access.door(request.user, competition_id)
        rows = Round.objects.filter(stage__competition=competition).select_related("stage").order_by("number")
        return tagged(request, competition, "reader", lambda: shapes.RoundOut(rows, many=True).data)


class Fixtures(Api):
    @extend_schema(
        operation_id="fixtures_list",
        parameters=[
            OpenApiParameter("round", int),
            text_filter("status", "pending, open, played, walkover or void."),
            OpenApiParameter("entrant", UUID, description="Only where this entrant plays."),
            *PAGE,
        ],
        responses=page_of(shapes.FixtureOut),
    )
    def get(self, request: Request, competition_id: UUID) -> Response:
        """List the fixtures by round, tie and leg."""
        competition = access.door(request.user, competition_id)
        rows = Fixture.objects.filter(tie__round__stage__competition=competition).select_related(
            "home", "away", "tie__round"
        )
        rows = rows.order_by("tie__round__number", "tie__number", "leg", "board")
        if (round_number := asked(request, "round", ROUND)) is not None:
            rows = rows.filter(tie__round__number=round_number)
        if status := asked(request, "status", choice(Fixture.Status.values)):
            rows = rows.filter(status=status)
        if entrant := asked(request, "entrant", KEY):
            rows = rows.filter(home_id=entrant) | rows.filter(away_id=entrant)
        return tagged(request, competition, "reader", lambda: self.paged(rows, shapes.FixtureOut))


class OneFixture(Api):
    @extend_schema(responses=shapes.FixtureOut)
    def get(self, request: Request, competition_id: UUID, fixture_id: UUID) -> Response:
        """Return a fixture; its live match is at ``/api/v1/matches/<match>/``."""
        competition = access.door(request.user, competition_id)
        fixture = access.fixture_or_404(competition, fixture_id)
        return tagged(request, competition, "reader", lambda: shapes.FixtureOut(fixture).data)


class OneTie(Api):
    @extend_schema(operation_id="team_tie", responses=shapes.TeamTieOut)
    def get(self, request: Request, competition_id: UUID, tie_id: UUID) -> Response:
        """Return a tie of teams with its boards; who plays them stands there once the line-ups are open."""
        competition = access.door(request.user, competition_id)
        tie = access.team_tie_or_404(competition, tie_id)
        return tagged(request, competition, "reader", lambda: shapes.TeamTieOut(tie).data)


class Bracket(Api):
    @extend_schema(operation_id="bracket", responses=shapes.BracketRound(many=True))
    def get(self, request: Request, competition_id: UUID) -> Response:
        """List rounds, ties and legs of a knockout; empty before the start, and for a league."""
        competition = access.door(request.user, competition_id)
        return tagged(request, competition, "reader", lambda: self._rounds(competition))

    def _rounds(self, competition: Competition) -> Any:
        rows = rounds_of_brackets(frame_of(competition, rounds_of_brackets).stages)
        return shapes.BracketRound(sorted(rows, key=lambda row: row.number), many=True).data


class TableView(Api):
    @extend_schema(
        operation_id="standings",
        parameters=[
            OpenApiParameter("after", int, description="As it stood after this round."),
            text_filter("group", "A, B ... or 1, 2 ... for divisions; without it the first table."),
        ],
        responses=shapes.Standings,
    )
    def get(self, request: Request, competition_id: UUID) -> Response:
        """Return the table of a league, each rank with its reason; empty before the start, and for a cup."""
        competition = access.door(request.user, competition_id)
        after = asked(request, "after", ROUND)
        return tagged(request, competition, "reader", lambda: self._table(competition, after))

    def _table(self, competition: Competition, after: int | None) -> Any:
        groups = Group.objects.filter(stage__competition=competition).order_by("stage__number", "number")
        name = self.request.query_params.get("group", "")
        group = (groups.filter(name=name) if name else groups).first()
        if group is None:
            return {"after": after, "group": name, "rows": []}
        stored = group.table if after is None else table_after(competition, group, after)
        names = {str(entrant.id): entrant.name for entrant in competition.entrants.all()}
        reasons = explain.reasons(stored)
        words = {id(sentence): translated(sentence, names) for row in reasons for sentence in row}
        sums = ledger.sums_of(stored)
        rows = [
            {
                **row,
                **sums[row["entrant"]]._asdict(),
                "name": names.get(row["entrant"], ""),
                "why": [words[id(sentence)] for sentence in sentences],
            }
            for row, sentences in zip(stored.get("rows", []), reasons, strict=True)
        ]
        return shapes.Standings({"after": after, "group": group.name, "rows": rows}).data


class Draws(Api):
    @extend_schema(operation_id="draws_list", responses=shapes.DrawOut(many=True))
    def get(self, request: Request, competition_id: UUID) -> Response:
        """List the draws, the newest first; the seed only once it is revealed."""
        competition = access.door(request.user, competition_id)
        return tagged(
            request,
            competition,
            "reader",
            lambda: shapes.DrawOut(competition.draws.order_by("-number"), many=True).data,
        )


class ResultLog(Api):
    @extend_schema(operation_id="results_list", parameters=PAGE, responses=page_of(shapes.ResultOut))
    def get(self, request: Request, competition_id: UUID) -> Response:
        """List all entries of the log of results, in order."""
        competition = access.door(request.user, competition_id)
        rows = competition.results.select_related("actor").order_by("position")
        return tagged(request, competition, "reader", lambda: self.paged(rows, shapes.ResultOut))


class Audit(Api):
    @extend_schema(operation_id="audit_list", parameters=PAGE, responses=page_of(shapes.AuditOut))
    def get(self, request: Request, competition_id: UUID) -> Response:
        """List the actions of organisers and the schedule, newest first."""
        competition = access.door(request.user, competition_id)
        rows = competition.audit.select_related("actor").order_by("-at", "-id")
        return Response(self.paged(rows, shapes.AuditOut))
