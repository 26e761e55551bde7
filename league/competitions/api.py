"""Competitions in the REST API: every view is door, verb, answer. Reading carries an entity tag from the log."""

from __future__ import annotations

from typing import Any, cast
from uuid import UUID

from django.db.models import Prefetch
from drf_spectacular.utils import OpenApiParameter, extend_schema, inline_serializer
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated, ValidationError
from rest_framework.pagination import LimitOffsetPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.views import APIView

from league.api.conditional import tagged
from league.competitions import access
from league.competitions import serializers as shapes
from league.competitions.models import Competition, Fixture, Group, Stage, Tie
from league.competitions.pages import may_organise
from league.competitions.tables import table_after
from league.competitions.verbs import create, drawing, entries, rounds, rulings
from league.competitions.words import translated
from league.players.access import account_of
from league.players.models import User


class Api(APIView):
    """What the views of this room share."""

    def role(self, competition: Competition) -> str:
        """``organiser`` or ``reader``: what an answer may show."""
        return "organiser" if may_organise(self.request.user, competition) else "reader"

    def signed_in(self) -> User:
        """Whoever asks, account or guest. Raises NotAuthenticated."""
        user = self.request.user
        if not isinstance(user, User):
            raise NotAuthenticated
        return user

    def asked(self, shape: type[BaseSerializer[Any]]) -> dict[str, Any]:
        """The checked body of the request. Raises ValidationError."""
        given = shape(data=self.request.data)
        given.is_valid(raise_exception=True)
        return dict(given.validated_data)

    def mine(self, competition_id: UUID) -> Competition:
        """The competition, if whoever asks runs it; 404 otherwise, 403 for nobody."""
        self.signed_in()
        return access.organised_or_404(self.request.user, competition_id)

    def shown(self, competition_id: UUID, status: int = 200) -> Response:
        """The competition as it stands now."""
        found = access.competition_or_404(self.request.user, competition_id)
        return Response(shapes.CompetitionOut(found).data, status=status)

    def paged(self, rows: Any, shape: Any, **context: Any) -> dict[str, Any]:  # a queryset and its serializer
        """One page of ``rows``."""
        pages: LimitOffsetPagination = LimitOffsetPagination()
        pages.max_limit = 200
        page: Any = pages.paginate_queryset(rows, self.request, view=self)  # rows of the queryset's model
        return cast("dict[str, Any]", pages.get_paginated_response(shape(page, many=True, context=context).data).data)


def _text_filter(name: str, says: str) -> OpenApiParameter:
    return OpenApiParameter(name, str, description=says)


_PAGE = [OpenApiParameter("limit", int), OpenApiParameter("offset", int)]


def _page_of(shape: Any) -> Any:
    """The schema of one page of ``shape``."""
    return inline_serializer(
        name=f"PageOf{shape.__name__.removesuffix('Out')}",
        fields={
            "count": serializers.IntegerField(),
            "next": serializers.CharField(allow_null=True),
            "previous": serializers.CharField(allow_null=True),
            "results": shape(many=True),
        },
    )


class Competitions(Api):
    """All that the reader may see, newest first; a POST makes a draft."""

    @extend_schema(
        operation_id="competitions_list",
        parameters=[
            _text_filter("game", "Slug of a game."),
            _text_filter("status", "draft, registration, running, finished or cancelled."),
            _text_filter("preset", "cup or league."),
            _text_filter("q", "Part of the name."),
            *_PAGE,
        ],
        responses=_page_of(shapes.CompetitionOut),
    )
    def get(self, request: Request) -> Response:
        """Competitions."""
        rows = access.visible(request.user).select_related("owner").prefetch_related("stages")
        for name in ("game", "status", "preset"):
            if request.query_params.get(name):
                rows = rows.filter(**{name: request.query_params[name]})
        if request.query_params.get("q"):
            rows = rows.filter(name__icontains=request.query_params["q"])
        return Response(self.paged(rows.order_by("-created_at", "-id"), shapes.CompetitionOut))

    @extend_schema(request=shapes.CompetitionIn, responses={201: shapes.CompetitionOut})
    def post(self, request: Request) -> Response:
        """Make a draft. Accounts only."""
        account = account_of(self.signed_in())
        if account is None:
            raise NotAuthenticated("A guest cannot organise: sign up first.")
        made = create.create(by=account, **self.asked(shapes.CompetitionIn))
        return self.shown(made.id, 201)


