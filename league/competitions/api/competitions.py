"""Competitions and their entrants in the REST API."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

import engines
from league.api.fields import choice
from league.competitions.api import serializers as shapes
from league.competitions.api.base import PAGE, Api, page_of, text_filter
from league.competitions.api.etags import names_in, tagged
from league.competitions.errors import BadSetting
from league.competitions.models import Competition, Entrant
from league.competitions.models.roles import Right
from league.competitions.policy import access
from league.competitions.policy.clubs import of_club, organised_club
from league.competitions.setup.presets import PRESETS
from league.competitions.verbs import create, entries
from league.players.policy.searching import containing
from matches.api.paging import BEFORE, NewestFirst
from matches.api.questions import KEY, asked


class EnterIn(serializers.Serializer[Any]):
    """The name of a side of several people; empty for one player."""

    name = serializers.CharField(required=False, allow_blank=True, default="", max_length=40)


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
        for name, values in (("game", engines.games()), ("status", Competition.Status.values), ("preset", PRESETS)):
            if wanted := asked(request, name, choice(values)):
                rows = rows.filter(**{name: wanted})
        if club := asked(request, "club", KEY):
            rows = rows.filter(of_club(request.user, club))
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
        role, owner = self.role(competition), competition.owner.nickname
        return tagged(request, competition, role, lambda: shapes.CompetitionOut(competition).data, owner)

    @extend_schema(request=shapes.CompetitionChange, responses=shapes.CompetitionOut)
    def patch(self, request: Request, competition_id: UUID) -> Response:
        """Change the settings of a competition before its start."""
        competition = self.competition_with(competition_id)
        create.change(competition=competition, by=self.signed_in(), **self.checked_body(shapes.CompetitionChange))
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
        if status := asked(request, "status", choice(Entrant.Status.values)):
            rows = rows.filter(status=status)
        role = self.role(competition)
        organiser = role == "organiser"
        names = names_in(competition)
        return tagged(
            request, competition, role, lambda: self.paged(rows, shapes.EntrantOut, organiser=organiser), names
        )

    @extend_schema(request=EnterIn, responses={201: shapes.EntrantOut})
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Enter, alone or with a side, or join the waiting list. Repeating it changes nothing."""
        player = self.signed_in()
        competition = access.door(player, competition_id)
        runs = Right.RUN in competition.rights
        entrant = entries.enter(competition=competition, player=player, invited=runs, **self.checked_body(EnterIn))
        return Response(shapes.EntrantOut(entrant, context={"player": player.pk}).data, status=201)
