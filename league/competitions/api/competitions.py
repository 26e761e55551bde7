"""Competitions and their entrants in the REST API."""

from uuid import UUID

from django.db import transaction
from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from league.competitions.actions.shapes import ReasonIn
from league.competitions.api import serializers as shapes
from league.competitions.api.base import PAGE, Api, page_of, text_filter
from league.competitions.api.conditional import tagged
from league.competitions.errors import BadSetting
from league.competitions.models import Competition
from league.competitions.models.roles import Right
from league.competitions.policy import access
from league.competitions.policy.clubs import of_club, organised_club
from league.competitions.policy.parties import players_of
from league.competitions.verbs import create, entries, rulings, sides
from league.competitions.verbs.visibility import show_to
from league.players.policy.searching import containing
from matches.api.bodies import without_body
from matches.api.paging import BEFORE, NewestFirst


class Competitions(Api):
    limits = {"POST": "competition"}

    @extend_schema(
        operation_id="competitions_list",
        parameters=[
            text_filter("game", "Slug of a game."),
            text_filter("status", "draft, registration, running, finished or cancelled."),
            text_filter("preset", "Key of a preset; see /api/v1/presets/."),
            text_filter("club", "Id of a club."),
            text_filter("q", "Part of the name."),
            *PAGE,
            BEFORE,
        ],
        responses=page_of(shapes.CompetitionOut),
    )
    def get(self, request: Request) -> Response:
        """List the competitions that you may see, newest first."""
        rows = access.visible(request.user).select_related("owner", "club").prefetch_related("stages")
        for name in ("game", "status", "preset"):
            if request.query_params.get(name):
                rows = rows.filter(**{name: request.query_params[name]})
        if request.query_params.get("club"):
            try:
                rows = rows.filter(of_club(request.user, UUID(request.query_params["club"])))
            except ValueError:
                rows = rows.none()
        if request.query_params.get("q"):
            rows = containing(rows, "name", request.query_params["q"])
        return Response(self.paged(rows, shapes.CompetitionOut, NewestFirst()))

    @extend_schema(request=shapes.CompetitionIn, responses={201: shapes.CompetitionOut})
    def post(self, request: Request) -> Response:
        """Create a draft. Accounts only."""
        account = self.account()
        data = self.checked_body(shapes.CompetitionIn)
        if data.get("club") is not None:
            data["club"] = organised_club(account, data["club"])
            if data["club"] is None:
                raise BadSetting("club", _("Only staff of a club can put a competition under it."))
        draft = create.create(by=account, **data)
        return self.competition_answer(draft.id, 201)


class OneCompetition(Api):
    @extend_schema(responses=shapes.CompetitionOut)
    def get(self, request: Request, competition_id: UUID) -> Response:
        """Return a competition. ``log_position`` grows with every change that a page could show."""
        competition = access.door(request.user, competition_id)
        return tagged(request, competition, self.role(competition), lambda: shapes.CompetitionOut(competition).data)

    @extend_schema(request=shapes.CompetitionChange, responses=shapes.CompetitionOut)
    def patch(self, request: Request, competition_id: UUID) -> Response:
        """Change the settings of a competition before its start."""
        competition = self.competition_with(competition_id)
        create.change(competition=competition, by=self.signed_in(), **self.checked_body(shapes.CompetitionChange))
        return self.competition_answer(competition_id)


class Visibility(Api):
    @extend_schema(request=shapes.VisibilityIn, responses=shapes.CompetitionOut)
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Show the competition to everybody, to those with its address, or to its members only; at any time."""
        competition, fields = self.competition_with(competition_id), self.checked_body(shapes.VisibilityIn)
        show_to(competition=competition, by=self.signed_in(), visibility=fields["visibility"])
        return self.competition_answer(competition_id)


class Entrants(Api):
    limits = {"POST": "enter"}

    token_scopes = {"POST": "compete"}

    @extend_schema(
        operation_id="entrants_list",
        parameters=[text_filter("status", "entered, waiting or withdrawn."), *PAGE],
        responses=page_of(shapes.EntrantOut),
    )
    def get(self, request: Request, competition_id: UUID) -> Response:
        """List the entrants by seed."""
        competition = access.door(request.user, competition_id)
        rows = (
            competition.entrants.select_related("player")
            .prefetch_related("members__user")
            .order_by("seed", "entered_at", "id")
        )
        if request.query_params.get("status"):
            rows = rows.filter(status=request.query_params["status"])
        role = self.role(competition)
        organiser = role == "organiser"
        return tagged(request, competition, role, lambda: self.paged(rows, shapes.EntrantOut, organiser=organiser))

    @extend_schema(request=shapes.EnterIn, responses={201: shapes.EntrantOut})
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Enter, alone or with a side, or join the waiting list. Repeating it changes nothing."""
        player = self.signed_in()
        competition = access.door(player, competition_id)
        runs = Right.RUN in competition.rights
        entrant = entries.enter(
            competition=competition, player=player, invited=runs, **self.checked_body(shapes.EnterIn)
        )
        return Response(shapes.EntrantOut(entrant, context={"player": player.pk}).data, status=201)