class OneCompetition(Api):
    """One competition."""

    @extend_schema(responses=shapes.CompetitionOut)
    def get(self, request: Request, competition_id: UUID) -> Response:
        """The competition. ``log_position`` grows with every change that a page could show."""
        found = access.competition_or_404(request.user, competition_id)
        return tagged(request, found, self.role(found), lambda: shapes.CompetitionOut(found).data)

    @extend_schema(request=shapes.CompetitionChange, responses=shapes.CompetitionOut)
    def patch(self, request: Request, competition_id: UUID) -> Response:
        """Change its settings, before the start."""
        found = self.mine(competition_id)
        create.change(competition=found, by=self.signed_in(), **self.asked(shapes.CompetitionChange))
        return self.shown(competition_id)


class _Step(Api):
    """A step of a competition's life, by its organiser."""

    def step(self, competition: Competition, by: User, reason: str) -> object:
        raise NotImplementedError

    def post(self, request: Request, competition_id: UUID) -> Response:
        reason = self.asked(shapes.ReasonIn)["reason"]
        self.step(self.mine(competition_id), self.signed_in(), reason)
        return self.shown(competition_id)


@extend_schema(request=shapes.ReasonIn, responses=shapes.CompetitionOut)
class Publish(_Step):
    """Open the registration and commit the seed of the draw."""

    def step(self, competition: Competition, by: User, reason: str) -> object:
        return create.publish(competition=competition, by=by)


@extend_schema(request=shapes.ReasonIn, responses=shapes.CompetitionOut)
class Unpublish(_Step):
    """Back to a draft, while nobody has entered."""

    def step(self, competition: Competition, by: User, reason: str) -> object:
        return create.unpublish(competition=competition, by=by)


@extend_schema(request=shapes.ReasonIn, responses=shapes.CompetitionOut)
class MakeDraw(_Step):
    """Freeze the entrants, reveal the seed, give everybody a place."""

    def step(self, competition: Competition, by: User, reason: str) -> object:
        return drawing.draw(competition=competition, by=by)


@extend_schema(request=shapes.ReasonIn, responses=shapes.CompetitionOut)
class Start(_Step):
    """Build the rounds and let the play begin."""

    def step(self, competition: Competition, by: User, reason: str) -> object:
        return rounds.start(competition=competition, by=by)


@extend_schema(request=shapes.ReasonIn, responses=shapes.CompetitionOut)
class Cancel(_Step):
    """End it without a champion."""

    def step(self, competition: Competition, by: User, reason: str) -> object:
        return create.cancel(competition=competition, by=by, reason=reason)


class Entrants(Api):
    """Who plays."""

    @extend_schema(
        operation_id="entrants_list",
        parameters=[_text_filter("status", "entered, waiting or withdrawn."), *_PAGE],
        responses=_page_of(shapes.EntrantOut),
    )
    def get(self, request: Request, competition_id: UUID) -> Response:
        """The entrants, by seed."""
        found = access.competition_or_404(request.user, competition_id)
        rows = found.entrants.select_related("player").order_by("seed", "entered_at", "id")
        if request.query_params.get("status"):
            rows = rows.filter(status=request.query_params["status"])
        role = self.role(found)
        organiser = role == "organiser"
        return tagged(request, found, role, lambda: self.paged(rows, shapes.EntrantOut, organiser=organiser))

    @extend_schema(request=None, responses={201: shapes.EntrantOut})
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Enter (or stay on the waiting list). Entering again changes nothing."""
        player = self.signed_in()
        entrant = entries.enter(competition=access.competition_or_404(player, competition_id), player=player)
        return Response(shapes.EntrantOut(entrant).data, status=201)


class Names(Api):
    """Names without account."""

    @extend_schema(request=shapes.NamesIn, responses={201: shapes.EntrantOut(many=True)})
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Enter names, all or none; each gets a personal key."""
        found = self.mine(competition_id)
        names = self.asked(shapes.NamesIn)["names"]
        made = entries.enter_names(competition=found, by=self.signed_in(), names=names)
        return Response(shapes.EntrantOut(made, many=True, context={"organiser": True}).data, status=201)


