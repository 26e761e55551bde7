"""Arenas in the REST API: the same doors and verbs as the pages."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.fields import ColumnsSerializer
from league.arenas import access, verbs
from league.arenas.models import Arena, ArenaPlayer
from league.arenas.reading import ArenaLine, ArenaTable, table_of
from league.clubs.models import Club
from league.competitions.api.base import PAGE, Api, page_of
from matches.api.bodies import without_body
from matches.api.questions import YES_OR_NO, asked
from matches.api.shapes import shape_of

ArenaStatus = serializers.ChoiceField(choices=Arena.Status.choices, read_only=True)


class ArenaOut(serializers.ModelSerializer[Arena]):
    """An arena. A match counts if it was over at ``ends_at``; ``ended_at`` is null until the table stands."""

    owner = serializers.CharField(source="owner.nickname")
    status = ArenaStatus
    options = serializers.DictField(help_text="The options of the game.")

    class Meta:
        model = Arena
        fields = [
            "id", "slug", *verbs.SETTINGS, "game", "options", "owner", "club", "status", "starts_at", "ends_at",
            "ended_at", "created_at",
        ]  # fmt: skip


class ArenaIn(ColumnsSerializer):
    """A new arena."""

    game = serializers.CharField(max_length=32)
    starts_at = serializers.DateTimeField(required=False, allow_null=True, default=None, help_text="Null: at once.")
    options = serializers.DictField(required=False, help_text="Options of the game; what is missing is as usual.")
    club = serializers.UUIDField(required=False, allow_null=True, default=None, help_text="A club that you run.")

    class Meta:
        model = Arena
        fields = ["name", "game", "starts_at", "options", "club", *verbs.SETTINGS[1:]]


ArenaLineOut = shape_of(
    ArenaLine,
    ["rank", "player", "name", "points", "played", "wins", "on_streak", "sheet", "status", "match"],
    called="ArenaLineOut",
    player=serializers.UUIDField(source="player.user_id"),
)
ArenaTableOut = shape_of(ArenaTable, ["inside", "in_play", "lines"], called="ArenaTableOut", parts=[ArenaLineOut])


class ArenaPlayerOut(serializers.ModelSerializer[ArenaPlayer]):
    """You in an arena. ``match`` is the one that you play here now."""

    match = serializers.UUIDField(source="playing.match_id", allow_null=True, default=None)

    class Meta:
        model = ArenaPlayer
        fields = ["status", "half_clock", "joined_at", "match"]


class HalfClockIn(serializers.Serializer[Any]):
    """Your clock is halved from the next match on."""

    half = serializers.BooleanField()


class Arenas(Api):
    limits = {"POST": "arena"}

    @extend_schema(
        operation_id="arenas_list",
        parameters=[OpenApiParameter("open", bool, description="Only those that are running or ahead."), *PAGE],
        responses=page_of(ArenaOut),
    )
    def get(self, request: Request) -> Response:
        """List the arenas, the latest start first."""
        rows = access.listed(request.user).select_related("owner")
        if asked(request, "open", YES_OR_NO):
            rows = rows.filter(ended_at=None, cancelled_at=None)
        return Response(self.paged(rows, ArenaOut))

    @extend_schema(request=ArenaIn, responses={201: ArenaOut})
    def post(self, request: Request) -> Response:
        """Create an arena. For accounts."""
        by, values = self.account(), self.checked_body(ArenaIn)
        club = values.pop("club")
        host = None if club is None else Club.objects.filter(pk=club).first()
        if club is not None and host is None:
            raise ValidationError({"club": ["There is no such club."]})
        return Response(ArenaOut(verbs.create(by=by, club=host, **values)).data, status=201)


class _ArenaApi(Api):
    def arena(self, arena_id: UUID, *, run: bool = False) -> Arena:
        """Return the arena, for people who are signed in. Raises NotAuthenticated, Http404."""
        return access.door(self.signed_in(), arena_id, run=run)


class OneArena(Api):
    @extend_schema(responses=ArenaOut)
    def get(self, request: Request, arena_id: UUID) -> Response:
        """Return an arena."""
        return Response(ArenaOut(access.door(request.user, arena_id)).data)


class ArenaStandings(Api):
    @extend_schema(responses=ArenaTableOut)
    def get(self, request: Request, arena_id: UUID) -> Response:
        """Return the table of an arena, by the matches that count."""
        return Response(ArenaTableOut(table_of(access.door(request.user, arena_id))).data)


class ArenaJoin(_ArenaApi):
    token_scopes = {"POST": "compete"}

    @without_body(responses={201: ArenaPlayerOut})
    def post(self, request: Request, arena_id: UUID) -> Response:
        """Join an arena, or come back to it. Again: nothing changes."""
        joined = verbs.join(arena=self.arena(arena_id), player=self.signed_in())
        return Response(ArenaPlayerOut(joined).data, status=201)


class ArenaPause(_ArenaApi):
    token_scopes = {"POST": "compete"}

    @without_body(responses=ArenaPlayerOut)
    def post(self, request: Request, arena_id: UUID) -> Response:
        """Pause: your match goes on, and no other follows."""
        paused = verbs.pause(arena=self.arena(arena_id), player=self.signed_in())
        return Response(ArenaPlayerOut(paused).data)


class ArenaLeave(_ArenaApi):
    token_scopes = {"POST": "compete"}

    @without_body(responses=ArenaPlayerOut)
    def post(self, request: Request, arena_id: UUID) -> Response:
        """Leave; your points stay."""
        left = verbs.leave(arena=self.arena(arena_id), player=self.signed_in())
        return Response(ArenaPlayerOut(left).data)


class ArenaHere(_ArenaApi):
    token_scopes = {"POST": "compete"}

    @without_body(responses=ArenaPlayerOut)
    def post(self, request: Request, arena_id: UUID) -> Response:
        """Say that you are there, at least every 30 seconds: only then are you paired. ``match`` is your next one."""
        player = verbs.here(arena=self.arena(arena_id), player=self.signed_in())
        if player is None:
            raise ValidationError({"arena": ["You are not in this arena. Join it first."]})
        return Response(ArenaPlayerOut(player).data)


class ArenaHalfClock(_ArenaApi):
    token_scopes = {"POST": "compete"}

    @extend_schema(request=HalfClockIn, responses=ArenaPlayerOut)
    def post(self, request: Request, arena_id: UUID) -> Response:
        """Halve your clock from the next match on, or take the whole one again."""
        row, player = self.arena(arena_id), self.signed_in()
        chosen = verbs.choose_clock(arena=row, player=player, half=self.checked_body(HalfClockIn)["half"])
        return Response(ArenaPlayerOut(chosen).data)


class ArenaEnd(_ArenaApi):
    @without_body(responses=ArenaOut)
    def post(self, request: Request, arena_id: UUID) -> Response:
        """End a running arena now; matches in play do not count."""
        row = self.arena(arena_id, run=True)
        return Response(ArenaOut(verbs.end_early(arena=row, by=self.signed_in())).data)


class ArenaCancel(_ArenaApi):
    @without_body(responses=ArenaOut)
    def post(self, request: Request, arena_id: UUID) -> Response:
        """Cancel an arena that has not begun; who joined is told."""
        row = self.arena(arena_id, run=True)
        return Response(ArenaOut(verbs.cancel(arena=row, by=self.signed_in())).data)
