"""Players in the REST API: the profile that everybody may read, and the record."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema, inline_serializer
from rest_framework import serializers
from rest_framework.pagination import LimitOffsetPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.players.access import player_or_404
from league.players.models import User
from league.statistics.models import Line
from league.statistics.queries import people


class PlayerOut(serializers.ModelSerializer[User]):
    """Somebody who plays: an account, a guest or a house bot. Never an address or a name to sign in with."""

    class Meta:
        model = User
        fields = ["id", "nickname", "kind", "bot"]


class TallyOut(serializers.Serializer[Any]):
    """Won, drawn, lost and goals."""

    played = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    goals_for = serializers.IntegerField()
    goals_against = serializers.IntegerField()
    goal_difference = serializers.IntegerField()


class RivalOut(serializers.Serializer[Any]):
    """The record against one opponent."""

    player_id = serializers.UUIDField()
    name = serializers.CharField()
    tally = TallyOut()


class NumberOut(serializers.Serializer[Any]):
    """One number with its label in the reader's language."""

    name = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # a field called like an attribute of fields
    value = serializers.CharField()


class RecordOut(serializers.Serializer[Any]):
    """A player's record. ``form`` has the newest match first."""

    tally = TallyOut()
    form = serializers.ListField(child=serializers.CharField())
    by_game = serializers.DictField(child=TallyOut())
    rivals = RivalOut(many=True)
    figures = NumberOut(many=True)
    longest_unbeaten = serializers.IntegerField()


class LineOut(serializers.ModelSerializer[Line]):
    """One finished match as the player saw it."""

    match = serializers.UUIDField(source="match_id")
    opponent = serializers.UUIDField(source="opponent_id", allow_null=True)
    competition = serializers.UUIDField(source="competition_id", allow_null=True)

    class Meta:
        model = Line
        fields = [
            "match", "side", "opponent", "competition", "game", "goals_for", "goals_against", "outcome", "how",
            "played_at",
        ]  # fmt: skip


class OnePlayer(APIView):
    """One player."""

    @extend_schema(operation_id="player", responses=PlayerOut)
    def get(self, request: Request, player_id: UUID) -> Response:
        """The player; a claimed name answers with the account that took it over."""
        return Response(PlayerOut(player_or_404(player_id, request.user)).data)


class PlayerRecord(APIView):
    """A player's record."""

    @extend_schema(
        operation_id="player_record",
        parameters=[OpenApiParameter("game", str, description="Slug of a game; without it all games together.")],
        responses=RecordOut,
    )
    def get(self, request: Request, player_id: UUID) -> Response:
        """Won, drawn, lost, goals, form, opponents, and averages in one game."""
        player = player_or_404(player_id, request.user)
        numbers = people.player_numbers(player, request.query_params.get("game", ""), reader=request.user)
        return Response(RecordOut(numbers).data)


class PlayerMatches(APIView):
    """A player's finished matches."""

    @extend_schema(
        operation_id="player_matches",
        parameters=[OpenApiParameter("limit", int), OpenApiParameter("offset", int)],
        responses=inline_serializer(
            name="PageOfLine",
            fields={
                "count": serializers.IntegerField(),
                "next": serializers.CharField(allow_null=True),
                "previous": serializers.CharField(allow_null=True),
                "results": LineOut(many=True),
            },
        ),
    )
    def get(self, request: Request, player_id: UUID) -> Response:
        """The newest first."""
        pages = LimitOffsetPagination()
        pages.max_limit = 200
        rows = people.lines_for(request.user).filter(player=player_or_404(player_id, request.user))
        rows = rows.order_by("-played_at", "-match_id")
        page = pages.paginate_queryset(rows, request, view=self)
        return pages.get_paginated_response(LineOut(page, many=True).data)
