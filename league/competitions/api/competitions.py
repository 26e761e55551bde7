"""Competitions and their entrants in the REST API: every view is door, verb, answer."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from league.competitions.api import serializers as shapes
from league.competitions.api.base import PAGE, Api, page_of, text_filter
from league.competitions.api.conditional import tagged
from league.competitions.errors import BadSetting
from league.competitions.models import Competition
from league.competitions.models.roles import Right
from league.competitions.policy import access
from league.competitions.policy.clubs import of_club, organised_club
from league.competitions.policy.parties import players_of
from league.competitions.verbs import create, drawing, entries, freezing, reopening, rounds, rulings, sides
from league.competitions.verbs.visibility import show_to
from league.players.models import User
from league.players.policy.access import account_of


class Competitions(Api):
    """All that the reader may see, newest first; a POST makes a draft."""

    limits = {"POST": "competition"}

    @extend_schema(
        operation_id="competitions_list",
        parameters=[
            text_filter("game", "Slug of a game."),
            text_filter("status", "draft, registration, running, finished or cancelled."),
            text_filter("preset", "cup or league."),
            text_filter("club", "Id of a club."),
            text_filter("q", "Part of the name."),
            *PAGE,
        ],
        responses=page_of(shapes.CompetitionOut),
    )
    def get(self, request: Request) -> Response:
        """Competitions."""
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
            rows = rows.filter(name__icontains=request.query_params["q"])
        return Response(self.paged(rows.order_by("-created_at", "-id"), shapes.CompetitionOut))

    @extend_schema(request=shapes.CompetitionIn, responses={201: shapes.CompetitionOut})
    def post(self, request: Request) -> Response:
        """Make a draft. Accounts only."""
        account = account_of(self.signed_in())
        if account is None:
            raise NotAuthenticated("A guest cannot organise: sign up first.")
        said = self.asked(shapes.CompetitionIn)
        if said.get("club") is not None:
            said["club"] = organised_club(account, said["club"])
            if said["club"] is None:
                raise BadSetting("club", _("Only who runs a club puts a competition under it."))
        made = create.create(by=account, **said)
        return self.shown(made.id, 201)


class OneCompetition(Api):
    """One competition."""

    @extend_schema(responses=shapes.CompetitionOut)
    def get(self, request: Request, competition_id: UUID) -> Response:
        """The competition. ``log_position`` grows with every change that a page could show."""
        found = access.door(request.user, competition_id)
        return tagged(request, found, self.role(found), lambda: shapes.CompetitionOut(found).data)

    @extend_schema(request=shapes.CompetitionChange, responses=shapes.CompetitionOut)
    def patch(self, request: Request, competition_id: UUID) -> Response:
        """Change its settings, before the start."""
        found = self.mine(competition_id)
        create.change(competition=found, by=self.signed_in(), **self.asked(shapes.CompetitionChange))
        return self.shown(competition_id)


class Visibility(Api):
    """Who sees it."""

    @extend_schema(request=shapes.VisibilityIn, responses=shapes.CompetitionOut)
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Show it to everybody, to whoever has its address, or to its members alone; at any time."""
        found, asked = self.mine(competition_id), self.asked(shapes.VisibilityIn)
        show_to(competition=found, by=self.signed_in(), visibility=asked["visibility"])
        return self.shown(competition_id)


class _Step(Api):
    """A step of a competition's life, by an organiser."""

    right = Right.RUN

    def step(self, competition: Competition, by: User, reason: str) -> object:
        raise NotImplementedError

    def post(self, request: Request, competition_id: UUID) -> Response:
        reason = self.asked(shapes.ReasonIn)["reason"]
        self.step(self.mine(competition_id, self.right), self.signed_in(), reason)
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
class TakeStartBack(_Step):
    """Open the registration again, as long as nothing of the competition is played."""

    def step(self, competition: Competition, by: User, reason: str) -> object:
        return reopening.take_start_back(competition=competition, by=by, reason=reason)


@extend_schema(request=shapes.ReasonIn, responses=shapes.CompetitionOut)
class Cancel(_Step):
    """End it without a champion. The owner's alone."""

    right = Right.OWN

    def step(self, competition: Competition, by: User, reason: str) -> object:
        return create.cancel(competition=competition, by=by, reason=reason)