class JoinSide(Api):
    limits = {"POST": "enter"}

    token_scopes = {"POST": "compete"}

    @extend_schema(request=shapes.SideKeyIn, responses=shapes.EntrantOut)
    def post(self, request: Request) -> Response:
        """Join the side whose link holds the key. Repeating it changes nothing."""
        player = self.signed_in()
        entrant = sides.join(key=self.checked_body(shapes.SideKeyIn)["key"], player=player)
        return Response(shapes.EntrantOut(entrant).data)


class LeaveSide(Api):
    token_scopes = {"POST": "compete"}

    @without_body(responses=shapes.EntrantOut)
    def post(self, request: Request, competition_id: UUID, entrant_id: UUID) -> Response:
        """Leave a side before the start; the side stays entered. Repeating it changes nothing."""
        player = self.signed_in()
        entrant = access.entrant_or_404(access.door(player, competition_id), entrant_id)
        if player.pk not in players_of(entrant):
            raise Http404
        return Response(shapes.EntrantOut(sides.leave_side(entrant=entrant, player=player)).data)


class Names(Api):
    @extend_schema(request=shapes.NamesIn, responses={201: shapes.EntrantOut(many=True)})
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Enter names without account, all or none; each gets a personal key."""
        competition = self.competition_with(competition_id)
        names = self.checked_body(shapes.NamesIn)["names"]
        entrants = entries.enter_names(competition=competition, by=self.signed_in(), names=names)
        return Response(shapes.EntrantOut(entrants, many=True, context={"organiser": True}).data, status=201)


class Bots(Api):
    @extend_schema(request=shapes.BotsIn, responses={201: shapes.EntrantOut(many=True)})
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Enter house bots."""
        competition = self.competition_with(competition_id)
        bots = entries.add_bots(competition=competition, by=self.signed_in(), **self.checked_body(shapes.BotsIn))
        return Response(shapes.EntrantOut(bots, many=True).data, status=201)


class Withdraw(Api):
    @extend_schema(request=ReasonIn, responses=shapes.EntrantOut)
    def post(self, request: Request, competition_id: UUID, entrant_id: UUID) -> Response:
        """Withdraw yourself or, as the organiser, anybody. Before the start the entry is removed."""
        player = self.signed_in()
        competition = access.door(player, competition_id)
        entrant = access.entrant_or_404(competition, entrant_id)
        if entrant.player_id != player.id:
            self.competition_with(competition_id)
        reason = self.checked_body(ReasonIn)["reason"]
        if competition.status == Competition.Status.REGISTRATION:
            entries.leave(entrant=entrant, by=player, reason=reason)
        else:
            rulings.withdraw(entrant=entrant, by=player, reason=reason)
        return Response(shapes.EntrantOut(access.entrant_or_404(competition, entrant_id)).data)


class OneEntrant(Api):
    @extend_schema(request=shapes.RenameIn, responses=shapes.EntrantOut)
    def patch(self, request: Request, competition_id: UUID, entrant_id: UUID) -> Response:
        """Correct a typed name or the club before the start, as the organiser; an existing draw is repeated."""
        entrant, data = (
            access.entrant_or_404(self.competition_with(competition_id), entrant_id),
            self.checked_body(shapes.RenameIn),
        )
        with transaction.atomic():
            if "name" in data:
                entrant = entries.rename_entrant(entrant=entrant, by=self.signed_in(), name=data["name"])
            if "club" in data:
                entrant = entries.set_club(entrant=entrant, by=self.signed_in(), club=data["club"])
        return Response(shapes.EntrantOut(entrant, context={"organiser": True}).data)


class PersonalKey(Api):
    @without_body(responses=shapes.EntrantOut)
    def post(self, request: Request, competition_id: UUID, entrant_id: UUID) -> Response:
        """Make a new personal key for a name without account; the old link stops working."""
        competition = self.competition_with(competition_id)
        entries.new_personal_key(entrant=access.entrant_or_404(competition, entrant_id), by=self.signed_in())
        entrant = access.entrant_or_404(competition, entrant_id)
        return Response(shapes.EntrantOut(entrant, context={"organiser": True}).data)