class Bots(Api):
    """House bots."""

    @extend_schema(request=shapes.BotsIn, responses={201: shapes.EntrantOut(many=True)})
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Enter house bots."""
        found = self.mine(competition_id)
        made = entries.add_bots(competition=found, by=self.signed_in(), **self.asked(shapes.BotsIn))
        return Response(shapes.EntrantOut(made, many=True).data, status=201)


class Withdraw(Api):
    """Leaving: before the start, or as a withdrawal."""

    @extend_schema(request=shapes.ReasonIn, responses=shapes.EntrantOut)
    def post(self, request: Request, competition_id: UUID, entrant_id: UUID) -> Response:
        """Take an entrant out: oneself, or anybody for the organiser."""
        player = self.signed_in()
        found = access.competition_or_404(player, competition_id)
        entrant = access.entrant_or_404(found, entrant_id)
        if entrant.player_id != player.id:
            self.mine(competition_id)
        reason = self.asked(shapes.ReasonIn)["reason"]
        if found.status == Competition.Status.REGISTRATION:
            entries.leave(entrant=entrant, by=player, reason=reason)
        else:
            rulings.withdraw(entrant=entrant, by=player, reason=reason)
        return Response(shapes.EntrantOut(access.entrant_or_404(found, entrant_id)).data)


class OneEntrant(Api):
    """One entrant, for the organiser."""

    @extend_schema(request=shapes.RenameIn, responses=shapes.EntrantOut)
    def patch(self, request: Request, competition_id: UUID, entrant_id: UUID) -> Response:
        """Correct a typed name before the start; a draw already made is then made anew."""
        entrant = access.entrant_or_404(self.mine(competition_id), entrant_id)
        named = entries.rename_entrant(entrant=entrant, by=self.signed_in(), name=self.asked(shapes.RenameIn)["name"])
        return Response(shapes.EntrantOut(named, context={"organiser": True}).data)


class PersonalKey(Api):
    """The personal link of a name without account."""

    @extend_schema(request=None, responses=shapes.EntrantOut)
    def post(self, request: Request, competition_id: UUID, entrant_id: UUID) -> Response:
        """Make a new personal key; the old link stops working."""
        found = self.mine(competition_id)
        entries.new_personal_key(entrant=access.entrant_or_404(found, entrant_id), by=self.signed_in())
        shown = access.entrant_or_404(found, entrant_id)
        return Response(shapes.EntrantOut(shown, context={"organiser": True}).data)


class MoveRound(Api):
    """Putting off the end of a round."""

    @extend_schema(request=shapes.HoursIn, responses=shapes.RoundOut)
    def post(self, request: Request, competition_id: UUID, number: int) -> Response:
        """Let the round's window close later."""
        found = self.mine(competition_id)
        hours = self.asked(shapes.HoursIn)["hours"]
        moved = rounds.move_round(competition=found, number=number, by=self.signed_in(), hours=hours)
        return Response(shapes.RoundOut(moved).data)


class Rounds(Api):
    """The rounds."""

    @extend_schema(operation_id="rounds_list", responses=shapes.RoundOut(many=True))
    def get(self, request: Request, competition_id: UUID) -> Response:
        """Rounds with their windows, in order."""
        found = access.competition_or_404(request.user, competition_id)
        stage = found.stages.get()
        return tagged(
            request, found, "reader", lambda: shapes.RoundOut(stage.rounds.order_by("number"), many=True).data
        )


class OpenRound(Api):
    """Opening a round by a click."""

    @extend_schema(request=None, responses=shapes.RoundOut)
    def post(self, request: Request, competition_id: UUID, number: int) -> Response:
        """Make the round playable."""
        opened = rounds.open_round(competition=self.mine(competition_id), number=number, by=self.signed_in())
        return Response(shapes.RoundOut(opened).data)


