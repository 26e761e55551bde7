"""The games in the REST API: their names and options."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import engines


class GameOut(serializers.Serializer[Any]):
    """A game with the schema of its options."""

    slug = serializers.CharField()
    name = serializers.CharField()
    rules_version = serializers.IntegerField()
    options = serializers.ListField(child=serializers.DictField())


class Games(APIView):
    @extend_schema(operation_id="games_list", responses=GameOut(many=True))
    def get(self, request: Request) -> Response:
        """List every game, in the order in which they are shown."""
        games = [engines.get(slug) for slug in engines.games()]
        rows = [
            {
                "slug": game.slug,
                "name": game.name,
                "rules_version": game.rules_version,
                "options": [option.schema() for option in game.options],
            }
            for game in games
        ]
        return Response(GameOut(rows, many=True).data)
