"""The games in the REST API: their names and options."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import engines


class OptionField(serializers.DictField):
    """The schema of one option of a game."""

    def to_representation(self, value: Any) -> dict[str, Any]:  # an option of any game
        schema: dict[str, Any] = value.schema()
        return schema


class GameOut(serializers.Serializer[Any]):
    """A game with the schema of its options."""

    slug = serializers.CharField()
    name = serializers.CharField()
    rules_version = serializers.IntegerField()
    options = serializers.ListField(child=OptionField())
    winner = OptionField(help_text="What may follow a level score in a friendly match, as an option of it.")


class Games(APIView):
    @extend_schema(operation_id="games_list", responses=GameOut(many=True))
    def get(self, request: Request) -> Response:
        """List every game, in the order in which they are shown."""
        return Response(GameOut([engines.get(slug) for slug in engines.games()], many=True).data)