class Fixtures(Api):
    """The fixtures."""

    @extend_schema(
        operation_id="fixtures_list",
        parameters=[
            OpenApiParameter("round", int),
            _text_filter("status", "pending, open, played, walkover or void."),
            OpenApiParameter("entrant", UUID, description="Only where this entrant plays."),
            *_PAGE,
        ],
        responses=_page_of(shapes.FixtureOut),
    )
    def get(self, request: Request, competition_id: UUID) -> Response:
        """Fixtures by round, tie and leg."""
        found = access.competition_or_404(request.user, competition_id)
        rows = Fixture.objects.filter(tie__round__stage__competition=found).select_related("home", "away", "tie__round")
        rows = rows.order_by("tie__round__number", "tie__number", "leg")
        asked = request.query_params
        if asked.get("round"):
            rows = rows.filter(tie__round__number=_number(asked["round"]))
        if asked.get("status"):
            rows = rows.filter(status=asked["status"])
        if asked.get("entrant"):
            key = _uuid(asked["entrant"])
            rows = rows.filter(home_id=key) | rows.filter(away_id=key)
        return tagged(request, found, "reader", lambda: self.paged(rows, shapes.FixtureOut))


class OneFixture(Api):
    """One fixture."""

    @extend_schema(responses=shapes.FixtureOut)
    def get(self, request: Request, competition_id: UUID, fixture_id: UUID) -> Response:
        """The fixture; its live match is at ``/api/v1/matches/<match>/``."""
        found = access.competition_or_404(request.user, competition_id)
        fixture = access.fixture_or_404(found, fixture_id)
        return tagged(request, found, "reader", lambda: shapes.FixtureOut(fixture).data)


class _Ruling(Api):
    """A ruling on a fixture, by the organiser."""

    shape: type[BaseSerializer[Any]] = shapes.ConfirmedIn

    def rule(self, fixture: Fixture, by: User, said: dict[str, Any]) -> object:
        raise NotImplementedError

    def post(self, request: Request, competition_id: UUID, fixture_id: UUID) -> Response:
        found = self.mine(competition_id)
        fixture = access.fixture_or_404(found, fixture_id)
        self.rule(fixture, self.signed_in(), self.asked(self.shape))
        return Response(shapes.FixtureOut(access.fixture_or_404(found, fixture_id)).data)


@extend_schema(request=shapes.WalkoverIn, responses=shapes.FixtureOut)
class Walkover(_Ruling):
    """Award a fixture three to nil, or to nobody."""

    shape = shapes.WalkoverIn

    def rule(self, fixture: Fixture, by: User, said: dict[str, Any]) -> object:
        return rulings.walkover(fixture=fixture, by=by, **said)


@extend_schema(request=shapes.ScoreIn, responses=shapes.FixtureOut)
class EnterResult(_Ruling):
    """Enter or correct a result."""

    shape = shapes.ScoreIn

    def rule(self, fixture: Fixture, by: User, said: dict[str, Any]) -> object:
        kicks = (said.get("home_kicks"), said.get("away_kicks"))
        if (kicks[0] is None) != (kicks[1] is None):
            raise ValidationError({"away_kicks": ["Both sides' kicks, or neither's."]})
        score = rulings.Score(
            said["home"],
            said["away"],
            cast("tuple[int, int]", kicks) if kicks[0] is not None else None,
            said["extra_time"],
        )
        return rulings.enter_result(
            fixture=fixture, score=score, by=by, reason=said["reason"], confirmed=said["confirmed"]
        )


@extend_schema(request=shapes.ConfirmedIn, responses=shapes.FixtureOut)
class Replay(_Ruling):
    """Have a fixture played again."""

    def rule(self, fixture: Fixture, by: User, said: dict[str, Any]) -> object:
        return rulings.replay(fixture=fixture, by=by, **said)