@extend_schema(request=shapes.ReasonIn, responses=shapes.CompetitionOut)
class Freeze(_Step):
    """Let it stand still: nothing opens on schedule, closes or runs out, and its matches are held."""

    def step(self, competition: Competition, by: User, reason: str) -> object:
        return freezing.freeze(competition=competition, by=by, reason=reason)


@extend_schema(request=shapes.ReasonIn, responses=shapes.CompetitionOut)
class Thaw(_Step):
    """Let it go on, all that is ahead later by as long as it stood still."""

    def step(self, competition: Competition, by: User, reason: str) -> object:
        return freezing.thaw(competition=competition, by=by)


class Entrants(Api):
    """Who plays."""

    limits = {"POST": "enter"}

    token_scopes = {"POST": "compete"}

    @extend_schema(
        operation_id="entrants_list",
        parameters=[text_filter("status", "entered, waiting or withdrawn."), *PAGE],
        responses=page_of(shapes.EntrantOut),
    )
    def get(self, request: Request, competition_id: UUID) -> Response:
        """The entrants, by seed."""
        found = access.door(request.user, competition_id)
        rows = (
            found.entrants.select_related("player")
            .prefetch_related("members__user")
            .order_by("seed", "entered_at", "id")
        )
        if request.query_params.get("status"):
            rows = rows.filter(status=request.query_params["status"])
        role = self.role(found)
        organiser = role == "organiser"
        return tagged(request, found, role, lambda: self.paged(rows, shapes.EntrantOut, organiser=organiser))

    @extend_schema(request=shapes.EnterIn, responses={201: shapes.EntrantOut})
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Enter (or stay on the waiting list), with a side where several play. Entering again changes nothing."""
        player = self.signed_in()
        found = access.door(player, competition_id)
        runs = Right.RUN in found.rights
        entrant = entries.enter(competition=found, player=player, invited=runs, **self.asked(shapes.EnterIn))
        return Response(shapes.EntrantOut(entrant, context={"player": player.pk}).data, status=201)


class JoinSide(Api):
    """Sides of several people."""

    limits = {"POST": "enter"}

    token_scopes = {"POST": "compete"}

    @extend_schema(request=shapes.SideKeyIn, responses=shapes.EntrantOut)
    def post(self, request: Request) -> Response:
        """Play in the side whose link holds the key. Joining again changes nothing."""
        player = self.signed_in()
        entrant = sides.join(key=self.asked(shapes.SideKeyIn)["key"], player=player)
        return Response(shapes.EntrantOut(entrant).data)


class LeaveSide(Api):
    """Leaving a side that goes on without one."""

    token_scopes = {"POST": "compete"}

    @extend_schema(request=None, responses=shapes.EntrantOut)
    def post(self, request: Request, competition_id: UUID, entrant_id: UUID) -> Response:
        """No longer play for a side, before the start. Leaving again changes nothing."""
        player = self.signed_in()
        entrant = access.entrant_or_404(access.door(player, competition_id), entrant_id)
        if player.pk not in players_of(entrant):
            raise Http404
        return Response(shapes.EntrantOut(sides.leave_side(entrant=entrant, player=player)).data)


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
        found = access.door(player, competition_id)
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
        """Correct a typed name or the club before the start; a draw already made is then made anew."""
        entrant, said = access.entrant_or_404(self.mine(competition_id), entrant_id), self.asked(shapes.RenameIn)
        with transaction.atomic():
            if "name" in said:
                entrant = entries.rename_entrant(entrant=entrant, by=self.signed_in(), name=said["name"])
            if "club" in said:
                entrant = entries.set_club(entrant=entrant, by=self.signed_in(), club=said["club"])
        return Response(shapes.EntrantOut(entrant, context={"organiser": True}).data)


class PersonalKey(Api):
    """The personal link of a name without account."""

    @extend_schema(request=None, responses=shapes.EntrantOut)
    def post(self, request: Request, competition_id: UUID, entrant_id: UUID) -> Response:
        """Make a new personal key; the old link stops working."""
        found = self.mine(competition_id)
        entries.new_personal_key(entrant=access.entrant_or_404(found, entrant_id), by=self.signed_in())
        shown = access.entrant_or_404(found, entrant_id)
        return Response(shapes.EntrantOut(shown, context={"organiser": True}).data)
