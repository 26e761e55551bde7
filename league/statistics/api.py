"""Statistics in the REST API: the almanac of a competition, the duel of a match."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.api.conditional import tagged
from league.competitions.access import door
from league.players.api import NumberOut
from league.statistics import almanac, queries
from matches.access import match_or_404


class LeaderOut(serializers.Serializer[Any]):
    """One line of a leader board."""

    rank = serializers.IntegerField()
    name = serializers.CharField()
    player_id = serializers.UUIDField()
    value = serializers.FloatField()
    matches = serializers.IntegerField()
    percent = serializers.BooleanField()


class BoardOut(serializers.Serializer[Any]):
    """A leader board."""

    name = serializers.CharField()
    title = serializers.CharField()
    rows = LeaderOut(many=True)


class RecordMatchOut(serializers.Serializer[Any]):
    """A match that holds a record."""

    title = serializers.CharField()
    match_id = serializers.UUIDField()
    home = serializers.CharField()
    away = serializers.CharField()
    home_goals = serializers.IntegerField()
    away_goals = serializers.IntegerField()


class AlmanacOut(serializers.Serializer[Any]):
    """The statistics of a competition, from what was really played."""

    matches = serializers.IntegerField()
    goals = serializers.IntegerField()
    home_wins = serializers.IntegerField()
    draws = serializers.IntegerField()
    away_wins = serializers.IntegerField()
    totals = NumberOut(many=True)
    boards = BoardOut(many=True)
    records = RecordMatchOut(many=True)


class FigureOut(serializers.Serializer[Any]):
    """One figure of a match, by seat."""

    name = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # a field called like an attribute of fields
    home = serializers.IntegerField()
    away = serializers.IntegerField()
    percent = serializers.BooleanField()


class CompetitionStatistics(APIView):
    """The almanac of a competition."""

    @extend_schema(operation_id="competition_statistics", responses=AlmanacOut)
    def get(self, request: Request, competition_id: UUID) -> Response:
        """Totals, leaders and records."""
        found = door(request.user, competition_id)
        return tagged(request, found, "reader", lambda: AlmanacOut(almanac.almanac(found)).data)


class MatchStatistics(APIView):
    """The figures of a finished match."""

    @extend_schema(operation_id="match_statistics", responses=FigureOut(many=True))
    def get(self, request: Request, match_id: UUID) -> Response:
        """The duel of a finished match; empty while it is being played."""
        return Response(FigureOut(queries.match_figures(match_or_404(match_id)), many=True).data)