@extend_schema(request=shapes.ReasonIn, responses=shapes.FixtureOut)
class Void(_Ruling):
    """Let a league fixture not count."""

    shape = shapes.ReasonIn

    def rule(self, fixture: Fixture, by: User, said: dict[str, Any]) -> object:
        return rulings.void(fixture=fixture, by=by, reason=said["reason"])


class Bracket(Api):
    """The bracket."""

    @extend_schema(operation_id="bracket", responses=shapes.BracketRound(many=True))
    def get(self, request: Request, competition_id: UUID) -> Response:
        """Rounds, ties and legs of a knockout; empty before the start, and for a league."""
        found = access.competition_or_404(request.user, competition_id)
        return tagged(request, found, "reader", lambda: self._rounds(found))

    def _rounds(self, competition: Competition) -> Any:
        legs = Fixture.objects.select_related("home", "away", "tie__round").order_by("leg")
        ties = (
            Tie.objects.select_related("home", "away")
            .order_by("number")
            .prefetch_related(Prefetch("fixtures", queryset=legs))
        )
        stage = competition.stages.filter(format=Stage.Format.KNOCKOUT).first()
        if stage is None:
            return []
        found = stage.rounds.order_by("number").prefetch_related(Prefetch("ties", queryset=ties))
        return shapes.BracketRound(
            [{"number": round.number, "status": round.status, "ties": list(round.ties.all())} for round in found],
            many=True,
        ).data


class TableView(Api):
    """The table of a league."""

    @extend_schema(
        operation_id="standings",
        parameters=[OpenApiParameter("after", int, description="As it stood after this matchday.")],
        responses=shapes.Standings,
    )
    def get(self, request: Request, competition_id: UUID) -> Response:
        """The table, each rank with its reason; empty before the start, and for a cup."""
        found = access.competition_or_404(request.user, competition_id)
        after = _number(request.query_params["after"]) if request.query_params.get("after") else None
        return tagged(request, found, "reader", lambda: self._table(found, after))

    def _table(self, competition: Competition, after: int | None) -> Any:
        group = Group.objects.filter(stage__competition=competition).first()
        if group is None:
            return {"after": after, "rows": []}
        stored = group.table if after is None else table_after(competition, group, after)
        names = {str(entrant.id): entrant.name for entrant in competition.entrants.all()}
        rows = [
            {**row, "name": names.get(row["entrant"], ""), "why": [translated(said, names) for said in row["why"]]}
            for row in stored.get("rows", [])
        ]
        return shapes.Standings({"after": after, "rows": rows}).data


class Draws(Api):
    """The draws."""

    @extend_schema(operation_id="draws_list", responses=shapes.DrawOut(many=True))
    def get(self, request: Request, competition_id: UUID) -> Response:
        """Every draw, the last one first; a seed only when it is revealed."""
        found = access.competition_or_404(request.user, competition_id)
        return tagged(request, found, "reader", lambda: shapes.DrawOut(found.draws.order_by("-number"), many=True).data)


class ResultLog(Api):
    """The log of results."""

    @extend_schema(operation_id="results_list", parameters=_PAGE, responses=_page_of(shapes.ResultOut))
    def get(self, request: Request, competition_id: UUID) -> Response:
        """Everything that was said about results, in order."""
        found = access.competition_or_404(request.user, competition_id)
        rows = found.results.select_related("actor").order_by("position")
        return tagged(request, found, "reader", lambda: self.paged(rows, shapes.ResultOut))


class Audit(Api):
    """The audit log."""

    @extend_schema(operation_id="audit_list", parameters=_PAGE, responses=_page_of(shapes.AuditOut))
    def get(self, request: Request, competition_id: UUID) -> Response:
        """What the organiser and the schedule did, newest first."""
        found = access.competition_or_404(request.user, competition_id)
        rows = found.audit.select_related("actor").order_by("-at", "-id")
        return Response(self.paged(rows, shapes.AuditOut))


def _number(given: str) -> int:
    if not given.isdecimal() or len(given) > 6:
        raise ValidationError({"round": ["A whole number."]})
    return int(given)


def _uuid(given: str) -> UUID:
    try:
        return UUID(given)
    except ValueError:
        raise ValidationError({"entrant": ["An id."]}) from None
